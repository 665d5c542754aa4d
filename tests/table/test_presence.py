"""A side that is away holds nobody up, and finds what was done without it marked and open to contest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from datetime import timedelta

import pytest

from battles.models import Phone, TableAction
from battles.table import presence, services
from battles.table.log_file import log_lines
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db
WRONG = {"unit": "a1", "pins": "2", "officer": "captain", "weapons": ["LMG"], "reason": "Forgot the mortar"}


@contextmanager
def later(pair: Pair, seconds: int, *, here: tuple[str, ...] = ("ada",)) -> Iterator[None]:
    """So much later, with only these phones still there."""
    with clock.at(clock.now() + timedelta(seconds=seconds)):
        for name in here:
            phone = getattr(pair, name)
            phone.refresh_from_db()
            presence.heard(phone)
        yield


def test_nobody_who_is_there_is_passed_over() -> None:
    pair = sit_down()
    with later(pair, 59):
        assert pair.act(0, "correct", **WRONG, alone="1") is None
        assert pair.game.unit("a1").pins == 0
        with pytest.raises(Refusal) as refused:
            services.answer(pair.table, pair.ada, side=0, agree=True, alone=True)
        assert refused.value.code == "present"
        assert "Brown" in refused.value.message
        assert "Go on without" not in page(pair, pair.ada)


def test_after_a_minute_one_goes_on_and_it_is_marked() -> None:
    pair = sit_down()
    assert pair.act(0, "correct", **WRONG) is None
    with later(pair, 61):
        assert "Go on without Brown" in page(pair, pair.ada)
        services.answer(pair.table, pair.ada, side=0, agree=True, alone=True)
        unit = pair.game.unit("a1")
        assert (unit.pins, unit.officer, unit.weapons) == (2, "captain", ("LMG",))
        said = [line.text for line in log_lines(pair.table, pair.game, 0)][:3]
        assert "Done without Brown, which was away" in said
        assert "While you were away" not in page(pair, pair.ada)
        assert "While you were away" in page(pair, pair.ben)


@pytest.mark.parametrize("contest", [False, True])
def test_who_is_back_lets_it_stand_or_contests_it(contest: bool) -> None:
    pair = sit_down()
    with later(pair, 61):
        row = pair.act(0, "correct", **WRONG, alone="1")
    services.respond(pair.table, pair.ben, n=row.n, side=1, contest=contest)
    assert pair.game.unit("a1").pins == (0 if contest else 2)
    assert pair.table.questions == []
    assert "While you were away" not in page(pair, pair.ben)


def test_what_has_been_built_upon_stays_and_is_shown_as_contested() -> None:
    pair = sit_down()
    with later(pair, 61):
        row = pair.act(0, "correct", **WRONG, alone="1")
        pair.act(0, "draw")
    with pytest.raises(Refusal):
        services.respond(pair.table, pair.ada, n=row.n, side=1, contest=True)
    services.respond(pair.table, pair.ben, n=row.n, side=1, contest=True)
    assert pair.game.unit("a1").pins == 2
    assert "Brown contests this" in page(pair, pair.ada)
    services.respond(pair.table, pair.ben, n=row.n, side=1, contest=False)
    assert "Brown contests this" not in page(pair, pair.ada)
    assert TableAction.objects.filter(table=pair.table, kind="contest").count() == 1


def test_an_undo_without_the_other_gives_no_new_dice() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    pair.table.refresh_from_db()
    die = pair.table.next_die
    with later(pair, 61):
        pair.act(0, "undo", alone="1")
        assert pair.game.stage == "draw"
        pair.act(0, "draw")
    pair.table.refresh_from_db()
    assert pair.table.next_die > die


def test_a_bid_is_entered_only_on_demand_and_is_nothing() -> None:
    pair = sit_down("action points")
    pair.act(0, "bid", points=3)
    with later(pair, 61):
        assert pair.game.stage == "bid"
        assert "Enter for Ben: a bid of 0" in page(pair, pair.ada)
        pair.act(0, "absent", who=1, alone="1")
    assert pair.game.sides[1].points == 20
    assert pair.game.stage != "bid"


def test_whoever_plays_for_another_sees_and_chooses_nothing_secret_of_his() -> None:
    pair = sit_down("action points")
    with later(pair, 61):
        pair.act(0, "leave", who=1, by=0, alone="1")
        text = page(pair, pair.ada)
        assert "it binds" in text
        assert "Brown: bid in secret" in text
        assert text.count("it binds") == 1
        with pytest.raises(Refusal) as refused:
            services.act(pair.table, pair.ada, services.Request("z", "bid", 1, {"points": 5}))
        assert refused.value.code == "not_yours"
    assert "I am back" in page(pair, pair.ben)
    services.act(pair.table, pair.ben, services.Request("y", "back", 1, {}))
    assert pair.game.players[1].played_by == 1


def test_asking_is_a_sign_of_life_and_tells_who_is_quiet() -> None:
    pair = sit_down()
    address = f"/t/{pair.table.public_id}/here/"
    with clock.at(clock.now() + timedelta(seconds=50)):
        assert browser_of(pair, pair.ada).get(address).json()["away"] == {"1": 50}
        assert browser_of(pair, pair.ben).get(address).json()["away"] == {}
        assert browser_of(pair, pair.ada).get(address).json()["away"] == {}


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_is_a_sign_of_life_for_all_of_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = sit_down()
    Phone.objects.update(seen_at=None)
    monkeypatch.setattr(presence, "_noted", float("inf"))

    async def events() -> AsyncIterator[bytes]:
        yield b"one"
        yield b"two"

    async def listen() -> None:
        async with aclosing(presence.kept(events(), pair.ben.pk)) as other:
            await anext(other)
            monkeypatch.setattr(presence, "_noted", 0.0)
            async for _event in presence.kept(events(), pair.ada.pk):
                pass

    asyncio.run(listen())
    assert all(Phone.objects.values_list("seen_at", flat=True))
    assert not presence._here
