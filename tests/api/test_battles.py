"""A program tells of a battle: both sides report, confirm, open again; a sacrifice stays sealed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign.models import Battle, BattleResult, Phase, User
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]
WON = {
    "method": "tabletop",
    "winner": "own",
    "points_own": 300,
    "points_enemy": 900,
    "story": "Rain, then rout.",
}
LOST = {"method": "tabletop", "winner": "enemy", "points_own": 900, "points_enemy": 300}


@pytest.fixture
def fight(war: War) -> Battle:
    """The battle between Ada and Ben, announced."""
    war.meet()
    war.go_to(Phase.BATTLES)
    return war.battle()


def path(war: War, battle: Battle) -> str:
    return f"{war.path}battles/{battle.public_id}/"


def test_each_side_sees_the_battle_from_its_own_side(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    hers, his = (program(user).get(path(war, fight)).body for user in (ada, ben))
    assert (hers["own"]["name"], hers["enemy"]["name"]) == ("Vanguard", "Crimson Host")
    assert (his["own"]["name"], his["enemy"]["name"]) == ("Red Spear", "4th Iron Column")
    assert (hers["most_own"], hers["most_enemy"]) == (his["most_enemy"], his["most_own"]) == (1500, 1400)
    assert (hers["standing"], hers["may_report"], hers["may_confirm"]) == ("open", True, False)
    assert [one["id"] for one in program(ada).get(f"{war.path}battles/").body["items"]] == [fight.public_id]


def test_a_report_that_is_confirmed_closes_the_battle(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    told = program(ada).post(f"{path(war, fight)}result/", WON)
    assert (told.status, told.body["standing"], told.body["waits_for_me"]) == (200, "one", False)
    heard = program(ben).get(path(war, fight)).body["theirs"]
    assert (heard["winner"], heard["points_own"], heard["points_enemy"]) == ("enemy", 900, 300)
    assert (heard["story"], heard["sacrifice"]) == ("Rain, then rout.", None)
    closed = program(ben).post(f"{path(war, fight)}confirm/", {"seen": heard["mark"]})
    assert (closed.status, closed.body["standing"], closed.body["result"]["winner"]) == (
        200,
        "agreed",
        "enemy",
    )
    again = program(ada).post(f"{path(war, fight)}result/", WON)
    assert (again.status, again.body["code"]) == (409, "closed")


def test_what_was_confirmed_unseen_is_refused(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    program(ada).post(f"{path(war, fight)}result/", WON)
    old = program(ben).get(path(war, fight)).body["theirs"]["mark"]
    program(ada).post(f"{path(war, fight)}result/", {**WON, "points_enemy": 1200})
    refused = program(ben).post(f"{path(war, fight)}confirm/", {"seen": old})
    assert (refused.status, refused.body["code"]) == (409, "changed")


def test_two_that_differ_are_a_dispute_and_two_that_agree_are_a_result(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    program(ada).post(f"{path(war, fight)}result/", WON)
    differs = program(ben).post(f"{path(war, fight)}result/", {**LOST, "points_own": 800})
    assert differs.body["standing"] == "dispute"
    assert program(ben).post(f"{path(war, fight)}result/", LOST).body["standing"] == "agreed"


def test_an_agreed_result_is_opened_again_by_both(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    program(ada).post(f"{path(war, fight)}result/", WON)
    program(ben).post(f"{path(war, fight)}result/", LOST)
    assert program(ada).post(f"{path(war, fight)}reopen/").body["standing"] == "agreed"
    assert program(ben).post(f"{path(war, fight)}reopen/").body["standing"] == "reopened"


def test_both_may_leave_it_to_the_dice(war: War, fight: Battle, ada: User, ben: User, program: As) -> None:
    program(ada).post(f"{path(war, fight)}result/", {"method": "abstract"})
    rolled = program(ben).post(f"{path(war, fight)}result/", {"method": "abstract"}).body
    assert (rolled["standing"], rolled["result"]["method"]) == ("abstract", "abstract")
    assert all(1 <= die <= 6 for attempt in rolled["result"]["rolls"] for side in attempt for die in side)


def test_a_sacrifice_needs_the_army_rule_and_stays_sealed(
    war: War, fight: Battle, ada: User, ben: User, program: As
) -> None:
    refused = program(ada).post(f"{path(war, fight)}result/", {**WON, "sacrifice": 1})
    assert (refused.status, list(refused.errors)) == (400, ["sacrifice"])
    war.campaign.seats.filter(user=ada).update(rules=["sacrifice"])
    assert program(ada).post(f"{path(war, fight)}result/", {**WON, "sacrifice": 2}).status == 200
    assert program(ada).get(path(war, fight)).body["mine"]["sacrifice"] == 2
    assert program(ben).get(path(war, fight)).body["theirs"]["sacrifice"] is None
    assert program(ben).post(f"{path(war, fight)}sacrifice/", {"sacrifice": 1}).status == 400


def test_a_battle_beyond_the_load_is_not_reached_with_one(
    war: War, fight: Battle, ada: User, program: As
) -> None:
    refused = program(ada).post(f"{path(war, fight)}dice/")
    assert (refused.status, refused.body["code"]) == (409, "load")


def test_a_battle_of_others_is_answered_like_one_that_does_not_exist(
    war: War, fight: Battle, cleo: User, program: As
) -> None:
    foreign = program(cleo).get(path(war, fight))
    unknown = program(cleo).get(f"{war.path}battles/{'0' * 32}/")
    assert foreign.status == unknown.status == 404
    assert foreign.body == unknown.body
    assert program(cleo).post(f"{path(war, fight)}result/", WON).body == unknown.body
    assert program(cleo).get(f"{war.path}battles/").body["items"] == []
    assert BattleResult.objects.count() == 0


def test_after_the_results_deadline_nothing_is_told(war: War, fight: Battle, ada: User, program: As) -> None:
    war.go_to(Phase.AFTERMATH_REVIEW)
    late = program(ada).post(f"{path(war, fight)}result/", WON)
    assert (late.status, late.body["code"]) == (409, "late")
    assert BattleResult.objects.count() == 0
