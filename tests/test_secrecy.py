"""Nobody learns what the closed list does not give them: by no page, answer, mail, id, count or log line."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from tests.secrecy import leaks
from tests.secrecy.cast import (
    COMPARED,
    DEPUTY,
    EVERYBODY,
    FACILITATOR,
    FOURTH,
    GUEST,
    OBSERVER,
    OPERATOR,
    PLAYER,
    RIVAL,
    THIRD,
)
from tests.secrecy.crawl import differences
from tests.secrecy.story import automatic_story
from tests.secrecy.table import TABLE, routes, row_of
from tests.secrecy.watching import WHOLE, Record, both_worlds, glimpse
from tests.secrecy.world import LEFT, RIGHT, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600 if WHOLE else 1800), pytest.mark.once]
SHOWN = 30


def listed(found: list[str]) -> str:
    """Findings for a person to read."""
    return "\n".join([f"{len(found)}:", *found[:SHOWN]])


def clear() -> None:
    """Empty the database."""
    call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Record, Record]]:
    """The two worlds as everybody has seen them; the database is as empty afterwards as before."""
    with django_db_blocker.unblock():
        yield both_worlds(clear)


@pytest.fixture
def left(worlds: tuple[Record, Record]) -> Record:
    """The world with more in it."""
    return worlds[0]


def test_every_address_has_a_row_that_says_who_may_see_it() -> None:
    assert [route for route in routes() if row_of(route) is None] == []


def test_every_row_is_of_an_address_that_exists() -> None:
    assert sorted(set(TABLE) - set(routes())) == []


def test_nobody_is_answered_a_word_that_is_not_theirs(left: Record) -> None:
    assert not left.leaks, listed(left.leaks)


def test_every_address_is_open_to_whom_it_should_be_and_to_nobody_else(left: Record) -> None:
    assert not left.wrong, listed(left.wrong)


def test_many_requests_were_made(left: Record) -> None:
    assert left.requests > (6000 if WHOLE else 1000)
    assert {role for _, role in left.met} == set(EVERYBODY)


@pytest.mark.parametrize(
    ("moment", "role", "about"),
    [
        ("turn 1 opens", PLAYER, "name a1"),
        ("turn 1 opens", PLAYER, "name fdepot"),
        ("turn 1 opens", PLAYER, "tale fdepot"),
        ("turn 1 opens", PLAYER, "name rorb"),
        ("turn 1 opens", PLAYER, "hint fdepot"),
        ("turn 1 opens", PLAYER, "house rule"),
        ("turn 1 opens", PLAYER, "text of taking part"),
        ("turn 1 opens", OBSERVER, "text of lists"),
        ("turn 1 opens", RIVAL, "hint rflag"),
        ("turn 1 opens", GUEST, "war of the guest"),
        ("results are told", GUEST, "war of the guest"),
        ("movement is corrected", FACILITATOR, "key tcrypt"),
        ("turn 1 opens", DEPUTY, "hint fdepot"),
        ("turn 1 opens", DEPUTY, "name a1"),
        ("turn 1 opens", RIVAL, "name b2"),
        ("turn 1 opens", RIVAL, "name rmask"),
        ("turn 1 opens", THIRD, "name fmast"),
        ("turn 1 opens", FOURTH, "name d1"),
        ("movement is corrected", FACILITATOR, "name c2"),
        ("turn 1 opens", PLAYER, "mark of the player"),
        ("turn 1 opens", RIVAL, "mark of the rival"),
        ("turn 1 opens", PLAYER, "letter 2"),
        ("turn 1 opens", RIVAL, "letter 1"),
        ("turn 1 opens", RIVAL, "letter elsewhere"),
        ("turn 1 opens", FACILITATOR, "question of the rival"),
        ("plans are in", PLAYER, "split a3"),
        ("results are told", RIVAL, "split b"),
        ("movement is corrected", FACILITATOR, "split b"),
        ("movement is corrected", FACILITATOR, "reason input"),
        ("movement is corrected", FACILITATOR, "order in words"),
        ("movement is corrected", FACILITATOR, "words of the settlement"),
        ("results are told", THIRD, "order in words"),
        ("results are told", THIRD, "words of the settlement"),
        ("results are told", PLAYER, "tale of the rival"),
        ("results are told", RIVAL, "tale of the player"),
        ("results are told", THIRD, "tale of rival elsewhere"),
        ("turn 2 opens", PLAYER, "name fcave"),
        ("turn 2 opens", PLAYER, "reason that touches"),
        ("turn 2 opens", PLAYER, "split a3"),
        ("turn 2 opens", PLAYER, "told all"),
        ("turn 2 opens", DEPUTY, "told all"),
        ("the campaign is paused", RIVAL, "told all"),
        ("the campaign is paused", RIVAL, "told rival"),
        ("the campaign is paused", RIVAL, "name rrod"),
        ("the campaign is paused", RIVAL, "reason outcome"),
    ],
)
def test_what_somebody_may_know_is_shown(left: Record, moment: str, role: str, about: str) -> None:
    assert left.named[about] in left.met[(moment, role)]


def test_the_operator_sees_addresses_and_no_campaign(left: Record) -> None:
    met = left.met[("turn 1 opens", OPERATOR)]
    assert len([word for word in met if "@" in word]) > 5
    assert not [word for word in met if "@" not in word]


@pytest.mark.parametrize("role", COMPARED)
def test_two_worlds_that_differ_in_what_is_hidden_look_alike(
    worlds: tuple[Record, Record], role: str
) -> None:
    left, right = worlds
    moments = [moment for moment, someone in left.answers if someone == role and "ended" not in moment]
    found = []
    for moment in moments:
        both = left.answers[(moment, role)], right.answers[(moment, role)]
        found += [f"{moment}: {difference}" for difference in differences(*both)]
    assert len(moments) >= (5 if WHOLE or role == PLAYER else 1)
    assert not found, listed(found)


@pytest.mark.parametrize("role", [PLAYER, DEPUTY])
def test_two_worlds_send_the_same_mails_at_the_same_moments(worlds: tuple[Record, Record], role: str) -> None:
    left, right = worlds
    sent = [moment for moment, someone in left.letters if someone == role and "ended" not in moment]
    assert len(sent) >= 4
    for moment in sent:
        assert left.letters[(moment, role)] == right.letters.get((moment, role))
    assert [key for key in right.letters if key[1] == role and key not in left.letters] == []


@pytest.mark.parametrize("name", leaks.NAMES)
def test_a_planted_leak_is_found(worlds: tuple[Record, Record], name: str) -> None:
    left, right = worlds[0].planted[name], worlds[1].planted[name]
    assert left.words or differences(left.answers, right.answers) or left.letters != right.letters


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", leaks.STORED)
def test_a_leak_in_what_is_stored_is_found(name: str) -> None:
    with leaks.STORED[name]():
        left, words = glimpse(World(LEFT), "turn 2 opens", (leaks.MAP_JSON, leaks.REPORT))
        if words:
            return
        clear()
        right, _ = glimpse(World(RIGHT), "turn 2 opens", (leaks.MAP_JSON, leaks.REPORT))
    assert differences(left, right)


@pytest.mark.django_db(transaction=True)
def test_a_sacrifice_is_sealed_until_the_turn_is_published() -> None:
    battles = tuple(route for route in routes() if "battles" in route)
    none, _ = glimpse(World(LEFT), "results are told", battles)
    clear()
    two, _ = glimpse(World(LEFT, sacrifice=2), "results are told", battles)
    assert any("tale" in answer.body for answer in two.values())
    assert not differences(none, two), listed(differences(none, two))


def _is_asked_of_automatic_wars(route: str) -> bool:
    parts = ("battles", "desk", "dice", "messages", "overview")
    return any(part in route for part in parts) or zlib.crc32(route.encode()) % 6 == 0


@pytest.mark.django_db(transaction=True)
def test_an_automatic_campaign_keeps_its_secrets_too() -> None:
    # In the short form what an automatic war does otherwise, and a sixth of all else.
    every = tuple(route for route in routes() if WHOLE or _is_asked_of_automatic_wars(route))
    left, words = glimpse(World(LEFT, automatic=True), "turn 2 opens", every, automatic_story)
    clear()
    right, _ = glimpse(World(RIGHT, automatic=True), "turn 2 opens", every, automatic_story)
    assert any('"rolls"' in answer.body for answer in left.values())
    assert not words
    assert not differences(left, right), listed(differences(left, right))
