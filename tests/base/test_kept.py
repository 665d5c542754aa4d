"""Queries put into SQL once give what the ORM gives, and a submission takes few ways to the database."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.base.dates import clock
from campaign.base.rows import prepared_query, rows
from campaign.base.rows.prepared_query import Given, Kept, together
from campaign.models import Banner, Order, PlanState, PlayerTurn, Seat
from campaign.turn import tick
from campaign.turn.plans import services as plans
from campaign.warmap import selectors as warmap
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

SEATS: Kept[Seat] = Kept(
    lambda campaign, key: (
        Seat.objects.select_related("campaign", "user")
        .filter(campaign__public_id=campaign, key=key, campaign__demo=False)
        .defer("campaign__story")
    )
)
NAMES: Kept[str] = Kept(
    lambda campaign: Seat.objects.filter(campaign=campaign).order_by("-key").values_list("key", flat=True)
)
CHANCE = re.compile(rb'nonce="[^"]*"|csrf[^>]*|X-CSRFToken[^}]*')
LOCK = Kept(lambda seat: PlayerTurn.objects.select_for_update().filter(seat=seat))


def test_a_kept_query_gives_what_the_orm_gives_for_each_value() -> None:
    war = begin_war()
    for army in ("north", "south", "north"):
        (seat,) = SEATS.all(war.campaign.public_id, army)
        assert seat == war.seat(army)
        assert seat.rules == war.seat(army).rules
        assert seat.campaign.settings == war.campaign.settings
        assert "story" in seat.campaign.get_deferred_fields()
    assert SEATS.first("nowhere", "north") is None
    with pytest.raises(TypeError, match="1 values instead of 2"):
        SEATS.all("north")


def test_queries_asked_together_answer_each_for_itself() -> None:
    war = begin_war()
    public_id = war.campaign.public_id
    names, none, seats = together(
        NAMES.asked(war.campaign.pk), SEATS.asked(public_id, "west"), SEATS.asked(public_id, "south")
    )
    assert (names, none, seats) == (["south", "north"], [], [war.seat("south")])


@pytest.mark.django_db(transaction=True)
def test_a_kept_lock_is_refused_outside_of_a_transaction() -> None:
    war = begin_war()
    with transaction.atomic():
        assert LOCK.all(war.seat("north").pk)
    with pytest.raises(TransactionManagementError):
        LOCK.all(war.seat("north").pk)


def test_what_is_written_at_once_is_written_in_order() -> None:
    part = begin_war().part("north")
    with rows.at_once():
        rows.insert(Order, ("player_turn", "banner", "slot", "detail"), [(part.pk, "a", "hold", {})])
        rows.delete_of(Order, "player_turn", part.pk)
        rows.insert(
            Order, ("player_turn", "banner", "slot", "detail"), [(part.pk, "b%s", "hold", {"x": "%"})]
        )
        rows.update(PlayerTurn, ("state", "node"), [(part.pk, "draft", "100%")])
    assert [(one.banner, one.detail) for one in part.orders.all()] == [("b%s", {"x": "%"})]
    part.refresh_from_db()
    assert (part.state, part.node) == (PlanState.DRAFT, "100%")


def test_a_submission_takes_few_statements() -> None:
    war = begin_war(early_close=False)
    browser = Client()
    seat = war.seat("north")
    assert seat.user is not None
    browser.force_login(seat.user)
    url = f"/c/{war.campaign.public_id}/plan/submit/"
    body = json.dumps({"node": None, "orders": {war.banner("north1").public_id: march(2, 2)}})
    with CaptureQueriesContext(connection) as seen:
        answer = browser.post(url, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    asked = [one["sql"] for one in seen if not one["sql"].startswith(("BEGIN", "SAVEPOINT", "RELEASE"))]
    most = 5 if connection.vendor == "postgresql" else 11
    assert len(asked) <= most, "\n".join(sql[:120] for sql in asked)


def lived_through(war: War, browser: Client) -> bytes:
    """What a player and the tables say of a turn that is looked at, planned, played, and undone."""
    base = f"/c/{war.campaign.public_id}/"
    due = war.turn.plan_due
    assert due is not None
    with transaction.atomic():
        with clock.at(due - timedelta(hours=1)):
            told = [browser.get(base).content]
            plan = {"node": None, "orders": {war.banner("north1").public_id: march(2, 4)}}
            answer = browser.post(f"{base}plan/submit/", json.dumps(plan), content_type="application/json")
            assert answer.status_code == 200
            told += [answer.content, browser.get(base).content]
        assert tick.tick(now=due) == 1
        with clock.at(due):
            told += [browser.get(base).content, browser.get(f"{base}turn/1/").content]
        stored = [
            list(war.campaign.turns.order_by("number").values("phase", "input", "movement", "outcome")),
            list(
                PlayerTurn.objects.order_by("id").values("state", "receipt", "announcement", "report", "map")
            ),
            list(Banner.objects.order_by("id").values("key", "x", "y", "level", "alive")),
        ]
        transaction.set_rollback(True)
    told.append(json.dumps(stored).encode())
    return CHANCE.sub(b"", b"\n".join(told))


def test_with_and_without_them_every_byte_is_the_same(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    war = begin_war(CLOSE, automatic=True, battles="abstract")
    browser = Client()
    browser.force_login(war.users["north"])
    by_orm: list[bool] = []
    ask = prepared_query._Unprepared.rows
    monkeypatch.setattr(prepared_query._Unprepared, "rows", lambda one: by_orm.append(True) or ask(one))
    found = []
    for prepared in (True, False):
        settings.PREPARED_QUERIES = prepared
        cache.clear()
        found.append(lived_through(war, browser))
        assert bool(by_orm) is not prepared
    assert len(found[0]) > 50_000
    assert found[0] == found[1]


def plainly(row: Any) -> Any:
    """A row with what was read along with it; but for the clock, which goes on."""
    if not isinstance(row, Model):
        return row
    along = {name: plainly(one) for name, one in row._state.fields_cache.items()}
    return along | {name: value for name, value in vars(row).items() if name not in ("_state", "moment")}


def test_with_and_without_them_the_same_rows_come_in_the_same_order(settings: Any) -> None:
    war = begin_war(CLOSE)
    seat = war.seat("north")
    asked: list[tuple[Kept[Any], tuple[object, ...]]] = [
        (plans._LOCK, (seat.pk, 1)),
        (plans._LOCKED, (seat.pk, 1)),
        *((query, (seat.pk,)) for query in plans._KNOWN),
        (warmap._TO_PLAN, (seat.user_id, war.campaign.public_id)),
    ]
    for query, values in asked:
        found = []
        for prepared in (True, False):
            settings.PREPARED_QUERIES = prepared
            with transaction.atomic():
                found.append([plainly(row) for row in query.all(*values)])
        assert found[0] == found[1]
        assert found[0] or query is plans._KNOWN[-1], "north carries no relic, and has all else"


def test_a_place_for_a_value_is_told_from_another() -> None:
    assert Given(0) == Given(0)
    assert Given(0) != Given(1)
