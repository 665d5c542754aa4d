"""A battle is taken up again: after a restart, on another phone, after weeks; and forgotten at last."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from battles.models import Phone, Table
from battles.stories import retention
from battles.tasks import forget_tables
from campaign.base.dates import clock
from tests.table.phones import browser_of, page, sit_down

pytestmark = pytest.mark.django_db
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OTHER = """
import json, sys, django
django.setup()
from battles.models import Table
from battles.table import services
table = Table.objects.get(public_id=sys.argv[1])
phone = table.phones.get(public_id=sys.argv[2])
services.act(table, phone, services.Request(sys.argv[3], sys.argv[4], 0, json.loads(sys.argv[5])))
print(services.game_of(Table.objects.get(pk=table.pk)).stage, table.phones.count())
"""


def database_url() -> str:
    """The test's database, for another process."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    who = f"{known['USER']}:{known['PASSWORD']}@" if known["PASSWORD"] else f"{known['USER']}@"
    return f"postgres://{who}{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_another_process_goes_on_where_the_server_was_stopped() -> None:
    """All of a table is in the database, of either kind: a new process knows seed, dice, hands and queue."""
    pair = sit_down("cards")
    pair.act(0, "play")
    before = pair.game
    environment = os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"}

    def elsewhere(cid: str, kind: str, **values: str) -> str:
        who = [pair.table.public_id, pair.ada.public_id, cid, kind, json.dumps(values)]
        done = subprocess.run(
            [sys.executable, "-c", OTHER, *who], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    # What Ada's phone sends again, because the answer was lost in the restart, counts once.
    elsewhere(f"c{pair.count}", "play")
    assert pair.game == before
    pair.act(1, "play")
    after = pair.game
    assert after.players[0].hand != () or after.acting
    dice = pair.table.next_die
    elsewhere("after", "correct", unit="a1", pins="2", reason="Forgot it")
    pair.table.refresh_from_db()
    assert pair.table.next_die == dice
    assert pair.table.proposal is not None


@pytest.mark.parametrize("weeks", [1, 8])
def test_a_battle_is_taken_up_after_weeks(weeks: int) -> None:
    pair = sit_down("action points")
    pair.act(0, "bid", points=3)
    with clock.at(clock.now() + timedelta(weeks=weeks)):
        assert forget_tables() == 0
        text = page(pair, pair.ben)
        assert "Turn 1" in text
        assert "it binds" in text
        pair.act(1, "bid", points=1)
        assert pair.game.sides[0].points == 17


def test_after_weeks_another_phone_takes_the_place_by_its_digits() -> None:
    pair = sit_down()
    with clock.at(clock.now() + timedelta(weeks=5)):
        pin = pair.table.places.get(number=1).pin
        other = Client()
        join = f"/t/{pair.table.public_id}/join/{pair.table.code}/"
        assert other.post(join, {"places": ["1"], "pin1": pin}).status_code == 302
        assert "Turn 1" in other.get(f"/t/{pair.table.public_id}/").content.decode()


def test_only_quick_battles_that_were_left_for_long_are_forgotten() -> None:
    begun, unbegun, seen = sit_down(), sit_down(begin=False), sit_down(begin=False)
    for pair, days in ((begun, 181), (unbegun, 31), (seen, 31)):
        Table.objects.filter(pk=pair.table.pk).update(changed_at=timezone.now() - timedelta(days=days))
    Phone.objects.exclude(table=seen.table).update(seen_at=F("joined_at") - timedelta(days=181))
    young = sit_down()
    Table.objects.filter(pk=young.table.pk).update(changed_at=timezone.now() - timedelta(days=179))
    assert retention.forget_tables() == 2
    assert set(Table.objects.values_list("pk", flat=True)) == {seen.table.pk, young.table.pk}
    assert retention.forget_tables() == 0
    assert browser_of(begun, begun.ada).get(f"/t/{begun.table.public_id}/").status_code == 404
    assert young.game.turn == 1
