"""A program plans: it checks, saves, submits and reads again what a player may order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaign.models import Campaign, Deputy, Order, Phase, PlanState, PlayerTurn, User
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


def march(war: War, to: list[int]) -> dict[str, Any]:
    return {"orders": {war.id_of("a1"): {"primary": {"order": "march", "to": to}}}}


def mine(user: User) -> PlayerTurn:
    return PlayerTurn.objects.get(seat__user=user, turn__number=1)


def test_a_saved_plan_is_answered_with_a_receipt_and_read_as_it_was_written(
    war: War, ada: User, program: As
) -> None:
    plan = {
        "node": None,
        "orders": {
            war.id_of("a1"): {
                "primary": {"order": "march", "to": [3, 2]},
                "secondary": {"order": "resupply"},
            },
            war.id_of("a2"): {"hold": True},
        },
    }
    saved = program(ada).put(f"{war.path}turns/1/plan/", plan)
    assert (saved.status, saved.body["state"], saved.body["turn"]) == (200, "draft", 1)
    read = program(ada).get(f"{war.path}turns/1/plan/")
    assert read.body["plan"] == plan
    assert read.body["receipt"] == saved.body["receipt"] == mine(ada).receipt != ""
    receipt = program(ada).get(f"{war.path}turns/1/plan/receipt/")
    assert receipt.body == saved.body


def test_the_last_save_is_the_plan(war: War, ada: User, program: As) -> None:
    first = program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 2]))
    last = program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 3]))
    assert first.body["receipt"] != last.body["receipt"]
    assert program(ada).get(f"{war.path}turns/1/plan/").body["plan"] == {
        "node": None,
        **march(war, [3, 3]),
    }


def test_a_check_says_what_a_save_would_and_stores_nothing(war: War, ada: User, program: As) -> None:
    good = program(ada).post(f"{war.path}turns/1/plan/check/", march(war, [3, 2]))
    assert (good.status, good.body["legal"], good.body["problems"]) == (200, True, [])
    bad = program(ada).post(f"{war.path}turns/1/plan/check/", march(war, [8, 2]))
    assert (bad.status, bad.body["legal"]) == (200, False)
    (problem,) = bad.body["problems"]
    assert (problem["banner"], problem["slot"], problem["rule"]) == (war.id_of("a1"), "primary", "3")
    assert Order.objects.count() == 0
    assert mine(ada).state == PlanState.NOTHING
    saved = program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 2]))
    assert saved.body["receipt"] == good.body["receipt"]


def test_an_illegal_plan_is_refused_whole_with_every_problem(war: War, ada: User, program: As) -> None:
    plan = march(war, [8, 2])
    plan["orders"][war.id_of("a2")] = {"secondary": {"order": "unfortify"}}
    refused = program(ada).put(f"{war.path}turns/1/plan/", plan)
    assert refused.status == 422
    assert refused.body["type"] == "/api/v1/problems/illegal/"
    assert set(refused.errors) == {
        f"orders.{war.id_of('a1')}.primary",
        f"orders.{war.id_of('a2')}.secondary",
    }
    assert all(error["rule"] == "3" for error in refused.body["errors"])
    assert Order.objects.count() == 0


def test_a_submitted_plan_is_final_and_the_same_again_gets_the_same_receipt(
    war: War, ada: User, program: As
) -> None:
    done = program(ada).post(f"{war.path}turns/1/plan/submit/", march(war, [3, 2]))
    assert (done.status, done.body["state"]) == (200, "submitted")
    assert program(ada).post(f"{war.path}turns/1/plan/submit/", march(war, [3, 2])).body == done.body
    other = program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 3]))
    assert (other.status, other.body["code"]) == (409, "final")
    assert program(ada).get(f"{war.path}turns/1/plan/receipt/").body == done.body


def test_after_the_deadline_nothing_is_saved(war: War, ada: User, program: As) -> None:
    war.go_to(Phase.MOVEMENT_REVIEW)
    late = program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 2]))
    assert (late.status, late.body["code"]) == (409, "late")
    assert "deadline" in late.body["detail"]
    assert Order.objects.count() == 0


def test_the_options_of_a_banner_are_those_of_the_rules(war: War, ada: User, program: As) -> None:
    offered = program(ada).get(f"{war.path}banners/{war.id_of('a1')}/options/").body["orders"]
    by_order = {one["order"]: one for one in offered}
    assert len(offered) == 12
    assert [3, 2] in by_order["march"]["targets"]
    assert by_order["entrench"]["legal"] is False
    assert by_order["entrench"]["problems"][0]["rule"] == "3"
    assert by_order["join"]["with"] == [war.id_of("a2")]


def test_a_fallback_is_kept_by_public_id(war: War, ada: User, program: As) -> None:
    chosen = {"banners": {war.id_of("a1"): "fortify", war.id_of("a2"): "hold"}}
    assert program(ada).put(f"{war.path}fallback/", chosen).body == chosen
    assert program(ada).get(f"{war.path}fallback/").body == chosen


def test_a_plan_of_a_past_turn_can_be_read_when_its_banners_are_gone(
    war: War, tarn: Campaign, ada: User, program: As
) -> None:
    program(ada).post(f"{war.path}turns/1/plan/submit/", march(war, [3, 2]))
    war.go_to(Phase.PUBLISHED)
    tarn.banners.filter(key="a1").update(alive=False)
    assert program(ada).get(f"{war.path}turns/1/plan/").body["plan"]["orders"] == march(war, [3, 2])["orders"]


def test_what_a_deputy_plans_is_marked(war: War, ada: User, nils: User, program: As) -> None:
    Deputy.objects.create(seat=war.campaign.seats.get(user=ada), user=nils, since=war.turn.opened_at)
    assert program(nils).put(f"{war.path}turns/1/plan/", march(war, [3, 2])).status == 200
    assert program(ada).get(f"{war.path}turns/1/plan/").body["by_deputy"] is True
    assert program(ada).put(f"{war.path}turns/1/plan/", march(war, [3, 2])).status == 200
    assert program(nils).get(f"{war.path}turns/1/plan/").body["by_deputy"] is False
