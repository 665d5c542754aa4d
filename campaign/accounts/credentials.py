"""A new password or address ends what was opened with the old one: whoever had it unseen is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.internal.flows.password_reset_by_code import (
    PASSWORD_RESET_VERIFICATION_SESSION_KEY as RESET_SESSION_KEY,
)
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_changed,
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.utils import user_pk_to_url_str
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaign.access import known_devices
from campaign.access.logins import end_access, end_logins
from campaign.base.dates import clock
from campaign.models import Invitation, User


def end_sessions(user: User, *, but: str = "") -> None:
    """Log the person out everywhere but in the session with this key, and end what is half done elsewhere."""
    end_logins(user, but=but)
    live = Session.objects.filter(expire_date__gt=clock.now()).exclude(session_key=but)
    ended = [one.session_key for one in live.iterator(chunk_size=500) if _opens(one.get_decoded(), user)]
    Session.objects.filter(session_key__in=ended).delete()


def _opens(session: Mapping[str, Any], user: User) -> bool:
    """Whether a session is the person's, or will be with a code that has been mailed or a second factor."""
    coming, resetting = (session.get(key) or {} for key in (LOGIN_SESSION_KEY, RESET_SESSION_KEY))
    return (
        session.get(SESSION_KEY) == str(user.pk)
        or coming.get("user_pk") == user_pk_to_url_str(user)
        or resetting.get("user_id") == str(user.pk)
    )


@receiver(post_save, sender=User)
def _password_stored(sender: object, instance: User, created: bool, **_more: object) -> None:
    """A new password, from wherever: pages, a code, the operator's command. Sessions end with its hash."""
    if not created and instance._password is not None:  # type: ignore[attr-defined]
        end_access(instance)


@receiver(email_changed)
def _address_changed(
    sender: object,
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_more: object,
) -> None:
    if from_email_address is None:
        return
    end_access(user)
    end_sessions(user, but=request.session.session_key or "")
    known_devices.opened(request, user)
    by_name = Invitation.objects.filter(email__iexact=from_email_address.email).exclude(to__contains="@")
    by_name.exclude(to="").update(email=to_email_address.email.lower())
    _told(request)


@receiver((password_changed, password_set, password_reset))
def _password_changed(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    end_sessions(user, but=request.session.session_key or "")
    _told(request)


@receiver(email_confirmed)
def _address_proven(
    sender: object, request: HttpRequest, email_address: EmailAddress, **_more: object
) -> None:
    """A password that was typed elsewhere, before anybody had shown that the address is theirs, is nobody's.

    Whoever signs up with another's address waits for its owner to come by a code, and knows the password.
    """
    user = email_address.user
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    signs_up_here = stage is not None and stage.login.user == user
    if request.user == user or signs_up_here or not user.has_usable_password():
        return
    user.set_unusable_password()
    user.save(update_fields=("password",))
    messages.warning(
        request,
        _("This account's password was set before anybody had shown that the address is theirs.")
        + " "
        + _("It opens nothing any more: set one on the page of your account."),
    )


def _told(request: HttpRequest) -> None:
    messages.info(
        request,
        _(
            "You are logged out everywhere else. Tokens, webhooks, push and the address of your calendar have"
            " ended: make new ones where you still need them."
        ),
    )
