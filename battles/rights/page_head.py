"""The head of every page about battles."""

from __future__ import annotations

from campaign.access.page_frame import frame_of
from campaign.turn.stored_turns import latest_turn
from campaign.web.viewer import Viewer


def head_of(viewer: Viewer) -> dict[str, object]:
    """What the frame of a campaign's page needs; a stand-in has no tabs."""
    turn = latest_turn(viewer.campaign)
    seat = None if viewer.stand_in else viewer.seat
    frame = frame_of(viewer.campaign, turn, seat, facilitator=viewer.facilitator)
    return {"viewer": viewer, "frame": frame, "here": "battles"}
