"""Battles, disputes, conversations, flags, askings in parts: as many questions for a hundred as for ten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import (
    Battle,
    BattleResult,
    Flag,
    Member,
    Message,
    Phase,
    Role,
    RoleKind,
    Seat,
    SeatAsk,
    Thread,
    User,
)
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


def fight(war: War, count: int) -> None:
    """So many more battles of Ada's and Ben's in the turn that runs, all in dispute."""
    first = Battle.objects.filter(turn=war.turn).order_by("id").values()[0]
    del first["id"]
    had = Battle.objects.count()
    made = Battle.objects.bulk_create(
        # Their ids stand in another order than they were made in.
        Battle(
            **{
                **first,
                "public_id": f"{(n * 37) % 1000:032x}",
                "second": f"z{n}",
                "x": n % 5,
                "y": n % 3,
            }
        )
        for n in range(had, had + count)
    )
    seats = Seat.objects.filter(pk__in=(first["seat_first_id"], first["seat_second_id"]))
    BattleResult.objects.bulk_create(
        BattleResult(battle=battle, seat=seat, method="tabletop", winner=first["first"], points_first=place)
        for battle in made
        for place, seat in enumerate(seats.order_by("id"))
    )


def talk(war: War, count: int) -> None:
    """So many more groups of Ada's and Ben's, two of them from each moment, with a message in each."""
    now, had = timezone.now(), Thread.objects.count()
    made = Thread.objects.bulk_create(
        Thread(
            campaign=war.campaign,
            kind="group",
            key=f"group:{n}",
            title=f"Group {n}",
            created_at=now,
            last_at=now - timedelta(hours=n // 2),
        )
        for n in range(had, had + count)
    )
    seats = list(Seat.objects.filter(campaign=war.campaign, user__name__in=("Ada", "Ben")).order_by("number"))
    Member.objects.bulk_create(
        Member(thread=thread, user_id=seat.user_id or 0, seat=seat) for thread in made for seat in seats
    )
    Message.objects.bulk_create(
        Message(
            thread=thread,
            author_id=seats[1].user_id,
            seat=seats[1],
            voice="player",
            text="Rain.",
            client_id="1",
            created_at=now,
        )
        for thread in made
    )


def flag(war: War, count: int) -> None:
    """So many more flagged messages of Ben's, every other one settled."""
    talk(war, count)
    now, ada = timezone.now(), User.objects.get(name="Ada")
    Flag.objects.bulk_create(
        Flag(
            subject=message.public_id,
            campaign=war.campaign,
            message=message,
            by=ada,
            reason=f"Flag {message.pk}",
            created_at=now,
            settled_at=now - timedelta(hours=place // 4) if place % 2 else None,
        )
        for place, message in enumerate(Message.objects.filter(flags=None).order_by("id"))
    )


def ask(fought: War, count: int) -> None:
    """So many ask for a seat, every third of whom has been declined."""
    for place in range(count):
        number = SeatAsk.objects.count()
        person = User.objects.create_user(f"asks{number}@club.example", name=f"Asks {number}")
        state = "declined" if place % 3 == 0 else "open"
        SeatAsk.objects.create(campaign=fought.campaign, user=person, state=state, asked_at=timezone.now())


LISTS = {
    "battles": ("ada", fight, "battles/"),
    "disputes": ("nils", fight, "disputes/"),
    "conversations": ("ada", talk, "messages/"),
    "flags": ("mara", flag, "flags/"),
    "asks": ("mara", ask, "asks/"),
}


@pytest.fixture
def fought(war: War, nils: User) -> War:
    """Ada and Ben have met; Nils is arbiter."""
    Role.objects.create(campaign=war.campaign, user=nils, kind=RoleKind.ARBITER)
    war.meet()
    war.go_to(Phase.BATTLES)
    return war


def parts_of(program: Program, path: str) -> list[list[dict[str, Any]]]:
    """A list's parts, one after the other."""
    found, address = [], path
    while True:
        body = program.get(address).body
        found.append(body["items"])
        if body["next"] is None:
            return found
        address = f"{path}?after={body['next']}"


@pytest.mark.parametrize("name", LISTS)
def test_the_parts_are_the_whole_in_order_and_nothing_comes_twice(
    name: str, fought: War, people: dict[str, User], program: As
) -> None:
    who, make, path = LISTS[name]
    make(fought, 110)
    parts = parts_of(program(people[who]), fought.path + path)
    assert [len(part) for part in parts] == [50, 50, len(parts[2])]
    items = [item for part in parts for item in part]
    assert items == sorted(items, key=ORDERS[name])
    names = [item.get("id") or item["name"] for item in items]
    assert len(set(names)) == len(names) == LENGTHS[name]


ORDERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "battles": lambda one: (one["at"][1], one["at"][0], one["id"]),
    "disputes": lambda one: one["id"],
    "conversations": lambda one: [-ord(letter) for letter in one["last_at"]],
    "flags": lambda one: one["settled_at"] or "",
    "asks": lambda one: one["state"] != "open",
}
LENGTHS = {"battles": 111, "disputes": 110, "conversations": 110, "flags": 110, "asks": 110}


@pytest.mark.parametrize("name", LISTS)
def test_the_database_is_asked_as_often_and_for_no_more_than_is_shown(
    name: str, fought: War, people: dict[str, User], program: As
) -> None:
    who, make, path = LISTS[name]
    client = program(people[who])
    make(fought, 10)
    client.get(fought.path + path)

    def statements() -> list[str]:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(fought.path + path).status == 200
        return [one["sql"] for one in asked.captured_queries]

    few = statements()
    make(fought, 100)
    many = statements()
    assert len(many) == len(few)
    assert sum("LIMIT 51" in one for one in many) == 1


def test_the_next_of_a_list_that_an_act_answers_with_opens_that_list(
    fought: War, mara: User, program: As
) -> None:
    flag(fought, 110)
    path = f"{fought.path}flags/"
    listed = program(mara).get(path).body
    settled = program(mara).post(f"{path}{listed['items'][0]['id']}/", {"answer": "It stays.", "hide": False})
    assert settled.status == 200, settled.body
    second = program(mara).get(f"{path}?after={settled.body['next']}").body["items"]
    known = {one["id"] for one in settled.body["items"]}
    assert len(second) == 50
    assert known & {one["id"] for one in second} == set()


@pytest.fixture
def people(mara: User, ada: User, nils: User) -> dict[str, User]:
    """Those who read."""
    return {"mara": mara, "ada": ada, "nils": nils}
