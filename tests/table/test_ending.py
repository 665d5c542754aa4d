"""The end of a battle: every side's word, different ones side by side, and a way back with a new seed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from battles.models import Table
from battles.table import services
from battles.table.log_file import log_document, log_lines
from battles.table.services import Request
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from rules.tabletop.verify import faults
from tests.fights import WON, address, battle_in, browser, confirm, meet, tell, while_fighting
from tests.table.moments import acting, put
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_own_dice import aimed
from tests.table.test_presence import later
from tests.words import says

pytestmark = pytest.mark.django_db


def over(pair: Pair) -> bool:
    """Whether the battle is over."""
    pair.table.refresh_from_db()
    return bool(pair.table.over)


def log(pair: Pair) -> dict[str, Any]:
    """The log as a file."""
    pair.table.refresh_from_db()
    return dict(json.loads(json.dumps(log_document(pair.table, 0))))


def test_one_side_does_not_end_the_battle_in_the_middle_of_the_others_go() -> None:
    pair = acting()
    before = pair.game
    assert pair.act(1, "finish", winner="1") is None
    assert not over(pair)
    assert pair.game == before
    assert "seed" not in log(pair)
    text = page(pair, pair.ada)
    assert "Is the battle over?" in text
    assert "Brown says: Brown" in text
    services.answer(pair.table, pair.ada, side=0, agree=False)
    assert pair.table.refresh_from_db() is None
    assert pair.table.proposal is None
    pair.act(0, "done")


def test_nobody_gives_another_sides_word() -> None:
    pair = acting()
    pair.act(1, "finish", winner="1", words={"0": "1", "1": "1"}, alone="1")
    assert not over(pair)
    pair.act(1, "finish", winner="1")
    with pytest.raises(Refusal):
        services.answer(pair.table, pair.ben, side=0, agree=True)
    assert not over(pair)


def test_the_same_word_of_both_ends_it() -> None:
    pair = acting()
    pair.end(1)
    assert over(pair)
    assert (pair.game.winner, pair.game.words, pair.game.apart) == (1, (1, 1), False)
    assert (
        "Brown has won"
        in browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/report/").content.decode()
    )


def test_different_words_stand_side_by_side() -> None:
    pair = acting()
    pair.end(0, 1)
    assert over(pair)
    assert (pair.game.winner, pair.game.words, pair.game.apart) == (-1, (0, 1), True)
    for phone in (pair.ada, pair.ben):
        text = page(pair, phone)
        assert "Green says: Green" in text
        assert "Brown says: Brown" in text
        told = browser_of(pair, phone).get(f"/t/{pair.table.public_id}/report/").content.decode()
        assert "The sides do not agree on who has won" in told
        assert "Nobody has won" not in told


def test_a_word_can_be_changed_until_all_have_given_theirs() -> None:
    pair = acting()
    pair.act(1, "finish", winner="1")
    pair.act(1, "finish", winner="0")
    assert not over(pair)
    services.answer(pair.table, pair.ada, side=0, agree=True)
    assert pair.game.winner == 0


@pytest.mark.parametrize("winner", ["7", "x", None])
def test_a_winner_that_cannot_be_is_refused_before_anybody_is_asked(winner: str | None) -> None:
    pair = acting()
    for player in (0, 1):
        with pytest.raises(Refusal):
            pair.act(player, "finish", winner=winner)
        pair.table.refresh_from_db()
        assert (pair.table.proposal is None) == (player == 0)
        if player == 0:
            pair.act(0, "finish", winner="0")
    assert not over(pair)


def test_conceding_is_ones_own_and_is_a_word() -> None:
    pair = acting()
    with pytest.raises(Refusal):
        pair.act(0, "concede", side="1")
    pair.act(0, "finish", winner="0")
    pair.act(1, "concede", side="1")
    assert over(pair)
    assert pair.game.winner == 0
    again = acting()
    again.act(1, "concede", side="1")
    assert not over(again)
    again.act(0, "finish", winner="0")
    assert over(again)


def test_a_concession_that_waits_for_dice_is_a_word_once_they_lie() -> None:
    """The end has been said before; nobody has to say it again."""
    pair = aimed(1)
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "finish", winner="0")
    assert pair.act(1, "concede", side="1") is None
    pair.table.refresh_from_db()
    assert pair.table.waits is not None
    assert not over(pair)
    while (waits := pair.table.waits) is not None:
        services.lay(pair.table, pair.ada, cid=waits["cid"], typed=[1] * waits["wants"]["count"])
        pair.table.refresh_from_db()
    assert over(pair)
    assert pair.game.winner == 0
    assert pair.table.proposal is None


def test_it_is_a_word_too_where_the_app_rolls_after_all() -> None:
    pair = aimed(1)
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "finish", winner="0")
    pair.act(1, "concede", side="1")
    services.choose_dice(pair.table, pair.ada, own=False)
    assert over(pair)


def test_what_only_a_side_that_leaves_had_to_agree_to_is_agreed_on() -> None:
    """Else it would wait for nobody, and be said once more."""
    pair = acting()
    pair.act(0, "finish", winner="0")
    services.leave(pair.table, pair.ben)
    assert over(pair)
    again = acting()
    again.act(0, "correct", unit="a1", pins="2", reason="the other one")
    services.leave(again.table, again.ben)
    assert again.game.unit("a1").pins == 2
    again.table.refresh_from_db()
    assert again.table.proposal is None


def test_who_proposed_it_and_leaves_leaves_it_to_the_others() -> None:
    pair = acting()
    pair.act(0, "finish", winner="0")
    services.leave(pair.table, pair.ada)
    assert not over(pair)
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert over(pair)


def test_without_one_who_is_away_it_ends_marked_and_he_takes_it_back() -> None:
    pair = acting()
    before, seal = pair.game, pair.table.commitment
    with later(pair, 61, here=("ben",)):
        row = pair.act(1, "finish", winner="1", alone="1")
        assert over(pair)
    assert "While you were away" in page(pair, pair.ada)
    services.respond(pair.table, pair.ada, n=row.n, side=0, contest=True)
    assert not over(pair)
    assert pair.game == before
    assert pair.table.commitment != seal


def test_any_side_takes_a_battle_up_again_with_a_new_seed() -> None:
    pair = acting()
    before, seal, die = pair.game, pair.table.commitment, Table.objects.get(pk=pair.table.pk).next_die
    pair.end(1)
    out = log(pair)["seed"]
    text = page(pair, pair.ada)
    assert "take it up again" in text
    pair.act(0, "reopen")
    assert not over(pair)
    assert pair.game == before
    assert pair.table.commitment != seal
    assert pair.table.next_die == die
    said = [line.text for line in log_lines(pair.table, pair.game, 0)]
    assert "Ada takes the battle up again where it was before its end" in said
    assert any(pair.table.commitment in text for text in said), "the new seal, before the first die under it"
    assert (
        pair.table.commitment
        in browser_of(pair, pair.ben).get(f"/t/{pair.table.public_id}/log/").content.decode()
    )
    unfinished = log(pair)
    assert "seed" not in unfinished
    assert unfinished["earlier"] == [{"first": 0, "commitment": seal, "seed": out}]
    assert faults(unfinished) == []


def test_the_seed_that_is_out_tells_nothing_of_the_dice_to_come() -> None:
    pair = acting()
    pair.end(1)
    known = log(pair)["seed"]
    pair.act(0, "reopen")
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="40")
    pair.act(1, "answer", how="stand")
    pair.end(0)
    whole = log(pair)
    assert whole["seed"] != known
    assert faults(whole) == []
    rolled = [die for die in whole["dice"] if die["n"] >= whole["first"]]
    assert len(rolled) >= 40
    guessed = {**whole, "seed": known, "commitment": whole["earlier"][0]["commitment"]}
    assert len(faults(guessed)) > 20
    for change in (
        lambda one: one["earlier"][0].update(seed="00" * 32),
        lambda one: one.update(earlier=[]),
        lambda one: one.update(first=0),
        lambda one: one["dice"][-1].update(value=one["dice"][-1]["value"] % 6 + 1),
    ):
        wrong = json.loads(json.dumps(whole))
        change(wrong)
        assert faults(wrong)


def test_the_verifier_knows_three_seeds() -> None:
    pair = sit_down()
    for _ in range(2):
        pair.act(0, "draw")
        pair.end(0)
        pair.act(1, "reopen")
        side = pair.game.acting[-1].side
        unit = pair.game.able(side)[0].id
        pair.act(side, "order", unit=unit, order="down")
    pair.end(0)
    whole = log(pair)
    assert [one["first"] for one in whole["earlier"]] == sorted({one["first"] for one in whole["earlier"]})
    assert len({whole["seed"], *(one["seed"] for one in whole["earlier"])}) == 3
    assert faults(whole) == []


def test_what_is_left_of_the_deck_is_shuffled_again() -> None:
    """Whoever has the first seed knows in which order it lay."""
    pair = sit_down("cards")
    deck = pair.game.deck
    pair.end(0)
    pair.act(0, "reopen")
    assert sorted(pair.game.deck) == sorted(deck)
    assert pair.game.deck != deck
    assert "shuffle" not in json.dumps(log(pair)["dice"])
    pair.end(0)
    whole = log(pair)
    assert len([die for die in whole["dice"] if die["what"] == "shuffle"]) == 52 + len(deck)
    assert faults(whole) == []


def test_an_undo_of_the_end_binds_a_new_seed_too() -> None:
    pair = acting()
    seal = pair.table.commitment
    pair.end(1)
    pair.act(0, "undo")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert not over(pair)
    assert pair.table.commitment != seal


def test_a_quick_battle_is_over_for_good_after_48_hours() -> None:
    pair = acting()
    pair.end(1)
    with clock.at(clock.now() + timedelta(hours=47)):
        assert "take it up again" in page(pair, pair.ada)
    with clock.at(clock.now() + timedelta(hours=49)):
        assert "take it up again" not in page(pair, pair.ada)
        for kind in ("reopen", "undo"):
            with pytest.raises(Refusal, match="48 hours"):
                pair.act(0, kind)
        assert over(pair)


def test_nobody_takes_up_what_is_not_over_nor_from_outside() -> None:
    pair = acting()
    with pytest.raises(Refusal, match="not over"):
        pair.act(0, "reopen")
    pair.end(1)
    with pytest.raises(Refusal) as refused:
        services.act(pair.table, pair.ada, Request("x", "reopen", 1, {}))
    assert refused.value.code == "not_yours"


def test_a_campaigns_battle_is_taken_up_until_the_campaign_has_its_result() -> None:
    war = meet()
    users = [war.users["north"], war.users["south"]]
    with while_fighting(war):
        for user in users:
            browser(user).post(address(war, what="table/"))
        table = Table.objects.get()
        phones = [next(one for one in table.phones.all() if one.numbers == [number]) for number in (0, 1)]
        pair = Pair(table, *phones)
        for player in (0, 1):
            pair.act(player, "roster", roster="Squad 10 men 200 pts")
        pair.act(0, "begin")
        pair.end(0, 1)
        reports = [browser(user).get(f"/t/{table.public_id}/report/") for user in users]
        words = [one.context["form"].initial["winner"] for one in reports]
        assert words == ["own", "own"], "each side begins its report with its own word"
        with clock.at(clock.now() + timedelta(hours=49)):
            pair.act(1, "reopen")
        pair.end(0)
        tell(war, "north", WON)
        pair.act(1, "reopen")
        pair.end(0)
        confirm(war, "south")
        assert battle_in(war).closed_at is not None
        with pytest.raises(Refusal, match="campaign has the result"):
            pair.act(1, "reopen")
        assert "take it up again" not in page(pair, pair.ada)


def test_whoever_has_conceded_is_asked_nothing_more_while_the_other_is_there() -> None:
    pair = acting()
    pair.act(1, "concede", side="1")
    assert 'name="winner"' in page(pair, pair.ada)
    told = page(pair, pair.ben)
    assert 'data-prompt="finish"' in told
    assert "Green decides." in told
    assert 'name="winner"' not in told
    with later(pair, 61, here=("ben",)):
        # Nobody else is there to say it: then whoever has conceded may.
        assert 'name="winner"' in page(pair, pair.ben)
        pair.act(1, "finish", winner="0", alone="1")
    assert over(pair)


def test_whoever_has_conceded_may_end_it_where_the_others_phone_has_left() -> None:
    pair = acting()
    pair.act(1, "concede", side="1")
    services.leave(pair.table, pair.ada)
    assert 'name="winner"' in page(pair, pair.ben)
    pair.act(1, "finish", winner="0")
    assert over(pair)


def test_once_it_is_over_nobody_is_offered_to_change_what_aces_stand_for() -> None:
    pair = sit_down("cards", begin=False)
    for player in (0, 1):
        pair.act(player, "auto ready", on=True)
    pair.act(0, "begin")
    put(pair, lambda game: game.with_player(0, replace(game.players[0], hand=("S1", "H9"))))
    pair.act(0, "hold")
    assert says(page(pair, pair.ada), "stands for")
    pair.end(0)
    assert over(pair)
    assert not says(page(pair, pair.ada), "stands for")
