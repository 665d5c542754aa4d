"""People are told before a token of theirs ends: 14 days, and again 3 days before."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.dates.times import when, zone_named
from campaign.models import ApiToken
from campaign.outbox.account_mails import put

DAYS = (3, 14)
"""So long before its end, the nearest first."""
AT_ONCE = 20


def tell_of_ends() -> int:
    """Have those told whose tokens end soon, by the outbox; gives how many mails were put there."""
    told = 0
    for days in DAYS:
        for token in _ending(days):
            with transaction.atomic():
                unseen = ApiToken.objects.filter(pk=token.pk, told=token.told)
                if unseen.update(told=days):
                    put(_letter(token, days), code=False)
                    told += 1
    return told


def _nearer(days: int) -> list[int]:
    return [one for one in DAYS if one <= days]


def _ending(days: int) -> list[ApiToken]:
    """The tokens that end within so many days, and of which that has not been told."""
    now = clock.now()
    live = ApiToken.objects.filter(
        revoked_at=None, expires_at__gt=now, expires_at__lte=now + timedelta(days=days), user__is_active=True
    )
    return list(live.exclude(told__in=_nearer(days)).select_related("user").order_by("id")[:AT_ONCE])


def _letter(token: ApiToken, days: int) -> EmailMessage:
    context = {
        "token": token,
        "at": when(token.expires_at, zone_named(token.user.time_zone)),
        "address": settings.SITE_URL + reverse("tokens"),
    }
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return EmailMessage(
        _("A token of yours ends: %(name)s") % {"name": token.name},
        render_to_string("accounts/tokens/ends.txt", context),
        to=[token.user.address],
        headers={"Message-ID": f"<token-{token.public_id}-{days}@{host}>"},
    )
