"""Logging in by way of Discord or Google, where the operator has registered the site there (Trust 3).

What they say is taken for who it is, never for whose account it is: an address that has an account here is
joined to nothing, for whoever holds it there need not be who made it here. Tokens of theirs are not kept.
"""

from __future__ import annotations

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import DisconnectForm, SignupForm
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.conf import settings
from django.contrib import messages
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import Http404, HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.models import User

NAMES = {"discord": "Discord", "google": "Google"}
LONGEST_NAME = 60
"""As long as a name may be that somebody types."""
KEPT = ("username", "global_name", "discriminator", "email")
"""What of their answer is stored: whose account it is, for its owner's eyes."""


class OutsideAdapter(DefaultSocialAccountAdapter):
    """Asks others who somebody is, and decides here what that opens."""

    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """What the operator has set in the environment, and nothing of the database."""
        return [
            SocialApp(provider=one, client_id=name, secret=secret, name=NAMES[one])
            for one, (name, secret) in settings.OUTSIDE.items()
            if provider in (None, one) and client_id in (None, name)
        ]

    def get_app(self, request: HttpRequest | None, provider: str, client_id: str | None = None) -> SocialApp:
        """The one set up; raises ``Http404`` if there is none."""
        apps = self.list_apps(request, provider=provider, client_id=client_id)
        if not apps:
            raise Http404
        return apps[0]

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Turn back whose address is not checked there, and whose has an account here already."""
        if sociallogin.is_existing or sociallogin.state.get("process") == AuthProcess.CONNECT:
            return
        where = NAMES[sociallogin.account.provider]
        checked = [one.email for one in sociallogin.email_addresses if one.verified]
        if not checked:
            words = _(
                "%(where)s has not checked your e-mail address. Check it there, or make an account here: we"
                " mail you a code."
            )
        elif User.objects.filter(email__iexact=checked[0]).exists():
            words = _(
                "There is an account with that address. Log in as you do else, and join %(where)s to it on"
                " your account's page."
            )
        else:
            return
        messages.error(request, words % {"where": where})
        raise ImmediateHttpResponse(redirect("account_login"))

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """A user to be, with the name that is proposed: of Google's the first one only."""
        user: User = super().populate_user(request, sociallogin, data)
        known = sociallogin.account.extra_data
        proposed = known.get("global_name") or known.get("given_name") or data.get("username") or ""
        user.name = " ".join(str(proposed).split())[:LONGEST_NAME]
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, Any]:
        """What the form shows at first: the name too."""
        user = sociallogin.user
        assert isinstance(user, User)
        return {**super().get_signup_form_initial_data(sociallogin), "name": user.name}


class Signup(SignupForm):
    """Asks for the name only: the address is the one that was checked there."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        field = self.fields["email"]
        field.disabled = True
        field.help_text = _("Checked already. You can change it afterwards, on your account's page.")
        self.order_fields(["name", "email"])


class Disconnect(DisconnectForm):
    """Which of one's outside accounts opens this one no more; a mailed code always does."""

    def clean(self) -> dict[str, Any]:
        """What was chosen, the last one too."""
        return self.cleaned_data


@receiver(pre_save, sender=SocialAccount)
def _keep_little(sender: object, instance: SocialAccount, **_more: object) -> None:
    """Pictures, languages and names that nobody here asks for are not stored."""
    instance.extra_data = {key: value for key, value in instance.extra_data.items() if key in KEPT}
