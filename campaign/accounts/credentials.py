"""A new password or address ends what was opened with the old one: whoever had it unseen is out."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, password_changed, password_reset, password_set
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaign.access.logins import end_access, end_logins
from campaign.base.dates import clock
from campaign.models import Invitation, User


def end_sessions(user: User, *, but: str = "") -> None:
    """Log the person out everywhere but in the session with this key."""
    end_logins(user, but=but)
    live = Session.objects.filter(expire_date__gt=clock.now()).exclude(session_key=but)
    ended = [
        one.session_key
        for one in live.iterator(chunk_size=500)
        if one.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    Session.objects.filter(session_key__in=ended).delete()


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
    by_name = Invitation.objects.filter(email__iexact=from_email_address.email).exclude(to__contains="@")
    by_name.exclude(to="").update(email=to_email_address.email.lower())
    _told(request)


@receiver((password_changed, password_set, password_reset))
def _password_changed(sender: object, request: HttpRequest, **_more: object) -> None:
    _told(request)


def _told(request: HttpRequest) -> None:
    messages.info(
        request,
        _(
            "You are logged out everywhere else. Tokens, webhooks, push and the address of your calendar have"
            " ended: make new ones where you still need them."
        ),
    )
