"""Which seats have a plan only because a facilitator has entered orders for them: for facilitators only."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.base.setup.campaign_settings import Variables
from campaign.models import (
    Correction,
    CorrectionStage,
    Phase,
    PlanState,
    PlayerTurn,
    SeatStatus,
    Turn,
)


def counted_by_correction(turn: Turn, variables: Variables, parts: Iterable[PlayerTurn]) -> frozenset[str]:
    """The keys of the seats whose plan a correction alone makes; ``parts`` are those of the turn's seats."""
    if turn.phase == Phase.PLANNING:
        return frozenset()
    made = Correction.objects.filter(turn=turn, stage=CorrectionStage.INPUT, withdrawn_at=None)
    given = {change.get("plan") for change in made.order_by("id").values_list("change", flat=True)}
    return frozenset(
        part.seat.key for part in parts if part.seat.key in given and not is_written(part, variables)
    )


def is_written(part: PlayerTurn, variables: Variables) -> bool:
    """Whether what was written for the part's seat, by whomever, counts as its plan."""
    drafted = part.state == PlanState.DRAFT and variables.drafts_count
    stood = drafted or part.state == PlanState.SUBMITTED or part.used_fallback
    return stood and part.seat.status in (SeatStatus.PLAYER, SeatStatus.BOT)
