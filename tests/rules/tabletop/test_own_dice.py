"""Whose dice: each roll is of the player that the rules name, whoever acts; what lies is final."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop.action import Action, Event
from rules.tabletop.attacks import Strike
from rules.tabletop.dice import Die, NeedDiceError, RefusedError, TableDice
from rules.tabletop.game import step
from rules.tabletop.rollers import ROLLS
from rules.tabletop.setup import new_game
from rules.tabletop.tables import METHODS
from tests.rules.tabletop.playing import BROWN, GREEN, Robot, Table, two_sides
from tests.table.test_refusals import calls, texts

APP = {"card", "order die", "shuffle", "three dice", "token"}
"""What the app draws and shuffles; what people draw of it themselves comes as a value of the action."""
DRAWN = {"initiative marker", "opponent", "turret"}
"""Draws of a place, which is told where it is drawn."""
TOLD = {"Down all turn", "morale", "damage table", "barrage damage", "barrage hit pins"}
"""Rolls that are told their place: no action of its own names whose they are."""


class OwnDice(Table):
    """A table at which some players roll themselves: each is asked for his own dice, one lot after the other.

    ``given`` are the values that they roll, by chance if none are left; ``asked`` who was asked for what.
    """

    def __init__(self, own: set[int], chance: int = 0) -> None:
        """Green is Ada (0), Brown is Ben (1)."""
        super().__init__(new_game("Test", ("Green", "Brown"), (("Ada", 0), ("Ben", 1))))
        self.own, self.random = own, random.Random(chance)
        self.given: list[int] = []
        self.asked: list[tuple[str, int]] = []

    def do(self, kind: str, player: int = 0, typed: list[int] | None = None, **values: Any) -> list[Event]:
        """One action, over as many tries as its dice need; none is lost, doubled or changed between them."""
        lying: list[Die] = []
        fresh: list[int] | None = typed
        while True:
            dice = TableDice(self.seed, "test", self.next, fresh, own=self.own, lying=lying)
            try:
                done = step(self.game, Action(kind, player, values), dice)
            except NeedDiceError as need:
                fresh = self._rolled(need)
                lying = self._final(dice, lying)
                continue
            assert dice.shown[: len(lying)] == lying
            assert [die.n for die in dice.shown] == list(range(self.next, dice.next))
            self.game, self.next, self.undoable = done.game, dice.next, done.undoable
            self.events += done.events
            return list(done.events)

    def _rolled(self, need: NeedDiceError) -> list[int]:
        """Some of the dice that are asked for, or all."""
        assert need.place in self.own
        self.asked.append((need.what, need.place))
        return [self._one(need.sides) for _ in range(self.random.randint(1, need.count))]

    @staticmethod
    def _final(dice: TableDice, lying: list[Die]) -> list[Die]:
        assert dice.shown[: len(lying)] == lying
        return list(dice.shown)

    def _one(self, sides: int) -> int:
        return self.given.pop(0) if self.given else self.random.randint(1, sides)


def begun(own: set[int], method: str = "dice bag", chance: int = 0) -> OwnDice:
    """Green against Brown."""
    table = OwnDice(own, chance)
    table.do("settings", method=method, momentum=True)
    table.do("roster", 0, roster=GREEN)
    table.do("roster", 1, roster=BROWN)
    table.do("begin")
    return table


def unit_of(table: Table, player: int, **wanted: Any) -> str:
    """The first unit of a player that is as wanted."""
    return next(
        unit.id
        for unit in table.game.units
        if unit.player == player and all(getattr(unit, name) == value for name, value in wanted.items())
    )


def test_every_roll_has_its_roller_and_every_draw_is_the_apps_or_of_a_place() -> None:
    names = {text for one in calls("roll") for text in texts(one.args[0])}
    assert names - set(ROLLS) == TOLD, "said where it is rolled"
    drawn = {text for what in ("draw", "shuffled") for one in calls(what) for text in texts(one.args[0])}
    assert drawn == APP | DRAWN
    for one in (*calls("roll"), *calls("draw")):
        if {*texts(one.args[0])} & (TOLD | DRAWN):
            assert any(word.arg == "by" for word in one.keywords) or len(one.args) > 2, texts(one.args[0])


@pytest.mark.parametrize("own", [{0, 1}, {0}, {1}])
def test_the_shooter_rolls_hits_and_damage_and_the_struck_units_owner_saves_and_morale(own: set[int]) -> None:
    table = begun(own)
    table.do("draw", 0, side=0)
    shooter, target = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    table.do("order", 0, unit=shooter, order="fire")
    table.do("shoot", 0, shooter=shooter, target=target, weapon="Rifle", shots=8, cover="soft")
    assert table.asked == []
    table.given = [6] * 40 if own == {0, 1} else []
    table.do("answer", 1, how="stand")
    rolled = dict(table.asked)
    assert {place for what, place in rolled.items() if what in ("hit", "damage")} <= {0}
    assert {place for what, place in rolled.items() if what in ("cover save", "morale")} <= {1}
    if 0 in own:
        assert "hit" in rolled, "whoever answers: the shooter's dice are the shooter's"
    if own == {0, 1}:
        assert list(dict.fromkeys(table.asked)) == [("hit", 0), ("damage", 0), ("cover save", 1)]


def test_what_was_typed_for_another_is_refused_before_any_die_of_the_other_falls() -> None:
    """And whether it is refused does not depend on those dice."""
    table = begun(set())
    table.do("draw", 0, side=0)
    shooter, target = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    table.do("order", 0, unit=shooter, order="fire")
    table.do("shoot", 0, shooter=shooter, target=target, weapon="Rifle", shots=8, cover="soft")
    dice = TableDice(table.seed, "test", table.next, [1, 1], own=(), mine={1})
    with pytest.raises(RefusedError, match="not your dice"):
        step(table.game, Action("answer", 1, {"how": "stand"}), dice)
    assert dice.shown == []


def test_pins_lost_by_staying_down_are_each_units_owners() -> None:
    table = begun({0, 1})
    ours, theirs = unit_of(table, 0, kind="infantry"), unit_of(table, 1, kind="infantry")
    while table.game.phase == "orders":
        if table.game.acting:
            acting = table.game.acting[-1]
            if acting.step != "unit":
                table.do("done", acting.side)
                continue
            unit = table.game.able(acting.side)[0]
            table.do("order", acting.side, unit=unit.id, order="down")
        else:
            table.do("draw", 0)
    for unit in (ours, theirs):
        table.put(unit, pins=3, was_down=True)
    for side in (0, 1):
        table.do("keep", side, units=[])
    table.asked = []
    table.do("next turn", 0)
    assert set(table.asked) == {("Down all turn", 0), ("Down all turn", 1)}


def test_lying_dice_of_another_action_are_a_fault_not_a_result() -> None:
    dice = TableDice(bytes(32), "test", 5, own=(), lying=[Die(5, "hit", 6, 3)])
    with pytest.raises(ValueError, match="lies for hit"):
        dice.roll("damage")


@pytest.mark.shared(2)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("own", [{0}, {1}, {0, 1}])
@pytest.mark.parametrize("chance", range(3))
def test_in_whole_games_no_die_is_lost_doubled_or_asked_of_another(
    method: str, own: set[int], chance: int
) -> None:
    table = begun(own, method, chance)
    Robot(table, chance).go(120)
    dice: dict[int, Die] = {}
    for event in table.events:
        for die in event.dice:
            assert dice.setdefault(die.n, die).value == die.value
    assert sorted(dice) == list(range(table.next))
    assert table.asked


def struck_units(*, others: int) -> OwnDice:
    """A barrage of Ada's has hit b1, b3 and b4, and Ben is asked who helps the morale of b1; both roll."""
    table = begun({0, 1})
    table.put("b2", officer="captain")
    table.put("b4", kind="medium tank", turrets=2)
    if others:
        # b1 is a team-mate's.
        table.game = replace(table.game, players=(*table.game.players, replace(table.game.players[1])))
        table.put("b1", player=2)
        table.own.add(2)
    strike = Strike("s1", "barrage", 0, 1, step="hits", struck=("b1", "b3", "b4"))
    table.game = replace(table.game, strikes=(strike,), phase="preliminary", stage="")
    table.asked, table.given = [], [6, 6, 6, 6]
    table.do("strike hits", 0, strike_id="s1", hits={"b1": 4, "b3": 1})
    assert table.asked == [("barrage damage", 0)] * len(table.asked)
    assert (table.game.due[0].kind, table.game.due[0].unit) == ("morale", "b1")
    table.asked = []
    return table


@pytest.mark.parametrize("others", [0, 1])
def test_what_follows_an_owners_answer_is_still_rolled_by_who_called_the_strike(others: int) -> None:
    table = struck_units(others=others)
    # Morale of b1 and its pins; b3 with its pins; b4: damage, on the table (7: massive, two rolls), a turret.
    table.random = random.Random(1)
    table.given = [1, 1, 1, 1, 1, 6]
    table.do("morale", 1, officer="b2")
    rolled = list(dict.fromkeys(table.asked))
    assert rolled[0] == ("morale", 2 if others else 1), "the unit's own player, though his mate answers"
    assert {place for what, place in rolled if what != "morale"} == {0}
    assert {"barrage damage", "barrage hit pins"} <= {what for what, _place in rolled}


def test_after_an_answer_the_shooter_rolls_on_for_the_next_turret() -> None:
    """Two superficial hits: on fire, for which Ben is asked, and then a turret jams."""
    table = begun({0, 1})
    table.put("b2", officer="captain")
    table.put("b4", kind="medium tank", turrets=2, order="fire", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    table.given = [6, 6, 4, 4, 6]
    table.do("shoot", 0, shooter="a2", target="b4", weapon="Medium AT gun", shots=2)
    assert [one.kind for one in table.game.due][:2] == ["morale", "table"]
    table.given, table.asked = [1, 1, 3, 2], []
    table.do("morale", 1, officer="b2")
    assert list(dict.fromkeys(table.asked)) == [("morale", 1), ("damage table", 0), ("turret", 0)]
    assert (table.game.due[0].kind, table.game.due[0].turret) == ("jam", 2)


@pytest.mark.parametrize(
    ("what", "kind", "typed", "values"),
    [
        ("FUBAR", "order", [6, 6], {"unit": "a2", "order": "fire"}),
        ("stragglers", "order", [], {"unit": "a2", "order": "down"}),
        ("turret check", "turret check", [], {"unit": "a2", "arc": "left"}),
        ("turret", "turret check", [6], {"unit": "a2", "arc": "left"}),
        ("Down all turn", "next turn", [], {}),
    ],
)
def test_whoever_rolls_is_told_for_which_unit(
    what: str, kind: str, typed: list[int], values: dict[str, str]
) -> None:
    table = two_sides()
    changes: dict[str, Any] = {"pins": 1, "turrets": 2}
    table.put("a2", **changes if what != "stragglers" else {"models": 3})
    table.do("draw", 0, side=0)
    if what == "stragglers":
        table.game = table.game.with_acting(replace(table.game.acting[-1], special=7))
    if what == "Down all turn":
        table.put("a2", order="down", was_down=True)
        table.game = replace(table.game, phase="turn end", acting=(), stage="")
        for player in (0, 1):
            table.do("keep", player)
    with pytest.raises(NeedDiceError) as need:
        table.do(kind, 0, typed=typed, **values)
    assert (need.value.what, need.value.about.unit) == (what, "a2")
