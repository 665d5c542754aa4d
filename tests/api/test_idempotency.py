"""A request with a key counts once, however often it is sent."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.db import connection, transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory, force_authenticate

from campaign.access.api_tokens import make_token
from campaign.access.idempotency import Answer, answer_once
from campaign.base.refusal import Refusal
from campaign.models import AuditEntry, BattleResult, IdempotencyKey, Phase, PlayerTurn, Scope, User
from campaign.web.api.base import Endpoint, Once, once
from tests.api.conftest import Program, War

As = Callable[[User | None], Program]
DICE = {"method": "abstract"}


@pytest.mark.django_db
def test_the_same_request_is_answered_alike_and_counts_once(war: War, mara: User, program: As) -> None:
    war.go_to(Phase.MOVEMENT_REVIEW)
    first = program(mara).post(f"{war.path}desk/announce/", key="once")
    again = program(mara).post(f"{war.path}desk/announce/", key="once")
    assert first.status == again.status == 200
    assert again.body == first.body
    assert (first.headers.get("idempotency-replayed"), again.headers["idempotency-replayed"]) == (
        None,
        "true",
    )
    assert AuditEntry.objects.filter(kind="announced").count() == 1
    without = program(mara).post(f"{war.path}desk/announce/")
    assert (without.status, without.body["code"]) == (409, "phase")


@pytest.mark.django_db
def test_the_old_answer_is_given_though_the_world_has_moved_on(war: War, ada: User, program: As) -> None:
    plan = {"orders": {war.id_of("a1"): {"hold": True}}}
    first = program(ada).put(f"{war.path}turns/1/plan/", plan, key="plan-1")
    other = program(ada).put(f"{war.path}turns/1/plan/", {"orders": {}}, key="plan-2")
    again = program(ada).put(f"{war.path}turns/1/plan/", plan, key="plan-1")
    assert again.body == first.body
    assert program(ada).get(f"{war.path}turns/1/plan/receipt/").body["receipt"] == other.body["receipt"]


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["body", "path", "method"])
def test_a_key_belongs_to_one_request(other: str, war: War, ada: User, program: As) -> None:
    path, plan = f"{war.path}turns/1/plan/", {"orders": {}}
    assert program(ada).put(path, plan, key="k").status == 200
    refused = {
        "body": lambda: program(ada).put(path, {"node": None, "orders": {}}, key="k"),
        "path": lambda: program(ada).post(f"{path}submit/", plan, key="k"),
        "method": lambda: program(ada).put(f"{war.path}fallback/", {"banners": {}}, key="k"),
    }[other]()
    assert (refused.status, refused.body["type"]) == (422, "/api/v1/problems/key-reused/")
    assert program(ada).get(path).body["state"] != "submitted"


@pytest.mark.django_db
def test_the_order_of_a_bodys_members_makes_no_other_request(war: War, ada: User, program: As) -> None:
    path = f"{war.path}turns/1/plan/"
    first = program(ada).ask("PUT", path, raw=b'{"node": null, "orders": {}}', key="k")
    again = program(ada).ask("PUT", path, raw=b'{"orders":{},"node":null}', key="k")
    assert again.body == first.body


@pytest.mark.django_db
def test_a_request_is_read_before_its_key_is_looked_at(war: War, ada: User, program: As) -> None:
    path = f"{war.path}turns/1/plan/"
    assert program(ada).put(path, {"orders": {}}, key="k").status == 200
    unreadable = program(ada).put(path, {"orders": 3}, key="k")
    assert (unreadable.status, list(unreadable.errors)) == (400, ["orders"])


@pytest.mark.django_db(transaction=True)
def test_only_what_counts_once_is_in_the_keys_transaction(ada: User) -> None:
    seen: list[bool] = []

    class Probe(Endpoint):
        write_scope = Scope.PLAN

        @once(status=201)
        def post(self, request: Request) -> Once[dict[str, int]]:
            """Look."""
            seen.append(connection.in_atomic_block)
            yield
            seen.append(connection.in_atomic_block)
            return {"n": len(seen)}

    for _first_and_again in range(2):
        request = APIRequestFactory().post("/", {}, format="json", headers={"Idempotency-Key": "k"})
        force_authenticate(request, user=ada)
        answer = Probe.as_view()(request)
        assert (answer.status_code, answer.data) == (201, {"n": 2})
    assert seen == [False, True, False], "again it is read, but not done"


@pytest.mark.django_db
def test_two_people_may_have_the_same_key(war: War, ada: User, ben: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    path = f"{war.path}battles/{war.battle().public_id}/result/"
    for user in (ada, ben):
        assert program(user).post(path, DICE, key="k").status == 200
    assert BattleResult.objects.count() == 2


@pytest.mark.django_db
def test_what_was_refused_may_be_tried_again_under_its_key(war: War, ada: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.MOVEMENT_REVIEW)
    path = f"{war.path}turns/1/plan/"
    assert program(ada).put(path, {"orders": {}}, key="k").status == 409
    assert IdempotencyKey.objects.count() == 0
    assert program(ada).put(path, {"orders": {}}, key="k").body["code"] == "late"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 81, "two words", "schlüssel"])
def test_a_key_that_is_none_is_refused(key: str, war: War, ada: User, program: As) -> None:
    refused = program(ada).put(f"{war.path}turns/1/plan/", {"orders": {}}, key=key)
    assert (refused.status, list(refused.errors)) == (400, ["header Idempotency-Key"])


@pytest.mark.django_db
def test_a_key_is_kept_for_seven_days(war: War, ada: User, program: As) -> None:
    path = f"{war.path}turns/1/plan/"
    program(ada).put(path, {"orders": {}}, key="k")
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(days=8))
    fresh = program(ada).put(path, {"node": None, "orders": {}}, key="k")
    assert (fresh.status, fresh.headers.get("idempotency-replayed")) == (200, None)
    assert IdempotencyKey.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_effect_and_the_answer_are_stored_together_or_not_at_all(ada: User) -> None:
    def effect() -> Answer:
        User.objects.filter(pk=ada.pk).update(name="Somebody else")
        raise Refusal("No.", code="no")

    with pytest.raises(Refusal):
        answer_once(user=ada, key="k", request_hash="h", effect=effect)
    ada.refresh_from_db()
    assert (ada.name, IdempotencyKey.objects.count()) == ("Ada", 0)


@pytest.mark.django_db(transaction=True)
def test_while_a_request_is_worked_on_the_same_is_refused(ada: User) -> None:
    begun, done = threading.Event(), threading.Event()
    answers: list[Answer] = []

    def effect() -> Answer:
        begun.set()
        assert done.wait(10)
        return Answer(200, {"n": 1})

    def work() -> None:
        try:
            answers.append(answer_once(user=ada, key="k", request_hash="h", effect=effect))
        finally:
            connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(10)
    with pytest.raises(Refusal) as refused:
        answer_once(user=ada, key="k", request_hash="h", effect=lambda: Answer(200, {"n": 2}))
    done.set()
    worker.join(10)
    assert refused.value.code == "in_flight"
    later = answer_once(user=ada, key="k", request_hash="h", effect=lambda: Answer(200, {"n": 3}))
    assert (answers[0].document, later.document, later.repeated) == ({"n": 1}, {"n": 1}, True)


@pytest.mark.django_db(transaction=True)
def test_sent_again_while_the_first_is_in_flight_it_is_answered_409(
    war: War, ada: User, live_server: Any
) -> None:
    """Two requests over the network, at once; the seat's row is held, so that neither can be done yet."""
    _token, secret = make_token(user=ada, name="seat", scopes=["plan"])
    plan = {"orders": {war.id_of("a1"): {"hold": True}}}
    address = f"{live_server.url}/api/v1/{war.path}turns/1/plan/"
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "at-once"}

    def put(_number: int) -> httpx.Response:
        return httpx.put(address, json=plan, headers=headers, timeout=30)

    assert httpx.get(address, headers=headers, timeout=30).json()["state"] == "nothing"
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            list(PlayerTurn.objects.select_for_update().filter(turn=war.turn))
            sent = {threads.submit(put, number) for number in range(2)}
            early, late = wait(sent, timeout=15, return_when=FIRST_COMPLETED)
            assert (len(early), len(late)) == (1, 1), "one is refused at once, the other waits for the row"
            (refused,) = (one.result() for one in early)
        (done,) = (one.result() for one in late)
    assert (refused.status_code, refused.headers["content-type"]) == (409, "application/problem+json")
    assert refused.json()["type"] == "/api/v1/problems/in-flight/"
    assert (done.status_code, done.json()["state"]) == (200, "draft")
    again = put(0)
    assert (again.status_code, again.headers["idempotency-replayed"]) == (200, "true")
    assert again.json() == done.json()
    assert IdempotencyKey.objects.count() == 1
