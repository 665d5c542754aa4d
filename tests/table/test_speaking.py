"""On one tablet each side says for itself what only it may say, though the tablet plays both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from battles.table import services
from tests.table.moments import put
from tests.table.phones import BROWN, GREEN, Pair, browser_of

pytestmark = pytest.mark.django_db


def tablet() -> tuple[Pair, Client]:
    """One tablet plays both sides."""
    phone = services.open_table(
        services.Setup(name="Tablet", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0, 1],
        settings={"method": "dice bag", "momentum": "1"},
    )
    pair = Pair(phone.table, phone, phone)
    pair.act(0, "roster", roster=GREEN)
    pair.act(1, "roster", roster=BROWN)
    pair.act(0, "begin")
    return pair, browser_of(pair, phone)


def sends(pair: Pair, client: Client, kind: str, **values: str) -> None:
    """A form of the page is sent as it stands there: in the name of the tablet's first place."""
    body = {"kind": kind, "player": "0", "cid": f"form {kind}", **values}
    answer = client.post(f"/t/{pair.table.public_id}/act/", body, headers={"X-Part": "board"})
    assert answer.status_code == 200, answer.content.decode()[:2000]


def test_the_second_side_concedes_for_itself() -> None:
    pair, client = tablet()
    sends(pair, client, "concede", side="1", sure="yes")
    assert [side.conceded for side in pair.game.sides] == [False, True]


def test_the_second_side_calls_its_own_barrage() -> None:
    pair, client = tablet()
    sends(pair, client, "call strike", strike="barrage", side="1")
    assert [strike.side for strike in pair.game.strikes] == [1]


def test_the_second_sides_unit_springs_its_ambush_and_spends_its_boost() -> None:
    pair, client = tablet()
    put(pair, lambda game: game.with_unit(replace(game.unit("b1"), boosts=1)))
    sends(pair, client, "spend", what="boost", unit="b1")
    assert pair.game.unit("b1").boosts == 0
    pair.act(0, "draw", side="1")
    pair.act(1, "order", unit="b1", order="ambush")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    sends(pair, client, "spring", unit="b1")
    assert pair.game.unit("b1").order == "fire"


def test_a_phone_of_one_side_says_nothing_for_the_other() -> None:
    pair, _client = tablet()
    pair.ada.numbers = [0]
    pair.ada.save()
    body = {"kind": "concede", "player": "0", "cid": "x", "side": "1", "sure": "yes"}
    answer = browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/act/", body)
    assert answer.status_code == 422
    assert not any(side.conceded for side in pair.game.sides)
