"""Whether a battle is in dispute: the database is asked, and says what the rule says of one battle."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from campaign.models import Battle, BattleResult
from campaign.turn.contact.battle_status import Standing, in_dispute, standing_of
from tests.fights import battle_in, meet

pytestmark = pytest.mark.django_db

TOLD: list[dict[str, Any] | None] = [
    None,
    {"method": "abstract"},
    {"method": "abstract", "sacrifice": 2},
    {"method": "tabletop", "winner": "north1", "points_first": 100, "points_second": 900},
    {"method": "tabletop", "winner": "north1", "points_first": 100, "points_second": 900, "sacrifice": 1},
    {"method": "tabletop", "winner": "south1", "points_first": 100, "points_second": 900},
    {"method": "tabletop", "winner": "", "points_first": 100, "points_second": 900},
    {"method": "tabletop", "winner": "north1", "points_first": 200, "points_second": 900},
    {"method": "tabletop", "winner": "north1", "points_first": 100, "points_second": 800},
]
SETTLED: list[dict[str, Any]] = [
    {},
    {"auto": True},
    {"forfeit_first": True},
    {"forfeit_second": True},
    {"ruling": {"winner": None, "points_lost": {"north1": 0, "south1": 0}}},
]


def test_the_database_finds_the_disputes_that_the_rule_finds() -> None:
    battle = battle_in(meet())
    seats = (battle.seat_first, battle.seat_second)
    found = set()
    for told, settled in product(product(TOLD, TOLD), SETTLED):
        as_it_was = Battle.objects.filter(pk=battle.pk).values().get()
        BattleResult.objects.all().delete()
        pairs = [(seat, one) for seat, one in zip(seats, told, strict=True) if one is not None]
        BattleResult.objects.bulk_create(BattleResult(battle=battle, seat=seat, **one) for seat, one in pairs)
        Battle.objects.update(**settled)
        now = Battle.objects.get(pk=battle.pk)
        standing = standing_of(now, BattleResult.objects.order_by("id"))
        found.add(standing)
        assert in_dispute(Battle.objects.all()).exists() == (standing == Standing.DISPUTE), (told, settled)
        Battle.objects.update(**as_it_was)
    assert {Standing.DISPUTE, Standing.REOPENED, Standing.ONE, Standing.OPEN, Standing.RULED} <= found
