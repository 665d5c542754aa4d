"""Every address of the API, asked by every role: the table is in ``roles.py``."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern, URLResolver

from campaign.accounts.services import open_account
from campaign.models import Deputy, Phase, Role, RoleKind, User
from campaign.web.api.authentication import PersonThrottle
from config.urls import API
from tests.api.conftest import Program, War
from tests.api.roles import ROLES, TABLE, WON, Row

pytestmark = pytest.mark.django_db

BINARY = ("my_data", "map_overview")


def names_in(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of all addresses."""
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= names_in(pattern.url_patterns)
        else:
            found.add(str(pattern.name))
    return found


def test_the_table_holds_every_address() -> None:
    assert {row.name for row in TABLE} == names_in(list(API))


@pytest.fixture
def cast(war: War, mara: User, ada: User, ben: User, cleo: User, nils: User) -> dict[str, User | None]:
    """Who asks in each role."""
    olga = open_account(name="Olga", email="olga@club.example", password="a quiet seat by the door")
    Role.objects.create(campaign=war.campaign, user=olga, kind=RoleKind.OBSERVER)
    dora = open_account(name="Dora", email="dora@club.example", password="a chair kept warm for Ada")
    Deputy.objects.create(seat=war.campaign.seats.get(user=ada), user=dora, since=war.turn.opened_at)
    people = (mara, ada, dora, ben, cleo, olga, nils, None)
    return dict(zip(ROLES, people, strict=True))


CLOSEST = ("player", "enemy", "outsider")
"""Each of these asks for half of everything in the short form; of the others a quarter of it each."""


def _asks(role: str, row: Row) -> bool:
    share = 2 if role in CLOSEST else 4
    return zlib.crc32(f"{role} {row.method} {row.path}".encode()) % share == 0


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "whole"])
@pytest.mark.parametrize("phase", sorted({row.phase for row in TABLE}))
def test_each_role_is_answered_as_the_table_says(
    phase: Phase,
    whole: bool,
    war: War,
    cast: dict[str, User | None],
    program: Callable[[User | None], Program],
) -> None:
    if phase != Phase.PLANNING:
        war.meet()
        war.go_to(phase)
    found = {}
    for row in (row for row in TABLE if row.phase == phase):
        cache.clear()  # throttles count by address and person, and this asks a lot
        with transaction.atomic():
            asking = {role: user for role, user in cast.items() if whole or _asks(role, row)}
            answered = answers_to(row, war, asking, program)
            transaction.set_rollback(True)
        as_the_player = {"deputy": row.expect["player"] if row.deputy is None else row.deputy}
        expected = {**row.expect, **as_the_player}
        wrong = {
            role: (answered[role], expected[role]) for role in answered if answered[role] != expected[role]
        }
        if wrong:
            found[f"{row.method} {row.path}"] = wrong
    assert found == {}, "answered and expected"


def answers_to(
    row: Row, war: War, cast: dict[str, User | None], program: Callable[[User | None], Program]
) -> dict[str, int]:
    """What each role is answered; what a request has done is undone before the next."""
    in_battle = row.phase in (Phase.BATTLES, Phase.AFTERMATH_REVIEW)
    if row.name == "battle_confirm":
        program(cast["player"]).post(f"{war.path}battles/{war.battle().public_id}/result/", WON)
    path = row.path.format(
        c=war.path, banner=war.id_of("a1"), battle=war.battle().public_id if in_battle else ""
    )
    answered = {}
    for role, user in cast.items():
        with transaction.atomic():
            answered[role] = asked(program(user), row, path)
            transaction.set_rollback(True)
    return answered


def asked(program: Program, row: Row, path: str) -> int:
    """What the address answers, with a problem document if it says no."""
    if row.name in ("schema", "docs"):
        return program.client.get(f"/api/v1/{path}").status_code
    if row.name in BINARY and program.client.get(f"/api/v1/{path}").status_code == 200:
        return 200
    answer = program.ask(row.method, path, row.body)
    if answer.status >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.body["status"] == answer.status
    return answer.status


def test_a_foreign_campaign_is_answered_like_one_that_does_not_exist(
    war: War, nils: User, program: Callable[[User | None], Program]
) -> None:
    for row in TABLE:
        if not row.path.startswith("{c}"):
            continue
        answers = [
            program(nils).ask(row.method, row.path.format(c=path, banner="b", battle="b"), row.body)
            for path in (war.path, "campaigns/AAAAAAAAAAAAAAAAAAAAAA/")
        ]
        assert answers[0] == answers[1], row
        assert answers[0].status == 404


def test_a_campaign_list_holds_only_ones_own(
    war: War, cast: dict[str, User | None], program: Callable[[User | None], Program]
) -> None:
    roles = {}
    for name in ("facilitator", "player", "deputy", "observer", "outsider"):
        items = program(cast[name]).get("campaigns/").body["items"]
        roles[name] = [(item["id"], item["role"], item["seat"]) for item in items]
    own = war.campaign.public_id
    assert roles == {
        "facilitator": [(own, "facilitator", None)],
        "player": [(own, "player", 1)],
        "deputy": [(own, "deputy", 1)],
        "observer": [(own, "observer", None)],
        "outsider": [],
    }


def test_what_is_public_is_the_same_for_all_who_take_part(
    war: War, cast: dict[str, User | None], program: Callable[[User | None], Program]
) -> None:
    bodies = []
    for name in ("facilitator", "player", "deputy", "bystander", "observer"):
        facts = program(cast[name]).get(war.path).body
        facts.pop("role")
        facts.pop("seat")
        for seat in facts["seats"]:
            seat.pop("you")
        bodies.append(facts)
    assert all(facts == bodies[0] for facts in bodies)
    assert set(bodies[0]) == {
        *("id", "name", "story", "status", "automatic", "pause_reason", "settings", "schedule", "terrain"),
        *("seats", "turn", "notices", "commitment", "champion", "ended_at"),
    }
    assert set(bodies[0]["seats"][0]) == {
        *("number", "army", "preset", "rules", "titles", "bot", "bot_level", "bot_character")
    }


def test_a_campaign_that_is_being_built_has_no_turn(
    war: War, cast: dict[str, User | None], program: Callable[[User | None], Program]
) -> None:
    war.campaign.turns.all().delete()
    for name in ("facilitator", "player"):
        assert program(cast[name]).get(war.path).body["turn"] is None
        assert program(cast[name]).get("campaigns/").body["items"][0]["phase"] is None
    assert program(cast["player"]).get(f"{war.path}turns/1/plan/").status == 404
    desk = program(cast["facilitator"]).get(f"{war.path}desk/")
    assert (desk.status, desk.body["code"]) == (409, "phase")


def test_too_many_requests_are_told_to_wait(
    war: War, ada: User, program: Callable[[User | None], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PersonThrottle, "THROTTLE_RATES", {"user": "3/min"})
    answers = [program(ada).get(war.path) for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 61
    assert answers[-1].body["type"] == "/api/v1/problems/throttled/"


def test_a_write_from_a_page_needs_its_token(war: War, ada: User) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    refused = client.put(f"/api/v1/{war.path}turns/1/plan/", {"orders": {}}, content_type="application/json")
    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]
