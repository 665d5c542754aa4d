"""What is kept or said by other machinery, in a second language: reasons, dice, files that cannot be read."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client

from campaign.archive.dice.services import DiceLog, Die, checked
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.archive.war_why import why
from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.base.words.document_faults import failure_words
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import (
    FIRST_MISSED,
    REASONS,
    TAKEN_IN,
    detail_of,
    kept_reason,
    reason_of,
)
from campaign.delivery.emails import letter_of
from campaign.models import Campaign, Notice, PlayerTurn, User
from campaign.turn.vacations import announce_vacation
from rules.sentences import DICE
from tests.base.test_pseudo_locale import OPEN
from tests.base.test_second_language import FORMAT, english, names_of, turned
from tests.rules.test_dice import log
from tests.turn.test_turn_failures import broken
from tests.wars import APART, CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]


# Dice


def test_what_is_wrong_with_dice_is_said(second: None) -> None:
    made = log()
    seeds = {int(turn): seed for turn, seed in made["seeds"].items()}
    dice = (Die(9, "mission/1/a1:b1", 6, 1), Die(3, "mission/1/a1:b1", 6, 9))
    logs = (
        DiceLog("00" * 32, 1, seeds, dice),
        DiceLog(made["commitment"], 2, seeds, ()),
    )
    said = [line for one in checked(logs) for line in one.wrong]
    assert all(OPEN in line for line in said)
    assert [english(line, "mission", "a1:b1") for line in said if english(line, "mission", "a1:b1")] == []
    marks = {turned(sentence).split("%")[0] for sentence in DICE.values()}
    assert all(any(mark in line for line in said) for mark in marks)


# Reasons in notices


def letters_of(kind: str, **where: object) -> list[str]:
    """The mails of a kind, subject and text."""
    found = [letter_of(one) for one in Notice.objects.filter(kind=kind, **where).order_by("id")]
    return [f"{one.subject} {one.text}" for one in found if one is not None]


def test_why_a_date_has_moved_is_said_in_the_reader_s_language(second: None) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    day = due.date()
    announce_vacation(
        seat=war.seat("north"), first_day=day, last_day=day + timedelta(days=1), by=war.users["north"]
    )
    (notice, *_others) = Notice.objects.filter(kind="date_moved").order_by("id")
    assert notice.detail["why"] == "date_moved_away"
    assert "away" not in str(letters_of("date_moved"))
    for kind in REASONS:
        if kind.topic == "date_moved" and kind != LogKind.DATE_MOVED_AWAY:
            detail = {**notice.detail, **detail_of(kind, {})}
            Notice.objects.filter(kind="date_moved").update(detail=detail)
            assert [english(text, *names_of(war)) for text in letters_of("date_moved")] == [""] * 3
            before = {name: detail[name] for name in ("date", "from", "to")} | {"reason": REASONS[kind]}
            Notice.objects.filter(kind="date_moved").update(detail=before)
            assert [english(text, *names_of(war)) for text in letters_of("date_moved")] == [""] * 3
    Notice.objects.filter(kind="date_moved").update(detail={**before, "reason": "The hall burns"})
    assert all("The hall burns" in text for text in letters_of("date_moved"))


def test_every_reason_is_one_of_the_log_s(second: None) -> None:
    moved = {kind for kind in LogKind if kind.value.startswith("date_moved_")}
    assert moved <= set(REASONS)
    for kind in REASONS:
        values = {name: ["Ada"] if name == "away" else 7 for name in ("away", "count", "error")}
        said = reason_of(detail_of(kind, values))
        assert OPEN in said
        assert english(said, "Ada") == ""


def test_operators_read_in_their_language_why_a_campaign_is_on_hold(second: None) -> None:
    war = begin_war(APART)
    User.objects.create_superuser(email="operator@club.example", name="Otto")
    broken(war)
    for _ in range(3):
        war.pass_deadline()
    (letter,) = letters_of("site_on_hold")
    kind = Notice.objects.get(kind="site_on_hold").detail["values"]["error"]
    assert kind in letter
    assert english(letter, "Otto", war.campaign.public_id, kind, *names_of(war)) == ""


def test_reasons_that_are_kept_as_texts_are_said_too(second: None, as_user: As) -> None:
    war = begin_war(CLOSE)
    war.pass_deadline()
    mine = PlayerTurn.objects.get(seat=war.seat("north"), turn__number=1)
    assert mine.excuse_reason == FIRST_MISSED
    client = as_user(war.users["north"])
    plan = client.get(f"/api/v1/campaigns/{war.campaign.public_id}/turns/1/plan/").json()
    assert plan["excuse_reason"] == turned(FIRST_MISSED)
    Campaign.objects.update(status="paused", pause_reason=TAKEN_IN)
    facts = client.get(f"/api/v1/campaigns/{war.campaign.public_id}/").json()
    assert facts["pause_reason"] == turned(TAKEN_IN)
    assert kept_reason("The hall burns") == "The hall burns"


# Files


def test_what_machinery_says_of_a_file_is_said_in_words(second: None) -> None:
    faults: list[Exception] = [
        KeyError("seats"),
        IndexError("list index out of range"),
        TypeError("unhashable type"),
        OverflowError("int too large"),
        RecursionError("maximum recursion depth exceeded"),
        EOFError("compressed file ended"),
        zipfile.BadZipFile("Bad magic number"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        IntegrityError("CHECK constraint failed: turn_number"),
        IntegrityError('new row violates check constraint "turn_number"\nDETAIL: Failing row'),
        sqlite3.OperationalError("disk I/O error"),
    ]
    for error in faults:
        assert english(failure_words(error), "turn_number", "seats") == ""
    for text in ("", "{", '{"a" 1}'):
        with pytest.raises(ValueError) as wrong:
            json.loads(text)
        assert english(failure_words(wrong.value)) == ""


@pytest.fixture
def packed() -> tuple[War, dict[str, str]]:
    """The file of a war that has come to a movement review, opened."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    with zipfile.ZipFile(io.BytesIO(export_campaign(campaign=war.campaign, by=war.facilitator))) as opened:
        return war, {name: opened.read(name).decode() for name in opened.namelist()}


BROKEN = [
    ("manifest.json", "}", ""),
    ("banner.jsonl", "{", "{{"),
    ("banner.jsonl", '"level"', '"height"'),
    ("banner.jsonl", '"x":2', '"x":99'),
    ("banner.jsonl", '"seat":1', '"seat":77'),
    ("banner.jsonl", "north2", "north1"),
    ("turn.jsonl", '"banners":', '"flags":'),
    ("turn.jsonl", '"settings":', '"setting":'),
    ("turn.jsonl", '"number":1', '"number":NaN'),
    ("campaign.json", '"schedule":{', '"schedule":{"strange":1,'),
]
"""Of a file in the zip, what is replaced, and by what."""


@pytest.mark.parametrize(("name", "old", "new"), BROKEN)
def test_faults_of_a_campaign_s_file_leave_only_names(
    second: None, packed: tuple[War, dict[str, str]], name: str, old: str, new: str
) -> None:
    war, texts = packed
    changed = {**texts, name: texts[name].replace(old, new)}
    assert changed != texts
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, text in changed.items():
            archive.writestr(one, text)
    with pytest.raises(Refusal) as refused:
        import_campaign(file=made.getvalue(), by=war.facilitator)
    said = refused.value.message
    fields: list[str] = [
        "height",
        "flags",
        "strange",
        "NaN",
        "campaign.Seat",
        "campaign_banner",
        "key",
        "schedule",
    ]
    fields += [*Schedule.of(war.campaign).document(), "ready", "rhythm"]
    assert OPEN in said
    rest = english(said, "campaign_banner.campaign_id", *fields, *texts)
    assert english(FORMAT.sub(" ", rest), "setting", "seat") == "", said


def test_why_a_war_ended_as_it_did(second: None) -> None:
    war = begin_war(CLOSE, last_turn=1)
    war.publish()
    found = why(Campaign.objects.get())
    assert found.decided
    assert [english(text, *names_of(war)) for text in found.decided] == [""] * len(found.decided)
