"""Reading a state again: a campaign's start, and a corrected outcome."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.outcome import Outcome
from rules.review import deployed, look_around, read_again
from rules.scenario import adjudicate, load, outcome_document
from rules.state import Sector, State
from tests.rules.builders import played, scenario
from tests.rules.running import CASES, load_case


def corrected(outcome: Outcome, **change: object) -> State:
    """The outcome's state with a change to banner b1."""
    banners = tuple(replace(one, **change) if one.id == "b1" else one for one in outcome.state.banners)
    return replace(outcome.state, banners=banners)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:40])
def test_an_outcome_read_again_without_a_correction_is_the_same(path: Path) -> None:
    outcome = adjudicate(load(load_case(path)["scenario"]))
    again = read_again(outcome, outcome.state)
    assert outcome_document(again) == outcome_document(outcome)
    assert sorted(map(repr, again.events)) == sorted(map(repr, outcome.events))


def test_a_corrected_level_is_what_is_seen() -> None:
    outcome = played("a1:15 . b1:15")
    again = read_again(outcome, corrected(outcome, level=7))
    assert [sighting.level for sighting in again.intelligence["alpha"].sightings] == [7]


def test_a_corrected_sector_counts_as_taken_or_lost() -> None:
    outcome = played("a1:15 . . . . . b1:15", sectors=[{"at": [3, 0], "occupier": "alpha"}])
    sectors = tuple(
        Sector(sector.at, outcome.state.players[1].id) if sector.at == (3, 0) else sector
        for sector in outcome.state.sectors
    )
    again = read_again(outcome, replace(outcome.state, sectors=sectors))
    known = {sector.at: sector.occupier for sector in again.intelligence["alpha"].known_sectors()}
    assert known[3, 0] == "beta"


def test_a_fresh_start_occupies_and_shows_what_needs_no_search() -> None:
    features = [{"id": "mill", "at": [1, 0]}, {"id": "vault", "at": [0, 0], "needs_search": True}]
    state = deployed(load(scenario("a1:15 . . . b1:15", features=features)).state)
    assert [sector.at for sector in state.sectors] == [(0, 0), (1, 0), (3, 0), (4, 0)]
    assert [feature.known_to for feature in state.features] == [("alpha",), ()]
    assert [sighting.id for sighting in look_around(state)["alpha"].sightings] == ["b1"]
