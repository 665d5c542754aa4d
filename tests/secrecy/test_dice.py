"""Open dice: who has sealed or opened anything is told to nobody, by no answer, no moment and no work.

Two worlds that differ in what the south has sealed give everybody else the same bytes, ``closing`` aside: it
is salted, and hides what it binds as a nonce would.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from campaign.base.dates import clock
from campaign.models import AuditEntry, DiceSeal, Notice, Seat, Turn
from campaign.turn import tick
from campaign.turn.drawing import draw_dates
from campaign.warmap.dice import services as dice
from rules.open_dice.mixing import seal_of
from tests.archive.test_war_end import client_of
from tests.secrecy.crawl import tokens_fixed, work_watched
from tests.secrecy.test_triggers import UndoneError
from tests.wars import APART, START, War, begin_war

pytestmark = pytest.mark.django_db

SHARE = bytes(range(32))
HOURS = timedelta(hours=6)


@pytest.fixture
def war() -> War:
    """A war with open dice and no beacon, whose armies cannot meet."""
    return begin_war(APART, dice="open")


def nothing(war: War, moment: str) -> None:
    """The south does nothing."""


def seals(war: War, moment: str) -> None:
    """The south seals, and never opens."""
    if moment == "sealing":
        made = seal_of(war.campaign.public_id, 1, 2, SHARE).hex()
        dice.put_seal(seat=war.seat("south"), number=1, seal=made, by=war.users["south"])


def opens(war: War, moment: str) -> None:
    """The south seals, and opens at once."""
    seals(war, moment)
    if moment == "opening":
        dice.open_seal(seat=war.seat("south"), number=1, share=SHARE.hex(), by=war.users["south"])


def told(war: War, does: Callable[[War, str], None], *, pages: bool = True) -> list[str]:
    """All that everybody but the south is told through a turn, closing masked; the world is taken back.

    Without ``pages`` only what wakes a page, a mail, a line or the clock.
    """
    found: list[str] = []
    due = war.turn.plan_due
    assert due is not None
    moments = (
        ("sealing", due - timedelta(hours=1)),
        ("opening", due + timedelta(minutes=1)),
        ("waiting", due + HOURS - timedelta(minutes=1)),
        ("drawn", due + HOURS),
    )
    readers = [client_of(war.facilitator), client_of(war.users["north"])]
    try:
        with transaction.atomic(), tokens_fixed(), work_watched() as work:
            for name, moment in moments:
                with clock.at(moment):
                    tick.tick(now=moment)
                    does(war, name)
                    cache.clear()
                    work.begin()
                    found += [f"{name} {one}" for one in _ask(war, readers)] if pages else []
                    found += [*work.lines(), *_rows(war)]
            closing = war.turn.closing
            raise UndoneError
    except UndoneError:
        return [line.replace(closing, "CLOSING") for line in found]


def _paths(war: War) -> list[str]:
    page, api = f"/c/{war.campaign.public_id}/", f"/api/v1/campaigns/{war.campaign.public_id}/"
    pages = [f"{page}{one}" for one in ("", "dice/", "desk/")]
    return [*pages, *(f"{api}{one}" for one in ("", "turns/", "dice/own/")), "/api/v1/home/"]


def _ask(war: War, readers: list[Client]) -> list[str]:
    answers = []
    for client in readers:
        for path in _paths(war):
            answer = client.get(path)
            answers.append(f"{path} {answer.status_code} {answer.content.decode()}")
    return answers


def _rows(war: War) -> list[str]:
    """What raises a stream, a mail or a line: versions, notices, the log, and when the clock acts next."""
    turn = Turn.objects.get(campaign=war.campaign, number=1)
    return [
        json.dumps(
            list(Seat.objects.filter(campaign=war.campaign).order_by("pk").values_list("version")),
            default=str,
        ),
        json.dumps(list(Notice.objects.order_by("pk").values("kind", "user", "detail", "seat")), default=str),
        json.dumps(list(AuditEntry.objects.order_by("pk").values("kind", "values", "public")), default=str),
        str((turn.phase, turn.resolve_after, turn.draw_due)),
    ]


def test_who_has_sealed_or_opened_anything_is_told_to_nobody(war: War) -> None:
    still = told(war, nothing)
    assert any("CLOSING" in line for line in still)
    assert told(war, seals) == still
    assert told(war, opens) == still


def test_a_wait_that_ends_when_all_are_in_is_found(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut short: had the draw come when nothing was left to open, its moment would tell."""
    drawn_by = draw_dates.drawn_by

    def hasty(campaign: object, turn: Turn, closed_at: object) -> object:
        found = drawn_by(campaign, turn, closed_at)  # type: ignore[arg-type]
        return found if DiceSeal.objects.filter(turn=turn).exists() else closed_at

    monkeypatch.setattr("campaign.turn.drawing.services.drawn_by", hasty)
    assert told(war, seals, pages=False) != told(war, nothing, pages=False)


def test_a_log_that_names_who_sealed_is_found(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    put = dice.put_seal

    def talkative(**given: object) -> DiceSeal:
        seat = given["seat"]
        assert isinstance(seat, Seat)
        Seat.objects.filter(campaign=seat.campaign_id).update(version=seat.version + 1)
        return put(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(dice, "put_seal", talkative)
    assert told(war, seals, pages=False) != told(war, nothing, pages=False)


def test_a_seal_is_its_army_s_alone(war: War) -> None:
    with clock.at(START):
        seals(war, "sealing")
    (made,) = DiceSeal.objects.all()
    for client in (client_of(war.facilitator), client_of(war.users["north"])):
        assert not [one for one in _ask(war, [client]) if made.seal in one]
