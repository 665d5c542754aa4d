"""What somebody stumbles over who writes a program with nothing but the documents of the API."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from campaign.models import Campaign, Seat, User
from campaign.web.api.authentication import HasScope, scope_of
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


def described() -> dict[str, Any]:
    """The API's own document."""
    return dict(SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True))


def test_every_operation_says_which_scope_a_token_needs() -> None:
    silent = []
    for path, operations in described()["paths"].items():
        view = resolve(re.sub(r"\{\w+\}", "1", path)).func.view_class()
        for method, operation in operations.items():
            told = re.findall(r"scope `(\w+)`", operation["description"])
            scope = scope_of(view, method.upper()) if HasScope in view.permission_classes else None
            needed = [scope] if scope is not None else []
            if told != needed:
                silent.append((method, path, told, needed))
    assert silent == []


def test_an_address_without_its_last_slash_is_told_so(war: War, ada: User, program: As) -> None:
    for method in ("GET", "POST"):
        answer = program(ada).ask(method, "campaigns")
        assert answer.status == 404
        assert "end with a slash" in answer.body["detail"]
    assert "slash" not in program(ada).get("nothing/").body["detail"]
    same = [program(ada).get(path).body for path in (f"campaigns/{war.campaign.public_id}", "campaigns/x")]
    assert same[0] == same[1]


def test_a_word_that_is_none_of_those_allowed_is_told_which_are(war: War, ada: User, program: As) -> None:
    war.meet()
    battle = war.go_to("battles").battles.get()
    told = {"method": "tabletop", "winner": "me", "points_own": 1, "points_enemy": 2}
    answer = program(ada).post(f"{war.path}battles/{battle.public_id}/result/", told)
    assert answer.errors == {"winner": '"me" is not a valid choice; there are own, enemy, draw.'}


def test_a_plan_that_cannot_be_read_says_what_is_wrong_beside_where(war: War, ada: User, program: As) -> None:
    banner = war.id_of("a1")
    for orders, path, detail in (
        ({"primary": "march"}, "primary", 'must be an object, not "march".'),
        (
            {"hold": True, "primary": {"order": "search"}},
            "",
            "a banner that is to hold can have no orders.",
        ),
    ):
        where = f"orders.{banner}.{path}".rstrip(".")
        answer = program(ada).put(f"{war.path}turns/1/plan/", {"orders": {banner: orders}})
        assert answer.errors == {where: detail}
        assert answer.body["detail"] == f"{where}: {detail}"


def test_what_keeps_a_campaign_from_starting_reads_as_sentences(mara: User, program: As) -> None:
    made = program(mara).post("campaigns/", {"name": "Rain", "template": "crossing", "seats": 2}).body
    Seat.objects.filter(campaign=Campaign.objects.get(public_id=made["id"])).update(user=None)
    answer = program(mara).post(f"campaigns/{made['id']}/draft/start/")
    assert answer.status == 409
    assert ".;" not in answer.body["detail"]
    assert not answer.body["detail"].endswith("..")


def test_the_draft_that_founding_answers_with_is_the_one_that_is_stored(mara: User, program: As) -> None:
    made = program(mara).post("campaigns/", {"name": "Rain", "template": "crossing", "seats": 2}).body
    assert made == program(mara).get(f"campaigns/{made['id']}/draft/").body
    assert made["story"]
    saved = {"version": made["versions"]["settings"], "settings": {"grace": 2}}
    assert program(mara).put(f"campaigns/{made['id']}/draft/settings/", saved).status == 200


@pytest.mark.parametrize(
    ("part", "sent", "path"),
    [
        ("settings", {"settings": {"speed": 3}}, "settings.speed"),
        ("settings", {"settings": {"battles": "chess"}}, "settings.battles"),
        ("schedule", {"schedule": {"plan": "friday"}}, "schedule.plan"),
        ("schedule", {"schedule": {"time_zone": "Mars"}}, "schedule.time_zone"),
        ("map", {"board": {}}, "board.terrain"),
    ],
)
def test_the_path_of_a_fault_leads_through_all_that_was_sent(
    part: str, sent: dict[str, Any], path: str, mara: User, program: As
) -> None:
    made = program(mara).post("campaigns/", {"name": "Rain"}).body
    version = made["versions"]["board" if part == "map" else part]
    answer = program(mara).put(f"campaigns/{made['id']}/draft/{part}/", {**sent, "version": version})
    assert (answer.status, list(answer.errors)) == (400, [path])


def test_what_a_campaign_cannot_begin_from_is_named_as_it_was_sent(mara: User, program: As) -> None:
    for field in ("template", "copy_of"):
        answer = program(mara).post("campaigns/", {"name": "Rain", field: "nothing"})
        assert (answer.status, list(answer.errors)) == (400, [field])


def test_a_fault_of_a_sacrifice_or_a_fallback_is_at_its_banner(war: War, ada: User, program: As) -> None:
    banner = war.id_of("a1")
    plan = {"orders": {banner: {"sacrifice": 1}}}
    answer = program(ada).put(f"{war.path}turns/1/plan/", plan)
    assert (answer.status, list(answer.errors)) == (400, [f"orders.{banner}.sacrifice"])
    for sent in ({"nobody": "hold"}, {"nobody": 5}, {banner: "dance"}):
        answer = program(ada).put(f"{war.path}fallback/", {"banners": sent})
        assert (answer.status, list(answer.errors)) == (400, [f"banners.{next(iter(sent))}"]), sent
