"""The links that end mails of a kind: signed, for one person, good without a log-in (RFC 8058)."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from campaign.models import Channel, Silence, User
from campaign.outbox.groups import GROUPS

_SALT = "mails of a kind"


def unsubscribe_link(user: User, group: str) -> str:
    """Where mails of a group end for a person."""
    token = signing.Signer(salt=_SALT).sign_object([user.public_id, group])
    return str(settings.SITE_URL) + reverse("unsubscribe", args=[token])


def named_in(token: str) -> tuple[User, str] | None:
    """The person and the group that a link names; None if it is not one of ours, or nobody's any more."""
    try:
        public_id, group = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(public_id=public_id, is_active=True).first()
    return (user, group) if user is not None and group in GROUPS else None


def end_mails(user: User, group: str) -> None:
    """Send no mails of a group any more; what comes by other ways stays as it is."""
    Silence.objects.get_or_create(user=user, group=group, channel=Channel.MAIL)
