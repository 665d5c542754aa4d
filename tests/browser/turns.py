"""Turns played for the browser's tests: by the clock, without waiting for it."""

from __future__ import annotations

from campaign.models import Campaign, Turn
from campaign.turn import tick


def play_quiet_turn(campaign: Campaign) -> Turn:
    """Let the deadlines of the latest turn pass: nobody has planned, nobody meets, it is published."""
    turn = Turn.objects.filter(campaign=campaign).order_by("-number")[0]
    for _ in range(6):
        turn.refresh_from_db()
        if turn.phase == "published":
            return turn
        tick.tick(now=turn.resolve_after)
    raise AssertionError(f"turn {turn.number} is still in {turn.phase}")
