"""What seats' battles add to their player's profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from battles.honours.selectors import SeatRecord, records_by_seat
from campaign.accounts.profile.selectors import Deeds
from campaign.models import Seat


def deeds_of(seats: Sequence[Seat]) -> Mapping[int, Deeds]:
    """By seat: battles fought and won, and the honours of its banners, each with its number."""
    return {key: _deeds(record) for key, record in records_by_seat(seats).items()}


def _deeds(record: SeatRecord) -> Deeds:
    names = Counter(str(honour.name) for banner in record.banners for honour in banner.honours)
    honours = tuple(name if count == 1 else f"{name} x{count}" for name, count in sorted(names.items()))
    return Deeds(record.fought, record.won, honours)
