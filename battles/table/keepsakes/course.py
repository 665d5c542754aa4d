"""How a battle went, in sentences that name its sides alone: what fell first, which turn cost most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import Game

MANY = 2
"""From so many units on, a turn's losses are worth a sentence."""


@dataclass(slots=True)
class Course:
    """When each unit that is lost fell, in the order in which they fell, and the orders that went wrong."""

    fell: dict[str, int] = field(default_factory=dict)
    wrong: Counter[int] = field(default_factory=Counter)


def course_of(game: Game, events: Iterable[ReadPlain]) -> Course:
    """What the log tells of it; a unit that a correction has brought back has not fallen."""
    course, turn = Course(), 1
    sides = {unit.id: game.side_of(unit) for unit in game.units}
    lost = {unit.id for unit in game.units if not unit.alive}
    for event in events:
        values = event["values"]
        if event["kind"] == "turn":
            turn = values["turn"]
        elif event["kind"] == "destroyed" and values["unit"] in lost:
            course.fell.pop(values["unit"], None)
            course.fell[values["unit"]] = turn
        elif event["kind"] == "fubar":
            course.wrong[sides[values["unit"]]] += 1
    return course


def told(game: Game, course: Course) -> Iterator[str]:
    """The sentences."""
    by_id = {unit.id: game.side_of(unit) for unit in game.units}
    falls = [(by_id[unit], turn) for unit, turn in course.fell.items()]
    if falls:
        side, turn = falls[0]
        yield _("The first unit to fall was of %(side)s, in turn %(n)s.") % {
            "side": game.sides[side].name,
            "n": turn,
        }
    turns = Counter(turn for _side, turn in falls)
    worst = max(turns, key=lambda turn: (turns[turn], turn), default=0)
    if len(turns) > 1 and turns[worst] >= MANY:
        lost = Counter(side for side, turn in falls if turn == worst)
        yield _("Turn %(n)s cost most: %(lost)s.") % {"n": worst, "lost": _of_sides(game, lost)}
    if course.wrong:
        count = sum(course.wrong.values())
        text = ngettext(
            "Two sixes on an order: %(who)s.", "Two sixes on an order, %(count)s times: %(who)s.", count
        )
        yield text % {"count": count, "who": _of_orders(game, course.wrong, count)}


def _of_sides(game: Game, lost: Counter[int]) -> str:
    """ "Brown lost 3 units, Green one"."""
    text = [
        ngettext("%(side)s lost one unit", "%(side)s lost %(count)s units", count)
        % {"side": game.sides[side].name, "count": count}
        for side, count in lost.most_common()
    ]
    return ", ".join(text)


def _of_orders(game: Game, wrong: Counter[int], count: int) -> str:
    names = [game.sides[side].name for side in wrong]
    if count == len(names):
        return ", ".join(names)
    return ", ".join(f"{game.sides[side].name} {times}" for side, times in wrong.most_common())
