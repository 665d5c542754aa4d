"""What the battles of a turn want of somebody, besides their results: what others have to add, by when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import PAGE
from campaign.models import Battle
from campaign.turn.contact.battle_status import Standing


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that is not closed, from the side of ``seat``; ``enemy`` is the other side's army."""

    battle: Battle
    seat: int
    enemy: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to do about a battle."""

    battle_id: str
    text: str
    anchor: Annotated[str, PAGE]
    """Where on the battle's page."""
    until: Annotated[datetime | None, "By when; null: while the phase lasts."] = None


Provider = Callable[[Sequence[Fight]], Iterable[tuple[Fight, Errand]]]
PROVIDERS: list[Provider] = []
"""Who knows what else battles want; an app adds its own when it is ready."""


def errands_of(fights: Sequence[Fight]) -> Mapping[tuple[int, int], tuple[Errand, ...]]:
    """The errands by seat and battle, the nearest date first."""
    found: dict[tuple[int, int], list[Errand]] = {}
    if fights:
        for provider in PROVIDERS:
            for fight, errand in provider(fights):
                found.setdefault((fight.seat, fight.battle.pk), []).append(errand)
    return {key: by_date(errands) for key, errands in found.items()}


def by_date(errands: Iterable[Errand]) -> tuple[Errand, ...]:
    """The nearest date first, those without one last."""
    return tuple(
        sorted(
            errands,
            key=lambda one: (one.until is None, one.until.timestamp() if one.until else 0, one.battle_id),
        )
    )
