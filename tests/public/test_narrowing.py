"""The list of wars is narrowed by the database: as what is shown says, and of thousands a page is read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Advert, AuditEntry, Campaign, Seat, User
from campaign.people.reliability.selectors import Reliability
from campaign.public.directory import narrowing
from campaign.public.directory.narrowing import MINIMA, PACES, Wanted
from campaign.public.directory.selectors import A_PAGE, languages_listed, lately_told, wars_listed
from tests.archive.test_war_end import client_of
from tests.wars import START

pytestmark = pytest.mark.django_db
SCHEDULES: tuple[dict[str, Any], ...] = (
    {},
    {"plan": {"weekday": "monday", "hour": "20:00"}},
    {"plan": {"weekday": None, "hour": "20:00"}},
    {"plan": {"hour": "20:00"}},
    {"rhythm": None},
    {"rhythm": {"plan_minutes": 5, "battle_minutes": 10}},
    {"rhythm": {"plan_minutes": 5, "battle_minutes": 0}, "plan": {"weekday": None}},
)
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"battles": "abstract"},
    {"battles": "tabletop", "min_plan_hours": 24, "min_battle_days": 6},
    {"min_plan_hours": 25, "min_battle_days": 6},
    {"min_battle_days": 4, "plans_on_time": 90},
    {"plans_on_time": 100, "newcomers_too": True},
    {"plans_on_time": 0, "newcomers_too": True},
    {"plans_on_time": 70, "newcomers_too": False},
)


def wars(many: int) -> list[Campaign]:
    """Wars of all kinds, each with two to eight seats, some free."""
    kinds = list(product(SCHEDULES, SETTINGS))
    made = Campaign.objects.bulk_create(
        Campaign(
            name=f"War {n}",
            public_id=f"war{n:019d}",
            map_rows="\n".join(["." * 40] * 40),
            status="ended" if n % 3 == 0 else "running",
            open_to_all=n % 7 != 1,
            schedule=kinds[n % len(kinds)][0],
            settings=kinds[n % len(kinds)][1],
        )
        for n in range(many)
    )
    Seat.objects.bulk_create(
        Seat(campaign=one, key=f"s{m}", number=m, army=f"Army {m}", status="open" if m > 3 else "bot")
        for n, one in enumerate(made)
        for m in range(1, 3 + n % 7)
    )
    Advert.objects.bulk_create(
        Advert(
            campaign=one,
            seeking=n % 2 == 0,
            language=("", "de", "fr")[n % 3],
            experience=("any", "new", "played")[n % 5 % 3],
            changed_at=START,
        )
        for n, one in enumerate(made)
        if n % 4
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(campaign=one, kind="started", public=True, values={"commitment": "x"}) for one in made
    )
    return made


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Reliability]]:
    """How reliable whoever asks has been, as a test wants it."""
    now = {"of": Reliability(0, 0, 0, 0, 0, 0)}
    monkeypatch.setattr(narrowing, "reliability_of", lambda people: dict.fromkeys(people, now["of"]))
    return now


def test_each_war_is_found_by_what_its_line_says(
    monkeypatch: pytest.MonkeyPatch, counts: dict[str, Reliability]
) -> None:
    wars(2 * len(SCHEDULES) * len(SETTINGS))
    me = User.objects.create_user("otto@elsewhere.example", name="Otto")
    monkeypatch.setattr("campaign.public.directory.selectors.A_PAGE", 10_000)
    everything = wars_listed(Wanted()).wars
    assert len(everything) > 80
    assert {one.pace for one in everything} == set(PACES)
    shown = {
        "pace": lambda one, value: one.pace == value,
        "battles": lambda one, value: one.battles == value,
        "language": lambda one, value: one.language in ("", value),
        "experience": lambda one, value: one.experience in ("any", value),
        "size": lambda one, value: value == _size(one.armies),
        "state": lambda one, value: (
            one.seeking if value == "seeking" else (one.status == "ended") == (value == "ended")
        ),
        "reliability": lambda one, value: _takes(one, value, counts["of"]),
    }
    for name, values in (
        ("pace", PACES),
        ("battles", ("tabletop", "abstract")),
        ("language", ("de", "fr")),
        ("experience", ("new", "played")),
        ("size", ("small", "medium", "large")),
        ("state", ("seeking", "running", "ended")),
        ("reliability", MINIMA),
    ):
        for value in values:
            for counts["of"] in (Reliability(4, 0, 0, 0, 0, 0), Reliability(10, 8, 0, 0, 1, 0)):
                found = [one.id for one in wars_listed(Wanted(**{name: value}), 1, me).wars]
                fits = [one.id for one in everything if shown[name](one, value)]
                assert found == fits, (name, value)
                assert 0 < len(found) < len(everything), (name, value)
    assert languages_listed() == ("de", "fr")
    # Nobody is known: whom a war would take is no question.
    assert len(wars_listed(Wanted(reliability="me")).wars) == len(everything)
    assert wars_listed(Wanted(pace="nonsense", size="'", battles="x", state="y")).count == len(everything)


def _size(armies: int) -> str:
    return "small" if armies <= 3 else "medium" if armies <= 6 else "large"


def _takes(one: Any, value: str, counts: Reliability) -> bool:
    if value == "none" or not one.plans_on_time:
        return not one.plans_on_time
    if value == "new" or counts.new:
        return not one.newcomers_too
    return counts.on_time * 100 >= one.plans_on_time * counts.plans


def test_of_thousands_of_wars_a_page_is_read() -> None:
    wars(2000)
    most = 0.0
    for wanted in (Wanted(), Wanted(state="running", pace="fortnight", reliability="new")):
        began = time.monotonic()
        with CaptureQueriesContext(connection) as asked:
            page = wars_listed(wanted, 2)
        most = max(most, time.monotonic() - began)
        assert len(asked) <= 4
        assert len(page.wars) == A_PAGE
        assert page.count > 5 * A_PAGE
    with CaptureQueriesContext(connection) as asked:
        assert len(lately_told(40)) == 40
    assert len(asked) == 2
    # Many times what it takes: what grew with the square of their number would take longer.
    assert most < 5


def test_the_page_offers_the_filter_and_says_what_a_war_asks(counts: dict[str, Reliability]) -> None:
    site = wars(1)[0]
    Campaign.objects.update(
        status="running", open_to_all=True, settings={"plans_on_time": 90, "newcomers_too": True}
    )
    Advert.objects.update_or_create(campaign=site, defaults={"seeking": True, "changed_at": START})
    Seat.objects.update(status="open")
    me = User.objects.create_user("otto@elsewhere.example", name="Otto")
    stranger = client_of(None).get("/wars/").content.decode()
    assert "asks for 90 of 100 plans on time, of newcomers too" in stranger
    assert "Would take me" not in stranger
    page = client_of(me).get("/wars/?reliability=me").content.decode()
    assert "Would take me" in page
    assert "No war matches" in page
    sought = client_of(me).get(f"/wars/{site.public_id}/").content.decode()
    assert "This war asks for people with at least 10 plans behind them" in sought
    Advert.objects.update(language="de")
    assert "Deutsch" in client_of(None).get(f"/wars/{site.public_id}/").content.decode()
    assert 'name="word"' not in sought, "nobody writes a word in vain"
    api = client_of(me).get("/api/v1/wars/?reliability=none").json()
    assert api["wars"] == []
    (one,) = client_of(me).get("/api/v1/wars/").json()["wars"]
    assert (one["plans_on_time"], one["newcomers_too"]) == (90, True)
