"""Work of before there was one kind of job: every row keeps what it held, and goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaign.founding.draft_saving import open_draft
from campaign.models import BalanceRun, Notice, Transfer, User, Verdict

BEFORE = [("campaign", "0026_the_log_as_kinds_and_values")]
ASKED = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LEASED = ASKED + timedelta(minutes=5)


@pytest.fixture
def before(transactional_db: None) -> Iterator[Any]:
    """The models of before, with a draft of now taken back to them; and the way forward again."""
    open_draft(by=User.objects.create_user("mara@club.example", name="Mara"), name="Karst", seats=2)
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    try:
        yield executor.loader.project_state(BEFORE).apps
    finally:
        forward()


def forward() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def asked(kind: Any, **fields: Any) -> int:
    """A row of before, asked for then."""
    made = kind.objects.create(created_at=ASKED, **fields)
    # Of some kinds the moment was set by the row itself.
    kind.objects.filter(pk=made.pk).update(created_at=ASKED)
    return int(made.pk)


@pytest.mark.long
def test_verdicts_files_games_and_notices_keep_what_they_held(before: Any) -> None:
    verdict, run, transfer, notice = (
        before.get_model("campaign", name) for name in ("Verdict", "BalanceRun", "Transfer", "Notice")
    )
    (campaign,) = before.get_model("campaign", "Campaign").objects.values_list("pk", flat=True)
    (user,) = before.get_model("campaign", "User").objects.values_list("pk", flat=True)
    given = asked(verdict, asker="a", scenario="{}", state="done", answer="{}")
    waits = asked(verdict, asker="b", scenario="[]")
    played = asked(
        run,
        campaign_id=campaign,
        scenario={"size": [9, 9]},
        board_version=3,
        games=20,
        turns=8,
        played=7,
        tally={"s1": 4},
        state="running",
        leased_until=LEASED,
    )
    file = transfer.objects.create(
        user_id=user,
        kind="import",
        name="war.zip",
        size=512,
        language="en",
        state="failed",
        asked_at=ASKED,
        ended_at=LEASED,
        error="No zip",
    ).pk
    mail = notice.objects.create(
        key="k",
        kind="started",
        user_id=user,
        message_id="<k@x>",
        not_before=ASKED,
        state="sending",
        attempts=2,
        lease_until=LEASED,
    ).pk
    forward()
    one, other = Verdict.objects.get(pk=given), Verdict.objects.get(pk=waits)
    assert (one.state, one.answer, one.asked_at, one.ended_at) == ("done", "{}", ASKED, ASKED)
    assert (other.state, other.scenario, other.asked_at, other.ended_at) == ("waiting", "[]", ASKED, None)
    games = BalanceRun.objects.get(pk=played)
    assert (games.state, games.leased_until, games.asked_at, games.attempts) == ("running", LEASED, ASKED, 0)
    assert (games.played, games.tally, games.scenario) == (7, {"s1": 4}, {"size": [9, 9]})
    sent = Transfer.objects.get(pk=file)
    assert (sent.state, sent.error, sent.asked_at, sent.ended_at) == ("failed", "No zip", ASKED, LEASED)
    told = Notice.objects.get(pk=mail)
    assert (told.state, told.attempts, told.leased_until) == ("sending", 2, LEASED)
    assert [row.open for row in (one, other, games, sent)] == [False, True, True, False]
