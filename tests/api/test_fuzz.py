"""Requests made up from the API's own description: none makes it fail, and none shows what is foreign.

A short form here, always the same; `make fuzz` asks as everybody in every phase (FUZZ_EXAMPLES: so often at
each operation), and differently from each FUZZ_SEED on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
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
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from campaign.access.api_tokens import make_token
from campaign.access.play_keys import new_key
from campaign.accounts.services import open_account
from campaign.engine.seeds import seed_of
from campaign.models import Phase, Role, RoleKind, User
from campaign.press.messages.services import send_message
from campaign.press.news.services import write_article
from campaign.skirmish.services import play_now
from campaign.skirmish.setting_up import Wish
from campaign.web.api.problem_kinds import KINDS
from tests.api.conftest import War
from tests.conftest import FORCES

pytestmark = pytest.mark.django_db

APP = get_wsgi_application()
CHECKED = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schemathesis.serializer("application/zip")
def as_it_is(context: Any, value: Any) -> bytes:
    """A file that was made up, as a body."""
    whole = value if isinstance(value, bytes | bytearray) else str(getattr(value, "data", value)).encode()
    return bytes(whole)


@lru_cache(maxsize=1)
def operations() -> dict[str, Any]:
    """The API's operations by what they are called, as its own document describes them."""
    document = SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True)
    described = schemathesis.openapi.from_dict(document)
    found = [result.ok() for result in described.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


@pytest.fixture
def in_one_transaction() -> Iterator[None]:
    """Requests in the test's own transaction: the app does not put its connection away between them."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who asks: the person of the cast, or nobody, and the scopes of the token, if one is used."""

    name: str | None
    scopes: tuple[str, ...] | None = None


ASKERS = {
    "player": Asker("ada"),
    "rival": Asker("ben"),
    "facilitator": Asker("mara"),
    "observer": Asker("olga"),
    "outsider": Asker("nils"),
    "visitor": Asker(None),
    "token to read": Asker("ada", ("read",)),
    "token to plan": Asker("ada", ("plan",)),
    "token for results": Asker("ada", ("result",)),
    "token to facilitate": Asker("mara", ("facilitate",)),
    "guest": Asker("greta"),
}
LONG = int(os.environ.get("FUZZ_EXAMPLES", "0"))
"""Examples of each operation in the long form; none for the short one."""
SEED = int(os.environ.get("FUZZ_SEED", "1"))
SHORT = {
    ("player", Phase.BATTLES): 1,
    ("facilitator", Phase.BATTLES): 1,
    ("observer", Phase.PLANNING): 1,
    ("visitor", Phase.PLANNING): 1,
    ("token to read", Phase.PLANNING): 1,
    ("token to facilitate", Phase.PLANNING): 1,
    ("guest", Phase.PLANNING): 1,
}
"""The short form: examples of each operation, by who asks and when."""
ALL_PHASES = (Phase.PLANNING, Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW)
RUNS = {(role, phase): LONG for role in ASKERS for phase in ALL_PHASES} if LONG else SHORT


@pytest.mark.shared(4)
@pytest.mark.usefixtures("in_one_transaction")
@pytest.mark.timeout(3600 if LONG else 600)
@pytest.mark.parametrize(("role", "phase"), RUNS)
def test_no_request_makes_the_api_fail_or_shows_what_is_foreign(
    role: str, phase: Phase, war: War, people: dict[str, User], as_user: Callable[[User | None], Client]
) -> None:
    asker = ASKERS[role]
    written = write_secrets(war, people)
    if phase != Phase.PLANNING:
        war.meet()
        war.go_to(phase)
    login = login_of(asker, people, as_user)
    battles = list(war.turn.battles.values_list("public_id", flat=True))
    named = {
        "campaign_id": st.sampled_from([*[war.campaign.public_id] * 5, "AAAAAAAAAAAAAAAAAAAAAA"]),
        "number": st.sampled_from((0, 1, 2)),
        "battle_id": st.sampled_from([*battles * 3, "0" * 32]),
        "slug": st.sampled_from([*KINDS, "nothing"]),
        "banner_id": st.sampled_from([war.id_of("a1"), war.id_of("b1"), "nobody"]),
        "name": st.sampled_from(("all", "facilitators", "seat-1", "seat-2", "raid_city", "nothing")),
        "side": st.sampled_from(("own", "enemy", "nothing")),
        "form": st.sampled_from(("rows", "csv", "tiled", "nothing")),
        **{name: st.sampled_from([key, "nothing"]) for name, key in written.items()},
    }
    own = [war.id_of(key) for key, owner, *_ in FORCES if owner == asker.name] or [war.id_of("a1")]
    secrets = hidden_from(asker, war)
    examples = RUNS[role, phase]
    for operation in operations().values() if LONG or examples > 1 else some(role):
        if operation.path in TAKING_LONG and not LONG:
            continue
        Attack(operation, login, named, own, secrets, examples, asker.scopes, f"{SEED} {role} {phase}").run()


def some(role: str) -> list[Any]:
    """A third of the operations: another one for the next role."""
    return list(operations().values())[list(ASKERS).index(role) % 3 :: 3]


TAKING_LONG = ("/api/v1/campaigns/{campaign_id}/draft/map/draw/",)
"""Addresses whose answers take long and hold nothing of a campaign."""


@pytest.fixture
def people(mara: User, ada: User, ben: User, cleo: User, nils: User, war: War) -> dict[str, User]:
    """The cast by name, with Olga, who only watches, and Greta, a guest with a skirmish of her own."""
    olga = open_account(name="Olga", email="olga@club.example", password="a quiet seat by the door")
    Role.objects.create(campaign=war.campaign, user=olga, kind=RoleKind.OBSERVER)
    greta = play_now(key=new_key(), asker="a network", user=None, wish=Wish()).user
    named = {"mara": mara, "ada": ada, "ben": ben, "cleo": cleo, "nils": nils}
    return {**named, "olga": olga, "greta": greta}


UNTOLD = ("zwieback", "marzipan", "lebkuchen")
"""What Ben writes to the facilitator, Mara in a draft, and Cleo to Ben."""


def write_secrets(war: War, people: dict[str, User]) -> dict[str, str]:
    """Things with secrets in them, that there be something to find; their ids by path parameter."""
    to_mara, draft, to_ben = UNTOLD
    campaign = war.campaign
    told = send_message(user=people["ben"], campaign=campaign, name="facilitators", text=to_mara).message
    send_message(user=people["cleo"], campaign=campaign, name="seat-2", text=to_ben)
    article = write_article(
        campaign=campaign, by=people["mara"], kind="chronicle", title=draft, text=draft, turn=None
    )
    return {
        "message_id": told.public_id,
        "article_id": article.public_id,
        "person_id": people["nils"].public_id,
    }


def login_of(
    asker: Asker, people: dict[str, User], as_user: Callable[[User | None], Client]
) -> dict[str, dict[str, str]]:
    """The cookies and headers of a browser's session, its CSRF token included, of a token, or of nobody."""
    headers = {"Accept-Encoding": "identity", "Authorization": ""}
    if asker.name is None:
        return {"cookies": {}, "headers": headers}
    if asker.scopes is not None:
        _, secret = make_token(user=people[asker.name], name="Fuzz", scopes=asker.scopes)
        return {"cookies": {}, "headers": {**headers, "Authorization": f"Bearer {secret}"}}
    client = as_user(people[asker.name])
    session, token = client.cookies[conf.SESSION_COOKIE_NAME].value, "t" * 32
    cookies = {conf.SESSION_COOKIE_NAME: session, conf.CSRF_COOKIE_NAME: token}
    # A made-up token would be refused before the session is looked at.
    return {"cookies": cookies, "headers": {**headers, "X-CSRFToken": token}}


def hidden_from(asker: Asker, war: War) -> list[str]:
    """Words that stand for what others have and say, and for what nobody may know."""
    seed, who = seed_of(war.campaign, 1).hex(), asker.name
    if who == "mara":
        # What players write to each other is theirs.
        return [seed, UNTOLD[2]]
    others = [name for _, owner, _, _, name in FORCES if owner != who]
    ids = [f'"{key}"' for key, _, _, _, _ in FORCES]
    said = {"ben": UNTOLD[1:2]}.get(who or "", UNTOLD)
    # Ben's aim names the relic, and Ada knows her depot.
    things = [name for name, knows in (("Orb of Karst", "ben"), ("Mill depot", "ada")) if knows != who]
    war_itself = [war.campaign.name, war.campaign.story] if who in (None, "nils", "greta") else []
    return [*others, *ids, *said, *things, *war_itself, seed]


def with_own_banners(body: Any, own: list[str]) -> Any:
    """A made-up plan for banners that there are: others would be refused before their orders are read."""
    if not isinstance(body, dict) or not isinstance(body.get("orders"), dict):
        return body
    entries = body["orders"].values()
    return {**body, "orders": dict(zip(own, entries, strict=False))}


@dataclass(frozen=True, slots=True)
class Attack:
    """What is sent to one operation, made up from its description, well formed and not."""

    operation: Any
    login: dict[str, dict[str, str]]
    named: dict[str, Any]
    own: list[str]
    secrets: list[str]
    examples: int
    scopes: tuple[str, ...] | None
    seed: str

    def run(self) -> None:
        """Send it."""
        operation = self.operation
        parameters = st.fixed_dictionaries(
            {name: strategy for name, strategy in self.named.items() if f"{{{name}}}" in operation.path}
        )
        cases = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        if operation.body:
            cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @seed(self.seed)
        @settings(
            max_examples=self.examples,
            deadline=None,
            database=None,
            phases=[Stage.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, path=parameters)
        def send(case: Any, path: dict[str, Any]) -> None:
            case.path_parameters = {**(case.path_parameters or {}), **path}
            case.body = with_own_banners(case.body, self.own)
            case.cookies = self.login["cookies"]
            cache.clear()
            with transaction.atomic():
                response = case.call(app=APP, base_url="http://localhost", headers=self.login["headers"])
                transaction.set_rollback(True)
            self.judge(case, response)

        send()

    def judge(self, case: Any, response: Any) -> None:
        """An answer as described, that is no failure and holds nothing foreign."""
        assert response.status_code < 500
        if self.login["cookies"] or self.scopes is not None:
            assert response.status_code not in (401, 429), "the request never got as far as the endpoint"
        text = response.content.decode(errors="replace")
        assert [word for word in self.secrets if word in text] == []
        case.validate_response(response, checks=CHECKED)
