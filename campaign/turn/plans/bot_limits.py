"""How many bots there may be: in a campaign, and in all that an account runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.models import BotLevel, Campaign, CampaignKind, CampaignStatus, RoleKind, Seat, SeatStatus, User

MOST_VETERANS = 12
"""Veterans in one campaign: each takes the time of some hundred turns for every plan."""
MOST_BOTS = 40
"""Bots in all campaigns that an account runs and that have not ended, its skirmishes among them."""


def check_bots(
    by: User, levels: Collection[str], *, campaign: Campaign | None = None, but: Seat | None = None
) -> None:
    """Whether ``by`` may give seats to bots of these levels, in ``campaign`` or in one still to be founded.

    ``but`` is a seat that does not count, for it is one of those given. Whoever does not run the campaign and
    gives its own seat away uses up nothing of what an account may have. Raises ``Refusal``: ``veterans`` or
    ``bots``, at the field ``level`` or ``bots``. Inside a transaction: until its end nobody else counts for
    the same account, in whatever campaign.
    """
    if campaign is not None:
        bots = Seat.objects.filter(campaign=campaign, status=SeatStatus.BOT)
        here = bots if but is None else bots.exclude(pk=but.pk)
        levels_here = [*here.values_list("bot_level", flat=True), *levels]
    else:
        levels_here = list(levels)
    if BotLevel.VETERAN in levels and veterans_in(levels_here) > MOST_VETERANS:
        raise Refusal(
            _("A campaign has at most %(most)d veterans: choose another level.") % {"most": MOST_VETERANS},
            code="veterans",
            field="level",
        )
    if campaign is not None and not campaign.roles.filter(user=by, kind=RoleKind.FACILITATOR).exists():
        return
    # Not as strong as what an account's end takes: rows that name the account may be made meanwhile.
    list(User.objects.select_for_update(no_key=True).filter(pk=by.pk).values_list("pk"))
    mine = _bots_of(by)
    running = (mine if but is None else mine.exclude(pk=but.pk)).count()
    if running + len(levels) > MOST_BOTS:
        raise Refusal(
            _(
                "The campaigns that you run have %(now)d bots; together they may have at most %(most)d."
                " End one of them first, or find players for seats of bots."
            )
            % {"now": running, "most": MOST_BOTS},
            code="bots",
            field="bots",
        )


def _bots_of(user: User) -> QuerySet[Seat]:
    """The bots in all that an account runs and that has not ended."""
    facilitated = Campaign.objects.filter(roles__user=user, roles__kind=RoleKind.FACILITATOR)
    skirmishes = Campaign.objects.filter(kind=CampaignKind.SKIRMISH, seats__user=user)
    ones_own = Q(campaign__in=facilitated.values("pk")) | Q(campaign__in=skirmishes.values("pk"))
    bots = Seat.objects.filter(ones_own, status=SeatStatus.BOT)
    return bots.exclude(campaign__status=CampaignStatus.ENDED)


def level_by_itself(seat: Seat, others: Iterable[Seat]) -> str:
    """The level at which the bot takes over a seat that nobody has given to it: that never fails.

    The seat's own, but a regular's where ``others``, the campaign's other seats, have all the veterans that
    there may be.
    """
    playing = [other.bot_level for other in others if other.status == SeatStatus.BOT and other.pk != seat.pk]
    if seat.bot_level == BotLevel.VETERAN and veterans_in(playing) >= MOST_VETERANS:
        return BotLevel.REGULAR
    return str(seat.bot_level)


def veterans_in(levels: Iterable[str]) -> int:
    """How many of these levels are veterans'."""
    return sum(level == BotLevel.VETERAN for level in levels)
