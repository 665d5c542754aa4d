"""Queries put into SQL once give what the ORM gives, and a submission takes few ways to the database."""

from __future__ import annotations

import json

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.models import Order, PlanState, PlayerTurn, Seat
from campaign.storing import rows
from campaign.storing.kept import Given, Kept, together
from tests.campaign.wars import begin_war, march

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


def test_a_place_for_a_value_is_told_from_another() -> None:
    assert Given(0) == Given(0)
    assert Given(0) != Given(1)
