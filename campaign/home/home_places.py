"""Where a campaign stands, for the cards of a person's first page."""

from __future__ import annotations

from datetime import datetime

from campaign.base.words.log_words import kept_reason
from campaign.home.home_cards import Place
from campaign.models import Campaign, Phase, Turn


def place_of(campaign: Campaign, turn: Turn | None, new_report: int | None = None) -> Place:
    """A campaign on somebody's first page, with nothing that not all of its people may read."""
    return Place(
        campaign_id=campaign.public_id,
        campaign=campaign.name,
        status=campaign.status,
        turn=turn.number if turn else None,
        phase=turn.phase if turn else "",
        due=_due(turn) if turn else None,
        new_report=new_report,
        champion=campaign.champion.army if campaign.champion else "",
        drawing=turn is not None and turn.draw_due is not None,
        reason=kept_reason(campaign.pause_reason or (held_because(turn) if turn else "")),
    )


def held_because(turn: Turn) -> str:
    """Why the present review is held; empty if it is not."""
    held = {
        Phase.MOVEMENT_REVIEW.value: turn.held_movement,
        Phase.AFTERMATH_REVIEW.value: turn.held_aftermath,
    }
    return held.get(turn.phase, "")


def _due(turn: Turn) -> datetime | None:
    return {
        Phase.PLANNING.value: turn.plan_due,
        Phase.MOVEMENT_REVIEW.value: turn.draw_due or turn.announce_due,
        Phase.BATTLES.value: turn.results_due,
        Phase.AFTERMATH_REVIEW.value: turn.publish_due,
    }.get(turn.phase)
