"""What the head of every page of a campaign shows: its name, the turn, whose seat, what is due by when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaign.base.setup.open_vision import lacks_consent
from campaign.base.words.log_words import kept_reason
from campaign.models import Campaign, CampaignKind, CampaignStatus, Phase, Seat, Turn

_DUE = {
    Phase.PLANNING: "plan_due",
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """The head of a campaign's pages; ``phase`` is what the turn waits for, ``due`` when; no turn yet: 0."""

    campaign_id: str
    name: str
    status: CampaignStatus
    turn: int
    phase: str
    due: datetime | None
    army: str
    number: int
    facilitator: bool = False
    pause_reason: str = ""
    demo: bool = False
    kind: str = CampaignKind.CAMPAIGN
    guest: bool = False
    to_agree: int = 0
    """The key of the person who has still to agree to what taking part asks for; 0 for nobody."""
    alone: bool = False
    """Whether one person plays against bots: there is nobody to talk to, and nothing to be dated."""
    undated: bool = False
    """Whether the turn waits for no date: it is resolved when whoever plays is ready."""
    drawing: bool = False
    """Whether the dice of the turn are being drawn; ``due`` is when they are at the latest."""
    seen: str = ""
    """The version of the seat that the page is made from; a stream of changes starts there."""

    @property
    def mark(self) -> str:
        """What its card shows, as a text that changes with it: others keep pictures by their address."""
        due = "" if self.due is None else int(self.due.timestamp())
        return f"{self.turn}-{self.status.value}-{self.phase}-{due}"

    @property
    def running(self) -> bool:
        """Whether the campaign's clock runs."""
        return self.status == CampaignStatus.RUNNING


def frame_of(campaign: Campaign, turn: Turn | None, seat: Seat | None, *, facilitator: bool = False) -> Frame:
    """The head of a page from what the page has read already: no query."""
    status = CampaignStatus(campaign.status)
    phase = turn.phase if turn is not None else ""
    due = getattr(turn, _DUE[Phase(phase)]) if phase in _DUE and status == CampaignStatus.RUNNING else None
    drawing = turn is not None and phase == Phase.MOVEMENT_REVIEW and turn.draw_due is not None
    if drawing and due is not None and turn is not None:
        due = turn.draw_due
    return Frame(
        campaign_id=campaign.public_id,
        name=campaign.name,
        status=status,
        turn=turn.number if turn is not None else 0,
        phase=phase,
        due=due,
        army=seat.army if seat is not None else "",
        number=seat.number if seat is not None else 0,
        facilitator=facilitator,
        pause_reason=kept_reason(campaign.pause_reason),
        demo=campaign.demo,
        kind=campaign.kind,
        to_agree=_to_agree(campaign, seat),
        alone=campaign.kind != CampaignKind.CAMPAIGN,
        undated=phase == Phase.PLANNING and due is None and status == CampaignStatus.RUNNING,
        drawing=drawing,
        seen=str(seat.version) if seat is not None else "",
    )


def _to_agree(campaign: Campaign, seat: Seat | None) -> int:
    """The person who is asked to agree, to texts or before the war to what all may see; 0 for nobody."""
    if seat is None or not (seat.to_agree or lacks_consent(campaign, seat)):
        return 0
    return seat.user_id or 0
