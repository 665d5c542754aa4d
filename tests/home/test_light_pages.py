"""Lists stay light: turns' documents are read only where they are shown, and home holds a thousand wars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from campaign.access.versions import keys_of_home
from campaign.models import Campaign, CampaignStatus, Phase, Role, RoleKind, Seat, Turn, User
from tests.wars import START, War, begin_war

AsUser = Callable[[User | None], Client]

DOCUMENT = re.compile(r'"campaign_turn"\."(?:input|movement|outcome|proposal)"(?= AS|,| FROM)')
NEED_THEM = {"desk_scenario", "desk_review", "desk_map", "api:scenario", "api:proposal", "api:desk_map"}
"""What shows a turn's documents, to facilitators alone: one turn at a time."""
BYTES = 120_000
STATEMENTS = 20
THOUSAND = 1000


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """The names of all addresses."""
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from names(one.url_patterns, inner)
        elif one.name:
            yield space + one.name


def addresses(war: War, number: int) -> dict[str, str]:
    """All addresses that ask for no more than a war and one of its turns."""
    found: dict[str, str] = {}
    for name in names(get_resolver().url_patterns):
        war_id = war.campaign.public_id
        for given in ({}, {"campaign_id": war_id}, {"campaign_id": war_id, "number": number}):
            try:
                found[name] = reverse(name, kwargs=given)
                break
            except NoReverseMatch:
                continue
    return found


def heavy(client: Client, war: War) -> set[str]:
    """The names of the addresses whose answers read documents of turns."""
    found: set[str] = set()
    for name, path in addresses(war, 1).items():
        if "live" in name or "stream" in name or path.startswith(("/admin", "/account/log")):
            continue
        with CaptureQueriesContext(connection) as seen:
            client.get(path)
        if any(DOCUMENT.search(query["sql"]) for query in seen.captured_queries):
            found.add(name)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(
    "army", ["north", pytest.param(None, marks=pytest.mark.long)], ids=["a player", "the facilitator"]
)
def test_nothing_reads_a_turns_documents_but_what_shows_them(army: str | None, as_user: AsUser) -> None:
    war = begin_war()
    war.publish()
    assert len(addresses(war, 1)) > 100
    assert heavy(as_user(war.users[army] if army else war.facilitator), war) <= NEED_THEM


def run_by(user: User, count: int, *, played: bool = False) -> None:
    """Let somebody run so many campaigns in planning, or hold a seat in each."""
    campaigns = Campaign.objects.bulk_create(
        Campaign(name=f"The war for hill {n}", status=CampaignStatus.RUNNING) for n in range(count)
    )
    Turn.objects.bulk_create(
        Turn(campaign=one, number=1, phase=Phase.PLANNING, plan_due=START, rules_version="1")
        for one in campaigns
    )
    if played:
        seats = (Seat(campaign=one, number=1, key="a", army="The red", user=user) for one in campaigns)
        Seat.objects.bulk_create(seats)
    else:
        Role.objects.bulk_create(
            Role(campaign=one, user=user, kind=RoleKind.FACILITATOR) for one in campaigns
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "played"),
    [
        pytest.param("/", False, id="run"),
        pytest.param("/api/v1/home/", True, id="played in, by a program"),
        pytest.param("/", True, id="played in", marks=pytest.mark.long),
        pytest.param("/api/v1/home/", False, id="run, by a program", marks=pytest.mark.long),
    ],
)
def test_the_first_page_of_a_thousand_campaigns(path: str, played: bool, nils: User, as_user: AsUser) -> None:
    client = as_user(nils)
    run_by(nils, 3, played=played)
    few = read(client, path)[1]
    run_by(nils, THOUSAND, played=played)
    size, many = read(client, path)
    assert len(many) == len(few) <= STATEMENTS, "\n".join(sql[:200] for sql in many)
    assert size <= BYTES
    last = client.get(path, {"page": "34"})
    assert "The war for hill" in last.content.decode()
    assert client.get(path, {"page": "35"}).content.count(b"hill") == last.content.count(b"hill")


def read(client: Client, path: str) -> tuple[int, list[str]]:
    """The bytes of an answer, and the statements behind it."""
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(answer.content), [query["sql"] for query in seen.captured_queries]


@pytest.mark.django_db
def test_the_second_page_goes_on_where_the_first_ends(nils: User, as_user: AsUser) -> None:
    run_by(nils, 31)
    client = as_user(nils)
    names = [re.findall(r"The war for hill \d+", client.get(f"/?page={n}").content.decode()) for n in (1, 2)]
    assert (len(names[0]), len(names[1])) == (30, 1)
    assert len(set(names[0] + names[1])) == 31
    answer = client.get("/api/v1/home/?page=2").json()
    assert (len(answer["desks"]), answer["page"], answer["pages"]) == (1, 2, 2)
    for odd in ("0", "-1", "x", "9" * 30):
        refused = client.get("/api/v1/home/", {"page": odd})
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (400, "page")
        assert client.get("/", {"page": odd}).status_code == 200


@pytest.mark.django_db
def test_what_the_first_page_waits_for_is_found_in_few_statements(nils: User) -> None:
    run_by(nils, 100)
    with CaptureQueriesContext(connection) as seen:
        keys = keys_of_home(nils)
    assert {kind for kind, _pk in keys} == {"desk"}
    assert (len(keys), len(seen.captured_queries)) == (100, 3)
