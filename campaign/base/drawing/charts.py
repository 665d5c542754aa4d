"""Charts as plain values for ``templates/charts``: numbers in, places on a drawing of 100 units out.

A page shows a chart with its table beside it, so that nobody needs eyes or colours to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar from 0 to ``length``, with an interval; all in percent of the chart's width."""

    label: str
    number: int
    """The seat whose colour it wears, 0 for none."""

    length: float
    low: float
    high: float
    text: str
    top: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other, with lines at round values and one where all would be alike."""

    bars: tuple[Bar, ...]
    height: int
    lines: tuple[tuple[float, str], ...]
    fair: float | None


PACE = 34
"""Units from one bar to the next."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value from 0 to 1 with its interval."""

    label: str
    number: int
    value: float
    low: float
    high: float
    text: str
    marked: bool = False


def bars(values: Iterable[Interval], *, fair: float | None = None) -> Bars:
    """A chart of shares; its scale ends at the first round value that holds all."""
    values = tuple(values)
    most = max([one.high for one in values] + [fair or 0.0, 0.1])
    top = next((step for step in (0.25, 0.5, 0.75, 1.0) if most <= step), 1.0)
    made = tuple(
        Bar(
            one.label,
            one.number,
            100 * one.value / top,
            100 * one.low / top,
            100 * one.high / top,
            one.text,
            number * PACE,
            one.marked,
        )
        for number, one in enumerate(values)
    )
    lines = tuple((100 * part / 5, f"{round(100 * top * part / 5)} %") for part in range(6))
    return Bars(made, len(made) * PACE, lines, None if fair is None else 100 * fair / top)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart over the turns: points for ``polyline``, the seat whose colour it wears."""

    label: str
    number: int
    points: str
    last: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over the same turns; marks are places and words on the two scales."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]


WIDE, TALL = 600, 240


def lines(turns: Sequence[int], series: Iterable[tuple[str, int, Sequence[float]]]) -> Lines:
    """A chart of values over the turns, on a drawing of 600 by 240 units with 0 at its foot."""
    series = tuple(series)
    most = max([value for _label, _number, values in series for value in values] + [1.0])
    step = _round_step(most / 4)
    top = step * -(-most // step)
    first, last = (turns[0], turns[-1]) if turns else (0, 0)
    pace = WIDE / max(1, last - first)

    def place(turn: int, value: float) -> tuple[float, float]:
        return round((turn - first) * pace, 1), round(TALL - TALL * value / top, 1)

    drawn = []
    for label, number, values in series:
        points = [place(turn, value) for turn, value in zip(turns, values, strict=True)]
        text = " ".join(f"{x},{y}" for x, y in points)
        drawn.append(Line(label, number, text, points[-1] if points else (0.0, float(TALL))))
    skip = max(1, len(turns) // 8)
    across = tuple((place(turn, 0)[0], str(turn)) for turn in turns[::skip])
    count = round(top / step)
    up = tuple((round(TALL - TALL * n / count, 1), f"{step * n:g}") for n in range(count + 1))
    return Lines(tuple(drawn), across, up)


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, ... that is not smaller."""
    size = 1.0
    while size * 10 < least:
        size *= 10
    return next(size * part for part in (1, 2, 5, 10) if size * part >= least)
