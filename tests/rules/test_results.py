"""Results of battles: who is believed, what the dice say, what it costs (Rules 7)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dice import Dice, abstract_label
from rules.outcome import BattleResult
from rules.results import InDispute, Method
from rules.state import BannerId
from rules.tables import Degree, attrition, degree_of
from tests.rules.builders import SEED, played, tabletop

DRAWING = "a1:{} . . b1:{}"


def result(alpha: Any = 15, beta: Any = 14, **more: Any) -> BattleResult:
    """The one battle of a1 and b1 at these levels; a level may have works: ``"14f"``."""
    (battle,) = played(DRAWING.format(alpha, beta), "a1 march 1,0", **more).battles
    return battle


def report(
    by: str, winner: str | None = None, points: tuple[int, int] = (0, 0), **more: Any
) -> dict[str, Any]:
    """One side's report of a tabletop battle."""
    lost = {"a1": points[0], "b1": points[1]}
    said = {"battle": ["b1", "a1"], "by": by, "method": "tabletop", "winner": winner, "points_lost": lost}
    return said | more


def asks(by: str) -> dict[str, Any]:
    """One side asks for abstract resolution."""
    return {"battle": ["a1", "b1"], "by": by, "method": "abstract"}


# Who is believed.


def test_both_say_the_same() -> None:
    found = result(reports=tabletop("a1", "b1", "a1", (100, 900)))
    assert (found.method, found.winner, found.points_lost) == (Method.TABLETOP, "a1", (100, 900))
    assert (found.degree, found.rolls) == (None, ())


@pytest.mark.parametrize(
    "other",
    [report("beta", "b1", (0, 100)), report("beta", "a1", (0, 101)), asks("beta")],
    ids=["winner", "points", "method"],
)
def test_reports_that_differ_are_in_dispute(other: dict[str, Any]) -> None:
    with pytest.raises(InDispute) as dispute:
        result(reports=[report("alpha", "a1", (0, 100)), other])
    assert dispute.value.pairs == (("a1", "b1"),)


def test_sacrifices_need_not_agree() -> None:
    reports = [report("alpha", "a1", sacrifice=2), report("beta", "a1")]
    assert result(rules={"alpha": ["sacrifice"]}, reports=reports).method == Method.TABLETOP


@pytest.mark.parametrize("reports", [[], [asks("alpha")], [asks("alpha"), asks("beta")]])
def test_without_an_actual_result_the_dice_decide(reports: list[dict[str, Any]]) -> None:
    assert result(reports=reports).method == Method.ABSTRACT


def test_a_ruling_stands_above_forfeits_and_disputes() -> None:
    ruling = {"battle": ["b1", "a1"], "winner": "b1", "points_lost": {"a1": 300, "b1": 0}}
    found = result(
        reports=[report("alpha", "a1"), report("beta", "b1")],
        forfeits=[{"battle": ["a1", "b1"], "by": "beta"}],
        rulings=[ruling],
    )
    assert (found.method, found.winner, found.points_lost) == (Method.RULING, "b1", (300, 0))


def test_a_ruling_has_its_own_sacrifices() -> None:
    ruling = {"battle": ["a1", "b1"], "winner": None, "points_lost": {"a1": 0, "b1": 0}}
    reports = tabletop("a1", "b1", None, (0, 0), (3, 0))
    rules = {"alpha": ["sacrifice"]}
    assert result(rules=rules, reports=reports).lost == (3, 4)
    assert result(rules=rules, reports=reports, rulings=[ruling]).lost == (0, 0)
    own = ruling | {"sacrifice": {"a1": 1}}
    assert result(rules=rules, reports=reports, rulings=[own]).lost == (1, 2)


@pytest.mark.parametrize(
    ("who", "method"),
    [
        ({"beta_is": {"submitted": False}}, Method.ABSTRACT),
        ({"beta_is": {"submitted": False, "excused": True}}, Method.TABLETOP),
        ({"beta_is": {"excused": True}}, Method.TABLETOP),
        ({"forfeits": [{"battle": ["b1", "a1"], "by": "alpha"}]}, Method.ABSTRACT),
    ],
)
def test_no_plan_or_a_granted_claim_is_a_forfeit(who: dict[str, Any], method: Method) -> None:
    assert result(reports=tabletop("a1", "b1", "b1", (0, 0)), **who).method == method


def test_who_forfeits_rolls_five_less() -> None:
    free = result(15, 15)
    ((one, other),) = free.rolls[-1:]
    against_alpha = result(15, 15, forfeits=[{"battle": ["a1", "b1"], "by": "alpha"}])
    rolls = against_alpha.rolls[-1]
    assert (sum(rolls[0]) - 5 > sum(rolls[1])) == (against_alpha.winner == "a1")
    both = [{"battle": ["a1", "b1"], "by": by} for by in ("alpha", "beta")]
    assert result(15, 15, forfeits=both).rolls == free.rolls
    assert result(15, 15, forfeits=both).winner == ("a1" if sum(one) > sum(other) else "b1")


def test_a_forfeiting_player_s_sacrifice_does_not_count_but_the_other_s_does() -> None:
    rules = {"alpha": ["sacrifice"], "beta": ["sacrifice"]}
    reports = tabletop("a1", "b1", "a1", (0, 0), (2, 2))
    found = result(rules=rules, reports=reports, forfeits=[{"battle": ["a1", "b1"], "by": "beta"}])
    assert found.sacrifices == (2, 0)


# One report only: the better of it and the dice, for who reported.


def test_the_better_place_decides_first() -> None:
    assert result(20, 10, reports=[report("alpha", "b1", (0, 1000))]).method == Method.ABSTRACT
    assert result(20, 10, reports=[report("alpha", "a1", (2000, 0))]).method == Method.ABSTRACT
    assert result(20, 10, reports=[report("beta", None, (0, 1000))]).method == Method.TABLETOP


def rolled_for_alpha() -> tuple[int, int]:
    """What the dice give a1 of level 20 against b1 of level 10: a win, with these points."""
    found = result(20, 10)
    assert found.winner == "a1"
    assert found.points_lost is not None
    return found.points_lost


def test_then_the_levels_then_the_points_and_a_tie_is_the_report_s() -> None:
    own, enemy = rolled_for_alpha()
    same = result(20, 10, reports=[report("alpha", "a1", (own, enemy))])
    assert same.method == Method.TABLETOP
    better = result(20, 10, reports=[report("alpha", "a1", (max(0, own - 1), enemy))])
    assert better.method == Method.TABLETOP
    worse = result(20, 10, reports=[report("alpha", "a1", (own + 1, enemy))])
    assert worse.method == Method.ABSTRACT
    fewer_levels = result(20, 10, reports=[report("alpha", "a1", (2000, enemy))])
    assert fewer_levels.method == Method.ABSTRACT


def test_the_dice_of_a_report_that_is_better_are_not_shown() -> None:
    found = result(20, 10, reports=[report("alpha", "a1", (0, 1000))])
    assert (found.method, found.degree, found.rolls) == (Method.TABLETOP, None, ())


# Abstract resolution.


@pytest.mark.parametrize(
    ("difference", "degree", "loser", "winner"),
    [
        (1, "marginal", 50, 50),
        (2, "minor", 60, 40),
        (3, "minor", 60, 40),
        (4, "standard", 70, 30),
        (6, "standard", 70, 30),
        (7, "major", 80, 20),
        (8, "major", 80, 20),
        (9, "decisive", 90, 10),
        (10, "total", 100, 0),
        (25, "total", 100, 0),
    ],
)
def test_the_difference_gives_the_degree(difference: int, degree: str, loser: int, winner: int) -> None:
    assert degree_of(difference) == (Degree(degree), loser, winner)


def test_the_outnumbered_side_rolls_one_less_for_each_level_and_points_are_of_the_own_level() -> None:
    dice = Dice(bytes.fromhex(SEED))

    def pair(banner: str, attempt: int) -> tuple[int, int]:
        one, two = (
            dice.die(abstract_label(3, "a1:b1", attempt, BannerId(banner), which), 6) for which in (1, 2)
        )
        return one, two

    found = result(13, 15)
    attempts = len(found.rolls)
    assert found.rolls == tuple((pair("a1", n), pair("b1", n)) for n in range(1, attempts + 1))
    differences = [sum(one) - 2 - sum(other) for one, other in found.rolls]
    assert differences[:-1] == [0] * (attempts - 1)
    degree, loser, winner = degree_of(abs(differences[-1]))
    alpha_wins = differences[-1] > 0
    assert (found.winner, found.degree) == ("a1" if alpha_wins else "b1", degree)
    assert found.points_lost == ((13 * winner, 15 * loser) if alpha_wins else (13 * loser, 15 * winner))


def test_a_draw_of_the_dice_is_rolled_again() -> None:
    lengths = {len(result(15, 15, seed=f"{number:064x}").rolls) for number in range(60)}
    assert {1, 2} <= lengths


def test_a_massive_army_fights_as_20() -> None:
    found = result(30, 20, rules={"alpha": ["massive_armies"]})
    assert found.battle.levels == (30, 20)
    assert found.points_lost is not None
    assert found.points_lost[0] <= 2000
    assert result(20, 20).rolls == found.rolls


# Attrition.


@pytest.mark.parametrize(
    ("points", "in_the_open", "in_works"),
    [
        (0, 0, 0),
        (300, 0, 0),
        (301, 1, 0),
        (500, 1, 0),
        (501, 2, 0),
        (700, 2, 0),
        (701, 3, 1),
        (900, 3, 1),
        (901, 4, 2),
        (1101, 5, 3),
        (1301, 6, 4),
        (1501, 7, 5),
        (1700, 7, 5),
        (1701, 8, 6),
        (1901, 9, 7),
        (2000, 9, 7),
    ],
)
def test_the_attrition_table(points: int, in_the_open: int, in_works: int) -> None:
    assert (attrition(points, False), attrition(points, True)) == (in_the_open, in_works)


@pytest.mark.parametrize(
    ("alpha", "beta", "inflicted"),
    [
        ([], [], (3, 4)),
        (["suicide_troops"], [], (4, 4)),
        (["irreplaceable_troops"], ["irreplaceable_troops"], (3, 5)),
        (["hatred"], [], (3, 5)),
        ([], ["hatred"], (4, 4)),
        (["tough"], ["very_tough"], (2, 2)),
        (["tough", "very_tough"], [], (0, 4)),
    ],
)
def test_army_rules_change_what_is_inflicted(
    alpha: list[str], beta: list[str], inflicted: tuple[int, int]
) -> None:
    reports = tabletop("a1", "b1", "a1", (800, 1000))
    assert result(rules={"alpha": alpha, "beta": beta}, reports=reports).inflicted == inflicted


def test_nothing_is_inflicted_below_0_and_the_level_is_no_bound() -> None:
    none = result(rules={"alpha": ["very_tough"]}, reports=tabletop("a1", "b1", "a1", (300, 300)))
    assert none.inflicted == (0, 0)
    most = result(
        20,
        10,
        rules={"beta": ["suicide_troops", "irreplaceable_troops"], "alpha": ["hatred", "sacrifice"]},
        reports=tabletop("a1", "b1", "a1", (0, 1000), (3, 0)),
    )
    assert most.inflicted == (0, 4 + 1 + 1 + 1 + 4)


def test_a_draw_is_lost_by_nobody() -> None:
    both = {"alpha": ["irreplaceable_troops"], "beta": ["irreplaceable_troops"]}
    assert result(rules=both, reports=tabletop("a1", "b1", None, (400, 400))).inflicted == (1, 1)


@pytest.mark.parametrize(("given", "taken"), [(0, 0), (1, 2), (3, 4)])
def test_a_sacrifice_takes_one_more_than_it_gives(given: int, taken: int) -> None:
    reports = tabletop("a1", "b1", None, (0, 0), (given, 0))
    found = result(rules={"alpha": ["sacrifice"]}, reports=reports)
    assert (found.inflicted, found.lost) == ((0, taken), (given, taken))


@pytest.mark.parametrize(
    ("alpha", "beta", "rules", "winner", "inflicted"),
    [
        (15, 9, {}, "a1", (0, 9)),
        (9, 8, {}, None, (9, 8)),
        (8, 15, {"beta": ["suicide_troops"]}, "b1", (8, 1)),
        (15, 9, {"beta": ["hatred"]}, "a1", (1, 9)),
        (15, 9, {"beta": ["hatred"], "alpha": ["tough"]}, "a1", (0, 9)),
        (15, 9, {"alpha": ["irreplaceable_troops"]}, "a1", (0, 9)),
    ],
)
def test_an_auto_battle_has_no_table_part(
    alpha: int, beta: int, rules: dict[str, list[str]], winner: str | None, inflicted: tuple[int, int]
) -> None:
    found = result(alpha, beta, rules=rules)
    assert (found.method, found.winner, found.points_lost) == (Method.AUTO, winner, None)
    assert found.inflicted == found.lost == inflicted
