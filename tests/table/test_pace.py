"""What goes on by the server's clock at a table of two phones; what one takes back alone (page 9 C, E)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from battles.models import TableAction
from battles.table import services
from battles.table.pace.going_on import AFTER, TO_LAY, coming, last_at
from battles.table.pace.taking_back import FOR
from battles.table.services import Request
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from tests.table.moments import acting, in_ambush, put
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db


@contextmanager
def after(seconds: float, since: datetime | None = None) -> Iterator[None]:
    """So many seconds later than now, or than a moment, by the server's clock."""
    with clock.at((since or clock.now()) + timedelta(seconds=seconds)):
        yield


def by_itself(
    pair: Pair, player: int, cid: str = "", kind: str = "draw", **values: Any
) -> TableAction | None:
    """A phone asks for what comes by itself."""
    pair.table.refresh_from_db()
    due = coming(pair.table, pair.game)
    cid = cid or (due.cid if due else "none")
    phone = (pair.ada, pair.ben)[player]
    return services.act(pair.table, phone, Request(cid, kind, player, {"auto": "1", **values}))


# The next die.


def test_a_die_is_drawn_once_though_both_phones_ask_when_eight_seconds_are_over() -> None:
    pair = sit_down()
    with pytest.raises(Refusal) as refused:
        by_itself(pair, 0)
    assert refused.value.code == "early"
    assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 0
    with after(AFTER["draw"] + 0.1):
        due = coming(pair.table, pair.game)
        assert due is not None
        assert due.seconds == 0
        first = by_itself(pair, 0, due.cid)
        assert by_itself(pair, 1, due.cid) == first
    assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 1
    assert pair.game.current is not None


def test_a_turn_begins_once_though_both_phones_ask_and_a_hold_is_offered_before() -> None:
    pair = sit_down()
    put(pair, lambda game: replace(game, phase="turn end", stage=""))
    with after(AFTER["draw"] + 0.1), pytest.raises(Refusal) as refused:
        by_itself(pair, 0, kind="next turn")
    assert refused.value.code == "early"
    for phone in (pair.ada, pair.ben):
        text = page(pair, phone)
        assert "The next turn in" in text
        assert 'value="hold"' in text
    with after(AFTER["next turn"] + 0.1):
        due = coming(pair.table, pair.game)
        assert due is not None
        first = by_itself(pair, 0, due.cid, "next turn")
        assert by_itself(pair, 1, due.cid, "next turn") == first
    assert (pair.game.turn, pair.game.phase) == (2, "orders")


def test_each_page_says_how_long_it_still_takes() -> None:
    pair = sit_down()
    for seconds in (0, 5, 9):
        with clock.at(last_at(pair.table) + timedelta(seconds=seconds)):
            for phone in (pair.ada, pair.ben):
                found = re.search(r'data-coming="([\d.]+)"', page(pair, phone))
                assert found
                assert float(found[1]) == max(0, AFTER["draw"] - seconds)


def test_hold_stops_it_for_all_until_somebody_lets_go() -> None:
    pair = sit_down()
    pair.act(1, "hold")
    with after(60):
        for player, phone in enumerate((pair.ada, pair.ben)):
            with pytest.raises(Refusal) as refused:
                by_itself(pair, player, cid="draw-9")
            assert refused.value.code == "held"
            text = page(pair, phone)
            assert "Ben holds" in text
            assert "data-coming" not in text
    pair.act(0, "draw", side="1")  # a tap goes on
    assert pair.game.current is not None
    pair.act(1, "order", unit="b1", order="down")
    assert "Ben holds" in page(pair, pair.ada)
    pair.act(0, "let go")
    assert "data-coming" in page(pair, pair.ben)


def test_an_id_of_an_earlier_moment_draws_nothing() -> None:
    pair = sit_down()
    early = coming(pair.table, pair.game)
    assert early is not None
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="down")
    with after(60), pytest.raises(Refusal) as refused:
        by_itself(pair, 1, early.cid)
    assert refused.value.code == "held"


def test_nothing_is_drawn_while_both_have_to_agree() -> None:
    pair = sit_down()
    pair.act(0, "correct", unit="a1", pins="2", reason="Forgot")
    with after(60):
        assert coming(pair.table, pair.game) is None


def test_an_undo_looks_past_a_hold_and_leaves_it() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="down")
    pair.act(1, "hold")
    pair.act(0, "undo")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.unit("a1").order == ""
    assert pair.game.held == 1


# Ambush.


def test_spring_stands_on_top_for_its_owner_alone_and_the_target_is_ready() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="1")
    pair.act(1, "order", unit="b1", order="ambush")
    plain = page(pair, pair.ada)
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="advance")
    assert "Spring: Brown squad at Green squad" in page(pair, pair.ben)
    assert "Spring: " not in page(pair, pair.ada)
    assert "Spring: " not in plain
    # For another target there is a key of its own.
    assert "At another target" in page(pair, pair.ben)
    pair.act(1, "spring", unit="b1")
    text = page(pair, pair.ben)
    assert "Brown squad has sprung its ambush and fires first" in text
    assert "It does not fire" in text
    assert re.findall(r'name="target" value="(\w+)"', text)[0] == "a1"
    waits = page(pair, pair.ada)
    assert ("Brown: Brown squad has sprung its ambush" in waits, ">Done<" in waits) == (True, False)
    with pytest.raises(Refusal, match="Brown squad has sprung its ambush: Brown fires first"):
        pair.act(0, "done")
    pair.act(1, "done", unit="b1")
    assert ">Done<" in page(pair, pair.ada)


def test_a_tap_on_spring_fires_at_who_acts_and_asks_only_how_far() -> None:
    pair = in_ambush()
    client = browser_of(pair, pair.ben)
    where = f"/t/{pair.table.public_id}/act/"
    text = page(pair, pair.ben)
    form = text[text.index('data-prompt="spring"') :]
    target = re.findall(r'name="target" value="(\w*)"', form)[:2]
    assert target == ["a1", ""]
    sent = {"kind": "spring", "player": "1", "cid": "s1", "unit": "b1", "target": "a1"}
    assert client.post(where, sent).status_code == 302
    attack = pair.game.attack
    assert attack is not None
    assert (attack.shooter, attack.step, [shot.target for shot in attack.fire]) == ("b1", "measure", ["a1"])
    # What does not reach has not fired: another target may be chosen.
    pair.act(1, "call off")
    assert "Brown squad has sprung its ambush and fires first" in page(pair, pair.ben)


def test_after_an_officers_order_his_owner_sees_who_may_snap_and_the_other_does_not() -> None:
    pair = sit_down(begin=False)
    pair.act(0, "roster", roster="Green captain 2 men captain 60 pts")
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a3", order="rally")
    assert "You men, snap to action" in page(pair, pair.ada)
    assert "snap to action" not in page(pair, pair.ben)
    pair.act(0, "snap", unit="a1", order="down")
    assert pair.game.unit("a1").order == "down"


# Cards.


def all_by_themselves() -> Pair:
    """Both let their cards play themselves."""
    pair = sit_down("cards", begin=False)
    for player in (0, 1):
        pair.act(player, "auto ready", on=True)
    pair.act(0, "begin")
    return pair


def test_a_rank_shows_its_cards_by_the_clock_and_once() -> None:
    pair = all_by_themselves()
    with pytest.raises(Refusal) as refused:
        by_itself(pair, 0, kind="rank")
    assert refused.value.code == "early"
    with after(TO_LAY + 0.1):
        due = coming(pair.table, pair.game)
        assert due is not None
        first = by_itself(pair, 0, due.cid, "rank")
        assert by_itself(pair, 1, due.cid, "rank") == first
    assert TableAction.objects.filter(table=pair.table, kind="rank").count() == 1


def test_what_is_laid_down_is_not_numbered_and_wakes_nobody_else() -> None:
    pair = all_by_themselves()
    rows, versions = TableAction.objects.count(), pair.versions()
    for _ in range(3):
        assert pair.act(0, "lay") is None
    assert TableAction.objects.count() == rows
    assert [pair.versions()[place] - versions[place] for place in (-1, 0, 1)] == [0, 3, 0]


def test_nobody_else_lays_down_what_anothers_aces_stand_for() -> None:
    pair = sit_down("cards", begin=False)
    pair.act(0, "auto ready", on=True)
    pair.act(0, "begin")
    with pytest.raises(Refusal) as refused:
        services.act(pair.table, pair.ben, Request("x", "lay", 0, {}))
    assert refused.value.code == "not_yours"


# Take back.


def test_ones_own_last_act_is_taken_back_without_asking() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="ambush")
    assert "Take it back" in page(pair, pair.ada)
    assert "Take it back" not in page(pair, pair.ben)
    with pytest.raises(Refusal):
        pair.act(1, "take back")
    pair.act(0, "take back")
    assert pair.game.unit("a1").order == ""
    assert pair.game.current is not None
    assert "Taken back by Ada" in page(pair, pair.ben)
    pair.act(0, "order", unit="a1", order="down")


def test_while_a_battle_is_set_up_the_last_act_is_taken_back_too() -> None:
    pair = sit_down(begin=False)
    assert "Take it back" in page(pair, pair.ben)
    assert "Take it back" not in page(pair, pair.ada)
    pair.act(1, "take back")
    assert not [unit for unit in pair.game.units if unit.player == 1]


def refused(pair: Pair, player: int = 0) -> str:
    """Why this player cannot take his last act back."""
    with pytest.raises(Refusal) as found:
        pair.act(player, "take back")
    assert found.value.code == "not_undoable"
    assert "Take it back" not in page(pair, (pair.ada, pair.ben)[player])
    return found.value.message


def test_after_eight_seconds_the_others_are_asked() -> None:
    pair, begun = acting("ambush"), clock.now()
    with after(FOR + 0.1, begun):
        assert "8 seconds" in refused(pair)
    with after(FOR - 1, begun):
        pair.act(0, "take back")


def test_nothing_is_taken_back_after_dice_after_another_has_acted_or_when_it_binds() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    assert "Dice have been rolled" in refused(pair)
    pair = acting("ambush")
    pair.act(1, "draw", side="1")
    assert "own last act" in refused(pair)
    pair = sit_down("action points")
    pair.act(0, "bid", points="3")
    assert "bind" in refused(pair)
    pair = sit_down("cards")
    pair.act(0, "play")
    assert "bind" in refused(pair)
    assert "own last act" in refused(pair, 1)
    pair = acting("ambush")
    pair.act(0, "take back")
    assert "own last act" in refused(pair)


@pytest.mark.parametrize("holder", [0, 1])
def test_a_hold_is_no_act_and_is_not_taken_back_with_one(holder: int) -> None:
    pair = acting("ambush")
    pair.act(holder, "hold")
    text = page(pair, pair.ada)
    assert "Take it back" in text
    assert "Take it back" not in page(pair, pair.ben)
    if holder == 0:
        with pytest.raises(Refusal):
            pair.act(1, "take back")
    pair.act(0, "take back")
    assert pair.game.unit("a1").order == ""
    assert pair.game.held == holder
    assert f"{('Ada', 'Ben')[holder]} holds" in page(pair, pair.ben)
    assert "own last act" in refused(pair), "neither the Hold, nor what has been taken back already"


def test_a_hold_gives_nobody_more_time_and_letting_go_ends_it_no_sooner() -> None:
    pair, begun = acting("ambush"), clock.now()
    # However slow the machine is, what follows takes no time.
    with after(FOR - 2, begun):
        pair.act(1, "hold")
        pair.act(1, "let go")
    with after(FOR + 0.1, begun):
        assert "8 seconds" in refused(pair)
    with after(FOR - 1, begun):
        pair.act(0, "take back")
    assert pair.game.held == -1


def test_what_letting_go_has_shown_or_rolled_is_not_taken_back() -> None:
    pair = acting("ambush")
    pair.act(1, "hold")
    rows = TableAction.objects.filter(table=pair.table, kind="hold")
    die = {"n": 9, "what": "shuffle", "sides": 2, "value": 1}
    rows.update(events=[{"kind": "shuffled", "values": {}, "dice": [die], "rule": "", "secret_to": None}])
    assert "Dice have been rolled" in refused(pair)
    rows.update(events=[], undoable=False)
    assert "hidden" in refused(pair)


def test_what_has_shown_something_hidden_is_not_taken_back() -> None:
    pair = sit_down("assigned tokens and points")
    pair.act(0, "tokens", tokens={"a1": 1, "a2": 2})
    pair.act(0, "take back")
    assert not pair.game.players[0].placed
    pair.act(0, "tokens", tokens={"a1": 2, "a2": 1})
    pair.act(1, "tokens", tokens={"b1": 1, "b2": 2})
    assert "hidden" in refused(pair, 1)
