"""The log as JSON: what a line is about, what is wrong and what to do; and no seed, plan or secret in any."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from campaign.base.dates import clock
from campaign.base.log_context import about, facts
from campaign.base.remedies import Cause, remedy
from campaign.engine import seeds
from campaign.models import Campaign, Turn, User
from campaign.turn import failures, tick
from config.json_log import JsonLine
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
