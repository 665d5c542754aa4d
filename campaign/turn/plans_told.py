"""What each seat is told of its own plan: what stood of it, and which battles that cost (Rules 2)."""

from __future__ import annotations

from campaign.base.documents import PlanTold
from campaign.models import PlanCounted, PlanState, Seat
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.missing_plans import is_corrected, writes_plan
from campaign.turn.told.player_projection import Names
from rules.outcome import Movement
from rules.state import Player, PlayerId


def plans_told(held: LockedTurn, movement: Movement, names: Names) -> dict[PlayerId, PlanTold]:
    """Each seat's own plan as its announcement and its report hold it; nobody else's is in it.

    ``state`` is of ``PlanCounted``, or None where no banner was left to plan for; ``corrected`` says that it
    counts by a facilitator's orders alone; ``forfeited`` are the ids of the battles lost by having none.
    """
    living = {banner.owner for banner in movement.start.banners}
    return {
        player.id: _told(held, held.seats[player.id], player, movement, names)
        if player.id in living
        else {"state": None, "corrected": False, "forfeited": []}
        for player in movement.start.players
    }


def _told(held: LockedTurn, seat: Seat, player: Player, movement: Movement, names: Names) -> PlanTold:
    state = _state(held, seat, player)
    forfeited = [
        names.battles[frozenset(battle.banners)]
        for battle in movement.battles
        if state == PlanCounted.MISSED and player.id in battle.owners and not battle.auto
    ]
    written = writes_plan(held, held.player_turn_of(seat))
    return {
        "state": state.value,
        "corrected": player.submitted and not written and is_corrected(held, seat),
        "forfeited": sorted(forfeited),
    }


def _state(held: LockedTurn, seat: Seat, player: Player) -> PlanCounted:
    mine = held.player_turn_of(seat)
    if not player.submitted:
        return PlanCounted.EXCUSED if player.excused else PlanCounted.MISSED
    if mine.used_fallback:
        return PlanCounted.FALLBACK
    if not writes_plan(held, mine):
        return PlanCounted.SUBMITTED
    if mine.by_bot:
        return PlanCounted.BOT
    return PlanCounted.DRAFT if mine.state == PlanState.DRAFT else PlanCounted.SUBMITTED
