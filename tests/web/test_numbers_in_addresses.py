"""A number of an address or a query that no database holds: nothing is there, and nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from battles.table.intake.reading import records_of
from campaign.models import User
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db

TOO_LONG = ("9" * 25, "9" * 19, "9" * 10, "1" * 5000)
"""What overflows a bigint of SQLite, a bigint of PostgreSQL, its integer; and what Python does not read."""


def numbered(patterns: list[URLPattern | URLResolver], start: str = "") -> Iterator[tuple[str, URLPattern]]:
    """The routes with a number in them."""
    for one in patterns:
        route = start + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from numbered(one.url_patterns, route)
        elif re.search(r"<(int|whole):", route):
            yield route, one


def paths(war: War, number: str) -> list[str]:
    found = []
    for route, _pattern in numbered(get_resolver().url_patterns):
        path = re.sub(r"<(?:int|whole):\w+>", number, route)
        path = re.sub(r"<\w+:campaign_id>", war.campaign.public_id, path)
        found.append("/" + re.sub(r"<\w+:\w+>", "x" * 22, path))
    return found


@pytest.fixture
def war() -> War:
    return begin_war(CLOSE)


@pytest.mark.parametrize("number", TOO_LONG, ids=len)
def test_no_address_breaks_by_a_number_that_no_database_holds(war: War, number: str) -> None:
    people: list[User | None] = [None, war.users["north"], war.facilitator]
    asked = paths(war, number)
    assert len(asked) >= 29
    for person in people:
        client = Client()
        if person is not None:
            client.force_login(person)
        for path in asked:
            cache.clear()
            for method in (client.get, client.post):
                answer = method(path)
                assert answer.status_code in (301, 302, 401, 403, 404, 405), (path[:80], answer.status_code)


QUERIES = (
    "c/<war>/turns/1/film.json?as=",
    "c/<war>/turns/1/overview.png?px=",
    "c/<war>/turns/1/map.json?tiles=",
    "c/<war>/turns/1/film/still.png?as=",
    "c/<war>/log/?page=",
    "c/<war>/end/replay/?turn=",
    "c/<war>/messages/all/?before=",
    "?page=",
    "wars/?page=",
    "embed/?maxwidth=",
    "operator/measures/?page=",
    "api/v1/campaigns/?page=",
    "api/v1/campaigns/?after=",
    "api/v1/wars/?page=",
    "api/v1/campaigns/<war>/turns/1/film/?as=",
    "api/v1/campaigns/<war>/turns/1/map/tiles/?at=",
    "api/v1/campaigns/<war>/messages/all/?before=",
    "api/v1/campaigns/<war>/log/?after=",
)


@pytest.mark.parametrize("number", TOO_LONG, ids=len)
def test_no_query_breaks_by_such_a_number(war: War, number: str) -> None:
    client = Client()
    client.force_login(war.users["north"])
    for query in QUERIES:
        cache.clear()
        answer = client.get("/" + query.replace("<war>", war.campaign.public_id) + number)
        assert answer.status_code < 500, query


def test_no_form_of_the_table_breaks_by_such_a_number() -> None:
    for number in TOO_LONG:
        post = QueryDict(f"at.{number}.inches=3&at.1.inches=4")
        assert records_of(post, "at") == [{"inches": "4"}]
