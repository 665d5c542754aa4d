"""A finished war in numbers, turn by turn: territory, levels, banners, battles, and how much was known.

Everything here is read from the documents of published turns; before the end it is nobody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from campaign.base.answers import Named, called
from campaign.base.documents import MapSighting
from campaign.models import Campaign, Phase, PlayerTurn, Seat, Turn
from rules.documents import Movement, Outcome


@called("StandingAfter")
@dataclass(frozen=True, slots=True)
class Standing:
    """An army after a turn; battles since the start; of the enemies on its map how many were right."""

    sectors: int
    levels: int
    banners: int
    fought: int
    won: int
    seen: Annotated[int, "Enemies on its map."]
    placed: Annotated[int, "Of these, those that stood where the map said."]
    levelled: Annotated[int, "Of these, those with a level."]
    exact: Annotated[int, "Of these, those whose level was right."]
    enemies: Annotated[int, "Enemies that stood on the board."]


@called("ArmyNumbers")
@dataclass(frozen=True, slots=True)
class Army:
    """An army, with its standing after each turn."""

    number: Annotated[int, Named("seat")]
    name: Annotated[str, Named("army")]
    champion: bool
    standings: tuple[Standing, ...]

    @property
    def last(self) -> Standing | None:
        """How it stood at the end."""
        return self.standings[-1] if self.standings else None


@called("WarNumbers")
@dataclass(frozen=True, slots=True)
class Statistics:
    """A finished war in numbers: the turns, and each army's standing after each of them."""

    turns: tuple[int, ...]
    armies: tuple[Army, ...]


def statistics(campaign: Campaign) -> Statistics:
    """The numbers of a war that has ended."""
    seats = list(Seat.objects.filter(campaign=campaign).order_by("number"))
    numbers = {seat.key: seat.number for seat in seats}
    standings: dict[int, list[Standing]] = {seat.number: [] for seat in seats}
    fought: Counter[int] = Counter()
    won: Counter[int] = Counter()
    turns = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0, outcome__isnull=False)
    shown = []
    for turn in turns.only("number", "outcome", "movement").order_by("number"):
        outcome = cast("Outcome", turn.outcome)
        _count_battles(outcome, turn.movement, numbers, fought, won)
        maps = _maps(turn)
        shown.append(turn.number)
        for seat in seats:
            known = _known(maps.get(seat.pk, ()), outcome, numbers)
            own = [one for one in outcome["banners"] if one["owner"] == seat.key]
            standings[seat.number].append(
                Standing(
                    sectors=sum(one["occupier"] == seat.key for one in outcome["sectors"]),
                    levels=sum(one["level"] for one in own),
                    banners=len(own),
                    fought=fought[seat.number],
                    won=won[seat.number],
                    seen=known[0],
                    placed=known[1],
                    levelled=known[2],
                    exact=known[3],
                    enemies=len(outcome["banners"]) - len(own),
                )
            )
    armies = (
        Army(seat.number, seat.army, campaign.champion_id == seat.pk, tuple(standings[seat.number]))
        for seat in seats
    )
    return Statistics(tuple(shown), tuple(armies))


def _maps(turn: Turn) -> dict[int, Sequence[MapSighting]]:
    found = PlayerTurn.objects.filter(turn=turn, map__isnull=False).values_list("seat_id", "map__sightings")
    return {seat: sightings or () for seat, sightings in found}


def _count_battles(
    outcome: Outcome,
    movement: Movement | None,
    numbers: Mapping[str, int],
    fought: Counter[int],
    won: Counter[int],
) -> None:
    both = (*(movement["banners"] if movement else ()), *outcome["banners"])
    owners = {one["id"]: numbers[one["owner"]] for one in both}
    for battle in outcome["battles"]:
        for banner in battle["banners"]:
            if banner in owners:
                fought[owners[banner]] += 1
        winner = battle.get("winner")
        if winner in owners:
            won[owners[winner]] += 1


def _known(
    seen: Sequence[MapSighting], outcome: Outcome, numbers: Mapping[str, int]
) -> tuple[int, int, int, int]:
    """How many enemies a map showed, how many at their place, with a level, with the right one."""
    levels: dict[tuple[int, ...], list[int]] = {}
    for one in outcome["banners"]:
        levels.setdefault((numbers[one["owner"]], *one["at"]), []).append(one["level"])
    placed = [one for one in seen if (one["seat"], *one["at"]) in levels]
    levelled = [one for one in seen if one.get("level") is not None]
    exact = [one for one in levelled if one["level"] in levels.get((one["seat"], *one["at"]), ())]
    return len(seen), len(placed), len(levelled), len(exact)


@dataclass(frozen=True, slots=True)
class Curve:
    """An army's line in a chart: points for an SVG polyline, and the values of the table; None: no value.

    ``label`` is the place of its number, beside ``end`` and clear of the other lines' numbers.
    """

    number: int
    name: str
    points: str
    end: tuple[float, float]
    label: tuple[float, float]
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart over the turns; ``ticks`` are (height in the drawing, value)."""

    key: str
    percent: bool
    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    turns: tuple[int, ...]

    @property
    def alike(self) -> bool:
        """Whether all armies had the same in every turn: one line, of which nobody would see whose it is."""
        return len(self.curves) > 1 and len({curve.values for curve in self.curves}) == 1


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 260, 44, 12, 44, 30
LINES = 5
"""At most so many lines stand above a chart's foot."""

APART = 20
"""Units between the middles of two numbers, each in a circle of 9."""


_VALUES: Mapping[str, Callable[[Standing], int | None]] = {
    "territory": lambda one: one.sectors,
    "levels": lambda one: one.levels,
    "battles": lambda one: one.won,
    "places": lambda one: _share(one.placed, one.seen),
    "known_levels": lambda one: _share(one.exact, one.enemies),
}
_SHARES = ("places", "known_levels")


def charts(numbers: Statistics) -> tuple[Chart, ...]:
    """The charts of a war, in the order in which they are shown."""
    return tuple(
        _chart(
            key,
            numbers,
            [[value(one) for one in army.standings] for army in numbers.armies],
            key in _SHARES,
        )
        for key, value in _VALUES.items()
    )


def _share(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None


def _chart(key: str, numbers: Statistics, rows: Sequence[Sequence[int | None]], percent: bool) -> Chart:
    most = 100 if percent else max((value for row in rows for value in row if value is not None), default=0)
    step = 25 if percent else _nice(most)
    top = step * max(1, -(-most // step))
    count = max(1, len(numbers.turns) - 1)

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / count, 1)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)

    lines = [[(x(at), y(value)) for at, value in enumerate(row) if value is not None] for row in rows]
    ends = [line[-1] if line else None for line in lines]
    heights = _apart([end[1] if end else None for end in ends])
    curves = [
        Curve(
            army.number,
            army.name,
            " ".join(f"{left},{height}" for left, height in line),
            end or (0, 0),
            (WIDTH - RIGHT + 30, height),
            tuple(row),
        )
        for army, row, line, end, height in zip(numbers.armies, rows, lines, ends, heights, strict=True)
    ]
    steps = range(0, top + 1, step)
    each = max(1, len(numbers.turns) // 10)
    marks = tuple((x(index), turn) for index, turn in enumerate(numbers.turns) if index % each == 0)
    return Chart(key, percent, tuple(curves), tuple((y(one), one) for one in steps), marks, numbers.turns)


def _apart(heights: Sequence[float | None]) -> list[float]:
    """The heights of labels that want to stand at these and keep ``APART``, all inside the drawing."""
    order = sorted((height, at) for at, height in enumerate(heights) if height is not None)
    placed = [0.0] * len(heights)
    lowest = HEIGHT - BOTTOM - APART * (len(order) - 1)
    before = float(TOP - APART)
    for index, (height, at) in enumerate(order):
        before = placed[at] = min(max(height, before + APART), lowest + APART * index)
    return placed


def _nice(most: int) -> int:
    """The least round number, ``LINES`` steps of which reach up to ``most``."""
    return next(step for step in _steps() if LINES * step >= most)


def _steps() -> Iterable[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10
