"""A film folds the map before it into the map after it, in all that is shown: of random turns."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.film.documents import BEATS, Film
from campaign.film.fold import folded, shown
from campaign.film.seat_film import movement_film, turn_film
from campaign.film.told_beats import DRAWN
from campaign.film.truth_film import truth_film
from rules.reports.film_phases import PHASES, RULES, FilmPhase
from rules.reports.lines import LINES
from tests.film.cases import CHOSEN, FOLDER, deployment_told, made, path, text
from tests.film.turns import SeatTold, TurnTold, told
from tests.oracle.club import club
from tests.oracle.scenarios import scenario

FIRST = int(os.environ.get("FUZZ_SEED", "1"))
SHORT, LONG = 20, 540
"""How many scenarios with Rules 14, and as many without; a few of them are in dispute."""


def check(turn: TurnTold, seed: object) -> None:
    """All films of a turn, of all seats and of the truth."""
    for one in turn.seats:
        check_seat(one, seed, was_corrected=turn.corrected)
    film = truth_film(turn.before, turn.after, [one.side for one in turn.seats])
    assert shown(folded(turn.before, film)) == shown(turn.after), ("truth", seed)
    assert_closed(film, ("truth", seed), was_corrected=turn.corrected)
    deployed = truth_film(None, turn.before, [])
    assert shown(folded(None, deployed, turn.before)) == shown(turn.before), ("truth deployed", seed)


def check_seat(one: SeatTold, seed: object, *, was_corrected: bool) -> None:
    film = turn_film(one.seat, one.before, one.report, one.after, {})
    assert shown(folded(one.before, film)) == shown(one.after), (seed, one.seat)
    assert_closed(film, (seed, one.seat), was_corrected=was_corrected)
    assert_captioned(film, was_corrected=was_corrected)
    deployed = turn_film(one.seat, None, deployment_told(one), one.before, {})
    assert shown(folded(None, deployed, one.before)) == shown(one.before), (seed, one.seat)
    assert_closed(deployed, (seed, one.seat, "deployment"), was_corrected=False)
    announced = movement_film(one.seat, one.before, one.announcement, {})
    now = folded(one.before, announced)
    standing = {
        (banner["id"], *banner["at"], banner["level"], banner["works"], banner["retreating"])
        for banner in now["banners"]
    }
    assert standing == {
        (
            banner["id"],
            *banner["at"],
            banner["level"],
            banner.get("works", "none"),
            banner.get("retreating", False),
        )
        for banner in one.announcement["told"]["banners"]
    }, (seed, one.seat)
    for key in ("turn", "sightings", "territory", "fog", "features", "goals"):
        assert now.get(key) == one.before.get(key)
    assert_closed(announced, (seed, one.seat, "movement"), was_corrected=was_corrected)


def assert_closed(film: Film, seed: object, *, was_corrected: bool) -> None:
    closing = [phase["beats"] for phase in film["phases"] if phase["id"] == "close"]
    assert was_corrected or closing == [], (seed, closing)


def assert_captioned(film: Film, *, was_corrected: bool) -> None:
    """Phases are in their order and not empty, beats sort as lines, and each line has a beat."""
    order = [phase.value for phase in FilmPhase]
    places = [order.index(phase["id"]) for phase in film["phases"]]
    assert places == sorted(set(places))
    used: set[int] = set()
    for phase in film["phases"]:
        numbers = [beat["line"] for beat in phase["beats"] if "line" in beat]
        assert phase["beats"]
        assert numbers == sorted(numbers)
        used |= set(numbers)
    assert was_corrected or used == set(range(len(film["lines"])))


def every(first: int, count: int) -> int:
    """Check so many turns of both kinds, a fifth of them corrected; how many there were."""
    checked = 0
    for seed in range(first, first + count):
        for draw in (club, scenario):
            turn = told(draw(seed), corrections=seed if seed % 5 == 0 else None)
            if turn is not None:
                check(turn, (draw.__name__, seed))
                checked += 1
    return checked


def test_films_of_random_turns_fold_exactly() -> None:
    assert every(FIRST, SHORT) > SHORT


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_films_of_a_thousand_random_turns_fold_exactly() -> None:
    assert every(FIRST, LONG) >= 1000


def test_each_kind_of_line_has_one_phase_and_beats_of_its_own() -> None:
    assert PHASES.keys() == LINES.keys() == DRAWN.keys()
    assert RULES.keys() == set(FilmPhase)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_the_cases_that_scripts_are_held_to_fold(file: Path) -> None:
    case = json.loads(file.read_text())
    assert shown(folded(case["before"], case["film"], case["after"])) == shown(case["after"])


def test_the_cases_are_what_films_hold_today() -> None:
    stale = [one for one in CHOSEN if path(*one).read_text() != text(made(*one))]
    assert stale == [], "python -m tests.film.cases writes them anew"
    told = [json.loads(file.read_text())["film"] for file in FOLDER.glob("*.json")]
    beats = {beat["t"] for film in told for phase in film["phases"] for beat in phase["beats"]}
    assert beats == set(BEATS)


WRONG: dict[str, Callable[[Any], None]] = {
    "a level too few": lambda beat: beat.update(by=beat["by"] - 1) if beat["t"] == "level" else None,
    "a step elsewhere": lambda beat: beat.update(to=[0, 0]) if beat["t"] == "move" else None,
    "works that stay": lambda beat: beat.update(to="fortified") if beat["t"] == "works" else None,
    "land of another": lambda beat: beat.update(rows=[]) if beat["t"] == "land" else None,
    "fog that stays": lambda beat: beat.update(rows=[]) if beat["t"] == "fog" else None,
    "one that is not seen": lambda beat: beat.update(t="stay") if beat["t"] == "seen" else None,
    "one that is not lost": lambda beat: beat.update(id="") if beat["t"] == "lost" else None,
    "a pin left out": lambda beat: beat.update(t="stay") if beat["t"] == "pin" else None,
    "a pin left there": lambda beat: beat.update(t="stay") if beat["t"] == "unpin" else None,
    "a battle left out": lambda beat: beat.update(t="stay") if beat["t"] == "clash" else None,
    "a banner that lives": lambda beat: beat.update(id="") if beat["t"] == "gone" else None,
    "a banner not born": lambda beat: beat.update(t="stay") if beat["t"] == "born" else None,
    "a flag turned": lambda beat: beat.update(value=None) if beat["t"] == "flag" else None,
    "an aim": lambda beat: beat.update(held=-1) if beat["t"] == "aim" else None,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_film_that_is_wrong_is_seen(name: str) -> None:
    found = 0
    for file in FOLDER.glob("*.json"):
        case = json.loads(file.read_text())
        for phase in case["film"]["phases"]:
            for beat in phase["beats"]:
                WRONG[name](beat)
        found += shown(folded(case["before"], case["film"], case["after"])) != shown(case["after"])
    assert found


def test_a_film_of_thirty_banners_is_small() -> None:
    """Thirty banners march side by side, ten of them into battle, over ground that most have never seen."""
    side, places = 60, [(2 * number % 56 + 1, 5 * (2 * number // 56) + 2) for number in range(30)]
    banners = [
        {"id": f"a{number}", "owner": "alpha", "at": list(at), "level": 12 + number % 9}
        for number, at in enumerate(places)
    ]
    banners += [
        {"id": f"b{number}", "owner": "beta", "at": [x, y + 3], "level": 12}
        for number, (x, y) in enumerate(places)
    ]
    march = {
        f"a{number}": {"primary": {"order": "march", "to": [x, y + 1]}}
        for number, (x, y) in enumerate(places)
    }
    document = {
        "turn": 5,
        "seed": "07" * 32,
        "map": ["." * side] * side,
        "players": [{"id": "alpha", "rules": []}, {"id": "beta", "rules": []}],
        "banners": banners,
        "plans": {"alpha": {"orders": march}, "beta": {"orders": {}}},
    }
    turn = told(document)
    assert turn is not None
    check(turn, "thirty")
    film = turn_film(1, turn.seats[0].before, turn.seats[0].report, turn.seats[0].after, {})
    kinds = Counter(beat["t"] for phase in film["phases"] for beat in phase["beats"])
    assert kinds["move"] == 30
    assert kinds["clash"] >= 10
    small = gzip.compress(json.dumps(film, separators=(",", ":"), ensure_ascii=False).encode())
    assert len(small) <= 30_000, len(small)
