"""Open dice: what seals, closings, beacons and mixes are, and that a changed log is found (Trust 4)."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.dice import Dice
from rules.format.reading import Node, ScenarioError, parse
from rules.open_dice.beacons import WAIT, Beacon, Pulse
from rules.open_dice.documents import read_mix
from rules.open_dice.mixing import (
    Draw,
    SeatLine,
    closing_of,
    lines_text,
    mix_text,
    mixed_seed,
    seal_of,
)
from rules.verify import DiceCheck, check_document, verify_dice
from tests.rules.open_logs import open_log
from tests.rules.running import ROOT, command
from tests.rules.test_dice import log as chain_log

SEED, SHARE = bytes(range(32)), bytes(range(32, 64))
Log = dict[str, Any]


@pytest.fixture
def chance() -> random.Random:
    return random.Random(18)


# What is hashed


def test_the_seal_of_the_page() -> None:
    seal = seal_of("demo", 3, 2, SHARE).hex()
    assert seal == "7859ab9460bbbe2bc2894ccb56b21243346dfa6e22e7568fe19fd1963cddf898"


def test_the_mix_of_the_page() -> None:
    assert mix_text("demo", 3, None, {2: SHARE}) == (
        "boltgun-dice/1\n"
        "campaign demo\n"
        "turn 3\n"
        "beacon none\n"
        "share 2 202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\n"
    )
    seed = mixed_seed(SEED, "demo", 3, shares={2: SHARE}).hex()
    assert seed == "1da0d798b3b0ad37cf85362c2eb85544d882de13e29a79ead9b73935d0771af3"


def test_a_closing_is_the_hash_of_what_froze() -> None:
    seal, receipt, salt = bytes(range(64, 96)), bytes(range(96, 128)), bytes(range(128, 160))
    lines = lines_text([SeatLine(10, None, receipt), SeatLine(2, seal, receipt), SeatLine(3, None, None)])
    assert lines == f"2 {seal.hex()} {receipt.hex()}\n3 - -\n10 - {receipt.hex()}\n"
    hashed = hashlib.sha256(b"boltgun-dice/1 close\n" + salt + b"demo\n3\n" + lines.encode())
    assert closing_of("demo", 3, salt, lines) == hashed.digest()


def test_with_a_beacon_no_share_enters() -> None:
    draw = Draw(bytes(range(160, 192)), 5, bytes(range(192, 224)))
    text = f"boltgun-dice/1\ncampaign demo\nturn 3\nbeacon {draw.hash.hex()} 5 {draw.randomness.hex()}\n"
    assert mix_text("demo", 3, draw, {2: SHARE}) == text
    seed = mixed_seed(SEED, "demo", 3, draw=draw, shares={2: SHARE})
    assert seed == hmac.digest(SEED, text.encode(), "sha256")


def test_shares_enter_by_the_number_of_their_seat() -> None:
    lines = mix_text("demo", 3, None, {10: SHARE, 9: SEED}).splitlines()
    assert [line[:8] for line in lines[4:]] == ["share 9 ", "share 10"]


def test_without_beacon_and_shares_the_seed_follows_from_the_chain_alone() -> None:
    text = b"boltgun-dice/1\ncampaign demo\nturn 3\nbeacon none\n"
    assert mixed_seed(SEED, "demo", 3, shares={}) == hmac.digest(SEED, text, "sha256")


@pytest.mark.parametrize(
    "make",
    [
        lambda short: seal_of("demo", 1, 1, short),
        lambda short: closing_of("demo", 1, short, ""),
        lambda short: mixed_seed(short, "demo", 1, shares={}),
        lambda short: mixed_seed(SEED, "demo", 1, shares={1: short}),
    ],
)
def test_what_is_not_32_bytes_is_never_hashed(make: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        make(bytes(31))


# The beacon


@pytest.mark.parametrize(
    ("due", "number"), [(940, 1), (940.999, 1), (941, 2), (970, 2), (971, 3), (909.5, 0), (100, -27)]
)
def test_the_round_of_a_deadline(due: float, number: int) -> None:
    assert Beacon(bytes(32), genesis=1000, period=30).round_for(due) == number


def test_the_round_is_the_first_that_comes_out_a_minute_after_the_deadline() -> None:
    chance = random.Random("rounds")
    for _ in range(2_000):
        beacon = Beacon(bytes(32), chance.randrange(10**9), chance.choice((1, 3, 30, 3600)))
        due = 10**9 + chance.randrange(10**9)
        number = beacon.round_for(due + chance.random() * 0.99)
        assert beacon.out_at(number) >= due + WAIT > beacon.out_at(number - 1)


def test_an_answer_counts_if_its_number_is_the_hash_of_its_signature() -> None:
    signature = bytes(96)
    assert Pulse(1, hashlib.sha256(signature).digest(), signature).fits
    assert not Pulse(1, bytes(32), signature).fits


# Checking a log


def test_an_honest_log_is_verified(chance: random.Random) -> None:
    log = open_log(chance, turns=4, beacons=[True, False, True, False], sides=6)
    check = verify_dice(Node(log))
    assert check == DiceCheck(4, 8, (), 4)
    assert check_document(check) == {"seeds": 4, "mixes": 4, "dice": 8, "wrong": []}


def test_many_honest_logs_are_verified() -> None:
    chance = random.Random("honest")
    for _ in range(200):
        log = open_log(chance, turns=chance.randint(2, 5), sides=6, seats=chance.randint(0, 12))
        assert verify_dice(Node(log)).wrong == ()


def test_the_dice_are_those_of_the_mix_and_not_of_the_chain(chance: random.Random) -> None:
    log = open_log(chance, turns=1, beacons=[False])
    ((turn, seed),) = log["seeds"].items()
    label = log["dice"][0]["label"]
    log["dice"][0]["value"] = Dice(bytes.fromhex(seed)).die(label, log["dice"][0]["sides"])
    (wrong,) = verify_dice(Node(log)).wrong
    assert (wrong.turn, wrong.code, wrong.label) == (int(turn), "wrong_die", label)


def test_a_seal_that_stays_shut_is_no_fault_and_is_told(chance: random.Random) -> None:
    log = open_log(chance, turns=1, beacons=[True])
    (mix,) = log["mixes"].values()
    sealed = [line.split(" ")[0] for line in mix["lines"].splitlines() if line.split(" ")[1] != "-"]
    mix["shares"] = {}
    assert read_mix(Node(mix)).unopened == tuple(map(int, sealed)) != ()
    assert verify_dice(Node(log)).wrong == ()


def _first(log: Log) -> Any:
    """The first mix."""
    return log["mixes"][min(log["mixes"], key=int)]


def _later(log: Log) -> Any:
    """The last mix's beacon."""
    return log["mixes"][max(log["mixes"], key=int)]["beacon"]


def _another_seat(log: Log) -> None:
    _first(log)["shares"]["99"] = _first(log)["shares"].popitem()[1]


def _no_seal(log: Log) -> None:
    _first(log).update(lines="1 - -\n", shares={"1": HASH})


def _another_share(log: Log) -> None:
    _first(log)["shares"] = dict.fromkeys(_first(log)["shares"], HASH)


HASH = "0" * 64
NO_MIX = "there is no mix for this turn"
NO_SEED = "there is a mix for this turn, but no seed"
CLOSING = "the closing does not fit the salt and the lines"
ROUND = "the beacon's round for this deadline is "
SIGNATURE = "the beacon's randomness is not the hash of its signature"
TAMPERED: list[tuple[str, Callable[[Log], object]]] = [
    (NO_MIX, lambda log: log["mixes"].pop(min(log["mixes"], key=int))),
    (NO_SEED, lambda log: log["seeds"].pop(min(log["seeds"], key=int))),
    (CLOSING, lambda log: _first(log).update(salt=HASH)),
    (CLOSING, lambda log: _first(log).update(closing=HASH)),
    (CLOSING, lambda log: _first(log).update(lines="1 - -\n", shares={})),
    (CLOSING, lambda log: log.update(campaign="dema")),
    ("seat 99 has a share, but no seal", _another_seat),
    ("seat 1 has a share, but no seal", _no_seal),
    ("does not fit its seal", _another_share),
    ("the beacon's hash is not that of turn 1", lambda log: _later(log).update(hash=HASH)),
    ("the beacon's genesis is ", lambda log: _later(log).update(genesis=0)),
    ("the beacon's period is ", lambda log: _later(log).update(period=31)),
    (ROUND, lambda log: _later(log).update(round=1)),
    (ROUND, lambda log: _later(log).update(due=_later(log)["due"] + 60)),
    (ROUND, lambda log: _later(log).update(due=0)),
    (SIGNATURE, lambda log: _later(log).update(signature="00")),
    (SIGNATURE, lambda log: _later(log).update(randomness=HASH)),
    ("the die is ", lambda log: _first(log).update(beacon=None)),
    ("the die is ", lambda log: _later(log).update(randomness=HASH)),
]


@pytest.mark.parametrize(("problem", "tamper"), TAMPERED)
def test_each_thing_that_does_not_fit_is_named(
    chance: random.Random, problem: str, tamper: Callable[[Log], object]
) -> None:
    log = open_log(chance, turns=3, beacons=[True, False, True])
    tamper(log)
    document = check_document(verify_dice(Node(log)))
    assert any(problem in one["problem"] for one in document["wrong"]), document["wrong"]


def test_what_is_no_die_has_no_label(chance: random.Random) -> None:
    log = open_log(chance, turns=2)
    _first(log)["closing"] = "00" * 32
    turn = log["first_turn"]
    run = command("verify-dice", "-", given=json.dumps(log))
    assert run.returncode == 1
    assert json.loads(run.stdout) == {
        "seeds": 2,
        "mixes": 2,
        "dice": 4,
        "wrong": [{"turn": turn, "problem": "the closing does not fit the salt and the lines"}],
    }


# The verifier to download


def downloaded(log: Log, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "dice.json").write_text(json.dumps(log))
    script = ROOT / "static" / "verify" / "verify_dice.py"
    program = [sys.executable, "-I", "-S", str(script), "dice.json"]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True)


def test_the_verifier_to_download_agrees(chance: random.Random, tmp_path: Path) -> None:
    log = open_log(chance, turns=4, beacons=[True, False, True, False], sides=6)
    _first(log)["beacon"]["due"] += 0.75
    done = downloaded(log, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 seeds and 8 dice checked, 0 wrong" in done.stdout


@pytest.mark.parametrize("tamper", [tamper for _, tamper in TAMPERED])
def test_the_verifier_to_download_finds_the_same(
    chance: random.Random, tmp_path: Path, tamper: Callable[[Log], object]
) -> None:
    log = open_log(chance, turns=3, beacons=[True, False, True])
    tamper(log)
    done = downloaded(log, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    lines = [line for line in done.stdout.splitlines() if line.startswith("  turn ")]
    turns = [int(line.split()[1].rstrip(":")) for line in lines]
    assert turns == [one.turn for one in verify_dice(Node(log)).wrong]


# Reading one


def _set(*keys: str | int) -> Callable[[Log, Any], None]:
    def put(log: Log, value: Any) -> None:
        inner: Any = log
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = value

    return put


MIX, BEACON = ("mixes", "1"), ("mixes", "1", "beacon")
KEYS = "beacon, lines, salt, closing, shares"
PAIRS = "mixes.1.beacon.signature: must be hex digits in lower case, two"


@pytest.mark.parametrize(
    ("where", "value", "error"),
    [
        (("more",), 1, "more: is an unknown key; allowed are commitment"),
        ((*MIX, "more"), 1, f"mixes.1.more: is an unknown key; allowed are {KEYS}"),
        ((*BEACON, "more"), 1, "mixes.1.beacon.more: is an unknown key"),
        (("campaign",), "de\nmo", "campaign: must be 1 to 32 letters"),
        (("campaign",), "", "campaign: must be 1 to 32 letters"),
        (("campaign",), None, "campaign: must be text, not null"),
        (("mixes",), [], "mixes: must be an object"),
        (("mixes", "01"), {}, "mixes.01: the turn of a mix is from 1 to "),
        (("mixes", "999999"), {}, "mixes.999999: the turn of a mix is from 1 to "),
        (MIX, {}, "mixes.1.beacon: is missing"),
        ((*MIX, "salt"), "00", "mixes.1.salt: must be 64 hex digits in lower case"),
        ((*MIX, "salt"), "A" * 64, "mixes.1.salt: must be 64 hex digits in lower case"),
        ((*MIX, "closing"), 1, "mixes.1.closing: must be text"),
        ((*MIX, "shares"), None, "mixes.1.shares: must be an object"),
        ((*MIX, "shares", "0"), HASH, "mixes.1.shares.0: the number of a seat is from 1 to 999"),
        ((*MIX, "shares", "1"), HASH + "0", "mixes.1.shares.1: must be 64 hex digits in lower case"),
        ((*MIX, "lines"), "1 - -", "mixes.1.lines: must end with the end of a line"),
        ((*MIX, "lines"), "1 -\n", "mixes.1.lines: line 1 must be a seat's number"),
        ((*MIX, "lines"), "1 - -\n2 - ab\n", "mixes.1.lines: line 2 must be a seat's number"),
        ((*MIX, "lines"), "1 - -\r\n", "mixes.1.lines: line 1 must be a seat's number"),
        ((*MIX, "lines"), "2 - -\n1 - -\n", "mixes.1.lines: must have each seat once, by number"),
        ((*MIX, "lines"), "1 - -\n1 - -\n", "mixes.1.lines: must have each seat once, by number"),
        (BEACON, 1, "mixes.1.beacon: must be an object"),
        ((*BEACON, "hash"), HASH[:-1], "mixes.1.beacon.hash: must be 64 hex digits in lower case"),
        ((*BEACON, "genesis"), -1, "mixes.1.beacon.genesis: must be from 0 to "),
        ((*BEACON, "period"), 0, "mixes.1.beacon.period: must be from 1 to "),
        ((*BEACON, "period"), 30.0, "mixes.1.beacon.period: must be a whole number"),
        ((*BEACON, "round"), 0, "mixes.1.beacon.round: must be from 1 to "),
        ((*BEACON, "due"), -1, "mixes.1.beacon.due: must be a number of seconds since 1970"),
        ((*BEACON, "due"), True, "mixes.1.beacon.due: must be a number of seconds since 1970"),
        ((*BEACON, "due"), float("nan"), "mixes.1.beacon.due: must be a number of seconds since 1970"),
        ((*BEACON, "due"), float("inf"), "mixes.1.beacon.due: must be a number of seconds since 1970"),
        ((*BEACON, "signature"), "", PAIRS),
        ((*BEACON, "signature"), "abc", PAIRS),
        ((*BEACON, "signature"), "ab" * 257, PAIRS),
        (("seeds", "1"), "A" * 64, "seeds.1: must be 64 hex digits in lower case"),
        (("commitment",), "A" * 64, "commitment: must be 64 hex digits in lower case"),
    ],
)
def test_a_mix_that_is_not_one_is_refused_by_its_path(
    where: tuple[str, ...], value: object, error: str
) -> None:
    log = open_log(random.Random(18), turns=2)
    shift = {str(log["first_turn"]): "1", str(log["first_turn"] + 1): "2"}
    for key in ("seeds", "mixes"):
        log[key] = {shift[turn]: one for turn, one in log[key].items()}
    log["first_turn"] = 1
    _set(*where)(log, value)
    with pytest.raises(ScenarioError) as refused:
        verify_dice(Node(log))
    assert str(refused.value).startswith(error)


@pytest.mark.parametrize(("left", "missing"), [("campaign", "mixes"), ("mixes", "campaign")])
def test_a_campaign_and_its_mixes_go_together(chance: random.Random, left: str, missing: str) -> None:
    log = open_log(chance)
    del log[missing]
    assert left in log
    with pytest.raises(ScenarioError, match=f"^{missing}: is missing"):
        verify_dice(Node(log))


def test_a_deadline_may_have_a_part_of_a_second(chance: random.Random) -> None:
    log = open_log(chance, turns=2)
    _first(log)["beacon"]["due"] += 0.75
    assert verify_dice(Node(log)).wrong == ()


# A flipped bit


def _same_round(was: Log, now: Log) -> bool:
    """Whether only a deadline has moved, within its round: both logs say the same of the dice."""
    once, again = copy.deepcopy(was), copy.deepcopy(now)
    for log in (once, again):
        for mix in log["mixes"].values():
            if mix["beacon"] is not None:
                beacon = Beacon(b"", mix["beacon"]["genesis"], mix["beacon"]["period"])
                mix["beacon"]["due"] = beacon.round_for(mix["beacon"]["due"])
    return once == again


def _found(text: bytes) -> bool:
    try:
        return verify_dice(Node(parse(text))).wrong != ()
    except ScenarioError:
        return True


def _flipped(chance: random.Random, count: int) -> Iterator[tuple[bytes, bytes]]:
    """Honest logs as files, with the same files of which one bit is flipped, wherever it may be."""
    while count:
        text = json.dumps(open_log(chance, turns=chance.randint(2, 4), seats=chance.randint(1, 6))).encode()
        changed = bytearray(text)
        changed[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
        flipped = bytes(changed)
        if not _found(flipped) and _same_round(json.loads(text), json.loads(flipped)):
            continue
        count -= 1
        yield text, flipped


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_flipped_bit_anywhere_in_a_log_is_found(count: int) -> None:
    chance = random.Random(f"flipped {count}")
    for text, flipped in _flipped(chance, count):
        assert not _found(text)
        assert _found(flipped), flipped


# Wars whose dice are those of the chain


FITS = """{
  "dice": 3,
  "seeds": 3,
  "wrong": []
}
"""
FITS_NOT = """{
  "dice": 1,
  "seeds": 3,
  "wrong": [
    {
      "problem": "the seed does not fit the chain",
      "turn": 1
    },
    {
      "label": "x",
      "problem": "the die is 6, not 7",
      "turn": 3
    }
  ]
}
"""
CHANGED = {"dice": [{"turn": 3, "label": "x", "sides": 6, "value": 7}], "commitment": "AB" * 32}


@pytest.mark.parametrize(("change", "status", "said"), [({}, 0, FITS), (CHANGED, 1, FITS_NOT)])
def test_of_a_war_without_mixes_no_byte_has_changed(change: Log, status: int, said: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "rules", "verify-dice", "-"],
        input=json.dumps(chain_log(**change)).encode(),
        capture_output=True,
        cwd=ROOT,
    )
    assert (run.returncode, run.stdout, run.stderr) == (status, said.encode(), b"")
