"""Erasing skirmishes: with all that belongs to them, and the guests who are left with none."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from campaign.accounts.privacy.selectors import Tenure
from campaign.base.dates import clock
from campaign.base.jobs.singly import each
from campaign.models import Campaign, CampaignKind, CampaignStatus, Founding, Seat, User
from campaign.skirmish.allowance import COUNTED, HOUR, never_played
from campaign.warmap.selectors import board_key, latest_part

logger = logging.getLogger(__name__)

AT_A_TIME = 200
UNVISITED = timedelta(days=7)
"""How long a guest's war is kept after the last visit."""
KEPT = 20
"""Skirmishes of an account that are kept, the newest first."""


def erase_war(campaign: Campaign) -> None:
    """Erase a skirmish, its cached boards, and a guest who has no other; inside a transaction."""
    guests = list(User.objects.filter(guest=True, seats__campaign=campaign))
    boards = list(_boards(campaign))
    campaign.delete()
    transaction.on_commit(lambda: cache.delete_many(boards))
    for guest in guests:
        if not guest.seats.exists():
            erase_guest(guest)


def erase_guest(guest: User) -> None:
    """Erase a guest with its session."""
    Session.objects.filter(session_key=guest.session_key).delete()
    guest.delete()


def _boards(campaign: Campaign) -> Iterable[str]:
    """The keys under which the present boards lie in the cache; older ones are gone within minutes."""
    for user in User.objects.filter(seats__campaign=campaign).order_by("id"):
        part = latest_part(user, campaign.public_id)
        if part is not None:
            yield from (board_key(part, language, user.time_zone) for language, _ in settings.LANGUAGES)


def erase_old(limit: int = AT_A_TIME) -> int:
    """Erase what is not to be kept any longer, at most ``limit`` wars; gives how many were erased."""
    Founding.objects.filter(at__lt=clock.now() - COUNTED).delete()
    done = 0
    for wars in (_left_by_guests(), _never_begun(), _beyond_those_kept()):
        done += each(list(wars[: limit - done]), _erase, log=logger, what="the skirmish")
    _erase_idle_guests(limit)
    return done


def _erase(campaign: Campaign) -> int:
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().filter(pk=campaign.pk).first()
        if locked is None:
            return 0
        erase_war(locked)
    return 1


def _of_guests(silent: timedelta) -> QuerySet[Campaign]:
    """The wars of guests who have not been here for so long."""
    gone = clock.now() - silent
    seats = Seat.objects.filter(user__guest=True, user__visited_at__lt=gone)
    return Campaign.objects.filter(pk__in=seats.values("campaign")).exclude(kind=CampaignKind.CAMPAIGN)


def _left_by_guests() -> QuerySet[Campaign]:
    return _of_guests(UNVISITED).order_by("id")


def _never_begun() -> QuerySet[Campaign]:
    return never_played(_of_guests(HOUR)).order_by("id")


def _beyond_those_kept() -> list[Campaign]:
    """The skirmishes of accounts that have ended and are older than the newest ones."""
    seats = Seat.objects.filter(campaign__kind=CampaignKind.SKIRMISH, user__guest=False)
    counts: dict[int, int] = {}
    old: list[int] = []
    for user, campaign, status in seats.order_by("-campaign").values_list(
        "user", "campaign", "campaign__status"
    ):
        counts[user] = counts.get(user, 0) + 1
        if counts[user] > KEPT and status == CampaignStatus.ENDED:
            old.append(campaign)
    return list(Campaign.objects.filter(pk__in=old).order_by("id")[:AT_A_TIME])


def _erase_idle_guests(limit: int) -> None:
    """Guests who are left with no war, whatever became of it."""
    idle = User.objects.filter(guest=True, visited_at__lt=clock.now() - HOUR, seats=None).order_by("id")
    for guest in idle[:limit]:
        with transaction.atomic():
            erase_guest(guest)


def erase_wars_of(user: User, tenures: list[Tenure]) -> None:
    """An account goes for good, and its skirmishes and lessons with it; ``tenures`` are the seats it had."""
    had = [tenure.seat.campaign_id for tenure in tenures]
    alone = Campaign.objects.exclude(kind=CampaignKind.CAMPAIGN)
    for campaign in alone.filter(pk__in=had).order_by("id"):
        erase_war(campaign)
