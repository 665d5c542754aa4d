"""What was told of a battle, side by side: a line for each thing, a cell for each who has told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from campaign.desk.banner_names import banner_of


class Telling(Protocol):
    """What somebody has told: ``winner`` is ``first``, ``second`` or ``draw``."""

    @property
    def method(self) -> str: ...
    @property
    def winner(self) -> str: ...
    @property
    def points(self) -> tuple[int, int]: ...
    @property
    def sacrifice(self) -> int: ...


class Side(Protocol):
    """A side of a battle: its banner's name, and its army."""

    @property
    def name(self) -> str: ...
    @property
    def army(self) -> str: ...


def named_with_army(side: Side) -> str:
    """A side as those who judge read it."""
    return banner_of(side.name, side.army)


@dataclass(frozen=True, slots=True)
class TellingLine:
    """One line of what was told of a battle, side by side."""

    label: str
    cells: tuple[str, ...]
    differs: bool


def side_by_side(
    sides: tuple[Side, Side], told: Sequence[Telling | None], ruled: Telling | None = None
) -> tuple[TellingLine, ...]:
    """What two sides have told, and a ruling if there is one."""
    names = named_with_army(sides[0]), named_with_army(sides[1])
    winners = {"first": names[0], "second": names[1], "draw": _("nobody: a draw")}
    columns = [_column(one, winners) for one in told]
    both = all(one is not None for one in told)
    if ruled is not None:
        columns.append(_column(ruled, winners))
    labels = (
        _("Winner"),
        *(_("Points lost by %(name)s") % {"name": name} for name in names),
        _("Own levels sacrificed"),
    )
    lines = []
    for place, label in enumerate(labels):
        cells = tuple(column[place] for column in columns)
        sealed = place == len(labels) - 1
        lines.append(TellingLine(label, cells, both and not sealed and cells[0] != cells[1]))
    return tuple(lines)


def _column(told: Telling | None, names: Mapping[str, str]) -> tuple[str, str, str, str]:
    if told is None:
        return "-", "-", "-", "-"
    sacrifice = "-" if told.method == "ruling" else str(told.sacrifice)
    if told.method == "abstract":
        return _("let the dice decide"), "-", "-", sacrifice
    return names[told.winner], str(told.points[0]), str(told.points[1]), sacrifice
