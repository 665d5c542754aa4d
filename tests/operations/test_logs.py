"""The log as JSON: what a line is about, what is wrong and what to do; and no seed, plan or secret in any."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import Resolver404, get_resolver, resolve
from django.urls.resolvers import RoutePattern
from django.utils.log import log_response

from campaign.base.dates import clock
from campaign.base.log_context import about, facts
from campaign.base.remedies import Cause, remedy
from campaign.engine import seeds
from campaign.models import Campaign, Turn, User
from campaign.turn import failures, tick
from config.json_log import JsonLine
from config.log_lines import PlainLine
from config.telling import scrubbed
from tests.wars import APART, begin_war, march

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


class Lines(logging.Handler):
    """Everything that is logged, as JSON."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLine())
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))

    @property
    def lines(self) -> list[dict[str, object]]:
        return [json.loads(text) for text in self.texts]


@pytest.fixture
def log() -> Iterator[Lines]:
    """Listen to all that is said, debug lines too."""
    heard = Lines()
    names = ("", "django", "django.db.backends", "campaign", "battles")
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG if name != "django.db.backends" else logging.WARNING)
    for name in ("", "django"):
        logging.getLogger(name).addHandler(heard)
    yield heard
    for name in ("", "django"):
        logging.getLogger(name).removeHandler(heard)
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def test_a_line_says_what_it_is_about_and_nothing_stays_behind(log: Lines) -> None:
    with about(war="abc", turn=3):
        logging.getLogger("campaign").warning("It rains")
    logging.getLogger("campaign").warning("It shines")
    first, second = log.lines
    assert (first["war"], first["turn"], first["message"]) == ("abc", 3, "It rains")
    assert "war" not in second
    assert facts() == {}


def test_a_failure_has_its_war_cause_and_remedy(tarn: Campaign, log: Lines) -> None:
    turn = Turn.objects.get(campaign=tarn, number=1)
    with about(war=tarn.public_id, turn=1):
        for _time in range(3):
            failures.record(turn.pk, "turn 1", ValueError("march to the secret depot"))
    last = next(line for line in log.lines if "is on hold" in str(line["message"]))
    assert (last["war"], last["turn"], last["cause"]) == (tarn.public_id, 1, "failed")
    assert last["remedy"] == remedy(Cause.FAILED)
    assert not [text for text in log.texts if "secret depot" in text]
    failures.record(turn.pk, "turn 1", OperationalError("password=hunter2"))
    assert log.lines[-1]["cause"] == "database"
    assert "hunter2" not in log.texts[-1]


def test_a_request_has_an_id_its_page_s_name_and_no_address(
    tarn: Campaign, ada: User, as_user: As, log: Lines
) -> None:
    as_user(ada).get(f"/c/{tarn.public_id}/turns/99/report/")
    as_user(None).get("/join/a-secret-token/")
    first, second = (line for line in log.lines if line["logger"] == "django.request")
    assert first["message"] == "404 GET turn_report"
    assert (first["war"], first["turn"]) == (tarn.public_id, "99")
    assert first["request"] != second["request"]
    assert "a-secret-token" not in "".join(log.texts)


def test_of_an_exception_its_kind_and_its_place_are_written_and_no_word(log: Lines) -> None:
    try:
        try:
            raise KeyError("seed 0123456789abcdef")
        except KeyError as error:
            raise ValueError("march to D4") from error
    except ValueError:
        logging.getLogger("campaign").exception("It broke")
    (line,) = log.lines
    assert line["error"] == ["ValueError", "KeyError"]
    assert "test_logs.py" in str(line["where"])
    assert not {"0123456789abcdef", "D4"} & set(log.texts[0].replace('"', " ").split())


def test_planted_seeds_and_plans_are_in_no_line(log: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """A war's turn with all that can be logged at it, and one that fails in the middle of it."""
    war = begin_war(APART)
    chain = seeds.chains_of(war.campaign)[0]
    secrets = {seeds.seed_of(war.campaign, number).hex() for number in (1, 2)}
    secrets |= {seeds.last_seed(chain).hex(), bytes(war.campaign.id_key).hex()}
    stands = war.banner("north1")
    near = (stands.x + 1, stands.y)
    war.plan("north", {"north1": march(*near)})
    war.publish()

    # Put together here: the log may show this line of the program, but never what it held.
    order = " ".join(("march", "n1", "to", "D4"))

    def broken(*_all: object, **_more: object) -> None:
        plan = json.dumps(war.part("north", 2).state)
        raise RuntimeError(f"{sorted(secrets)} {plan} {order}")

    monkeypatch.setattr(tick, "STEPS", dict.fromkeys(tick.STEPS, broken))
    due = war.turn.plan_due
    assert due is not None
    for minutes in (1, 2, 20):
        with clock.at(due + timedelta(minutes=minutes)):
            tick.tick()
    assert any(line.get("cause") == "failed" for line in log.lines)
    whole = "\n".join(log.texts)
    assert not [secret for secret in secrets if secret in whole]
    assert order not in whole


def test_what_sentry_is_told_is_where_and_nothing_else() -> None:
    frame = {"filename": "a.py", "lineno": 3, "vars": {"seed": "secret"}, "pre_context": ["secret"]}
    event = {
        "event_id": "1",
        "level": "error",
        "message": "march to D4",
        "request": {"url": "https://war.example/join/secret/", "data": {"text": "secret"}},
        "user": {"email": "secret@club.example"},
        "breadcrumbs": {"values": [{"message": "secret"}]},
        "exception": {
            "values": [
                {
                    "type": "ValueError",
                    "value": "secret",
                    "stacktrace": {"frames": [frame]},
                }
            ]
        },
    }
    with about(war="abc"):
        told = scrubbed(event)
    text = json.dumps(told)
    assert "secret" not in text
    assert "D4" not in text
    assert "ValueError" in text
    assert told["tags"] == {"war": "abc"}


PLANTED = "zqsecretzq"


class Both(logging.Handler):
    """All that is logged, in both forms, debug lines too."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.forms = (PlainLine(), JsonLine())
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts += [form.format(record) for form in self.forms]


def addresses(patterns: Iterable[Any], before: str = "/") -> Iterator[str]:
    """An address of every page that has something in it: the planted word wherever there may be text."""
    for one in patterns:
        text = str(one.pattern)
        if isinstance(one.pattern, RoutePattern):
            # A war is named, and of its turns the number: neither opens anything.
            here = re.sub(r"<\w+:campaign_id>", "war", re.sub(r"<(?:int|whole):\w+>", "7", text))
            here = re.sub(r"<(?:\w+:)?\w+>", PLANTED, here)
        else:
            # allauth's and the API's own: a group with a name, or anything at all.
            here = re.sub(r"\(\?P<\w+>[^()]*\)", PLANTED, text).replace("^", "").replace("$", "")
            here = here.replace(r"[\s\S]*", PLANTED).replace("\\", "")
        if hasattr(one, "url_patterns"):
            yield from addresses(one.url_patterns, before + here)
        elif PLANTED in before + here:
            yield before + here


def test_no_log_holds_an_address_whatever_the_answer_was(as_user: As) -> None:
    """A link of invitation, a feed, a calendar, a key for a new password: each opens something by itself."""
    heard = Both()
    loggers = [logging.getLogger(name) for name in ("", "django", "django.server")]
    levels = [one.level for one in loggers]
    for one in loggers:
        one.setLevel(logging.DEBUG)
        one.addHandler(heard)
    try:
        found = sorted(set(addresses(get_resolver().url_patterns)))
        told = 0
        for path in found:
            request = RequestFactory().get(f"{path}?next=/join/{PLANTED}/", headers={"Referer": path})
            with suppress(Resolver404):
                request.resolver_match = resolve(path)
            for status, words in ((404, "Not Found"), (403, "Forbidden"), (500, "Internal Server Error")):
                error = RuntimeError(path) if status == 500 else None
                answer = HttpResponse(status=status)
                log_response("%s: %s", words, path, response=answer, request=request, exception=error)
                told += 1
        assert len([text for text in heard.texts if " GET " in text]) == 2 * told
        known = re.compile("join|calendar|shared|stand-in|unsubscribe|reset")
        tokens = [path for path in found if known.search(path)]
        assert len(tokens) >= 20
        assert len(found) > 150
        # As they are really answered: as nothing, as forged, and where the page itself fails.
        visitor, forger = as_user(None), Client(enforce_csrf_checks=True, raise_request_exception=False)
        for path in tokens:
            visitor.get(path)
            forger.post(path, {"x": PLANTED}, headers={"Referer": f"https://x.example{path}"})
        with patch("campaign.people.invitations.views.invitation_by_token", side_effect=KeyError(PLANTED)):
            assert forger.get(f"/join/{PLANTED}/").status_code == 500
        assert any("join" in text and "KeyError" in text for text in heard.texts)
    finally:
        for one, level in zip(loggers, levels, strict=True):
            one.removeHandler(heard)
            one.setLevel(level)
    guilty = [text for text in heard.texts if PLANTED in text]
    assert guilty == []


def test_however_the_site_is_served_no_server_writes_addresses() -> None:
    """An operator may forget to switch a server's own log off."""
    program = f"""
import logging, logging.config, sys
from uvicorn.config import LOGGING_CONFIG
from config.logs import logging_of
logging.config.dictConfig(LOGGING_CONFIG)
logging.getLogger("gunicorn.access").addHandler(logging.StreamHandler())
logging.getLogger("gunicorn.access").setLevel(logging.INFO)
logging.config.dictConfig(logging_of("INFO", sys.argv[1]))
given = "::1", "GET", "/join/{PLANTED}/", "1.1", 200
logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', *given)
logging.getLogger("gunicorn.access").info("GET /join/{PLANTED}/")
logging.getLogger("django.server").error("GET /join/{PLANTED}/ HTTP/1.1")
logging.getLogger("campaign").warning("It rains")
"""
    for form in ("line", "json"):
        ran = subprocess.run(
            [sys.executable, "-c", program, form],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "It rains" in ran.stderr
        assert PLANTED not in ran.stderr + ran.stdout
