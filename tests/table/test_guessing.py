"""Codes of tables and the digits of places cannot be tried without end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from battles.models import Phone, Place, Table
from battles.table.intake.guessing import MOST, MOST_OF_A_NETWORK
from campaign.access.api_tokens import make_token
from campaign.models import User
from tests.table.phones import Pair, sit_down

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
TOO_MANY = "Too many wrong codes. Wait 15 minutes."


@pytest.fixture
def table() -> Table:
    """A quick battle with a place that nobody has taken."""
    typed = {"name": "Ford", "side0": "Red", "side1": "Blue", "method": "cards", "phones": "each"}
    Client().post("/t/quick/", typed)
    return Table.objects.get()


def test_a_person_tries_so_many_codes_and_no_more(table: Table, ada: User, ben: User, as_user: As) -> None:
    client = as_user(ada)
    for number in range(MOST):
        wrong = client.post("/t/find/", {"code": f"WRONG{number}"})
        assert (wrong.status_code, "There is no table with this code" in wrong.content.decode()) == (
            422,
            True,
        )
    for code in ("WRONG", table.code):
        answer = client.post("/t/find/", {"code": code})
        assert (answer.status_code, TOO_MANY in answer.content.decode()) == (429, True)
    assert client.get(f"/t/{table.public_id}/join/{table.code}/").status_code == 429
    assert as_user(ben).post("/t/find/", {"code": table.code}).status_code == 302


def test_a_network_tries_so_many_codes_and_no_more(table: Table) -> None:
    codes = [Client().post("/t/find/", {"code": "WRONG"}).status_code for _n in range(MOST_OF_A_NETWORK + 3)]
    assert codes == [422] * MOST_OF_A_NETWORK + [429] * 3
    other = Client().post("/t/find/", {"code": table.code}, REMOTE_ADDR="198.51.100.9")
    assert other.status_code == 302


def test_links_and_programs_count_too(table: Table, ada: User, as_user: As) -> None:
    client = as_user(ada)
    _row, secret = make_token(user=ada, name="bot", scopes=["result"])
    bearer = {"Authorization": f"Bearer {secret}"}
    for number in range(MOST):
        if number % 2:
            assert client.get(f"/t/{table.public_id}/join/WRONG{number % 10}/").status_code == 404
        else:
            answer = Client().post(
                f"/api/v1/tables/{table.public_id}/join/",
                {"code": f"WRONG{number % 10}", "places": []},
                "application/json",
                headers=bearer,
            )
            assert answer.status_code == 404, answer.content
    right = {"code": table.code, "places": [1]}
    refused = Client().post(
        f"/api/v1/tables/{table.public_id}/join/", right, "application/json", headers=bearer
    )
    assert (refused.status_code, refused["Retry-After"]) == (429, "900")
    assert TOO_MANY in refused.json()["detail"]
    assert Phone.objects.count() == 1


def test_right_codes_use_nothing_up(table: Table, ada: User, as_user: As) -> None:
    client = as_user(ada)
    for _number in range(MOST + 3):
        assert client.post("/t/find/", {"code": table.code}).status_code == 302


def test_the_four_digits_of_a_place_count(ada: User, as_user: As) -> None:
    pair: Pair = sit_down()
    table, client = pair.table, as_user(ada)
    place = Place.objects.get(table=table, number=0)
    for number in range(MOST):
        Place.objects.update(tries=0, barred_until=None)
        typed = {"places": ["0"], "pin0": "0000" if place.pin != "0000" else "1111"}
        answer = client.post(f"/t/{table.public_id}/join/{table.code}/", typed)
        assert answer.status_code == 422, number
    Place.objects.update(tries=0, barred_until=None)
    answer = client.post(f"/t/{table.public_id}/join/{table.code}/", {"places": ["0"], "pin0": place.pin})
    assert answer.status_code in (422, 429)
    assert not Phone.objects.filter(user=ada).exists()
    cache.clear()
