"""What happens in a campaign for all to know, as programs and the club's channel are told of it.

An event is a row of the outbox like a notice, written in the same statement as the notices of what has
happened; it has no reader of its own. It is told on from there, and once (Face C2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.base.dates import clock
from campaign.models import Campaign, CampaignKind, Seat, Turn, User
from campaign.models.hooks import EVENT
from campaign.outbox import services as notices_out
from campaign.outbox.services import Row, Window, new_message_id

STARTED = "campaign.started"
PAUSED = "campaign.paused"
RESUMED = "campaign.resumed"
ON_HOLD = "campaign.on_hold"
ENDED = "campaign.ended"
OPENED = "turn.opened"
ANNOUNCED = "turn.announced"
HELD = "turn.held"
PUBLISHED = "turn.published"
MOVED = "date.moved"
SEAT_OPENED = "seat.opened"
SEAT_TAKEN = "seat.taken"
NEWS = "news.published"
EVENTS = (
    *(STARTED, PAUSED, RESUMED, ON_HOLD, ENDED, OPENED, ANNOUNCED, HELD, PUBLISHED),
    *(MOVED, SEAT_OPENED, SEAT_TAKEN, NEWS),
)
"""All that can happen, in the order in which it is offered."""

OF_KIND: Mapping[str, tuple[str, ...]] = {
    notices_out.CAMPAIGN_STARTS: (STARTED, OPENED),
    notices_out.PAUSED: (PAUSED,),
    notices_out.RESUMED: (RESUMED,),
    notices_out.ON_HOLD: (ON_HOLD,),
    notices_out.CAMPAIGN_ENDED: (PUBLISHED, ENDED),
    notices_out.ANNOUNCED: (ANNOUNCED,),
    notices_out.TURN_HELD: (HELD,),
    notices_out.PUBLISHED: (PUBLISHED, OPENED),
    notices_out.DATE_MOVED: (MOVED,),
    notices_out.EARLY_CLOSE: (MOVED,),
    notices_out.NEWS: (NEWS,),
}
"""What has happened where all are told a notice of this kind."""


def of_kind(
    campaign: Campaign,
    kind: str,
    told: Sequence[notices_out.Reader],
    *,
    when: Window,
    turn: Turn | None = None,
    about: str = "",
    detail: Mapping[str, object] | None = None,
) -> list[Row]:
    """The rows of what has happened, where all of these are told a notice of a kind."""
    if not told:
        return []
    return [
        row
        for event in OF_KIND.get(kind, ())
        for row in rows_of(campaign, event, told[0][0], when=when, turn=turn, about=about, detail=detail)
    ]


def rows_of(
    campaign: Campaign,
    event: str,
    user: int,
    *,
    when: Window,
    turn: Turn | None = None,
    about: str = "",
    detail: Mapping[str, object] | None = None,
) -> list[Row]:
    """The row of an event; none of a skirmish or lesson. ``user`` is anybody of the campaign's people."""
    if campaign.kind != CampaignKind.CAMPAIGN:
        return []
    number = "" if turn is None else turn.number
    return [
        (
            f"{event}:{campaign.pk}:{number}:{about}"[:160],
            event,
            EVENT,
            user,
            campaign.pk,
            None if turn is None else turn.pk,
            None,
            dict(detail or {}),
            "queued",
            new_message_id(),
            when.moment,
            None,
            0,
            "",
            when.moment,
        )
    ]


def tell_of_seat(event: str, campaign: Campaign, seat: Seat, user: User) -> None:
    """Say that a seat was taken or is free again: which, never by or of whom."""
    moment = clock.now()
    readers = notices_out.readers_of(campaign, moment)
    if not readers.listening:
        return
    # Whoever has left may be gone altogether before it is told on.
    keeper = readers.facilitators[0][0] if readers.facilitators else user.pk
    notices_out.store(
        rows_of(
            campaign,
            event,
            keeper,
            when=Window(moment),
            about=f"{seat.number}:{moment.isoformat()}",
            detail={"seat": seat.number, "army": seat.army},
        )
    )
