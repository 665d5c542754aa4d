"""How many skirmishes there may be: from a network, of a person, and on the site.

All counts are taken under one lock, so that a thousand who ask at once get no more than one after another.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.home.own_skirmishes import skirmishes_of
from campaign.models import Campaign, CampaignKind, CampaignStatus, Founding, PlayerTurn, Seat, User

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
COUNTED = timedelta(hours=25)
"""How long a founding is remembered."""
SOON = 60
"""Seconds to wait where nobody knows when there will be room."""
_LOCK = 0x706C6179
"""The number of the lock under which foundings are counted."""


class TooManyError(Refusal):
    """There are too many just now; ``wait`` is after how many seconds there may be room, ``code`` why.

    ``network``, ``open`` (too many are not ended), ``day``, ``site``.
    """

    def __init__(self, message: str, *, code: str, wait: float = SOON) -> None:
        super().__init__(message, code=code)
        self.wait = max(1, round(wait))


def lock_foundings() -> None:
    """Let nobody else count until the commit. On SQLite the transaction's own lock does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def check_network(asker: str, moment: datetime) -> None:
    """Whether one more guest may come from a network. Raises ``TooManyError``."""
    most = settings.SKIRMISHES
    for span, number in ((HOUR, most["guests_an_hour"]), (DAY, most["guests_a_day"])):
        recent = Founding.objects.filter(asker=asker, at__gt=moment - span).order_by("-at")
        full = list(recent.values_list("at", flat=True)[number - 1 : number])
        if full:
            message = _("Too many wars have been begun from your network in a short time.")
            raise TooManyError(message, code="network", wait=(full[0] + span - moment).total_seconds())


def check_person(user: User, moment: datetime) -> None:
    """Whether a person may begin one more. Raises ``TooManyError``."""
    most = settings.SKIRMISHES
    if open_of(user).count() >= most["open"]:
        message = _("You have %(most)d skirmishes open already: play one to its end, or delete one.")
        raise TooManyError(message % {"most": most["open"]}, code="open")
    check_day(user, moment)


def check_day(user: User, moment: datetime) -> None:
    """Whether a person has begun fewer wars today than there may be. Raises ``TooManyError``."""
    most = settings.SKIRMISHES
    recent = Founding.objects.filter(user=user, at__gt=moment - DAY).order_by("-at")
    full = list(recent.values_list("at", flat=True)[most["a_day"] - 1 : most["a_day"]])
    if full:
        message = _("You have begun %(most)d skirmishes within a day: that is as many as there may be.")
        wait = (full[0] + DAY - moment).total_seconds()
        raise TooManyError(message % {"most": most["a_day"]}, code="day", wait=wait)


def site_is_full() -> bool:
    """Whether there are as many open wars of guests as the site takes."""
    return guest_wars().count() >= settings.SKIRMISHES["guest_wars"]


def no_room() -> TooManyError:
    """That the site takes no more of them just now."""
    return TooManyError(_("Too many people play here just now without an account."), code="site")


def open_of(user: User) -> QuerySet[Campaign]:
    """Those of them that have not ended."""
    return skirmishes_of(user).exclude(status=CampaignStatus.ENDED)


def guest_wars() -> QuerySet[Campaign]:
    """The open skirmishes and lessons of guests, the oldest first."""
    held = Exists(Seat.objects.filter(campaign=OuterRef("pk"), user__guest=True))
    wars = Campaign.objects.filter(held).exclude(kind=CampaignKind.CAMPAIGN)
    return wars.exclude(status=CampaignStatus.ENDED).order_by("id")


def never_played(wars: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Those in which no person has ever submitted a plan."""
    played = PlayerTurn.objects.filter(
        turn__campaign=OuterRef("pk"), seat__user__isnull=False, submitted_at__isnull=False
    )
    return wars.exclude(Exists(played))
