"""What bots know, weigh and decide is the truth: nothing that a player asks for loads it before the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import CaptureQueriesContext

from campaign.archive.course.bot_whys import SENTENCES
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.models import BotDecision, Seat
from campaign.turn.bot_plans import plan_ahead
from config.middleware import ViewerMiddleware
from rules.bot.decision import Why
from rules.bot.documents import answer
from tests.archive.test_course import page
from tests.archive.test_exchange import files_of
from tests.fights import browser
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db

PAGES = ("table/", "report/", "about/", "seat/", "log/", "desk/", "people/")
PROGRAMS = ("", "turns/1/map/", "turns/1/report/", "turns/2/plan/", "desk/", "people/")


@pytest.fixture
def war() -> War:
    """A war in its second turn, in which a veteran has planned both."""
    war = begin_war(CLOSE, bots=("north",))
    Seat.objects.filter(campaign=war.campaign, key="north").update(bot_level="veteran")
    for _turn in range(2):
        assert war.turn.plan_due is not None
        with clock.at(war.turn.plan_due - timedelta(hours=5)):
            assert plan_ahead() == 1
        if not _turn:
            war.publish()
    assert BotDecision.objects.count() == 2
    return war


def secrets_of(war: War) -> list[str]:
    """What must be in no answer: seeds, reasons and beliefs as they lie, and the keys of the documents."""
    found = []
    for kept in BotDecision.objects.filter(player_turn__seat__campaign=war.campaign):
        found += [kept.seed, *(json.dumps(one) for one in (*kept.reasons, *kept.beliefs))]
    return [*found, '"beliefs"', '"reasons"', '"why"']


def leaks(war: War, pages: tuple[str, ...] = PAGES, programs: tuple[str, ...] = PROGRAMS) -> list[str]:
    """What players and facilitators are told of it, and the queries of theirs that touch its rows."""
    found: list[str] = []
    root = war.campaign.public_id
    paths = [f"/c/{root}/{one}" for one in pages] + [f"/api/v1/campaigns/{root}/{one}" for one in programs]
    assert war.turn.opened_at is not None
    with clock.at(war.turn.opened_at):
        for user in (*war.users.values(), war.facilitator):
            client = browser(user)
            with CaptureQueriesContext(connection) as asked:
                told = [client.get(path, follow=True).content.decode() for path in paths]
            found += [one["sql"] for one in asked.captured_queries if "botdecision" in one["sql"]]
            found += [one for one in secrets_of(war) if any(one in text for text in told)]
    return found


@contextmanager
def added(text: str) -> Iterator[None]:
    call = ViewerMiddleware.__call__

    def leaking(self: ViewerMiddleware, request: HttpRequest) -> HttpResponse:
        response = call(self, request)
        assert isinstance(response, HttpResponse)
        response.content = response.content + text.encode()
        return response

    with patch.object(ViewerMiddleware, "__call__", leaking):
        yield


@contextmanager
def asked() -> Iterator[None]:
    call = ViewerMiddleware.__call__

    def asking(self: ViewerMiddleware, request: HttpRequest) -> HttpResponse:
        BotDecision.objects.exists()
        response = call(self, request)
        assert isinstance(response, HttpResponse)
        return response

    with patch.object(ViewerMiddleware, "__call__", asking):
        yield


def test_nobody_is_told_before_the_end_and_what_is_planted_is_found(war: War) -> None:
    assert leaks(war) == []
    kept = BotDecision.objects.latest("pk")
    for value in (kept.seed, kept.reasons, kept.beliefs):
        assert value, "there is something to be found"
        with added(value if isinstance(value, str) else json.dumps(value)):
            assert leaks(war, ("about/",), ())
    with asked():
        assert any("botdecision" in one for one in leaks(war, ("about/",), ()))


def end(war: War) -> None:
    war.campaign.settings = {**war.campaign.settings, "last_turn": 2}
    war.campaign.save()
    war.publish()
    war.campaign.refresh_from_db()
    assert war.campaign.status == "ended"


def test_a_file_has_it_once_the_war_has_ended_anybody_plans_it_again_and_it_arrives(war: War) -> None:
    early = files_of(export_campaign(campaign=war.campaign, by=war.facilitator))
    assert early.get("botdecision.jsonl", "") == ""
    end(war)
    packed = export_campaign(campaign=war.campaign, by=war.users["south"])
    rows = [json.loads(line) for line in files_of(packed)["botdecision.jsonl"].splitlines()]
    assert len(rows) == 2
    for row in rows:
        told = json.loads(json.dumps(answer(row)))
        assert told == {name: row[name] for name in ("plan", "reasons", "beliefs")}
    said = page(war, "end/course/1/")
    assert "Why the bot planned so" in said
    assert "Veteran, steady" in said
    root = war.campaign.public_id
    told = browser(war.users["south"]).get(f"/api/v1/campaigns/{root}/end/course/1/").json()
    assert told["sides"][0]["bot"]["level"] == "veteran"
    assert len(told["sides"][0]["bot"]["whys"]) == 2
    assert told["sides"][1]["bot"] is None
    kept = list(BotDecision.objects.order_by("pk").values("seed", "knowledge", "plan", "reasons"))
    war.campaign.delete()
    import_campaign(file=packed, by=war.facilitator)
    assert list(BotDecision.objects.order_by("pk").values("seed", "knowledge", "plan", "reasons")) == kept


def test_every_reason_of_the_list_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Why)
