"""Own dice at a table of two phones: they belong to a place, are asked of it alone, and are final."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battles.models import Phone, Table, TableAction
from battles.table import services
from battles.table.log_file import log_document, log_lines
from battles.table.services import Request
from battles.table.shapes import state_of
from campaign.base.refusal import Refusal
from rules.tabletop.attacks import Due
from rules.tabletop.verify import faults
from tests.table.moments import MIXED, asked, put
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_presence import later

pytestmark = pytest.mark.django_db


def aimed(*own: int, shots: int = 3) -> Pair:
    """Green's squad aims at Brown's, and Brown has still to answer; ``own`` roll themselves."""
    pair = sit_down()
    for player in own:
        services.choose_dice(pair.table, (pair.ada, pair.ben)[player], own=True)
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots=str(shots), cover="soft")
    return pair


def waits(pair: Pair) -> dict[str, Any]:
    """What is waited for."""
    pair.table.refresh_from_db()
    assert pair.table.waits is not None
    return dict(pair.table.waits)


def lay(pair: Pair, player: int, *typed: int, **more: Any) -> TableAction | None:
    """Somebody lays down dice for what waits."""
    cid = waits(pair)["cid"]
    return services.lay(pair.table, (pair.ada, pair.ben)[player], cid=cid, typed=typed, **more)


def dice_of(row: TableAction | None) -> list[tuple[str, int, str]]:
    """All dice of an action: what for, value, source."""
    assert row is not None
    return [
        (die["what"], die["value"], die.get("source", "rolled"))
        for event in row.events
        for die in event["dice"]
    ]


def test_dice_may_be_typed_without_a_space_where_as_many_are_wanted() -> None:
    pair = asked("morale")
    services.choose_dice(pair.table, pair.ben, own=True)
    pair.act(1, "morale", officer="")
    assert waits(pair)["wants"] == {"what": "morale", "count": 2, "sides": 6, "place": 1}
    with pytest.raises(Refusal):
        lay(pair, 1, 37)
    assert waits(pair)["dice"] == []
    row = lay(pair, 1, 34)
    assert [die[1:] for die in dice_of(row) if die[0] == "morale"] == [(3, "typed"), (4, "typed")]


def test_whoever_shoots_rolls_his_own_hits_though_the_other_answers() -> None:
    pair = aimed(0)
    assert pair.act(1, "answer", how="stand") is None
    assert waits(pair)["wants"] == {"what": "hit", "count": 3, "sides": 6, "place": 0}
    assert "3 dice, D6" in page(pair, pair.ada)
    other = page(pair, pair.ben)
    assert "Ada rolls 3 for hits" in other
    assert 'name="typed"' not in other
    assert (
        "Ada rolls 3 for hits"
        in browser_of(pair, pair.ben).get(f"/t/{pair.table.public_id}/wall/").content.decode()
    )
    # Who rolls reads what fires at whom, and what hits.
    assert "Ada rolls 3 for hits (Rifle at Brown squad, 3+)" in page(pair, pair.ada)
    lay(pair, 0, 6, 6, 1)
    assert waits(pair)["wants"] == {"what": "damage", "count": 2, "sides": 6, "place": 0}
    row = lay(pair, 0, 1, 1)
    assert dice_of(row) == [("hit", value, "typed") for value in (6, 6, 1)] + [("damage", 1, "typed")] * 2
    assert row is not None
    assert (row.kind, row.player) == ("answer", 1)


def test_whoever_is_struck_rolls_his_own_saves_and_the_apps_dice_fall_in_their_turn() -> None:
    for _try in range(40):
        pair = aimed(1, shots=30)
        pair.act(1, "answer", how="stand")
        pair.table.refresh_from_db()
        if pair.table.waits is not None:
            break
    found = waits(pair)
    assert found["wants"]["what"] == "cover save"
    assert found["wants"]["place"] == 1
    hits = [die for die in found["dice"] if die["what"] == "hit"]
    assert len(hits) == 30
    assert all("source" not in die for die in hits), "they are the app's"
    assert "Dice rolled already" in page(pair, pair.ada)
    first = lay(pair, 1, *([1] * found["wants"]["count"]))
    row = first or lay(pair, 1, 1, 1)
    rolled = dice_of(row)
    assert [one for one in rolled if one[0] == "hit"] == [("hit", die["value"], "rolled") for die in hits]
    assert all(source == "typed" for what, _value, source in rolled if what in ("cover save", "morale"))


def test_an_answers_dice_are_never_the_shooters() -> None:
    """What the fault was: Ben's phone typed Ada's hits."""
    pair = aimed(0)
    with pytest.raises(Refusal) as refused:
        services.act(pair.table, pair.ben, Request("x", "answer", 1, {"how": "stand"}, typed=(1, 1, 1)))
    assert refused.value.field == "typed"
    assert pair.game.attack is not None
    assert pair.game.attack.step == "react"
    assert pair.table.waits is None


def test_another_place_is_not_let_in() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    with pytest.raises(Refusal) as refused:
        lay(pair, 1, 1, 1, 1)
    assert refused.value.code == "not_yours"
    body = {"waits": waits(pair)["cid"], "at": "0", "typed": "1 1 1"}
    where = f"/t/{pair.table.public_id}/lay/"
    assert browser_of(pair, pair.ben).post(where, body).status_code == 403
    watcher = Phone.objects.create(table=pair.table, numbers=[])
    assert browser_of(pair, watcher).post(where, body).status_code == 403
    assert waits(pair)["dice"] == []
    assert browser_of(pair, pair.ada).post(where, body).status_code == 302
    assert pair.game.attack is None


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("undo", {}),
        ("correct", {"unit": "a1", "pins": "1", "reason": "x"}),
        ("go on", {}),
        ("done", {}),
        ("finish", {"winner": "1"}),
        ("concede", {"side": "1"}),
        ("leave", {"who": "1", "by": "0"}),
        ("absent", {"who": "1"}),
        ("answer", {"how": "down"}),
    ],
)
def test_nothing_else_is_accepted_meanwhile(kind: str, values: dict[str, str]) -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    before, state = waits(pair), pair.game
    with pytest.raises(Refusal) as refused:
        pair.act(1, kind, **values)
    assert refused.value.code == "waits"
    assert "Ada rolls 3 for hits" in refused.value.message
    assert waits(pair) == before
    assert pair.game == state


def test_nothing_else_is_offered_meanwhile() -> None:
    """Ben's other unit lies in ambush: he could spring it, but for the dice that Ada has to roll."""
    pair = sit_down()
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "draw", side="1")
    pair.act(1, "order", unit="b2", order="ambush")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    assert "Spring: Brown gun" in page(pair, pair.ben)
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="3")
    pair.act(1, "answer", how="stand")
    assert waits(pair)["wants"]["place"] == 0
    for phone in (pair.ada, pair.ben):
        told = page(pair, phone)
        for offer in ("Spring: ", "Hold", "Take it back"):
            assert offer not in told, offer
    seen = state_of(pair.table, pair.ben)["views"][0]
    assert (seen["firing"], seen["own"]["spring"], seen["own"]["snap"]) == ([], [], [])
    lay(pair, 0, 1, 1, 1)
    assert "Spring: Brown gun" in page(pair, pair.ben)


def test_what_was_proposed_before_is_not_agreed_to_meanwhile() -> None:
    pair = aimed(0)
    pair.act(0, "correct", unit="b1", models="1", reason="Fewer of them")
    pair.act(1, "answer", how="stand")
    with pytest.raises(Refusal) as refused:
        services.answer(pair.table, pair.ben, side=1, agree=True)
    assert refused.value.code == "waits"
    lay(pair, 0, 1, 1, 1)
    services.answer(pair.table, pair.ben, side=1, agree=True)
    assert pair.game.unit("b1").models == 1


def test_what_lies_is_final_and_sent_twice_counts_once() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    assert lay(pair, 0, 6, 5, at=0) is None
    assert lay(pair, 0, 6, 5, at=0) is None
    assert [die["value"] for die in waits(pair)["dice"]] == [6, 5]
    assert waits(pair)["wants"]["count"] == 1
    with pytest.raises(Refusal) as refused:
        lay(pair, 0, 1, 1, at=0)
    assert refused.value.code == "final"
    services.act(pair.table, pair.ben, Request(waits(pair)["cid"], "answer", 1, {"how": "down"}))
    assert [die["value"] for die in waits(pair)["dice"]] == [6, 5]
    cid = waits(pair)["cid"]
    lay(pair, 0, 1, at=2)
    row = lay(pair, 0, 1, 1)
    again = services.lay(pair.table, pair.ada, cid=cid, typed=(1, 1), at=3)
    assert row is not None
    assert again is not None
    assert again.pk == row.pk
    with pytest.raises(Refusal):
        services.lay(pair.table, pair.ada, cid="never was", typed=(1,))


@pytest.mark.parametrize("typed", [(), (7, 1, 1), (0,), (1, 1, 1, 1)])
def test_dice_that_cannot_be_do_not_lie(typed: tuple[int, ...]) -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    with pytest.raises(Refusal) as refused:
        lay(pair, 0, *typed)
    assert refused.value.field == "typed"
    assert waits(pair)["dice"] == []


def test_they_belong_to_the_place_not_to_the_phone() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    pin = pair.table.places.get(number=0).pin
    other = services.join(table=pair.table, user=None, numbers=[0], pins={0: pin})
    pair.ada.delete()
    pair.ada = other
    assert "3 dice, D6" in page(pair, other)
    assert lay(pair, 0, 1, 1, 1) is not None


def test_whoever_leaves_holds_nobody_up() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    lay(pair, 0, 6, 5)
    assert browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/leave/").status_code == 302
    pair.table.refresh_from_db()
    assert pair.table.waits is None
    row = TableAction.objects.get(table=pair.table, kind="answer")
    assert [value for what, value, source in dice_of(row) if what == "hit" and source == "typed"] == [6, 5]


def test_who_lets_the_app_roll_again_is_not_waited_for() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    where = f"/t/{pair.table.public_id}/dice/"
    assert browser_of(pair, pair.ben).post(where, {"own": "0", "player": "0"}).status_code == 403
    assert waits(pair)["dice"] == []
    browser_of(pair, pair.ada).post(where, {"own": "0", "player": "0"})
    pair.table.refresh_from_db()
    assert pair.table.waits is None
    assert {source for _what, _value, source in dice_of(TableAction.objects.latest("n"))} == {"rolled"}


def test_the_app_rolls_for_one_who_is_away_and_marks_it() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    with later(pair, 59, here=("ben",)):
        assert "Enter for Ada" not in page(pair, pair.ben)
        assert pair.act(1, "absent", who="0", alone="1") is None
        services.answer(pair.table, pair.ben, side=1, agree=False)
    with later(pair, 61, here=("ben",)):
        assert "Enter for Ada: the app rolls" in page(pair, pair.ben)
        with pytest.raises(Refusal):
            pair.act(1, "absent", who="1", alone="1")
        row = pair.act(1, "absent", who="0", alone="1")
    pair.table.refresh_from_db()
    assert pair.table.waits is None
    assert row.kind == "answer"
    said = [line.text for line in log_lines(pair.table, pair.game, 1)]
    assert "The app rolls for Ada, who is away" in said
    assert "Done without Green, which was away" in said
    text = page(pair, pair.ada)
    assert "While you were away" in text
    before = pair.game
    services.respond(pair.table, pair.ada, n=row.n, side=0, contest=True)
    assert pair.game == before, "dice that were rolled are not rolled again because somebody contests them"
    assert "Green contests this" in page(pair, pair.ben)


def test_the_other_side_may_agree_to_the_apps_dice() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    assert pair.act(1, "absent", who="0") is None
    services.answer(pair.table, pair.ada, side=0, agree=True)
    pair.table.refresh_from_db()
    assert pair.table.waits is None


def test_a_proposal_to_let_the_app_roll_is_over_when_the_dice_lie() -> None:
    pair = aimed(0)
    pair.act(1, "answer", how="stand")
    assert pair.act(1, "absent", who="0") is None
    lay(pair, 0, 1, 1, 1)
    pair.table.refresh_from_db()
    assert pair.table.proposal is None


def test_between_two_questions_each_rolls_his_own() -> None:
    """Ben says who is near and rolls morale; then Ada rolls on the table; then Ben says where it jams."""
    pair = asked("morale")
    for player, phone in enumerate((pair.ada, pair.ben)):
        services.choose_dice(pair.table, phone, own=True, numbers=[player])
    hit = Due("table", "b4", light=True, by="a1", roller=0)
    put(pair, lambda game: replace(game, due=(*game.due, hit)))
    assert pair.act(1, "morale", officer="b3") is None
    assert waits(pair)["wants"] == {"what": "morale", "count": 2, "sides": 6, "place": 1}
    assert "Is an officer near?" not in page(pair, pair.ben)
    assert lay(pair, 1, 1, 2) is None
    assert waits(pair)["wants"] == {"what": "damage table", "count": 1, "sides": 6, "place": 0}
    with pytest.raises(Refusal, match="not yours"):
        lay(pair, 1, 3)
    assert "Ada rolls one die for the damage table" in page(pair, pair.ben)
    assert lay(pair, 0, 3) is None
    assert waits(pair)["wants"] == {"what": "turret", "count": 1, "sides": 2, "place": 0}
    row = lay(pair, 0, 2)
    assert dice_of(row) == [
        (what, value, "typed")
        for what, value in (("morale", 1), ("morale", 2), ("damage table", 3), ("turret", 2))
    ]
    assert [(one.kind, one.unit, one.turret) for one in pair.game.due] == [("jam", "b4", 2)]
    assert "Where does it point?" in page(pair, pair.ben)


def test_for_an_absent_owner_who_rolls_himself_the_answer_and_then_the_dice_are_entered() -> None:
    pair = asked("morale")
    services.choose_dice(pair.table, pair.ben, own=True)
    with later(pair, 61, here=("ada",)):
        assert pair.act(0, "absent", who="1", alone="1") is None
        assert waits(pair)["wants"]["place"] == 1
        assert "Enter for Ben: the app rolls" in page(pair, pair.ada)
        row = pair.act(0, "absent", who="1", alone="1")
    pair.table.refresh_from_db()
    assert (pair.table.waits, pair.game.due) == (None, ())
    assert [source for _what, _value, source in dice_of(row)] == ["rolled", "rolled"]


def test_dice_of_no_network_go_first_and_the_app_rolls_the_next_lot() -> None:
    """As offline.js sends them: dice of this phone with the action, marked as unverified."""
    pair = sit_down()
    pair.act(0, "draw", side="0")
    values = {"unit": "a1", "order": "rally", "asked": True}
    row = services.act(pair.table, pair.ada, Request("o", "order", 0, values, typed=(1, 2), local=True))
    assert dice_of(row)[:2] == [("order test", 1, "unverified"), ("order test", 2, "unverified")]
    assert dice_of(row)[2][0::2] == ("rally", "rolled")


def test_a_roll_that_was_begun_with_dice_of_no_network_is_brought_to_its_end() -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    values = {"unit": "a1", "order": "fire", "asked": True}
    assert (
        services.act(pair.table, pair.ada, Request("o", "order", 0, values, typed=(1,), local=True)) is None
    )
    assert waits(pair)["wants"]["count"] == 1
    row = lay(pair, 0, 2)
    assert [source for _what, _value, source in dice_of(row)] == ["unverified", "typed"]


def test_on_one_tablet_each_player_has_dice_of_his_own() -> None:
    phone = services.open_table(
        services.Setup(name="Tablet", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0, 1],
    )
    pair = Pair(phone.table, phone, phone)
    for player in (0, 1):
        pair.act(player, "roster", roster="Squad 5 men rifle")
    pair.act(0, "begin")
    assert "Ada rolls own dice" in page(pair, phone)
    services.choose_dice(pair.table, phone, own=True, numbers=[0])
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="2")
    pair.act(1, "answer", how="stand")
    assert waits(pair)["wants"]["place"] == 0
    assert "Ada rolls 2 for hits" in page(pair, phone)
    assert lay(pair, 0, 1, 1) is not None


def test_a_log_with_own_dice_verifies() -> None:
    pair = aimed(1)
    pair.act(1, "answer", how="stand")
    while Table.objects.get(pk=pair.table.pk).waits:
        lay(pair, 1, *([1] * waits(pair)["wants"]["count"]))
    pair.end(0)
    pair.table.refresh_from_db()
    log = log_document(pair.table, 0)
    assert faults(log) == []
    assert [die["n"] for die in log["dice"]] == list(range(pair.table.next_die))


def test_what_was_sent_twice_counts_once_though_it_is_the_others_turn_to_roll_by_now() -> None:
    pair = sit_down()
    for player in (0, 1):
        services.choose_dice(pair.table, (pair.ada, pair.ben)[player], own=True)
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="run")
    pair.act(0, "assault", shooter="a1", target="b1", own_dice="2", enemy_dice="2")
    lay(pair, 0, 2, 3, at=0)
    assert waits(pair)["wants"]["place"] == 1
    assert lay(pair, 0, 2, 3, at=0) is None, "the same lot"
    with pytest.raises(Refusal) as refused:
        lay(pair, 0, 6, 6, at=0)
    assert refused.value.code == "final"
    with pytest.raises(Refusal) as refused:
        lay(pair, 0, 6, 6, at=2)
    assert refused.value.code == "not_yours"
    assert [die["value"] for die in waits(pair)["dice"]] == [2, 3]


def test_each_group_of_a_volley_is_asked_for_by_its_weapon_and_target() -> None:
    pair = sit_down()
    for key in ("a1", "b1"):
        put(pair, lambda game, key=key: game.with_unit(replace(game.unit(key), groups=MIXED)))  # type: ignore[misc]
    services.choose_dice(pair.table, pair.ada, own=True)
    services.choose_dice(pair.table, pair.ben, own=True)
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    fire = [{"group": 1, "target": "b1"}, {"group": 2, "target": "b1"}]
    pair.act(0, "volley", shooter="a1", fire=fire)
    pair.act(1, "answer", how="stand")
    pair.act(0, "measure", at=[{"target": "b1", "inches": 10, "cover": "hard"}])
    assert "Ada rolls 6 for hits (6 rifles at Brown squad, 3+)" in page(pair, pair.ben)
    assert waits(pair)["about"] == {"unit": "b1", "weapon": "Rifle", "weapons": 6, "needed": 3}
    lay(pair, 0, 6, 6, 6, 1, 1, 1)
    assert "Ada rolls 4 for hits (LMG at Brown squad, 3+)" in page(pair, pair.ada)
    lay(pair, 0, 1, 1, 1, 1)
    assert "Ada rolls 3 for damage (6 rifles at Brown squad, 4+)" in page(pair, pair.ada)
    lay(pair, 0, 6, 6, 6)
    assert "Ben rolls 3 for cover saves (6 rifles at Brown squad, 4+)" in page(pair, pair.ben)


def test_whoever_has_conceded_rolls_nothing_more() -> None:
    """His unit is under fire when he gives up: the dice that are left are the app's."""
    for _try in range(5):
        pair = aimed(1, shots=30)
        row = pair.act(1, "concede", side="1")
        assert row is not None
        assert pair.game.attack is None or pair.game.attack.step != "react"
        while pair.game.attack is not None:
            pair.act(0, "go on")
            pair.table.refresh_from_db()
            assert pair.table.waits is None
        assert "Ben rolls" not in page(pair, pair.ben)
