"""Telling the two sides of a battle: who acts in their seats, and who stands in for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.base.coordinates import sector_name
from campaign.base.words.log_messages import LogKind
from campaign.models import AuditEntry, Battle, Seat, StandIn
from campaign.outbox import services as notices_out
from campaign.turn.contact.battle_status import IN_DISPUTE, sides_named, tells_of
from campaign.turn.locked_turn import LockedTurn


def tell_sides(
    held: LockedTurn,
    battle: Battle,
    seats: Iterable[Seat],
    kind: str,
    *,
    about: str,
    detail: Mapping[str, object] | None = None,
) -> None:
    """Tell those who act in these seats, and those who fight this battle for them."""
    told = list(seats)
    held.tell_seats(told, kind, about=about, detail=detail)
    standing_in = StandIn.objects.filter(battle=battle, seat__in=told, ended_at__isnull=True)
    readers = standing_in.filter(user__isnull=False).order_by("id").values_list("user_id", "seat_id")
    held.tell_readers([(user, seat) for user, seat in readers if user is not None], kind, about, detail)


def tell_dispute(held: LockedTurn, battle: Battle, seats: Iterable[Seat], *, fresh: bool) -> None:
    """Tell both sides and whoever is to rule that the results differ: one mail a dispute.

    ``fresh`` says that they have only just come to differ, and so that it is a dispute of its own.
    """
    said = AuditEntry.objects.filter(turn=held.turn, kind__in=IN_DISPUTE).order_by("id")
    known = [kind for kind, values in said.values_list("kind", "values") if tells_of(values, battle)]
    number = known.count(LogKind.DISPUTE)
    if fresh or not known:
        where = sector_name(battle.x, battle.y)
        held.note(LogKind.DISPUTE, {**sides_named(battle), "sector": where})
        number += 1
    about = battle.public_id if number <= 1 else f"{battle.public_id}:{number}"
    detail = {"battle": battle.public_id}
    tell_sides(held, battle, seats, notices_out.DISPUTE, about=about, detail=detail)
    held.tell_facilitators(notices_out.DISPUTE, about=about, detail=detail, arbiters=True)


def tell_stand_ins(held: LockedTurn, places: Iterable[StandIn]) -> None:
    """Tell those who wait to fight for a bot that their battle is announced."""
    for place in places:
        if place.user_id is None or place.battle is None:
            continue
        detail = {"battle": place.battle.public_id, "what": "announced"}
        readers = [(place.user_id, place.seat_id)]
        held.tell_readers(readers, notices_out.STAND_IN, place.public_id, detail)
