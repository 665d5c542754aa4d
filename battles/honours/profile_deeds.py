"""What a seat's battles add to its player's profile."""

from __future__ import annotations

from collections import Counter

from battles.honours.selectors import record_of
from campaign.accounts.profile.selectors import Deeds
from campaign.models import Seat


def deeds_of(seat: Seat) -> Deeds:
    """How many battles a seat has fought and won, and the honours of its banners, each with its number."""
    record = record_of(seat)
    names = Counter(str(honour.name) for banner in record.banners for honour in banner.honours)
    honours = tuple(name if count == 1 else f"{name} x{count}" for name, count in sorted(names.items()))
    return Deeds(record.fought, record.won, honours)
