"""What goes on by itself, Hold, cards that play themselves, Spring and snap (page 9 E)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop import flow
from rules.tabletop.absence import waits_for
from rules.tabletop.action import RefusedError
from rules.tabletop.activation import cards, dealing
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.resolvers import volleys
from tests.rules.tabletop.playing import Table, check, two_sides


def kinds(table: Table, player: int = 0) -> list[str]:
    """What this player's phone asks."""
    return [prompt["kind"] for prompt in view(table.game, player)["wanted"]]


def dealt(*auto: int) -> Table:
    """Two cards each, and of these players they play themselves."""
    table = two_sides("cards", begin=False)
    for player in auto:
        table.do("auto ready", player, on=True)
    table.do("begin")
    for player, hand in enumerate((("S1", "H9"), ("D1", "C9"))):
        table.game = table.game.with_player(player, replace(table.game.players[player], hand=hand))
    held = [card for player in table.game.players for card in player.hand]
    table.game = replace(table.game, deck=tuple(card for card in dealing.DECK if card not in held))
    return table


def called(*auto: int) -> Table:
    """The same with the King called."""
    table = dealt(*auto)
    assert tick(table) == ["called"]
    assert table.game.rank == cards.KING
    return table


def tick(table: Table) -> list[str]:
    """A rank shows its cards by itself; what is told."""
    return [event.kind for event in table.do("rank", 0)]


# Hold.


def test_hold_stops_what_goes_on_by_itself_and_anybody_lets_go() -> None:
    table = two_sides()
    assert flow.by_itself(table.game) == flow.DRAWS
    table.do("hold", 1)
    assert flow.by_itself(table.game) == ""
    assert view(table.game, 0)["held"] == view(table.game, -1)["held"] == 1
    with pytest.raises(RefusedError, match="held already"):
        table.do("hold", 0)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a1", order="down")
    assert flow.by_itself(table.game) == ""
    table.do("let go", 0)
    assert flow.by_itself(table.game) == flow.DRAWS
    with pytest.raises(RefusedError, match="nothing held"):
        table.do("let go", 0)


def test_the_next_turn_begins_by_itself_once_nobody_is_asked_for_anything() -> None:
    table = two_sides()
    while table.game.phase == "orders":
        table.do("draw", 0)
        acting = table.game.current
        assert acting is not None
        table.do("order", acting.side, unit=table.game.able(acting.side)[0].id, order="down")
    for player in (0, 1):
        assert flow.by_itself(table.game) == "", "who may keep an order says so first"
        table.do("keep", player, units=[])
    assert flow.by_itself(table.game) == flow.TURNS
    last = replace(table.game, turns=table.game.turn)
    assert flow.by_itself(last) == "", "the battle may be over"
    table.do("hold", 1)
    assert flow.by_itself(table.game) == ""
    table.do("let go", 1)
    table.do("next turn", 0)
    assert flow.by_itself(table.game) == flow.DRAWS
    by_hand = two_sides(draws="hand")
    assert flow.by_itself(replace(by_hand.game, phase="turn end", stage="")) == ""


def test_an_earlier_state_keeps_the_hold() -> None:
    table = two_sides()
    before = table.game
    table.do("hold", 1)
    assert flow.carried(before, table.game).held == 1


# A go with nothing left.


def officer(order: str) -> Table:
    """Green's lieutenant has followed this order."""
    table = two_sides()
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a1", order=order)
    return table


def test_an_officer_waits_for_whom_he_may_order_and_ends_his_go_when_nobody_is_left() -> None:
    table = officer("rally")
    assert view(table.game, 0)["own"]["snap"] == ["a2", "a3", "a4", "a5"]
    assert view(table.game, 1)["own"]["snap"] == []
    table.do("snap", 0, unit="a2", order="down")
    assert kinds(table) == ["done"]
    assert table.game.unit("a2").order == "down"
    table.do("snap", 0, unit="a3", order="ambush")
    assert kinds(table) == ["draw"]


def test_a_snap_with_an_order_that_cannot_be_gives_nobody_an_order() -> None:
    table = officer("rally")
    with pytest.raises(RefusedError):
        table.do("snap", 0, unit="b1", order="down")
    assert view(table.game, 0)["own"]["snap"] == ["a2", "a3", "a4", "a5"]


def test_hold_keeps_a_go_with_nothing_left_open() -> None:
    table = officer("rally")
    table.do("hold", 1)
    for unit in ("a2", "a3"):
        table.do("snap", 0, unit=unit, order="down")
        assert table.game.current is not None
        assert table.game.current.unit == unit
        table.do("done", 0)
    assert kinds(table) == ["done"]
    table.do("let go", 1)
    assert kinds(table) == ["draw"]


@pytest.mark.parametrize("order", ["ambush", "rally", "down"])
def test_hold_leaves_time_to_spring_an_ambush_at_who_only_waits_or_rallies(order: str) -> None:
    table = two_sides()
    table.put("b1", order="ambush")
    table.do("hold", 1)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order=order)
    assert kinds(table) == ["done"]
    assert view(table.game, 1)["own"]["spring"] == ["b1"]
    table.do("spring", 1, unit="b1")
    table.do("let go", 1)
    assert kinds(table) == ["ambush"]  # the ambush has still to fire
    table.do("done", 1)
    assert kinds(table) == ["draw"]


def test_hold_keeps_the_go_of_a_unit_open_that_has_failed_its_test() -> None:
    table = two_sides()
    table.put("a2", pins=9)
    table.do("hold", 1)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire", typed=[6, 5])
    assert table.game.unit("a2").order == "down"
    assert kinds(table) == ["done"]
    assert "snap" not in kinds(table, 0)
    table.do("let go", 0)
    assert kinds(table) == ["draw"]


def test_advance_and_run_wait_for_their_move() -> None:
    for order in ("advance", "run", "fire"):
        table = two_sides()
        table.do("draw", 0, side=0)
        table.do("order", 0, unit="a2", order=order)
        assert kinds(table) == ["done"]


def fires(table: Table, kind: str = "volley") -> None:
    """Green's squad fires all it has, and misses."""
    table.put("b1", order="down")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    if kind == "shoot":
        table.do("shoot", 0, shooter="a2", target="b1", weapon="Rifle", shots=1, typed=[1])
        return
    table.do("volley", 0, shooter="a2", fire=[{"group": 0, "target": "b1"}])
    table.do("measure", 0, at=[{"target": "b1", "inches": 99}])


def test_a_volley_that_has_been_fired_ends_the_go_and_single_shots_do_not() -> None:
    table = two_sides()
    table.put("a2", models=1)
    table.do("draw", 0, side=0)
    table.put("b1", order="down")
    table.do("order", 0, unit="a2", order="fire")
    table.do("volley", 0, shooter="a2", fire=[{"group": 0, "target": "b1"}])
    assert kinds(table) == ["measure"]
    table.do("measure", 0, [1], at=[{"target": "b1", "inches": 20}])
    assert kinds(table) == ["draw"]
    table = two_sides()
    fires(table, "shoot")
    assert kinds(table) == ["done"]


def test_a_volley_that_reaches_nobody_leaves_the_go_to_its_side() -> None:
    table = two_sides()
    fires(table)
    assert kinds(table) == ["done"]


# Ambush.


def ambushed() -> Table:
    """Brown's first squad is on Ambush while a squad of Green's advances."""
    table = two_sides()
    table.put("b1", order="ambush")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="advance")
    return table


def test_only_the_owner_of_an_ambush_is_told_that_he_may_spring_it() -> None:
    table = ambushed()
    assert view(table.game, 1)["own"]["spring"] == ["b1"]
    assert view(table.game, 0)["own"]["spring"] == []
    assert "spring" not in view(table.game, -1)["own"]
    assert wanted(table.game) == [{"kind": "done", "side": 0}]
    table.do("spring", 1, unit="b1")
    assert (view(table.game, 1)["own"]["spring"], view(table.game, 1)["own"]["sprung"]) == ([], ["b1"])
    table.do("shoot", 1, shooter="b1", target="a2", weapon="Rifle", shots=1)
    assert view(table.game, 1)["own"]["sprung"] == []


def test_an_ambush_that_is_sprung_fires_before_the_enemys_go_ends() -> None:
    table = ambushed()
    table.do("spring", 1, unit="b1")
    assert wanted(table.game) == [{"kind": "ambush", "side": 1, "unit": "b1"}]
    with pytest.raises(RefusedError, match="ambush first") as refusal:
        table.do("done", 0, draw=True)
    assert refusal.value.values == {"unit": table.unit("b1").name, "side": table.game.sides[1].name}
    table.do("volley", 1, shooter="b1", fire=[{"group": 0, "target": "a2"}])
    with pytest.raises(RefusedError, match="attack not finished"):
        table.do("done", 1)
    table.do("call off", 1)
    table.do("shoot", 1, typed=[1], shooter="b1", target="a2", weapon="Rifle", shots=1)
    assert wanted(table.game) == [{"kind": "done", "side": 0}]
    table.do("done", 0)
    assert kinds(table) == ["draw"]


def test_whoever_has_sprung_an_ambush_may_give_the_shot_up() -> None:
    table = ambushed()
    table.put("b2", order="ambush")
    for unit in ("b1", "b2"):
        table.do("spring", 1, unit=unit)
    with pytest.raises(RefusedError, match="no shot waits"):
        table.do("done", 1, unit="a2")
    assert [event.kind for event in table.do("done", 1, unit="b1")] == ["shot given up"]
    with pytest.raises(RefusedError, match="fires not now"):
        table.do("volley", 1, shooter="b1", fire=[{"group": 0, "target": "a2"}])
    assert wanted(table.game) == [{"kind": "ambush", "side": 1, "unit": "b2"}]
    table.do("done", 1)
    assert wanted(table.game) == [{"kind": "done", "side": 0}]
    with pytest.raises(RefusedError, match="not your decision"):
        table.do("done", 1)


def test_a_shot_is_given_up_for_a_side_that_is_away_or_has_conceded() -> None:
    table = ambushed()
    table.do("spring", 1, unit="b1")
    assert waits_for(table.game, 1) == "ambush"
    table.do("absent", 0, who=1)
    assert wanted(table.game) == [{"kind": "done", "side": 0}]
    table = ambushed()
    table.do("spring", 1, unit="b1")
    table.do("concede", 1, side=1)
    assert volleys.sprung(table.game) == ()


def test_nobody_waits_for_a_sprung_unit_that_has_nothing_to_fire() -> None:
    table = ambushed()
    groups = table.unit("b1").groups
    table.put("b1", groups=tuple(replace(group, spent=group.count) for group in groups))
    table.do("spring", 1, unit="b1")
    assert wanted(table.game) == [{"kind": "done", "side": 0}]
    table.do("done", 0)


# Cards that play themselves.


def test_it_is_public_and_fixed_at_the_deal() -> None:
    table = two_sides("cards")
    table.do("auto ready", 0, on=True)
    ada = view(table.game, 1)["players"][0]
    assert (ada["auto"], ada["auto_next"]) == (False, True)
    assert kinds(table) == ["play"]
    table.do("auto ready", 0, on=False)
    assert not table.game.players[0].auto_next


def test_after_the_deal_he_may_say_what_his_aces_stand_for_and_is_never_asked() -> None:
    table = dealt(0)
    assert table.game.rank == cards.LAYING
    assert (kinds(table, 0), kinds(table, 1)) == (["lay"], ["others"])
    assert flow.by_itself(table.game) == flow.RANKS
    table.do("lay", 0, aces={"S1": "H12"})
    assert tick(table) == ["called"]
    assert (kinds(table, 0), kinds(table, 1)) == (["others"], ["play"])
    with pytest.raises(RefusedError, match="plays itself"):
        table.do("play", 0)
    with pytest.raises(RefusedError, match="rank waits"):
        table.do("rank", 0)
    table.do("play", 1)
    played = [event for event in table.do("play", 1) if event.kind == "played"]
    assert [dict(event.values)["card"] for event in played] == ["S1"]
    check(table)


def test_ranks_are_called_one_by_one_even_if_nobody_has_a_card_of_them() -> None:
    table = called(0, 1)
    table.do("lay", 0, aces={"S1": "S11"})
    assert tick(table) == ["called"]  # no King
    assert tick(table) == ["called"]  # no Queen
    assert table.game.rank == 11
    assert "played" in tick(table)
    table.do("order", 0, unit="a2", order="down")
    assert (table.game.rank, table.game.stage) == (10, cards.PLAY)
    assert tick(table) == ["called"]
    assert tick(table).count("played") == 2  # both Nines
    check(table)


def test_hold_stops_the_ranks() -> None:
    for table in (dealt(0), called(0, 1)):
        table.do("hold", 0)
        assert flow.by_itself(table.game) == ""


def test_what_an_ace_stands_for_changes_until_its_rank_is_called() -> None:
    table = dealt(0, 1)
    table.do("lay", 0, aces={"S1": "H11"})
    tick(table)
    tick(table)
    assert view(table.game, 0)["own"]["plan"] == {"S1": "H11"}
    with pytest.raises(RefusedError, match="rank called"):
        table.do("lay", 0, aces={"S1": "H12"})
    table.do("lay", 0, aces={"S1": "D10"})
    tick(table)
    assert "played" not in tick(table)  # the Jack: not any more
    table.do("lay", 0, aces={})  # too late: it lies
    with pytest.raises(RefusedError, match="rank called"):
        table.do("lay", 0, aces={"S1": "H10"})
    assert "played" in tick(table)


def test_an_ace_of_which_nothing_is_said_is_a_two_of_its_own_suit() -> None:
    table = called(0, 1)
    table.do("lay", 1, aces={"D1": "C2"})
    table.game = replace(table.game, rank=3)
    assert tick(table) == ["called"]
    told = [dict(event.values) for event in table.do("rank", 0) if event.kind == "played"]
    assert [(one["card"], one["suit"]) for one in told] == [("S1", "S"), ("D1", "C")]


@pytest.mark.parametrize(
    ("aces", "code"),
    [
        ({"C1": "H12"}, "not your ace"),
        ({"H9": "H12"}, "not your ace"),
        ({"S1": "H1"}, "not a card"),
        ({"S1": "H99"}, "not a card"),
        ("S1", "aces need suits"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(aces: Any, code: str) -> None:
    table = dealt(0, 1)
    with pytest.raises(RefusedError, match=code):
        table.do("lay", 0, aces=aces)


def test_a_plan_is_for_cards_that_play_themselves() -> None:
    with pytest.raises(RefusedError, match="no plan"):
        dealt(0).do("lay", 1)


def test_whoever_holds_cards_is_asked_at_every_rank_though_others_play_themselves() -> None:
    table = called(0)
    for _ in range(4):
        assert kinds(table, 1) == ["play"]
        table.do("play", 1)
    table.do("play", 1)
    # The Nines: Hearts before Clubs, then Brown has no more than his ace.
    assert list(table.game.line) == ["1:C9"]


def test_an_earlier_state_keeps_what_has_been_laid_down_since() -> None:
    table = dealt(0, 1)
    before = table.game
    table.do("lay", 0, aces={"S1": "H12"})
    kept = flow.carried(before, table.game)
    assert kept.players[0].plan == ("S1:H12",)


@pytest.mark.parametrize("meanwhile", [False, True])
def test_an_ambush_is_sprung_with_its_fire_unless_something_is_being_resolved(meanwhile: bool) -> None:
    table = two_sides()
    table.put("b1", order="ambush")
    table.put("b2", order="fire", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    if meanwhile:
        table.do("volley", 0, shooter="a2", fire=[{"group": 0, "target": "b2"}])
    table.do("spring", 1, unit="b1", fire=[{"group": 0, "target": "a2"}])
    assert table.unit("b1").order == "fire"
    attack = table.game.attack
    assert attack is not None
    assert (attack.shooter, attack.step) == (("a2", "measure") if meanwhile else ("b1", "measure"))
    with pytest.raises(RefusedError, match="not on Ambush"):
        table.do("spring", 1, unit="b1", fire=[{"group": 0, "target": "a2"}])


def test_an_ambush_whose_fire_is_refused_is_not_sprung() -> None:
    table = two_sides()
    table.put("b1", order="ambush")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    with pytest.raises(RefusedError, match="group not at it"):
        table.do("spring", 1, unit="b1", fire=[{"group": 0, "target": "b2"}])
    assert table.unit("b1").order == "ambush"
