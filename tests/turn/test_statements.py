"""A turn takes the same number of SQL statements whatever its size."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase, Turn, User
from campaign.turn import tick
from tests.wars import begin_war

pytestmark = pytest.mark.django_db

MOST = 25


def statements(per_army: int) -> list[str]:
    """The statements of a whole turn in which every banner marches, some meet, and nobody is away."""
    side = 4 * per_army + 4
    where = {
        army: tuple((4 * number, y) for number in range(per_army)) for army, y in (("north", 2), ("south", 6))
    }
    war = begin_war(
        where,
        document={"map": ["." * side] * 12},
        automatic=True,
        battles="abstract",
        rules={"north": ["superior_intelligence"]},
    )
    for army, y in (("north", 3), ("south", 5)):
        orders: dict[str, Any] = {
            f"{army}{n}": {"primary": {"order": "march", "to": [4 * (n - 1), y]}}
            for n in range(1, per_army + 1)
        }
        orders[f"{army}1"] = {"secondary": {"order": "split"}}
        war.plan(army, orders)
    due = war.turn.plan_due
    with CaptureQueriesContext(connection) as seen:
        assert tick.tick(now=due) == 1
    assert Turn.objects.get(number=1).phase == Phase.PUBLISHED
    war.campaign.delete()
    User.objects.all().delete()
    return [query["sql"] for query in seen.captured_queries]


def test_a_turn_takes_no_more_statements_with_ten_times_the_banners() -> None:
    few, many = statements(3), statements(30)
    assert len(many) == len(few), "\n".join(sql[:150] for sql in many)


def test_a_turn_takes_few_statements() -> None:
    steps = [sql for sql in statements(5) if not sql.startswith(("BEGIN", "SAVEPOINT", "RELEASE"))]
    assert len(steps) <= MOST, "\n".join(f"{n} {sql[:160]}" for n, sql in enumerate(steps, start=1))
