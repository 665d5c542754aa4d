"""Every line of a report has a sentence for each player who may read it, and every sentence reads whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.base.setup.ground_words import (
    GROUND_WORDS,
    TERRAIN_WORDS,
    WORKS_TITLES,
    WORKS_WORDS,
    inks,
    letters_allowed,
    spellings_allowed,
)
from campaign.base.words.battle_words import fought_words, goal_words, meeting_words
from campaign.base.words.map_words import page_words
from campaign.base.words.order_words import ORDER_WORDS, problem_reason, problem_text
from campaign.base.words.report_words import KINDS, Names, sentence, sentences
from rules.events import EventKind, Purpose, Reason
from rules.maps.terrain import LEGEND, TERRAIN
from rules.orders import ORDERS, OrderKind
from rules.plans.legality import Problem
from rules.reports.lines import LINES, Line
from rules.reports.plain import from_plain, to_plain
from rules.reports.report import announcements, publications
from rules.results import InDispute
from rules.scenario import adjudicate, load, move
from rules.sentences import PROBLEMS, Value
from rules.state import BannerId, FeatureId, PlayerId, RelicId, State, Works
from tests.rules.sentences import problem_with

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
GAP = re.compile(r"None|[{}\[\]]|%\(|%[sd]|\s\s|\s[.,:;]|\(\)|^\s|\s$|unnamed|an unknown")


def names_for(state: State) -> Names:
    """A name for each thing of a scenario that is unlike its id."""
    words = {str(player.id): f"Army {n}" for n, player in enumerate(state.players)}
    words |= {str(banner.id): f"Column {n}" for n, banner in enumerate(state.banners)}
    words |= {str(relic.id): f"Orb {n}" for n, relic in enumerate(state.relics)}
    words |= {str(feature.id): f"Well {n}" for n, feature in enumerate(state.features)}
    return Names(words, {str(banner.id): banner.at for banner in state.banners})


def assert_reads_whole(text: str, ids: set[str]) -> None:
    """The sentence ends as one, has no gap and shows no id."""
    assert text, "an empty sentence"
    assert text[0].isupper(), text
    assert text.endswith("."), text
    assert not GAP.search(text), text
    words = set(re.findall(r"[\w.]+\w", text))
    assert not words & ids, f"{text} shows {words & ids}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_each_case_reads_without_gaps_for_every_player(path: Path) -> None:
    scenario = load(json.loads(path.read_text())["scenario"])
    ids = {key for key in _ids(scenario.state) if len(key) > 1 and key.lower() not in COMMON}
    movement, _dice = move(scenario)
    known = _named_after(scenario.state, movement.state)
    for told in announcements(movement).values():
        for said in sentences(told.lines, told.void, known):
            assert_reads_whole(said.text, ids)
        for meeting in told.battles:
            words = meeting_words(meeting, known)
            for part in (f"{words.title}.", *words.details):
                assert_reads_whole(part, ids)
    try:
        outcome = adjudicate(scenario)
    except InDispute:
        return
    for report in publications(outcome).values():
        for said in sentences(report.lines, report.void, known):
            assert_reads_whole(said.text, ids)
        for fought in report.battles:
            words = fought_words(fought, known)
            for part in (f"{words.title}.", *words.details):
                assert_reads_whole(part, ids)


def test_the_degree_of_a_battle_says_whose_victory_it_was() -> None:
    """Whoever has lost does not read of a total victory as if it were theirs."""
    told = set()
    for path in CASES:
        scenario = load(json.loads(path.read_text())["scenario"])
        try:
            outcome = adjudicate(scenario)
        except InDispute:
            continue
        known = _named_after(scenario.state, move(scenario)[0].state)
        for report in publications(outcome).values():
            for fought in report.battles:
                if fought.degree is None or fought.winner is None:
                    continue
                won = fought.winner == fought.meeting.banner
                (said,) = [one for one in fought_words(fought, known).details if " victory" in one]
                assert said.endswith("victory." if won else "victory for the enemy."), (path.stem, said)
                told.add(won)
    assert told == {True, False}


COMMON = {"hold", "orb", "rod", "gate"}
"""Ids of cases that are also words of the language."""


def _ids(state: State) -> Iterator[str]:
    for things in (state.players, state.banners, state.relics, state.features):
        for thing in things:
            yield str(thing.id)


def _named_after(start: State, end: State) -> Names:
    """Names for what was there at the start and for what splits have made."""
    names = names_for(start)
    born = {str(banner.id): f"New column {n}" for n, banner in enumerate(end.banners)}
    return Names(born | dict(names.words), names.at)


def test_every_kind_that_a_player_reads_has_a_sentence_and_no_other() -> None:
    assert set(KINDS) == set(LINES)


@pytest.mark.parametrize("kind", sorted(LINES))
def test_every_kind_reads_whole_whatever_its_reason(kind: EventKind) -> None:
    names = Names(
        {"b1": "Gate Guard", "b2": "Siege Train", "r": "Orb of Karst", "f": "Old well", "2": "Redtusk Horde"},
        {},
    )
    full: dict[str, Any] = {
        "banner": BannerId("b1"),
        "at": (6, 5),
        "to": (7, 5),
        "levels": 2,
        "other": BannerId("b2"),
        "order": OrderKind.MARCH,
        "relic": RelicId("r"),
        "feature": FeatureId("f"),
        "rival": PlayerId("2"),
        "dice": ((Purpose.DIRECTION, 3), (Purpose.DISTANCE, 2)),
        "sectors": tuple((x, 0) for x in range(12)),
    }
    held = {name: value for name, value in full.items() if name in LINES[kind]}
    for reason in (None, *Reason) if "reason" in LINES[kind] else (None,):
        said = sentence(Line(kind, "5", reason=reason, **held), names)
        assert_reads_whole(said.text, {"b1", "b2"})
        assert said.rule == "5"


def test_a_line_leads_to_where_it_happened() -> None:
    names = Names({"b1": "Gate Guard"}, {"b1": (2, 2)})
    marched = sentence(Line(EventKind.MARCHED, "5.4", BannerId("b1"), (6, 5), (7, 5)), names)
    assert (marched.sector, marched.text) == ("H6", "Gate Guard marched from G6 to H6.")
    rewarded = sentence(Line(EventKind.BLOOD_REWARD, "8.2", BannerId("b1"), levels=1), names)
    assert rewarded.sector == "C3"


def test_a_failed_march_never_says_whose_fault_it_was() -> None:
    names = Names({"b1": "Gate Guard"}, {})
    said = [
        sentence(
            Line(EventKind.MARCH_FAILED, "5.4", BannerId("b1"), (6, 5), (7, 5), reason=reason), names
        ).text
        for reason in (None, Reason.HELD_BACK, Reason.ENEMY_THERE)
    ]
    assert len(set(said)) == 1
    assert "an enemy was in the way" in said[0]


IN_GAPS: dict[str, Value] = {
    **dict.fromkeys(("banner", "giver", "partner"), "Gate Guard"),
    **{"relic": "Orb", "sector": (2, 2), "works": "fortified", "rule": "raiders"},
    **{"order": "march", "other": "fortify"},
}


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_every_reason_against_an_order_reads_whole(code: str) -> None:
    problem = problem_with(code, IN_GAPS)
    assert problem.code == code
    assert_reads_whole(problem_text(problem), {"b1"})


def test_people_read_a_sector_s_name_and_programs_its_numbers() -> None:
    problem = problem_with("too_far", {"sector": (6, 5), "away": 3, "reach": 1})
    assert problem_text(problem) == "Sector G6 is 3 sectors away; this army goes at most 1."
    assert problem_reason(problem) == "sector [6, 5] is 3 sectors away; this army goes at most 1"
    beyond = problem_with("off_map", {"sector": (-1, 5)})
    assert problem_text(beyond) == "Sector (-1, 5) is off the map."


def test_a_reason_that_was_stored_as_a_sentence_is_shown_as_it_was_written() -> None:
    stored = {"banner": "b1", "slot": "primary", "order": "march", "rule": "3", "fault": "in_works"}
    old = from_plain(Problem, stored | {"text": "it is fortified: it must unfortify first"})
    assert problem_text(old) == "It is fortified: it must unfortify first."
    assert to_plain(old) == stored | {"text": "it is fortified: it must unfortify first"}
    new = from_plain(Problem, stored | {"values": {"works": "fortified"}})
    assert problem_text(new) == problem_text(old)
    assert to_plain(new) == stored | {"values": {"works": "fortified"}}


def test_every_record_of_the_rules_has_its_words() -> None:
    assert set(ORDER_WORDS) == {record.kind for record in ORDERS}
    assert all(str(words.name) and str(words.short) for words in ORDER_WORDS.values())
    assert set(TERRAIN_WORDS) == set(GROUND_WORDS) == {kind.id for kind in TERRAIN}
    assert set(WORKS_WORDS) == set(WORKS_TITLES) == set(Works)
    words = page_words()
    for part in ("orders", "short", "hints", "notes"):
        assert set(words[part]) == set(OrderKind)
    assert all(words[kind.id] for kind in TERRAIN)
    assert all(words[works.value] for works in Works)
    assert [ink.letter for ink in inks()] == [kind.letter for kind in TERRAIN]
    assert [ink.key for ink in inks()] == ["1", "2", "3"]


def test_the_letters_of_a_map_are_listed_for_whoever_types_others() -> None:
    assert letters_allowed() == "'.', 'C' or '#'"
    assert spellings_allowed() == "'.' or normal, 'C' or city, '#' or impassable"
    assert LEGEND == "'.' normal, 'C' city, '#' impassable"


@pytest.mark.parametrize(
    ("goal", "text", "standing"),
    [
        (
            {"kind": "retrieval", "relic": "Orb", "turns": 3, "held": 2, "met": False},
            "Carry Orb, for 3 turns in a row",
            "held for 2 turns",
        ),
        (
            {"kind": "destruction", "seat": 2, "met": None, "held": None},
            "Leave Redtusk without a banner",
            "not known",
        ),
        (
            {"kind": "destruction", "banners": 2, "met": False, "held": 0},
            "Destroy the 2 named banners",
            "not yet",
        ),
        (
            {"kind": "destruction", "title": "Target 1", "armies": [{"seat": 2, "banners": 1}], "met": False},
            "Destroy Target 1: a banner of Redtusk",
            "not yet",
        ),
        (
            {"kind": "destruction", "title": "The twins", "armies": [{"seat": 2, "banners": 2}]},
            "Destroy The twins: 2 banners of Redtusk",
            "not known",
        ),
        (
            {"kind": "occupation", "sectors": [[6, 5], [7, 5]], "met": True, "held": 1},
            "Hold G6, H6 undisputed",
            "met",
        ),
        (
            {"kind": "occupation", "count": 40, "met": False, "held": 0},
            "Hold 40 sectors undisputed",
            "not yet",
        ),
    ],
)
def test_conditions_say_what_is_wanted_and_how_it_stands(
    goal: dict[str, object], text: str, standing: str
) -> None:
    words = goal_words(goal, Names({"2": "Redtusk"}, {}))
    assert (words.text, words.standing) == (text, standing)
