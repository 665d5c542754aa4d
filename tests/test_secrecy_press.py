"""Messages, notices, feeds and the paper alone, from two worlds: quicker than everything together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from tests.secrecy.asking import Asking, Strange
from tests.secrecy.cast import DEPUTY, FACILITATOR, FOURTH, OBSERVER, PLAYER, RIVAL, THIRD, Cast
from tests.secrecy.crawl import Address, Answer, ask_all, differences
from tests.secrecy.story import story
from tests.secrecy.table import addresses
from tests.secrecy.table_press import ROWS
from tests.secrecy.world import LEFT, RIGHT, World

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.timeout(600)]
ROLES = (PLAYER, DEPUTY, RIVAL, THIRD, FOURTH, FACILITATOR, OBSERVER)
Seen = dict[str, dict[Address, Answer]]
Worlds = tuple[Seen, Seen, list[str]]


def look(side: str, other: Strange | None = None) -> tuple[Seen, World, Strange]:
    """Play until all plans are in, and ask for everything of these pages as everybody."""
    cache.clear()
    world = World(side)
    for moment in story(world):
        if moment == "plans are in":
            break
    strange = other or Strange.of(world)
    seen = {}
    with world.time():
        for role in ROLES:
            asked = [one for one in addresses(Asking(world, role, strange), once=False) if one.route in ROWS]
            seen[role] = ask_all(Cast(world.users).client(role), asked)
    return seen, world, strange


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Worlds]:
    """What was answered in both worlds, and the words in it that were not their reader's."""
    with django_db_blocker.unblock():
        left, world, strange = look(LEFT)
        words = [
            f"{role}: {address.name} was answered {word}"
            for role, answers in left.items()
            for address, answer in answers.items()
            for word in world.words.found_by(role, answer.text)
            if word not in f"{address.path}{address.data}"
        ]
        call_command("flush", verbosity=0, interactive=False)
        right, _, _ = look(RIGHT, strange)
        call_command("flush", verbosity=0, interactive=False)
        yield left, right, words


def test_no_page_says_a_word_that_is_not_its_readers(worlds: Worlds) -> None:
    assert worlds[2] == []


@pytest.mark.parametrize("role", [PLAYER, DEPUTY, OBSERVER])
def test_the_two_worlds_look_alike(worlds: Worlds, role: str) -> None:
    left, right, _ = worlds
    found = differences(left[role], right[role])
    assert not found, "\n".join(found)


def test_nothing_fails_and_private_threads_are_their_players(worlds: Worlds) -> None:
    left = worlds[0]
    for role, answers in left.items():
        for address, answer in answers.items():
            assert answer.status < 500, address.name
            if address.path.endswith("messages/threadprivate/") and address.method == "GET":
                assert (answer.status == 200) == (role in (PLAYER, RIVAL)), (role, answer.status)
