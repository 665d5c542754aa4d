"""Between whom a promise can be made, and for which turns."""

from __future__ import annotations

from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, Member, Phase, Promise, Seat, SeatStatus, ThreadKind, Turn
from campaign.press.messages.press_modes import Conversation, Person
from campaign.turn.stored_turns import latest_turn

MOST_TURNS = 100
"""A promise covers at most so many turns."""


def other_in(person: Person, found: Conversation) -> Seat | None:
    """The other army of a talk between two players; None for every other conversation."""
    if found.kind != ThreadKind.PRIVATE or not person.plays:
        return None
    if found.other is not None:
        return found.other
    others = Member.objects.filter(thread=found.thread).exclude(user=person.user).values("user")
    held = Seat.objects.filter(campaign=person.campaign, user__in=others)
    return held.exclude(status=SeatStatus.RESIGNED).first()


def first_covered(campaign: Campaign) -> int | None:
    """The first turn that a promise of now would cover: one whose plans are being made; None before any."""
    turn = latest_turn(campaign)
    return None if turn is None else _covered_from(turn)


def may_be_answered(offer: Promise, turn: Turn) -> bool:
    """Whether an offer still covers a turn whose plans are to be made; ``turn`` is the campaign's latest."""
    return offer.until >= _covered_from(turn)


def _covered_from(turn: Turn) -> int:
    return turn.number if turn.phase == Phase.PLANNING else turn.number + 1


def last_allowed(campaign: Campaign, first: int) -> int:
    """The last turn until which peace can be promised."""
    longest = first + MOST_TURNS - 1
    last = Variables.of(campaign).last_turn
    return longest if last is None else min(last, longest)
