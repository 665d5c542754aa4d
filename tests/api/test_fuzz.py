"""Requests made up from the API's own description: none makes it fail, and none shows what is foreign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as conf
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from campaign.api.problems import KINDS
from campaign.models import Phase, User
from campaign.seeds import seed_of
from tests.api.conftest import War
from tests.conftest import FORCES

pytestmark = pytest.mark.django_db

APP = get_wsgi_application()
CHECKED = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 5


def operations() -> dict[str, Any]:
    """The API's operations by what they are called, as its own document describes them."""
    document = SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True)
    described = schemathesis.openapi.from_dict(document)
    found = [result.ok() for result in described.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


OPERATIONS = operations()


@pytest.fixture
def in_one_transaction() -> Iterator[None]:
    """Requests in the test's own transaction: the app does not put its connection away between them."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("in_one_transaction")
@pytest.mark.parametrize("phase", [Phase.PLANNING, Phase.BATTLES])
@pytest.mark.parametrize("role", ["player", "facilitator"])
def test_no_request_makes_the_api_fail_or_shows_what_is_foreign(
    role: str, phase: Phase, war: War, ada: User, mara: User, as_user: Callable[[User | None], Client]
) -> None:
    if phase != Phase.PLANNING:
        war.meet()
        war.go_to(phase)
    login = login_of(as_user({"player": ada, "facilitator": mara}[role]))
    named = {
        "campaign_id": st.sampled_from([*[war.campaign.public_id] * 5, "AAAAAAAAAAAAAAAAAAAAAA"]),
        "number": st.sampled_from((0, 1, 2)),
        "battle_id": st.sampled_from([*war.turn.battles.values_list("public_id", flat=True), "0" * 32]),
        "slug": st.sampled_from([*KINDS, "nothing"]),
        "banner_id": st.sampled_from([war.id_of("a1"), war.id_of("b1"), "nobody"]),
    }
    secrets = hidden_from_ada(war) if role == "player" else [seed_of(war.campaign, 1).hex()]
    for operation in OPERATIONS.values():
        attack(operation, login, named, [war.id_of("a1"), war.id_of("a2")], secrets)


def login_of(client: Client) -> dict[str, dict[str, str]]:
    """The cookies and headers with which a browser's session asks, its CSRF token included."""
    session, token = client.cookies[conf.SESSION_COOKIE_NAME].value, "t" * 32
    cookies = {conf.SESSION_COOKIE_NAME: session, conf.CSRF_COOKIE_NAME: token}
    return {"cookies": cookies, "headers": {"X-CSRFToken": token, "Accept-Encoding": "identity"}}


def hidden_from_ada(war: War) -> list[str]:
    """Words that stand for what others have, and for what nobody may know."""
    others = [name for key, owner, _, _, name in FORCES if owner != "ada"]
    ids = [f'"{key}"' for key, _, _, _, _ in FORCES]
    return [*others, *ids, "Orb of Karst", seed_of(war.campaign, 1).hex()]


def with_own_banners(body: Any, own: list[str]) -> Any:
    """A made-up plan for banners that there are: others would be refused before their orders are read."""
    if not isinstance(body, dict) or not isinstance(body.get("orders"), dict):
        return body
    entries = body["orders"].values()
    return {**body, "orders": dict(zip(own, entries, strict=False))}


def attack(
    operation: Any,
    login: dict[str, dict[str, str]],
    named: dict[str, Any],
    own: list[str],
    secrets: list[str],
) -> None:
    """Send what the operation's description makes up, well formed and not."""
    parameters = st.fixed_dictionaries(
        {name: strategy for name, strategy in named.items() if f"{{{name}}}" in operation.path}
    )
    cases = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if operation.body:
        cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Stage.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, path=parameters)
    def send(case: Any, path: dict[str, Any]) -> None:
        case.path_parameters = {**(case.path_parameters or {}), **path}
        case.body = with_own_banners(case.body, own)
        case.cookies = login["cookies"]
        cache.clear()
        with transaction.atomic():
            response = case.call(app=APP, base_url="http://localhost", headers=login["headers"])
            transaction.set_rollback(True)
        assert response.status_code < 500
        assert response.status_code not in (401, 429), "the request never got as far as the endpoint"
        text = response.content.decode()
        assert [word for word in secrets if word in text] == []
        case.validate_response(response, checks=CHECKED)

    send()
