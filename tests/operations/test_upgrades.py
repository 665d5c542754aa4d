"""A site of each release is upgraded: what it had is there, and it is well; and back again, where that goes.

A release is known by the last migrations that it had; whoever makes one adds its row. Rows are planted in the
tables as they were then, in a database of its own, by the migrations' own models.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.gates import run, said
from tests.sites import environment

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

RELEASES = {
    "0.1.0": [("campaign", "0005_briefing")],
    "before flags of anything": [("campaign", "0044_token_ends"), ("battles", "0007")],
}
ADDRESS = "ada@club.example"
THEN = datetime(2026, 11, 23, tzinfo=UTC)


def migrated(to: list[tuple[str, str]]) -> Any:
    """The models as they are after these migrations; all apps' leaves where none is named."""
    executor = MigrationExecutor(connection)
    known = executor.loader.graph
    full = [
        (app, next(name for label, name in known.nodes if label == app and name.startswith(start)))
        for app, start in to
    ]
    executor.migrate(full or known.leaf_nodes())
    return MigrationExecutor(connection).loader.project_state(full or known.leaf_nodes()).apps


@pytest.fixture
def old(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The database as a release had it; as it is now afterwards."""
    yield migrated(RELEASES[request.param])
    migrated([])


@pytest.mark.parametrize("old", RELEASES, indirect=True)
def test_accounts_and_wars_of_each_release_are_there_after_the_upgrade(old: Any) -> None:
    user = old.get_model("campaign", "User").objects.create(
        email="ada@club.example", name="Ada", password="x"
    )
    war = old.get_model("campaign", "Campaign").objects.create(name="An old war", map_rows="..\n..")
    old.get_model("campaign", "Seat").objects.create(
        campaign=war, key="a", number=1, army="The red", user=user
    )
    now = migrated([])
    seat = now.get_model("campaign", "Seat").objects.select_related("campaign", "user").get()
    assert (seat.army, seat.campaign.name, seat.user.email) == ("The red", "An old war", ADDRESS)
    call_command("check")


@pytest.mark.parametrize("old", ["before flags of anything"], indirect=True)
def test_flags_of_messages_become_flags_of_a_kind_and_back(old: Any) -> None:
    user = old.get_model("campaign", "User").objects.create(
        email="ada@club.example", name="Ada", password="x"
    )
    war = old.get_model("campaign", "Campaign").objects.create(name="An old war", map_rows="..\n..")
    thread = old.get_model("campaign", "Thread").objects.create(
        campaign=war, kind="all", key="all", created_at=THEN, last_at=THEN
    )
    messages = old.get_model("campaign", "Message").objects
    said = [
        messages.create(
            thread=thread, author=user, voice="player", text=f"No. {n}", client_id=str(n), created_at=THEN
        )
        for n in range(3)
    ]
    flags = old.get_model("campaign", "MessageFlag").objects
    for one in said[:2]:
        flags.create(message=one, by=user, reason="Rude", created_at=THEN)
    flags.filter(message=said[0]).update(settled_at=THEN, answer="Fine")
    now = migrated([])
    rows = list(now.get_model("campaign", "Flag").objects.order_by("id"))
    assert [(row.kind, row.subject, row.snapshot["text"], row.answer) for row in rows] == [
        ("message", said[0].public_id, "No. 0", "Fine"),
        ("message", said[1].public_id, "No. 1", ""),
    ]
    assert {(row.campaign_id, row.person_id, row.to_operators) for row in rows} == {(war.pk, user.pk, False)}
    now.get_model("campaign", "Flag").objects.create(
        kind="campaign", subject="x", reason="Bad", created_at=THEN, to_operators=True
    )
    back = migrated(RELEASES["before flags of anything"])
    assert back.get_model("campaign", "MessageFlag").objects.count() == 2


def test_tables_made_at_once_are_those_that_migrations_make(tmp_path: Path) -> None:
    """The same columns, references, indexes and constraints; and all migrations are noted as made."""
    found = []
    for command in ("tables", "migrate"):
        folder = tmp_path / command
        folder.mkdir()
        # The second time there is nothing left to be done.
        for _time in range(2):
            done = run([sys.executable, "manage.py", command, "--verbosity", "0"], env=environment(folder))
            assert done.returncode == 0, said(done)
        found.append(tables_of(folder / "site.sqlite3"))
    at_once, one_by_one = found
    assert at_once.keys() == one_by_one.keys()
    for name, table in one_by_one.items():
        assert at_once[name] == table, name


def tables_of(file: Path) -> dict[str, object]:
    """Each table's columns, references and indexes in any order; which migrations and kinds are noted."""

    def of(index: str) -> list[str]:
        return [name for (name,) in db.execute("SELECT name FROM pragma_index_info(?)", [index])]

    with sqlite3.connect(file) as db:
        texts = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables: dict[str, object] = {}
        for name in names:
            columns = {row[1:6] for row in db.execute("SELECT * FROM pragma_table_info(?)", [name])}
            references = {row[2:8] for row in db.execute("SELECT * FROM pragma_foreign_key_list(?)", [name])}
            indexes = [
                (unique, partial, texts.get(index, ""), *of(index))
                for index, unique, partial in db.execute(
                    'SELECT name, "unique", partial FROM pragma_index_list(?)', [name]
                )
            ]
            tables[name] = columns, references, sorted(indexes)
        tables["made"] = set(db.execute("SELECT app, name FROM django_migrations"))
        tables["kinds"] = set(db.execute("SELECT app_label, model FROM django_content_type"))
    return tables
