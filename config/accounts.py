"""How people come in: what the log-in pages of allauth ask for and show here."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import Login
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaign.access import passwords
from campaign.access.logins import logged_in_lately
from campaign.base.refusal import Refusal
from campaign.models import User
from campaign.outbox.account_mails import put
from campaign.skirmish.claiming import has_begun_twice, move_wars
from campaign.skirmish.stepping import guest_here
from campaign.web.account_fields import browser_zone
from campaign.web.line_field import Line

CODE_TOO = "code_too"
"""On a request: its right password is not enough."""


def display_name(user: User) -> str:
    """What a person is called in mails about the account."""
    return user.name or user.address


class AccountAdapter(DefaultAccountAdapter):
    """Builds addresses from the site's own address, never from a request's Host header."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "cannot_remove_primary_email": _("You cannot remove your first e-mail address."),
        "duplicate_email": _("This e-mail address is with this account already."),
        "email_password_mismatch": _("This e-mail address and this password do not belong together."),
        "email_taken": _("Somebody has an account with this e-mail address."),
        "too_many_login_attempts": _("Too many attempts for this account: wait a while, an hour at most."),
        "max_email_addresses": _("An account has at most %d e-mail addresses."),
        "unknown_email": _("No account has this e-mail address."),
        "unverified_primary_email": _("Confirm your first e-mail address before."),
    }

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account page."""
        return "/account/"

    def add_message(self, request: HttpRequest, level: int, *more: Any, **options: Any) -> None:
        """Of too many wrong codes say what helps: another code, at once. Waiting helps where tries are
        counted by time, and of those forms tell.
        """
        if options.get("message") == self.error_messages["too_many_login_attempts"]:
            options["message"] = _("Too many wrong codes: that one no longer counts. Have a new one mailed.")
        super().add_message(request, level, *more, **options)

    def is_safe_url(self, url: str) -> bool:
        """Whether somebody may be led there: to this host alone, of all to which the site answers."""
        request = current.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Leave the counting to ``campaign.access.passwords``, which counts for pages and programs."""

    def is_reauthentication_required(self, *, app: str, **more: object) -> bool:
        """Whether allauth asks who it is once more: a log-in of the last quarter of an hour is enough."""
        if logged_in_lately(self.request):
            return False
        return bool(super().is_reauthentication_required(app=app, **more))

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in; whoever was a guest in this browser takes its wars along."""
        # A password that nobody had shown to be theirs may have ended on the way.
        user.refresh_from_db(fields=("password",))
        guest = guest_here(request)
        with transaction.atomic():
            if guest is not None and isinstance(user, User):
                twice = has_begun_twice(guest=guest, account=user)
                _tell_of_wars(request, user, move_wars(guest=guest, account=user), twice=twice)
            super().login(request, user)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Whose password this is, if it is one's. Raises ``ValidationError`` after too many wrong ones."""
        try:
            with passwords.trial(request, credentials.get("email", "")) as tried:
                user = super().authenticate(request, **credentials)
                tried.right = user is not None
                setattr(request, CODE_TOO, tried.code_too)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message, code=refusal.code) from None
        return user

    def is_login_by_code_required(self, login: Login) -> bool:
        """Whether a mailed code is asked for beside the password: where strangers have guessed all day."""
        return getattr(self.request, CODE_TOO, False) or bool(super().is_login_by_code_required(login))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Let every link of a mail begin with the site's address, and no request wait for the mail server."""
        own = {
            key: settings.SITE_URL + urlsplit(value)._replace(scheme="", netloc="").geturl()
            for key, value in context.items()
            if key.endswith("_url") and isinstance(value, str) and value.startswith(("http://", "https://"))
        }
        request = current.request
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        known |= {"site_url": settings.SITE_URL, **context, **own}
        put(self.render_mail(template_prefix, email, known), code="code" in known)


def _tell_of_wars(request: HttpRequest, user: User, moved: int, *, twice: bool) -> None:
    """Say where the wars are now that were a guest's. Only whoever has logged in reads that."""
    if moved:
        said = ngettext(
            "You have an account already, %(name)s: the war is in it now, and yours to keep.",
            "You have an account already, %(name)s: the %(count)s wars are in it now, and yours to keep.",
            moved,
        )
        messages.success(request, said % {"name": user.name, "count": moved})
    if twice:
        kept = _("You had begun a lesson in it, too: of the two the one that has got further is kept.")
        messages.info(request, kept)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Keeps the secrets of second factors sealed: a stolen database opens no account."""

    def encrypt(self, text: str) -> str:
        """Seal with the present key."""
        return _locks().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open with the present key, or an older one that is still allowed."""
        return _locks().decrypt(encrypted_text.encode()).decode()


def _locks() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derived(str(key))) for key in keys])


def _derived(key: str) -> bytes:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"second factor")
    return base64.urlsafe_b64encode(derive.derive(key.encode()))


class NameForm(forms.Form):
    """What signing up asks beside e-mail and password: a name. The browser adds its time zone."""

    field_order = ("name", "email", "password1")
    name = Line(
        label=_("Name"),
        max_length=60,
        help_text=_("What the other players call you."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = browser_zone()

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the name, and the time zone if it is one."""
        user.name = self.cleaned_data["name"]
        zone = self.cleaned_data["time_zone"]
        if zone in available_timezones():
            user.time_zone = zone
        user.save(update_fields=("name", "time_zone"))
