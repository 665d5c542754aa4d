"""Draws and ties that people make themselves: each is typed by whoever draws (page 9 C)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop.absence import waits_for
from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import cards
from rules.tabletop.activation.dealing import UNKNOWN, decks
from rules.tabletop.dice import TYPED, About, Die, NeedDiceError, TableDice
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.flow import by_itself
from rules.tabletop.game import step
from rules.tabletop.setup import new_game
from rules.tabletop.tables import METHODS
from tests.rules.tabletop.playing import GREY, Robot, Table, check, three_sides, two_sides
from tests.rules.tabletop.test_choosing import kinds


def tied(sides: int = 3) -> Table:
    """Sides with as many units each, about to begin: who is first has to be drawn."""
    names = ("Green", "Brown", "Grey")[:sides]
    table = Table(new_game("Test", names, tuple((name, at) for at, name in enumerate(names))))
    for player in range(sides):
        table.do("roster", player, roster=GREY)
    return table


def wanted_of(table: Table, kind: str, player: int = 0, *, lying: Any = (), **values: Any) -> NeedDiceError:
    """What is asked of a player with dice of his own."""
    dice = TableDice(bytes(32), "test", table.next, own={0, 1, 2}, lying=lying)
    with pytest.raises(NeedDiceError) as need:
        step(table.game, Action(kind, player, values), dice)
    return need.value


def test_whoever_begins_draws_the_initiative_marker_among_the_tied() -> None:
    need = wanted_of(tied(), "begin", 2)
    assert (need.what, need.count, need.sides, need.place) == ("initiative marker", 1, 3, 2)
    assert need.about == About(among=(0, 1, 2))
    table = tied()
    table.do("begin", 2, typed=[3])
    assert table.game.marker == 2
    assert [die.source for event in table.events for die in event.dice] == [TYPED]
    with pytest.raises(RefusedError):
        tied().do("begin", 2, typed=[4])
    table = tied()
    table.do("begin", 2)
    assert [die.source for event in table.events for die in event.dice] == ["rolled"]


def test_only_the_tied_are_drawn_among() -> None:
    table = tied()
    table.do("drop unit", 1, unit="b1")
    table.do("drop unit", 2, unit="c1")
    need = wanted_of(table, "begin")
    assert (need.sides, need.about.among) == (2, (1, 2))
    table.do("begin", typed=[2])
    assert table.game.marker == 2


def test_nothing_is_drawn_where_nothing_is_tied() -> None:
    table = tied()
    table.do("settings", attacker=1)
    dice = TableDice(bytes(32), "test", 0, own={0, 1, 2})
    assert step(table.game, Action("begin", 0, {}), dice).game.marker == 1


def confused() -> tuple[Table, list[Die]]:
    """A unit of Green's that fires at a friend, of three sides: its test and FUBAR lie."""
    table = three_sides("dice bag")
    table.do("draw", 0, side=0)
    table.put("a1", pins=1)
    values = enumerate((("order test", 6), ("order test", 6), ("FUBAR", 1)), table.next)
    return table, [Die(n, what, 6, value, TYPED) for n, (what, value) in values]


def test_whose_unit_is_confused_draws_the_opponent() -> None:
    table, lie = confused()
    need = wanted_of(table, "order", 0, unit="a1", order="fire", lying=lie)
    assert (need.what, need.count, need.sides, need.place) == ("opponent", 1, 2, 0)
    assert need.about.among == (1, 2)
    table.do("order", 0, typed=[6, 6, 1, 2], unit="a1", order="fire")
    assert table.game.current is not None
    assert table.game.current.chooser == 2


def test_who_called_it_draws_who_sends_a_rookie_elsewhere() -> None:
    table = three_sides("dice bag")
    table.do("call strike", 1, strike="air", target="a1", side=1)
    one = table.game.strikes[0]
    table.game = replace(table.game, phase="preliminary", turn=one.due, stage="")
    lie = [Die(table.next, "air strike", 6, 1, TYPED)]
    need = wanted_of(table, "strike", 1, strike_id=one.id, lying=lie)
    assert (need.what, need.sides, need.place) == ("opponent", 2, 1)
    assert need.about.among == (0, 2)
    table.do("strike", 1, typed=[1, 1], strike_id=one.id)
    assert table.game.strikes[0].chooser == 0


def four_sides() -> Table:
    """Green and three others, begun: who is left of them is drawn among two."""
    names = ("Green", "Brown", "Grey", "Blue")
    table = Table(new_game("Test", names, tuple((name, at) for at, name in enumerate(names))))
    for player in range(4):
        table.do("roster", player, roster=f"{GREY}\n{GREY}" if player == 0 else GREY)
    table.do("settings", attacker=0)
    table.do("begin")
    return table


def test_who_drew_the_opponent_draws_another_if_that_one_concedes() -> None:
    """The same place by its own dice, as it drew the first; the app only where that place has none."""
    table = four_sides()
    table.do("draw", 0, side=0)
    table.put("a1", pins=1)
    table.do("order", 0, typed=[6, 6, 1, 1], unit="a1", order="fire")
    assert table.game.current is not None
    assert table.game.current.chooser == 1
    need = wanted_of(table, "concede", 1, side=1)
    assert (need.what, need.count, need.sides, need.place) == ("opponent", 1, 2, 0)
    assert need.about.among == (2, 3)
    table.do("concede", 1, typed=[2], side=1)
    assert table.game.current.chooser == 3


def test_who_called_a_strike_draws_who_sends_the_rookie_elsewhere_if_that_one_concedes() -> None:
    table = four_sides()
    table.do("call strike", 1, strike="air", target="a1", side=1)
    one = table.game.strikes[0]
    table.game = replace(table.game, phase="preliminary", turn=one.due, stage="")
    table.do("strike", 1, typed=[1, 1], strike_id=one.id)
    assert table.game.strikes[0].chooser == 0
    need = wanted_of(table, "concede", 0, side=0)
    assert (need.what, need.sides, need.place, need.about.among) == ("opponent", 2, 1, (2, 3))


def test_of_two_sides_nobody_is_drawn() -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a1", pins=1)
    table.do("order", 0, typed=[6, 6, 1], unit="a1", order="fire")
    assert table.game.current is not None
    assert table.game.current.chooser == 1


# A real bag, three dice at a time.


def bag_of_three() -> Table:
    return two_sides("three dice", draws="hand")


def test_three_dice_from_a_real_bag_are_played_in_turns() -> None:
    table = bag_of_three()
    bag = [side.bag for side in table.game.sides]
    events = table.do("draw", 0, sides=[0, 0, 1])
    assert next(event.kind for event in events) == "three by hand"
    assert not any(event.dice for event in events)
    assert table.game.drawn == (0, 1, 0)
    assert [side.bag for side in table.game.sides] == [bag[0] - 2, bag[1] - 1]
    check(table)


@pytest.mark.parametrize(
    "sides", [[0, 0, 0], [0, 1], [0, 1, 2], [0, 1, -1], [0, 1, 0, 1], ["x", 0, 1], [0, 1, None]]
)
def test_three_dice_that_cannot_have_been_drawn_are_refused(sides: list[Any]) -> None:
    table = bag_of_three()
    before = table.game
    with pytest.raises(RefusedError) as refused:
        table.do("draw", 0, sides=sides)
    assert refused.value.field == "sides"
    assert table.game == before


def test_three_dice_are_not_more_than_lie_in_the_bag() -> None:
    table = bag_of_three()
    table.game = table.game.with_side(1, replace(table.game.sides[1], bag=1))
    with pytest.raises(RefusedError, match="in the bag"):
        table.do("draw", 0, sides=[1, 1, 0])
    table.game = table.game.with_side(1, replace(table.game.sides[1], bag=0))
    with pytest.raises(RefusedError) as refused:
        table.do("draw", 0, sides=[0, 0, 1])
    assert refused.value.code == "drawn singly"


def test_nothing_is_drawn_by_itself_where_people_draw() -> None:
    for method in ("dice bag", "three dice", "numbered tokens"):
        assert by_itself(two_sides(method, draws="hand").game) == ""
        assert by_itself(two_sides(method).game) == "draw"
    table = two_sides("dice bag", draws="hand")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a1", order="fire")
    table.do("done", 0, draw=True)
    assert kinds(table) == ["draw"], "the next die is in their hands"


# Real cards.


def dealt(**more: Any) -> Table:
    """Real cards are dealt: five to Ada, four to Ben."""
    return two_sides("cards", draws="hand", **more)


ADA = ["S13", "H13", "D2", "C1", "S7"]
BEN = ["S12", "H2", "D13", "C9"]


def test_each_says_in_secret_what_he_was_dealt() -> None:
    table = dealt()
    assert [(one["kind"], one["player"]) for one in wanted(table.game)] == [("hand", 0), ("hand", 1)]
    assert not any(event.dice for event in table.events)
    assert table.game.deck == (UNKNOWN,) * 43
    events = table.do("hand", 0, cards=ADA)
    assert table.undoable
    for_ben = str(view(table.game, 1)) + str([event for event in events if event.secret_to is None])
    assert not any(f"'{card}'" in for_ben for card in ADA)
    assert [one["player"] for one in wanted(table.game)] == [1]
    assert view(table.game, 0)["own"]["hand"] == ADA
    assert [player["cards"] for player in view(table.game, -1)["players"]] == [5, 4]
    table.do("hand", 1, cards=BEN)
    assert not table.undoable, "the ranks are called"
    assert [prompt["kind"] for prompt in view(table.game, 0)["wanted"]] == ["play"]
    table.do("play", 0)
    table.do("play", 1)
    assert table.game.current is not None
    assert table.game.current.card == "S13"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (ADA[:4], "hand count"),
        ([*ADA, "S3"], "hand count"),
        ([*ADA[:4], "S14"], "no such card"),
        ([*ADA[:4], "X3"], "no such card"),
        ([*ADA[:4], "S13"], "card too often"),
        ([*ADA[:4], 3], "no such card"),
        ("S13", "hand count"),
        (None, "hand count"),
        ({"S13": 5}, "hand count"),
    ],
)
def test_a_hand_that_cannot_have_been_dealt_is_refused(cards: Any, code: str) -> None:
    table = dealt()
    with pytest.raises(RefusedError) as refused:
        table.do("hand", 0, cards=cards)
    assert (refused.value.code, refused.value.field) == (code, "cards")
    assert table.game.players[0].dealt == 5


def test_no_refusal_tells_what_another_holds() -> None:
    """What Ben holds already is taken from Ada, too: people mistype, and a refusal would be asked for it."""
    table = dealt()
    table.do("hand", 1, cards=BEN)
    table.do("hand", 0, cards=[*ADA[:4], "D13"])
    assert table.game.players[0].hand[-1] == "D13"
    table.do("play", 0)
    events = table.do("play", 1)
    assert [dict(event.values)["card"] for event in events if event.kind == "card twice"] == ["D13"]


def test_a_hand_is_said_once() -> None:
    table = dealt()
    table.do("hand", 0, cards=ADA)
    with pytest.raises(RefusedError) as refused:
        table.do("hand", 0, cards=ADA)
    assert refused.value.code == "no hand to say"
    with pytest.raises(RefusedError):
        two_sides("cards").do("hand", 0, cards=ADA)


def test_a_second_deck_is_shuffled_in_where_one_is_too_small() -> None:
    table = dealt()
    assert decks(table.game) == 1
    table.game = replace(table.game, deck=(UNKNOWN,) * 3, discard=("S1",) * 3)
    table.game = cards.start(table.game, Pen(TableDice(bytes(32), "x", 0)))
    assert (len(table.game.deck), table.game.discard) == (49, ())
    table = dealt()
    table.game = replace(table.game, deck=(UNKNOWN,) * 7, discard=("S1",) * 45)
    pen = Pen(TableDice(bytes(32), "x", 0))
    table.game = cards.start(table.game, pen)
    assert (len(table.game.deck), table.game.discard) == (43, ())
    assert [event.kind for event in pen.events][:1] == ["shuffle by hand"]
    assert not pen.dice.shown


def test_for_one_who_is_away_the_app_draws_his_cards_unseen() -> None:
    table = dealt()
    table.do("hand", 1, cards=BEN)
    assert waits_for(table.game, 0) == "hand"
    events = table.do("absent", 1, who=0)
    hand = table.game.players[0].hand
    assert len(hand) == 5
    assert not {*hand} & {*BEN}
    assert all(event.secret_to == () for event in events if event.dice)
    assert table.game.stage == cards.PLAY


def test_nobody_waits_for_the_hand_of_a_side_that_has_conceded() -> None:
    table = three_sides("cards", draws="hand")
    table.do("hand", 0, cards=[f"S{n}" for n in range(1, 6)])
    table.do("hand", 3, cards=["H1", "H2"])
    table.do("hand", 2, cards=["D1", "D2"])
    table.do("concede", 1, side=1)
    assert table.game.stage == cards.PLAY


@pytest.mark.parametrize("method", METHODS)
def test_games_drawn_by_hand_go_on_turn_after_turn(method: str) -> None:
    for chance in range(6):
        table = three_sides(method, draws="hand")
        Robot(table, chance).go(150)
        assert table.game.phase == "over" or table.game.turn > 1
