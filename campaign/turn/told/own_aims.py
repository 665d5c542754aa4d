"""What a seat fights for and how far it is, from the last map that was published to it alone (Rules 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from django.db.models import OuterRef, Subquery

from campaign.base.documents import Map
from campaign.base.strip import Strip, strip_of
from campaign.models import Phase, PlayerTurn, Seat


def aims_of_seats(seats: Iterable[int]) -> Mapping[int, Strip]:
    """The aims of each of these seats, by its primary key: one query. Seats without a map have none."""
    told = PlayerTurn.objects.filter(seat=OuterRef("seat"), turn__phase=Phase.PUBLISHED, map__isnull=False)
    newest = Subquery(told.order_by("-turn__number").values("pk")[:1])
    rows = PlayerTurn.objects.filter(seat__in=list(seats), pk=newest).order_by("seat")
    found = rows.values_list("seat", "map")
    return {seat: strip_of(cast("Map", known)) for seat, known in found}


def aims_of(seat: Seat) -> Strip:
    """The aims of one seat; an empty strip before the war."""
    return aims_of_seats([seat.pk]).get(seat.pk, Strip(()))
