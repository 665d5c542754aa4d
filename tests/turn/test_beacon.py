"""A site's beacon, asked over real connections: honest, hanging, lying, split, and talking without end."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

from campaign.base.dates import clock
from campaign.base.integrations import beacon_answers
from campaign.base.integrations.beacon_answers import ask_chain, ask_round
from campaign.models import BeaconRound, Phase, Turn
from campaign.turn import tick
from campaign.turn.drawing.beacon_rounds import ask_beacon, site_beacon
from config.environment import Environment
from rules.open_dice.beacons import Beacon
from tests.wars import CLOSE, START, War, begin_war

HASH = "cd" * 32
GENESIS, PERIOD = 1_692_803_367, 3
LONG, SHORT = 30.0, 3.0
"""Seconds that addresses have where all of them answer, as busy as a machine is, and where one does not."""
Said = dict[str, Any]


def honest(path: str) -> Said:
    """What drand says."""
    if path.endswith("/info"):
        return {
            "hash": HASH,
            "genesis_time": GENESIS,
            "period": PERIOD,
            "public_key": "00",
            "groupHash": "11",
        }
    number = int(path.rpartition("/")[2])
    signature = sha256(f"round {number}".encode()).digest() * 3
    return {"round": number, "randomness": sha256(signature).hexdigest(), "signature": signature.hex()}


def lying(path: str) -> Said:
    """Well formed, and wrong."""
    if path.endswith("/info"):
        return {**honest(path), "genesis_time": GENESIS - 300}
    return honest(path.rpartition("/")[0] + "/7") | {"round": int(path.rpartition("/")[2])}


def forged(path: str) -> Said:
    """A number that its signature does not give."""
    return honest(path) | {"randomness": "00" * 32}


def other_round(path: str) -> Said:
    """An old round in place of the one that was asked for."""
    return honest("/public/9")


def torn(path: str) -> Said:
    """Not what drand says."""
    return {"round": "1", "randomness": None, "genesis_time": [], "period": 0, "hash": "Z" * 64}


@contextmanager
def address(say: Callable[[str], Said] | None, *, endless: bool = False) -> Iterator[str]:
    """An address of a beacon; with None it takes a request and never answers, or never ends to."""
    over = Event()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if say is not None:
                body = json.dumps(say(self.path)).encode()
                self.send_response(200)
                # As whoever serves beacons to the world does for all who do not mind.
                if "gzip" in self.headers.get("Accept-Encoding", ""):
                    body = gzip.compress(body)
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return
            if endless:
                self.send_response(200)
                self.end_headers()
            while not over.wait(0.05):
                if endless:
                    self.wfile.write(b" ")

        def log_message(self, *_words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{HASH}"
    finally:
        over.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def beacon() -> Iterator[Callable[..., list[str]]]:
    """Addresses of a beacon, each with what it says."""
    with ExitStack() as stack:

        def opened(*said: Callable[[str], Said] | None, endless: bool = False) -> list[str]:
            return [stack.enter_context(address(one, endless=endless)) for one in said]

        yield opened


def test_two_addresses_agree_and_the_third_may_say_what_it_likes(
    beacon: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for third in (lying, forged, other_round, torn, None):
        monkeypatch.setattr(beacon_answers, "WAIT", LONG if third else SHORT)
        found = ask_round(beacon(honest, third, honest), 12)
        assert found is not None
        assert found.randomness.hex() == honest("/public/12")["randomness"]
    monkeypatch.setattr(beacon_answers, "WAIT", LONG)
    assert ask_chain(beacon(honest, lying, honest)) == Beacon(bytes.fromhex(HASH), GENESIS, PERIOD)


def test_one_alone_is_believed_and_of_several_one_is_not(
    beacon: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_answers, "WAIT", LONG)
    assert ask_round(beacon(honest), 5) is not None
    assert ask_round(beacon(forged), 5) is None
    assert ask_round(beacon(other_round), 5) is None
    assert ask_round(beacon(honest, lying), 5) is None
    # Split: two say one thing and two another.
    assert ask_round(beacon(honest, honest, lying, lying), 5) is None
    assert ask_chain(beacon(honest, lying)) is None
    assert ask_chain(beacon(torn)) is None
    monkeypatch.setattr(beacon_answers, "WAIT", SHORT)
    assert ask_round(beacon(honest, None), 5) is None


def test_who_hangs_or_never_comes_to_an_end_keeps_nobody_waiting(
    beacon: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_answers, "WAIT", 1.0)
    began = time.monotonic()
    assert ask_round([*beacon(None), *beacon(None, endless=True), "http://127.0.0.1:1/" + HASH], 5) is None
    assert time.monotonic() - began < 2.5


@pytest.mark.django_db
def test_a_war_is_drawn_with_its_round_as_soon_as_two_addresses_agree(
    beacon: Callable[..., list[str]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_answers, "WAIT", LONG)
    settings.DICE_BEACON = beacon(honest, lying, honest)
    with clock.at(START):
        ask_beacon()
        assert site_beacon() == Beacon(bytes.fromhex(HASH), GENESIS, PERIOD)
    war = _war()
    assert war.campaign.beacon == {"hash": HASH, "genesis": GENESIS, "period": PERIOD}
    turn = war.pass_deadline()
    assert turn.plan_due is not None
    number = turn.dice_closing.round
    assert Beacon(b"", GENESIS, PERIOD).out_at(number) >= turn.plan_due.timestamp() + 60
    with clock.at(turn.plan_due):
        assert ask_beacon() == 0, "it is not out yet, and nobody is asked"
    later = turn.plan_due.fromtimestamp(Beacon(b"", GENESIS, PERIOD).out_at(number), turn.plan_due.tzinfo)
    with clock.at(later):
        assert ask_beacon() == 1
    turn.refresh_from_db()
    assert turn.resolve_after == later
    tick.tick(now=later)
    turn.refresh_from_db()
    assert (turn.phase, turn.draw_due) == (Phase.MOVEMENT_REVIEW, None)
    assert turn.mix["beacon"]["randomness"] == honest(f"/public/{number}")["randomness"]
    assert turn.proposal


@pytest.mark.django_db
def test_addresses_that_are_split_let_the_hour_pass_and_what_comes_then_is_late(
    beacon: Callable[..., list[str]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_answers, "WAIT", LONG)
    settings.DICE_BEACON = beacon(honest, honest)
    ask_beacon()
    war = _war()
    turn = war.pass_deadline()
    settings.DICE_BEACON = beacon(honest, lying)
    assert turn.draw_due is not None
    with clock.at(turn.draw_due):
        assert ask_beacon() == 0
    turn = war.pass_deadline()
    assert turn.mix["beacon"] is None
    settings.DICE_BEACON = beacon(honest, honest)
    with clock.at(turn.planned_at.replace(hour=23)):
        assert ask_beacon() == 0
    assert not BeaconRound.objects.exists()
    assert Turn.objects.get(pk=turn.pk).mix == turn.mix


@pytest.mark.django_db
def test_what_comes_after_the_hour_counts_nowhere_though_the_clock_stood_still(
    beacon: Callable[..., list[str]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever can hold the clock chooses between the beacon's dice and those without."""
    monkeypatch.setattr(beacon_answers, "WAIT", LONG)
    settings.DICE_BEACON = beacon(honest, honest)
    with clock.at(START):
        ask_beacon()
    war = _war()
    turn = war.pass_deadline()
    assert turn.draw_due is not None
    late = turn.draw_due + timedelta(minutes=5)
    with clock.at(late):
        assert ask_beacon() == 1
        tick.tick()
    turn.refresh_from_db()
    assert (turn.draw_due, turn.mix["beacon"]) == (None, None)


def _war() -> War:
    return begin_war(CLOSE, dice="open")


@pytest.mark.parametrize(
    "text",
    [
        "https://api.drand.sh",
        f"http://api.drand.sh/{HASH}",
        f"https://api.drand.sh/{HASH.upper()}",
        f"https://a.example/{HASH},https://b.example/{'ef' * 32}",
        f"https://a.example/{HASH},https://a.example/{HASH}/",
        ",".join(f"https://{n}.example/{HASH}" for n in range(6)),
        f"https://user@a.example/{HASH}",
        f"https://a.example:99999/{HASH}",
    ],
)
def test_addresses_that_cannot_be_a_beacon_s_are_said_at_the_start(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("DICE_BEACON", text)
    read = Environment(tmp_path / "none")
    assert read.beacons("DICE_BEACON") == []
    assert [problem for problem in read.problems if problem.startswith("DICE_BEACON has")]
    monkeypatch.setenv("DICE_BEACON", f"https://api.drand.sh/{HASH}/, https://b.example/v2/{HASH}")
    assert len(Environment(tmp_path / "none").beacons("DICE_BEACON")) == 2
