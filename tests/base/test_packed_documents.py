"""Documents that lie packed: what was stored before is the same afterwards, and on the way back."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import FieldError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaign.models import BotDecision, PlayerTurn, Seat, SeatStatus, Turn
from tests.base.test_early_jobs import forward
from tests.wars import CLOSE, begin_war

BEFORE = [("campaign", "0038_late_bots")]
OF_TURNS = ("input", "movement", "outcome", "explained")
OF_BOTS = ("knowledge", "plan", "reasons", "beliefs")


def documents() -> tuple[list[Any], list[Any]]:
    """All of them, as programs read them."""
    return (
        list(Turn.objects.order_by("pk").values_list("number", *OF_TURNS)),
        list(BotDecision.objects.order_by("pk").values_list("pk", *OF_BOTS)),
    )


@pytest.mark.long
def test_a_war_is_the_same_before_and_after(transactional_db: None) -> None:
    war = begin_war(CLOSE, automatic=True, battles="abstract", bots=("north", "south"))
    war.publish()
    now = documents()
    assert any(outcome for _number, _input, _movement, outcome, _explained in now[0])
    assert len(now[1]) == 2
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    try:
        apps = executor.loader.project_state(BEFORE).apps
        turns, bots = (
            apps.get_model("campaign", name).objects.order_by("pk") for name in ("Turn", "BotDecision")
        )
        assert list(turns.values_list("number", *OF_TURNS)) == now[0]
        assert list(bots.values_list("pk", *OF_BOTS)) == now[1]
        # It is text that the database can look into.
        assert turns.filter(outcome__banners__isnull=False).exists()
    finally:
        forward()
    assert documents() == now


def test_it_is_a_document_to_programs_and_small_in_its_row(db: None) -> None:
    war = begin_war(CLOSE, automatic=True, battles="abstract", bots=("north",))
    Seat.objects.filter(key="south").update(status=SeatStatus.BOT)
    turn = war.publish()
    row = Turn.objects.get(pk=turn.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT input, proposal FROM campaign_turn WHERE id = %s", [turn.pk])
        packed, none = cursor.fetchone()
    assert none is None
    assert len(bytes(packed)) * 3 < len(str(row.input))
    with pytest.raises(FieldError, match="PackedField"):
        Turn.objects.filter(input__rows__isnull=False).exists()
    assert Turn.objects.filter(input__isnull=False).exists()
    assert PlayerTurn.objects.filter(turn=turn, report__told__isnull=False).exists()
