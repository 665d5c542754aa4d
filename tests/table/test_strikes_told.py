"""Of several strikes that are out, each prompt, each waiting screen and each line says which it is about."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from battles.table import services
from battles.table.log_file import log_lines
from battles.table.words.table_log import sentence
from campaign.base.refusal import Refusal
from rules.tabletop.state import PRELIMINARY, Game
from tests.table.moments import put
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_own_dice import lay, waits

pytestmark = pytest.mark.django_db


def out(**steps: str) -> Pair:
    """Green's air strike at Brown's squad, and both sides' barrages, are out; each at a step."""
    pair = sit_down()
    pair.act(0, "call strike", strike="air", side="0", target="b1", aim="by the well")
    pair.act(0, "call strike", strike="barrage", side="0", aim="the mill")
    pair.act(1, "call strike", strike="barrage", side="1")

    def at(game: Game) -> Game:
        strikes = tuple(
            replace(one, due=game.turn, step=steps.get(one.id, "due"), struck=("b1",), chooser=1, reach=9)
            for one in game.strikes
        )
        return replace(game, phase=PRELIMINARY, strikes=strikes, acting=(), stage="")

    put(pair, at)
    return pair


def asked(pair: Pair, player: int) -> list[str]:
    """What one phone reads is wanted."""
    return re.findall(r'<h2 tabindex="-1">([^<]*)</h2>', page(pair, (pair.ada, pair.ben)[player]))


def test_each_prompt_names_the_strike_on_both_phones() -> None:
    pair = out()
    wanted = {
        "Green: roll for the air strike at Brown squad (aiming point: by the well)",
        "Green: roll for the artillery barrage (aiming point: the mill)",
        "Brown: roll for the artillery barrage",
    }
    assert set(asked(pair, 0)) == set(asked(pair, 1)) == wanted
    pair = out(s1="target", s2="near", s3="hits")
    wanted = {
        "Brown: a rookie flies the air strike of Green at Brown squad (aiming point: by the well). Choose the"
        " new target",
        "Which units are within reach of the artillery barrage of Green (aiming point: the mill)?",
        "Count the direct hits of the artillery barrage of Brown",
    }
    assert set(asked(pair, 0)) == set(asked(pair, 1)) == wanted
    pair = out(s1="flak", s2="done", s3="done")
    flak = "Flak at the air strike of Green at Brown squad (aiming point: by the well): was it shot down?"
    assert asked(pair, 0) == [flak]
    wall = browser_of(pair, pair.ben).get(f"/t/{pair.table.public_id}/wall/").content.decode()
    assert flak in wall


def test_two_of_which_all_the_same_was_said_are_numbered() -> None:
    pair = out()
    put(pair, lambda game: replace(game, strikes=(*game.strikes, replace(game.strikes[2], id="s4"))))
    assert "Brown: roll for the artillery barrage, no. 1" in asked(pair, 0)
    assert "Brown: roll for the artillery barrage, no. 2" in asked(pair, 0)


def test_the_log_tells_where_it_is_meant_to_fall() -> None:
    pair = out()
    pair.act(0, "strike", strike_id="s1")
    told = [line.text for line in log_lines(pair.table, pair.game, -1)]
    place = "at Brown squad (aiming point: by the well)"
    assert f"Green calls: Air strike {place}, due in turn 2" in told
    assert "Green calls: Artillery barrage (aiming point: the mill), due in turn 2" in told
    assert "Brown calls: Artillery barrage, due in turn 2" in told
    assert f"Air strike of Green {place}" in told
    pair = out(s1="flak")
    pair.act(1, "flak", strike_id="s1", down="1")
    told = [line.text for line in log_lines(pair.table, pair.game, -1)]
    assert f"Flak at the air strike of Green {place}: shot down" in told


def test_a_log_of_before_says_what_it_knows() -> None:
    game = sit_down().game
    called = {"kind": "strike called", "values": {"strike": "air", "side": 0, "due": 2}, "dice": []}
    assert sentence(game, called) == "Green calls: Air strike, due in turn 2"
    assert sentence(game, {"kind": "flak", "values": {"down": 0}, "dice": []}) == "Flak: it comes through"


def test_while_lists_are_sealed_nobody_reads_whom_a_strike_is_meant_for() -> None:
    pair = sit_down(begin=False)
    put(pair, lambda game: replace(game, sealed=True))
    pair.act(0, "call strike", strike="air", side="0", target="b1")
    told = [line.text for line in log_lines(pair.table, pair.game, 0)]
    assert told[0] == "Green calls: Air strike, due in turn 1"
    pair.act(0, "begin")
    told = [line.text for line in log_lines(pair.table, pair.game, 0)]
    assert "Green calls: Air strike at Brown squad, due in turn 1" in told


def test_whoever_rolls_for_a_strike_himself_reads_for_which_and_what_it_needs() -> None:
    pair = out(s2="near", s3="done")
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "strike", strike_id="s1")
    where = "at Brown squad, aiming point: by the well"
    assert f"Ada rolls one die for the air strike ({where})" in page(pair, pair.ben)
    lay(pair, 0, 5)
    pair.act(0, "strike near", strike_id="s2", units=["b2"])
    assert waits(pair)["about"] == {"unit": "b2", "needed": 6}
    gun = pair.game.unit("b2").name
    told = f"Ada rolls one die for a direct hit ({gun}, 6+; aiming point: the mill)"
    assert told in page(pair, pair.ada)
    lay(pair, 0, 6)
    pair.act(1, "strike hits", strike_id="s2", hits={"b2": 1})
    assert f"damage by the barrage ({gun}, 2+; aiming point: the mill)" in page(pair, pair.ada)


def test_an_air_strike_without_a_target_is_told_what_it_lacks() -> None:
    pair = sit_down()
    with pytest.raises(Refusal, match="An air strike has a target: choose a unit that is in play"):
        pair.act(0, "call strike", strike="air", side="0", target="")
