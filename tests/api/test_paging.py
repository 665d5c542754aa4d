"""Lists in parts: all of it and nothing twice, and a ``next`` that says nothing and opens nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from campaign.models import Article, AuditEntry, Campaign, Message, Notice, Role, RoleKind, Thread, Turn, User
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


@pytest.fixture
def many(war: War, ada: User) -> War:
    """Ada watches 120 other campaigns, and has been told of as many things."""
    made = Campaign.objects.bulk_create(Campaign(name=f"War {number}") for number in range(120))
    Role.objects.bulk_create(Role(campaign=one, user=ada, kind=RoleKind.OBSERVER) for one in made)
    now = timezone.now()
    Notice.objects.filter(user=ada).delete()
    Notice.objects.bulk_create(
        Notice(
            key=f"n{number}",
            kind="announced",
            channel="app",
            user=ada,
            campaign=war.campaign,
            turn=war.turn,
            message_id=str(number),
            not_before=now - timedelta(hours=number),
            state="sent",
        )
        for number in range(120)
    )
    return war


@pytest.mark.parametrize(("path", "count"), [("campaigns/", 121), ("notices/", 120)])
def test_the_parts_are_the_whole_and_nothing_comes_twice(
    path: str, count: int, many: War, ada: User, program: As
) -> None:
    found: list[str] = []
    address = path
    for _part in range(10):
        body = program(ada).get(address).body
        found += [str(item) for item in body["items"]]
        assert len(body["items"]) <= 50
        if body["next"] is None:
            break
        address = f"{path}?after={body['next']}"
    assert len(found) == count
    if path == "campaigns/":
        assert len(set(found)) == count


def test_a_next_opens_no_other_list_and_nobody_elses(many: War, ada: User, ben: User, program: As) -> None:
    mark = program(ada).get("campaigns/").body["next"]
    again = program(ada).get("campaigns/").body["next"]
    assert mark == again
    assert len(mark) == len(program(ada).get("campaigns/").body["next"]) == 34
    for who, path in ((ada, "notices/"), (ben, "campaigns/"), (ada, f"{many.path}turns/")):
        answer = program(who).get(f"{path}?after={mark}")
        assert (answer.status, list(answer.errors)) == (400, ["after"])


def test_turns_are_answered_in_parts(war: War, ada: User, program: As) -> None:
    Turn.objects.filter(campaign=war.campaign).update(phase="published")
    Turn.objects.bulk_create(
        Turn(campaign=war.campaign, number=number, phase="published", rules_version="1")
        for number in range(2, 60)
    )
    first = program(ada).get(f"{war.path}turns/").body
    second = program(ada).get(f"{war.path}turns/?after={first['next']}").body
    numbers = [turn["number"] for turn in (*first["items"], *second["items"])]
    assert numbers == list(range(59, -1, -1))
    assert second["next"] is None


def test_the_database_answers_a_part_and_no_more(many: War, ada: User, mara: User, program: As) -> None:
    """However long a list is, no more of its rows are read than one more than is shown."""
    AuditEntry.objects.bulk_create(
        AuditEntry(campaign=many.campaign, kind="bot", text=f"entry {number}") for number in range(120)
    )
    read: list[int] = []

    def count(execute: Any, sql: str, params: Any, many_: bool, context: Any) -> Any:
        result = execute(sql, params, many_, context)
        if sql.startswith("SELECT") and " LIMIT 51" in sql:
            read.append(1)
        return result

    for who, path in ((ada, "campaigns/"), (ada, "notices/"), (mara, f"{many.path}desk/log/")):
        read.clear()
        first = program(who).get(path).body
        with connection.execute_wrapper(count):
            second = program(who).get(f"{path}?after={first['next']}").body
        assert read == [1], path
        assert len(second["items"]) == 50
        assert second["items"][0] not in first["items"] or path == "notices/"


def test_the_next_of_the_log_goes_on_where_it_was_though_more_has_come(
    war: War, mara: User, program: As
) -> None:
    def entries(*numbers: int) -> None:
        AuditEntry.objects.bulk_create(
            AuditEntry(campaign=war.campaign, kind="bot", text=f"entry {number}") for number in numbers
        )

    entries(*range(70))
    first = program(mara).get(f"{war.path}desk/log/").body
    entries(98, 99)
    second = program(mara).get(f"{war.path}desk/log/?after={first['next']}").body
    assert [one["text"] for one in first["items"]] == [f"entry {number}" for number in range(69, 19, -1)]
    assert [one["text"] for one in second["items"][:20]] == [
        f"entry {number}" for number in range(19, -1, -1)
    ]


@pytest.mark.parametrize("after", ["x", "", "AAAA", "%C3%A4", "A" * 34, "A" * 64])
def test_a_next_that_nobody_was_given_is_refused(after: str, many: War, ada: User, program: As) -> None:
    answer = program(ada).get(f"campaigns/?after={after}")
    assert (answer.status, list(answer.errors)) == (400, ["after"])


def test_messages_that_are_found_are_answered_in_parts(war: War, ada: User, program: As) -> None:
    for number in range(2):
        done = program(ada).post(f"{war.path}messages/all/", {"text": f"Rain {number}"})
        assert done.status in (200, 201), done.body
    thread = Thread.objects.get(campaign=war.campaign)
    Message.objects.bulk_create(
        Message(
            thread=thread, voice="player", text=f"More rain {n}", client_id=str(n), created_at=timezone.now()
        )
        for n in range(70)
    )
    first = program(ada).get(f"{war.path}messages/search/?q=rain").body
    second = program(ada).get(f"{war.path}messages/search/?q=rain&after={first['next']}").body
    texts = [one["message"]["text"] for one in (*first["items"], *second["items"])]
    assert len(texts) == len(set(texts)) == 72
    assert second["next"] is None


def test_the_paper_is_answered_in_parts_drafts_first(war: War, mara: User, ada: User, program: As) -> None:
    now = timezone.now()
    Article.objects.bulk_create(
        Article(
            campaign=war.campaign,
            kind="chronicle",
            title=f"Piece {n}",
            text="Rain.",
            published_at=None if n < 3 else now - timedelta(hours=n // 2),
            created_at=now,
        )
        for n in range(70)
    )
    path = f"{war.path}news/"
    first = program(mara).get(path).body
    second = program(mara).get(f"{path}?after={first['next']}").body
    titles = [one["title"] for one in (*first["items"], *second["items"])]
    drafts, out = titles[:3], titles[3:]
    assert drafts == ["Piece 2", "Piece 1", "Piece 0"]
    assert out[:3] == ["Piece 3", "Piece 5", "Piece 4"]
    assert len(set(titles)) == 70
    assert second["next"] is None
    read = program(ada).get(path).body["items"]
    assert read[0]["title"] == "Piece 3"
