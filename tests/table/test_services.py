"""The table in rows: every action counts once, nobody fishes for dice, all sides agree to what is undone."""

from __future__ import annotations

import json
import re
import zlib
from html import unescape

import pytest

from battles.models import TableAction
from battles.table import services
from battles.table.log_file import log_document
from battles.table.services import Request
from campaign.base.refusal import Refusal
from rules.tabletop.dice import Die
from rules.tabletop.squads.losing import with_models
from rules.tabletop.verify import faults
from tests.table.moments import put
from tests.table.phones import page, sit_down

pytestmark = pytest.mark.django_db


def test_an_action_sent_twice_counts_once() -> None:
    pair = sit_down()
    asked = Request("the same", "draw", 0, {})
    first = services.act(pair.table, pair.ada, asked)
    before = pair.game
    second = services.act(pair.table, pair.ada, asked)
    assert first is not None
    assert second is not None
    assert first.pk == second.pk
    assert pair.game == before


def test_a_phone_acts_only_for_its_own_places() -> None:
    pair = sit_down()
    with pytest.raises(Refusal) as refused:
        services.act(pair.table, pair.ada, Request("x", "draw", 1, {}))
    assert refused.value.field == "player"
    assert not TableAction.objects.filter(cid="x").exists()


def test_a_refused_action_leaves_nothing_behind() -> None:
    pair = sit_down()
    before = pair.game
    with pytest.raises(Refusal):
        pair.act(0, "order", unit="a1", order="fire")
    assert pair.game == before
    assert pair.table.next_die == services.Table.objects.get(pk=pair.table.pk).next_die


def test_undo_needs_both_and_never_gives_other_dice_for_the_same_number() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    pair.table.refresh_from_db()
    drawn, die = pair.game, pair.table.next_die
    assert pair.act(0, "undo") is None
    assert pair.game == drawn
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.acting == ()
    assert pair.game.stage == "draw"
    pair.act(0, "draw")
    pair.table.refresh_from_db()
    assert pair.table.next_die > die
    numbers = [d["n"] for row in TableAction.objects.all() for event in row.events for d in event["dice"]]
    assert sorted(numbers) == list(range(pair.table.next_die))


def test_a_refused_undo_changes_nothing() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    drawn = pair.game
    pair.act(0, "undo")
    services.answer(pair.table, pair.ben, side=1, agree=False)
    assert pair.game == drawn
    assert pair.table.proposal is None


def test_one_side_cannot_agree_for_the_other() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    pair.act(0, "undo")
    with pytest.raises(Refusal):
        services.answer(pair.table, pair.ada, side=1, agree=True)


def test_what_showed_a_secret_is_not_undone() -> None:
    pair = sit_down("action points")
    pair.act(0, "bid", points=3)
    pair.act(1, "bid", points=1)
    with pytest.raises(Refusal) as refused:
        pair.act(0, "undo")
    assert refused.value.code == "not_undoable"


def test_a_correction_needs_both_and_keeps_its_reason() -> None:
    pair = sit_down()
    pair.act(0, "correct", unit="a1", pins="2", reason="Forgot the mortar")
    assert pair.game.unit("a1").pins == 0
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.unit("a1").pins == 2
    assert "Forgot the mortar" in json.dumps(TableAction.objects.latest("n").events)


def test_a_correction_proposes_only_what_differs_from_the_unit_as_the_form_was_opened() -> None:
    pair = sit_down()
    models = pair.game.unit("a1").models
    form = re.search(r'name="was" value="([^"]*)"', page(pair, pair.ada))
    assert form is not None
    sent = {
        "unit": "a1",
        "models": str(models),
        "order": "",
        "destroyed": "0",
        "reason": "Forgot",
        "pins": "1",
    }
    sent |= {"was": unescape(form[1])}
    put(pair, lambda game: game.with_unit(with_models(game.unit("a1"), models - 1)))
    pair.act(0, "correct", **sent)
    pair.table.refresh_from_db()
    assert pair.table.proposal is not None
    assert pair.table.proposal["values"] == {"unit": "a1", "pins": "1", "reason": "Forgot"}
    put(pair, lambda game: game.with_unit(with_models(game.unit("a1"), models - 3)))
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert (pair.game.unit("a1").pins, pair.game.unit("a1").models) == (1, models - 3)


def test_what_a_program_corrects_is_measured_by_the_unit_as_it_stands() -> None:
    pair = sit_down()
    unit = pair.game.unit("a1")
    same = {"models": unit.models, "weapons": list(unit.weapons), "destroyed": False, "officer": ""}
    pair.act(0, "correct", unit="a1", pins="1", nco=not unit.nco, reason="Forgot", **same)
    pair.table.refresh_from_db()
    assert pair.table.proposal is not None
    assert set(pair.table.proposal["values"]) == {"unit", "pins", "nco", "reason"}


def test_own_dice_are_asked_for_and_marked_as_typed() -> None:
    pair = sit_down()
    services.choose_dice(pair.table, pair.ada, own=True)
    services.act(pair.table, pair.ada, Request("d", "draw", 0, {"side": "0"}))
    values = {"unit": "a1", "order": "fire", "asked": True}
    assert services.act(pair.table, pair.ada, Request("o", "order", 0, values)) is None
    pair.table.refresh_from_db()
    assert pair.table.waits["wants"] == {"what": "order test", "count": 2, "sides": 6, "place": 0}
    row = services.lay(pair.table, pair.ada, cid="o", typed=(3, 4))
    assert row is not None
    dice = [die for event in row.events for die in event["dice"]]
    assert [(die["value"], die["source"]) for die in dice] == [(3, "typed"), (4, "typed")]


@pytest.mark.parametrize("typed", [(7, 1), (1, 2, 3)])
def test_dice_that_cannot_be_are_refused(typed: tuple[int, ...]) -> None:
    pair = sit_down()
    services.act(pair.table, pair.ada, Request("d", "draw", 0, {"side": "0"}))
    values = {"unit": "a1", "order": "fire", "asked": True}
    with pytest.raises(Refusal):
        services.act(pair.table, pair.ada, Request("o", "order", 0, values, typed=typed))
    pair.table.refresh_from_db()
    assert pair.table.waits is None


def test_a_bid_raises_only_what_others_may_see_of_it() -> None:
    """Two worlds that differ in the bid alone: the rival's phone is told the same, as often."""
    seen = []
    for points in (1, 9):
        pair = sit_down("action points")
        before = pair.versions()
        pair.act(0, "bid", points=points)
        seen.append({number: version - before[number] for number, version in pair.versions().items()})
    assert seen[0] == seen[1]


def test_pressing_ready_does_not_reach_the_rival() -> None:
    pair = sit_down("cards")
    before = pair.versions()
    pair.act(0, "play")
    after = pair.versions()
    assert after[1] == before[1]
    assert after[-1] == before[-1]
    assert after[0] > before[0]


def test_a_taken_place_needs_its_four_digits_and_bars_guessing() -> None:
    pair = sit_down()
    with pytest.raises(Refusal):
        services.join(table=pair.table, user=None, numbers=[1])
    pin = pair.table.places.get(number=1).pin
    wrong = f"{(int(pin) + 1) % 10000:04}"
    for _ in range(5):
        with pytest.raises(Refusal):
            services.join(table=pair.table, user=None, numbers=[1], pins={1: wrong})
    with pytest.raises(Refusal) as refused:
        services.join(table=pair.table, user=None, numbers=[1], pins={1: pin})
    assert refused.value.code == "barred"
    assert pair.table.phones.count() == 2


def test_a_dead_phone_is_replaced() -> None:
    pair = sit_down()
    pin = pair.table.places.get(number=1).pin
    phone = services.join(table=pair.table, user=None, numbers=[1], pins={1: pin})
    assert services.act(pair.table, phone, Request("n", "draw", 1, {})) is not None


def test_the_log_verifies_once_it_is_over_and_hides_the_deck_before() -> None:
    pair = sit_down("cards")
    before = log_document(pair.table, 0)
    assert "seed" not in before
    assert "shuffled" not in json.dumps(before)
    pair.end(0)
    pair.table.refresh_from_db()
    log = log_document(pair.table, 0)
    assert len([die for die in log["dice"] if die["what"] == "shuffle"]) == 52
    assert faults(log) == []
    log["dice"][3]["value"] = log["dice"][3]["value"] % 52 + 1
    assert faults(log)


def test_states_are_kept_small_and_whole() -> None:
    pair = sit_down()
    pair.act(0, "draw")
    before = TableAction.objects.latest("n").before
    assert before is not None
    assert json.loads(zlib.decompress(bytes(before)))["version"] == 1
    assert Die(0, "x", 6, 1).source == "rolled"
