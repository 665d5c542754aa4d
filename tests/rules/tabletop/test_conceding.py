"""Whoever has conceded is asked for nothing any more, and the others are not kept waiting (Tabletop)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.tabletop.absence import waits_for
from rules.tabletop.action import RefusedError
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.flow import by_itself, springers
from rules.tabletop.tables import METHODS
from tests.rules.tabletop.playing import Robot, Table, check, three_sides, two_sides


def asked_of(table: Table, side: int) -> list[str]:
    """What is wanted of this side, by anybody's view."""
    players = [n for n, player in enumerate(table.game.players) if player.side == side]
    found = [one for number in (-1, *players) for one in view(table.game, number)["wanted"]]
    kinds = [str(one["kind"]) for one in found if one["side"] == side]
    return kinds + [kind for number in players if (kind := waits_for(table.game, number))]


def kinds(table: Table) -> set[str]:
    return {str(prompt["kind"]) for prompt in wanted(table.game)}


@pytest.mark.shared(5)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [0, 1, 2])
def test_nothing_is_asked_of_a_side_that_has_conceded(method: str, side: int) -> None:
    for chance in range(12):
        table = three_sides(method, momentum=True)
        robot = Robot(table, chance)
        robot.go(random.Random(f"{method} {side} {chance}").randrange(3, 45))
        if table.game.phase == "over" or len(table.game.living_sides()) < 3:
            continue
        player = next(n for n, one in enumerate(table.game.players) if one.side == side)
        table.do("concede", player, side=side)

        def quiet(table: Table = table) -> None:
            check(table)
            assert asked_of(table, side) == []
            for number, one in enumerate(table.game.players):
                assert one.side != side or not springers(table.game, number)

        quiet()
        robot.go(40, quiet)


@pytest.mark.shared(3)
@pytest.mark.parametrize(
    "asks", ["order", "done", "answer", "bid", "tokens", "name", "first", "play", "measure"]
)
def test_whoever_concedes_in_the_middle_of_it_holds_nobody_up(asks: str) -> None:
    """At every kind of question there is somebody who concedes instead of answering it."""
    seen = 0
    for method in METHODS:
        for chance in range(6):
            table = three_sides(method)
            robot = Robot(table, chance)
            for _ in range(50):
                prompt = next(
                    (one for one in wanted(table.game) if one["kind"] == asks and one["side"] >= 0), None
                )
                if prompt is None and asks == "play":
                    prompt = _to_play(table)
                if prompt is not None and robot.random.random() < 0.4:
                    player = next(n for n, one in enumerate(table.game.players) if one.side == prompt["side"])
                    table.do("concede", player, side=prompt["side"])
                    check(table)
                    assert asked_of(table, prompt["side"]) == []
                    seen += 1
                    robot.go(25)
                    break
                robot.go(1)
                if table.game.phase == "over":
                    break
    assert seen >= 2


def _to_play(table: Table) -> Any:
    for number in range(len(table.game.players)):
        for prompt in view(table.game, number)["wanted"]:
            if prompt["kind"] == "play":
                return prompt
    return None


def test_between_two_only_the_end_goes_on_by_itself() -> None:
    """No die is drawn by itself for whoever has won."""
    table = two_sides()
    table.do("draw", 0, side=1)
    table.do("concede", 1, side=1)
    assert "finish" in kinds(table)
    assert asked_of(table, 1) == []
    assert by_itself(table.game) == ""


def test_a_strike_of_a_side_that_has_conceded_does_not_come() -> None:
    table = three_sides("dice bag")
    table.do("call strike", 1, strike="barrage", side=1)
    table.do("concede", 1, side=1)
    assert [strike.step for strike in table.game.strikes] == ["done"]


def test_nobody_concedes_twice() -> None:
    table = three_sides("dice bag")
    table.do("concede", 1, side=1)
    with pytest.raises(RefusedError, match="conceded"):
        table.do("concede", 1, side=1)
