"""What a campaign's file brings from outside: ids are ids, texts can be shown, no list is taken down."""

from __future__ import annotations

import importlib
import json
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from campaign.archive.exchange.importing import import_campaign
from campaign.archive.exchange.tables import TABLES
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import Banner, BattleResult, Campaign, Role, User
from tests.archive.test_exchange import files_of, pack, taken_out
from tests.fights import LOST, WON, battle_in, meet, tell
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]


@pytest.fixture
def war() -> War:
    """A war in which a battle has been fought."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    return war


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def refused(war: War, by: User, file: str, change: dict[str, Any]) -> str:
    """What is said to a file with a changed first row, on a site that has none of its ids."""
    files = files_of(taken_out(war))
    Campaign.objects.all().delete()
    with pytest.raises(Refusal) as caught:
        import_campaign(file=pack(changed(files, file, change)), by=by)
    assert not Campaign.objects.exists()
    return caught.value.message


def changed(files: dict[str, str], file: str, change: dict[str, Any]) -> dict[str, str]:
    first, end, others = files[file].partition("\n")
    return {**files, file: json.dumps({**json.loads(first), **change}) + end + others}


@pytest.mark.shared(3)
@pytest.mark.parametrize(
    "bad", ["a/b", "", ".", "..", "?x", "a" * 21, "a" * 23, "é" * 22, "A" * 32, "a b" * 8]
)
def test_what_is_no_id_is_refused(war: War, friend: User, bad: str) -> None:
    assert "campaign.json, row 1: public_id: must be an id" in refused(
        war, friend, "campaign.json", {"public_id": bad}
    )


@pytest.mark.parametrize("file", ["seat.jsonl", "banner.jsonl", "battle.jsonl"])
def test_no_table_takes_what_is_no_id(war: War, friend: User, file: str) -> None:
    assert f"{file}, row 1: public_id: must be an id" in refused(war, friend, file, {"public_id": "a/b"})


def test_every_table_with_an_id_calls_it_so() -> None:
    """By its name it is known for what it is when it comes from outside."""
    for table in TABLES:
        made_here = {one.name for one in table.model._meta.concrete_fields if one.default is random_id}
        assert made_here - set(table.leave_out) <= {"public_id"}


@pytest.mark.shared(2)
@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("campaign.json", {"name": "The\r\nBcc: all"}, "name: must not hold the character U+000D"),
        ("seat.jsonl", {"army": "Red \u202eyra"}, "army: must not hold the character U+202E"),
        ("seat.jsonl", {"army": "Red\u200byra"}, "army: must not hold the character U+200B"),
        ("banner.jsonl", {"name": "Old\u0085Guard"}, "name: must not hold the character U+0085"),
        ("campaign.json", {"story": "half \ud800"}, "story: must not hold the character U+D800"),
        ("auditentry.jsonl", {"text": "nothing\0"}, "text: must not hold the character U+0000"),
        ("turn.jsonl", {"movement": {"a": ["\0"]}}, "movement: must not hold the character U+0000"),
        ("turn.jsonl", {"movement": {"\ud800": 1}}, "movement: must not hold the character U+D800"),
        ("turn.jsonl", {"plan_due": "0001-01-01T00:00:00+14:00"}, "plan_due: must be in a year from 1970"),
        ("turn.jsonl", {"plan_due": "9999-12-31T23:59:59-12:00"}, "plan_due: must be in a year from 1970"),
        ("turn.jsonl", {"movement": float("nan")}, "NaN is no number of JSON"),
        ("turn.jsonl", {"movement": float("inf")}, "Infinity is no number of JSON"),
        ("banner.jsonl", {"level": 10**40}, "level"),
        ("banner.jsonl", {"level": -(10**40)}, "level"),
        ("turn.jsonl", {"movement": json.loads("[" * 60 + "]" * 60)}, "nested deeper than 40 levels"),
    ],
)
def test_what_cannot_be_stored_or_shown_is_refused(
    war: War, friend: User, name: str, change: dict[str, Any], said: str
) -> None:
    told = refused(war, friend, name, change)
    assert f"{name}, row 1" in told
    assert said in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "row 1"),
        ('{"row": 1, "x": ' + "1" * 10_000 + "}", "row 1"),
        ('{"row": 1, "text": "' + "x" * 5_000_000 + '"}', "row 1: is longer than 4194304 characters"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused(war: War, friend: User, text: str, said: str) -> None:
    files = {**files_of(taken_out(war)), "auditentry.jsonl": text + "\n"}
    with pytest.raises(Refusal) as caught:
        import_campaign(file=pack(files), by=friend)
    assert f"auditentry.jsonl, {said}" in caught.value.message


@pytest.mark.parametrize("champion", [[], {}, "x", 99])
def test_a_champion_that_is_none_is_none(war: War, friend: User, champion: object) -> None:
    assert import_campaign(file=with_manifest(war, champion=champion), by=friend).champion is None


def test_chains_that_are_none_are_refused(war: War, friend: User) -> None:
    Campaign.objects.filter(pk=war.campaign.pk).update(status="ended")
    for chains in ([7], [{}], [{"first": 1, "length": 10**400}], [{"first": "x", "length": 1}]):
        with pytest.raises(Refusal, match=r"manifest\.json: "):
            import_campaign(file=with_manifest(war, chains=chains), by=friend)


def with_manifest(war: War, **change: object) -> bytes:
    return pack(changed(files_of(taken_out(war)), "manifest.json", change))


def test_all_the_same_may_be_written_as_people_write(war: War, friend: User) -> None:
    """Right to left, with marks, accents and lines where a text has them."""
    change = {"name": "حرب تارن", "story": "One.\n\nTwo:\tthree.\u200f"}
    arrived = import_campaign(
        file=pack(changed(files_of(taken_out(war)), "campaign.json", change)), by=friend
    )
    assert (arrived.name, arrived.story) == (change["name"], change["story"])


# Lists


def spoiled(campaign: Campaign, **more: Any) -> None:
    """As files have brought it before ids were looked at."""
    Campaign.objects.filter(pk=campaign.pk).update(public_id="a/b", **more)


def test_the_front_page_stands_whatever_one_campaign_is(war: War, friend: User, as_user: As) -> None:
    good = import_campaign(file=taken_out(war), by=friend)
    Campaign.objects.filter(pk=good.pk).update(open_to_all=True, name="The good one")
    spoiled(war.campaign, open_to_all=True, status="ended")
    answer = as_user(None).get("/")
    assert answer.status_code == 200
    assert "The good one" in answer.content.decode()


def test_the_home_of_its_members_stands_too(war: War, friend: User, as_user: As) -> None:
    good = import_campaign(file=taken_out(war), by=friend)
    for user in (war.users["north"], war.facilitator):
        Role.objects.create(campaign=good, user=user, kind="observer")
    spoiled(war.campaign)
    for user in (war.users["north"], war.facilitator):
        answer = as_user(user).get("/")
        assert answer.status_code == 200
        assert f"/c/{good.public_id}/" in answer.content.decode()


def test_a_battle_that_cannot_be_read_takes_no_home_down(
    as_user: As, caplog: pytest.LogCaptureFixture
) -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)})
    tell(war, "north", WON)
    tell(war, "south", LOST)
    # Of a seat that does not fight in it.
    told = BattleResult.objects.filter(battle=battle_in(war))
    told.filter(seat=war.seat("south")).update(seat=war.seat("west"))
    with caplog.at_level(logging.ERROR):
        for user in (war.users["north"], war.users["south"], war.facilitator):
            answer = as_user(user).get("/")
            assert answer.status_code == 200
            assert f"/c/{war.campaign.public_id}/" in answer.content.decode()
    assert "cannot be read" in caplog.text


def test_ids_that_are_none_are_made_anew_once(war: War) -> None:
    banner = Banner.objects.filter(seat__campaign=war.campaign).earliest("pk")
    kept = set(Banner.objects.exclude(pk=banner.pk).values_list("public_id", flat=True))
    Banner.objects.filter(pk=banner.pk).update(public_id="../x")
    spoiled(war.campaign)
    migration = importlib.import_module("campaign.migrations.0025_ids_that_are_ids")
    with connection.schema_editor() if connection.vendor == "postgresql" else _Editor() as editor:
        migration.mend(apps, editor)
    war.campaign.refresh_from_db()
    banner.refresh_from_db()
    for one in (war.campaign.public_id, banner.public_id):
        assert re.fullmatch(r"[A-Za-z0-9_-]{22}", one)
    assert set(Banner.objects.exclude(pk=banner.pk).values_list("public_id", flat=True)) == kept


class _Editor:
    """As much of an editor of tables as rows need: SQLite has none inside a transaction."""

    connection = connection

    def __enter__(self) -> _Editor:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing was opened."""
