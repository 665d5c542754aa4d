"""That a person has read what the app told."""

from __future__ import annotations

from campaign.base.dates import clock
from campaign.models import PlayerTurn, Seat


def mark_read(seat: Seat, number: int) -> None:
    """Note that whoever acts in the seat has read the report of turn ``number``; the first time counts."""
    PlayerTurn.objects.filter(seat=seat, turn__number=number, read_at__isnull=True).update(
        read_at=clock.now()
    )
