"""What others have handed in, and waits for an answer: armies, flags, disputes to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from campaign.models import (
    ArmyPick,
    Battle,
    Campaign,
    CampaignStatus,
    Flag,
    Phase,
    PickState,
    Seat,
    User,
)
from campaign.turn.contact.battle_status import in_dispute


def armies_to_approve(run: Iterable[Campaign]) -> Counter[int]:
    """How many armies wait for a word in each of these campaigns that is being built."""
    building = [one.pk for one in run if one.status == CampaignStatus.BUILDING]
    waiting = ArmyPick.objects.filter(seat__campaign__in=building, state=PickState.SUBMITTED)
    return Counter(waiting.values_list("seat__campaign", flat=True)) if building else Counter()


def flags_to_settle(run: Collection[Campaign], user: User) -> Counter[int]:
    """How many flags wait in each of these campaigns; not those against the user, which others settle."""
    if not run:
        return Counter()
    waiting = Flag.objects.filter(campaign__in=[one.pk for one in run], to_operators=False, settled_at=None)
    return Counter(waiting.exclude(person=user).values_list("campaign", flat=True))


def disputes_to_judge(campaigns: Collection[int]) -> Counter[int]:
    """How many battles are in dispute in each of these campaigns just now."""
    if not campaigns:
        return Counter()
    fought = Battle.objects.filter(turn__campaign__in=campaigns, turn__phase=Phase.BATTLES)
    return Counter(in_dispute(fought).values_list("turn__campaign", flat=True))


def states_of_armies(seats: Iterable[Seat], user: User) -> Mapping[int, str]:
    """Where the user's own choice of army stands, by seat, while a campaign is being built."""
    own = [
        seat.pk
        for seat in seats
        if seat.user_id == user.pk and seat.campaign.status == CampaignStatus.BUILDING
    ]
    picks = ArmyPick.objects.filter(seat__in=own)
    return dict(picks.values_list("seat", "state")) if own else {}
