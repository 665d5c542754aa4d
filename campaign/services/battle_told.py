"""Telling the two sides of a battle: who acts in their seats, and who stands in for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.models import Battle, Seat, StandIn
from campaign.services import notices_out
from campaign.services.locked import LockedTurn


def tell_sides(
    held: LockedTurn,
    battle: Battle,
    seats: Iterable[Seat],
    kind: str,
    *,
    about: str,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Tell those who act in these seats, and those who fight this battle for them."""
    told = list(seats)
    held.tell_seats(told, kind, about=about, detail=detail)
    standing_in = StandIn.objects.filter(battle=battle, seat__in=told, ended_at__isnull=True)
    readers = standing_in.filter(user__isnull=False).order_by("id").values_list("user_id", "seat_id")
    held.tell_readers([(user, seat) for user, seat in readers if user is not None], kind, about, detail)


def tell_stand_ins(held: LockedTurn, places: Iterable[StandIn]) -> None:
    """Tell those who wait to fight for a bot that their battle is announced."""
    for place in places:
        if place.user_id is None or place.battle is None:
            continue
        detail = {"battle": place.battle.public_id, "what": "announced"}
        readers = [(place.user_id, place.seat_id)]
        held.tell_readers(readers, notices_out.STAND_IN, place.public_id, detail)
