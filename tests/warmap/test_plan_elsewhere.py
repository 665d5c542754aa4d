"""A plan that was saved elsewhere since a page was opened: what the page shows must not replace it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse

from campaign.base.dates import clock
from campaign.models import PlanState
from tests.warmap.test_warmap import browser, ids, send
from tests.wars import HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db


def from_page(war: War, plan: object, over: str, *, how: str = "plan/") -> HttpResponse:
    """Send a plan as a page's script does that was opened when ``over`` was the plan's receipt."""
    with clock.at(war.turn.plan_due - timedelta(hours=1)):
        return browser(war.users["north"]).post(
            f"/c/{war.campaign.public_id}/{how}",
            plan,
            content_type="application/json",
            headers={"X-Over": over},
        )


def holding(war: War) -> dict[str, Any]:
    return {"orders": {ids(war)["north1"]: HOLD}, "node": None}


def marching(war: War) -> dict[str, Any]:
    return {"orders": {ids(war)["north1"]: march(2, 2)}, "node": None}


def test_an_older_page_does_not_replace_a_plan_it_has_not_seen() -> None:
    war = begin_war()
    kept = send(war, "north", holding(war)).json()["receipt"]
    answer = from_page(war, marching(war), "")
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert "elsewhere" in answer.json()["detail"]
    assert (answer.json()["receipt"], war.part("north").receipt) == (kept, kept)


def test_nor_does_it_submit_one() -> None:
    war = begin_war()
    send(war, "north", holding(war))
    assert from_page(war, marching(war), "", how="plan/submit/").status_code == 409
    assert war.part("north").state == PlanState.DRAFT


def test_who_has_seen_it_replaces_it() -> None:
    war = begin_war()
    kept = send(war, "north", holding(war)).json()["receipt"]
    answer = from_page(war, marching(war), kept)
    assert answer.status_code == 200
    assert war.part("north").receipt == answer.json()["receipt"] != kept


def test_the_same_plan_sent_again_is_no_conflict() -> None:
    war = begin_war()
    kept = from_page(war, holding(war), "").json()["receipt"]
    # Its first answer was lost on the way.
    assert from_page(war, holding(war), "").json()["receipt"] == kept


def test_the_form_without_scripts_keeps_what_was_chosen_and_asks() -> None:
    war = begin_war()
    kept = send(war, "north", holding(war)).json()["receipt"]
    banner = ids(war)["north1"]
    fields = {"turn": "1", "over": "", f"{banner}-primary": "march:C3", "do": "save"}
    with clock.at(war.turn.plan_due - timedelta(hours=1)):
        north = browser(war.users["north"])
        address = f"/c/{war.campaign.public_id}/plan/form/"
        refused = north.post(address, fields)
        page = refused.content.decode()
        assert (refused.status_code, war.part("north").receipt) == (422, kept)
        assert "elsewhere" in page
        assert f'name="over" value="{kept}"' in page
        # Whoever saves it again has been told.
        assert north.post(address, {**fields, "over": kept}).status_code == 302
    assert war.part("north").receipt != kept
