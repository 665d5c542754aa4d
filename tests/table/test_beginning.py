"""To begin with what has been chosen and not saved: all of it happens, or nothing does."""

from __future__ import annotations

import pytest

from battles.models import Intake, Table
from battles.table import services
from battles.table.keepsakes import services as keepsakes
from campaign.base.refusal import Refusal
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db
CHOSEN = {"kind": "begin", "player": "0", "method": "action points", "turns": "6", "attacker": "1"}
CHOSEN |= {"points0": "30", "points1": "12", "momentum": "1", "draws": "app", "series": "own"}


def begins(pair: Pair, **more: str) -> tuple[int, str]:
    """Ada presses Begin, with all that her page has chosen."""
    answer = browser_of(pair, pair.ada).post(
        f"/t/{pair.table.public_id}/act/", {**CHOSEN, **more}, headers={"X-Part": "board"}
    )
    pair.table.refresh_from_db()
    return answer.status_code, answer.content.decode()


def test_what_has_been_chosen_is_in_force_in_one_action() -> None:
    pair = sit_down(begin=False)
    pair.table.refresh_from_db()
    before = pair.table.actions_count
    assert begins(pair)[0] == 200
    game = pair.game
    assert (game.method, game.turns, game.attacker, game.momentum.on) == ("action points", 6, 1, True)
    assert [side.points for side in game.sides] == [30, 12]
    assert pair.table.actions_count == before + 1
    row = pair.table.actions.order_by("-n")[0]
    assert [event["kind"] for event in row.events][:2] == ["settings", "begun"]
    assert not row.undoable


def test_nothing_is_told_of_settings_that_stand_already() -> None:
    pair = sit_down(begin=False)
    pair.act(0, "begin", method="dice bag", turns="0")
    assert "settings" not in [event["kind"] for event in pair.table.actions.order_by("-n")[0].events]


def empty() -> Pair:
    """Ben has no units yet."""
    pair = sit_down(begin=False)
    for unit in pair.game.units:
        if unit.player == 1:
            pair.act(1, "drop unit", unit=unit.id)
    return pair


def waiting() -> Pair:
    """Ben still answers about his list."""
    pair = sit_down(begin=False)
    Intake.objects.create(table=pair.table, number=1, source={})
    return pair


@pytest.mark.parametrize("refused", [empty, waiting])
def test_nothing_is_saved_where_the_beginning_is_refused(refused: object) -> None:
    assert callable(refused)
    pair = refused()
    before, count = pair.game, Table.objects.get(pk=pair.table.pk).actions_count
    status, html = begins(pair)
    assert status == 422
    assert pair.game == before
    assert pair.table.actions_count == count
    # What was chosen stands in the form as it was sent.
    assert '<option value="action points" selected="selected">' in html
    assert 'value="30"' in html


def test_settings_that_cannot_be_begin_nothing() -> None:
    pair = sit_down(begin=False)
    before = pair.game
    status, html = begins(pair, turns="777")
    assert status == 422
    assert "from 0 to 99" in html
    assert pair.game == before


def test_a_beginning_that_is_sent_twice_counts_once() -> None:
    pair = sit_down(begin=False)
    assert begins(pair, cid="one")[0] == 200
    count = pair.table.actions_count
    assert begins(pair, cid="one")[0] == 200
    assert pair.table.actions_count == count


def test_while_the_marker_is_drawn_for_it_nothing_is_settled_and_then_all_is() -> None:
    pair = sit_down(begin=False)
    services.choose_dice(pair.table, pair.ada, own=True)
    assert begins(pair, attacker="-1")[0] == 200
    assert pair.table.waits is not None
    assert pair.game.method == "dice bag"
    services.lay(pair.table, pair.ada, cid=pair.table.waits["cid"], typed=[2])
    assert (pair.game.method, pair.game.turns, pair.game.marker) == ("action points", 6, 1)


def test_a_rematch_has_what_was_chosen_with_the_beginning() -> None:
    pair = sit_down(begin=False)
    begins(pair)
    pair.end(0)
    again = services.game_of(keepsakes.rematch(pair.table, pair.ada, None).table)
    assert (again.method, again.turns, again.attacker, again.momentum.on) == ("action points", 6, 0, True)
    assert [side.points_start for side in again.sides] == [30, 12]
    assert (again.phase, again.turn) == ("setup", 0)


def test_the_beginning_is_neither_undone_nor_taken_back() -> None:
    pair = sit_down(begin=False)
    pair.act(0, "begin")
    with pytest.raises(Refusal):
        pair.act(0, "take back")
    with pytest.raises(Refusal):
        pair.act(0, "undo")
    assert "Take it back" not in page(pair, pair.ada)
