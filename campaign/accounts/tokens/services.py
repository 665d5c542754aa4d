"""People are told before a token of theirs ends: 14 days, and again 3 days before."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.dates.times import when
from campaign.models import ApiToken

DAYS = (3, 14)
"""So long before its end, the nearest first."""
AT_ONCE = 20
logger = logging.getLogger(__name__)


def tell_of_ends() -> int:
    """Mail those whose tokens end soon; gives how many mails left.

    A mail that could not be sent, or of which that could not be noted, is sent again with its Message-ID.
    """
    sent = 0
    for days in DAYS:
        for token in _ending(days):
            message = _letter(token, days)
            try:
                message.send()
            except Exception as error:  # whatever a mail server does: the next hour is another try
                logger.warning("a mail about a token could not be sent: %s", type(error).__name__)
                return sent
            ApiToken.objects.filter(pk=token.pk).update(told=days)
            sent += 1
    return sent


def _ending(days: int) -> list[ApiToken]:
    """The tokens that end within so many days, and of which that has not been told."""
    now = clock.now()
    nearer = [one for one in DAYS if one <= days]
    live = ApiToken.objects.filter(
        revoked_at=None, expires_at__gt=now, expires_at__lte=now + timedelta(days=days), user__is_active=True
    )
    return list(live.exclude(told__in=nearer).select_related("user").order_by("id")[:AT_ONCE])


def _letter(token: ApiToken, days: int) -> EmailMessage:
    context = {
        "token": token,
        "at": when(token.expires_at),
        "address": settings.SITE_URL + reverse("tokens"),
    }
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return EmailMessage(
        _("A token of yours ends: %(name)s") % {"name": token.name},
        render_to_string("accounts/tokens/ends.txt", context),
        to=[token.user.address],
        headers={"Message-ID": f"<token-{token.public_id}-{days}@{host}>"},
    )
