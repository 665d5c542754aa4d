"""Random turns as every seat was told of them: the engine's, through the tellers, without a database."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaign.base.documents import Map, Told
from campaign.engine.corrections import CorrectionError, correct_input, correct_outcome
from campaign.film.truth_film import Side
from campaign.founding.start.services import starting_reports
from campaign.ids import derived_id
from campaign.models import Seat
from campaign.turn.told.early_sightings import with_early_sightings
from campaign.turn.told.ledger_told import LedgerTeller, corrected, correction
from campaign.turn.told.map_building import War
from campaign.turn.told.player_projection import Names, Teller, battle_ids
from campaign.turn.truth.truth_map import Called, Thing, truth_map
from rules.format.writing import state_document
from rules.orders import OrderKind
from rules.outcome import Outcome
from rules.reports.ledger import explanations
from rules.reports.report import announcements, publications
from rules.results import InDispute
from rules.review import read_again
from rules.scenario import Scenario, load, move, outcome_document
from rules.state import BannerId, PlayerId, State
from rules.turn import resolve_aftermath

KEY = bytes(32)
Document = dict[str, Any]


@dataclass(frozen=True)
class SeatTold:
    """What one seat was told of a turn, and its maps before and after it."""

    seat: int
    army: str
    before: Map
    announcement: Told
    report: Told
    after: Map

    @property
    def side(self) -> Side:
        return Side(self.seat, self.army, self.report, {})


@dataclass(frozen=True)
class TurnTold:
    """A turn as all seats were told of it, and as it was."""

    seats: tuple[SeatTold, ...]
    before: Map
    after: Map
    corrected: bool


def told(document: Document, *, corrections: int | None = None) -> TurnTold | None:
    """The turn of a scenario; None of one in dispute. ``corrections`` seeds what facilitators correct."""
    scenario = load(document)
    rng = random.Random(f"corrections/{corrections}")
    start = scenario.state
    asked = list(_changes(rng, start, at=True)) if corrections is not None else []
    state = _corrected_input(start, scenario, asked)
    made = [one for one in asked if state is not start]
    movement, dice = move(replace(scenario, state=state), explain=True)
    try:
        outcome = resolve_aftermath(movement, scenario.results, dice)
    except InDispute:
        return None
    ended = outcome
    later = list(_changes(rng, outcome.state, at=False)) if corrections is not None else []
    if later:
        try:
            ended = read_again(outcome, correct_outcome(outcome.state, later))
            made += later
        except CorrectionError:
            later = []
    return _Tellers(document, start, ended).told(made, asked if state is not start else [], later)


def _corrected_input(start: State, scenario: Scenario, changes: list[Document]) -> State:
    if not changes:
        return start
    try:
        state, _ = correct_input(start, scenario.plans, changes)
        move(replace(scenario, state=state))
    except (CorrectionError, ValueError, AssertionError):
        return start
    return state


def _changes(rng: random.Random, state: State, *, at: bool) -> Iterator[Document]:
    """One or two corrections of banners, or of a relic or a feature."""
    for banner in rng.sample(state.banners, min(len(state.banners), rng.choice((0, 1, 1, 2)))):
        change: Document = {"banner": banner.id, "level": rng.randint(0, 20)}
        if at and rng.random() < 0.3:
            change = {"banner": banner.id, "at": list(rng.choice(state.banners).at)}
        if not at and rng.random() < 0.5:
            change["works"] = rng.choice(("none", "fortified", "entrenched"))
            change["retreating"] = change["works"] == "none" and rng.random() < 0.5
        yield change
    players = [player.id for player in state.players]
    if state.features and rng.random() < 0.3:
        yield {"feature": rng.choice(state.features).id, "known_to": sorted(rng.sample(players, 1))}
    if state.relics and state.banners and rng.random() < 0.3:
        yield {"relic": rng.choice(state.relics).id, "carried_by": rng.choice(state.banners).id}


class _Tellers:
    """Tells every seat, as ``campaign.turn`` does, what a turn came to."""

    def __init__(self, document: Document, start: State, outcome: Outcome) -> None:
        self.document, self.start, self.outcome = document, start, outcome
        conditions = {one["id"]: one.get("conditions", []) for one in document["players"]}
        self.seats = tuple(
            Seat(
                pk=number,
                key=player.id,
                number=number,
                army=f"Army of {player.id}",
                rules=list(player.rules),
                conditions=conditions[player.id],
                sightings=self._heard(number),
            )
            for number, player in enumerate(start.players, start=1)
        )
        movement = outcome.movement
        self.war = War(start.rows, start.settings, self.seats, KEY, start.house)
        self.names = self._names(battle_ids(KEY, movement))

    def told(self, made: list[Document], early: list[Document], late: list[Document]) -> TurnTold:
        outcome, movement = self.outcome, self.outcome.movement
        deployed = replace(self.start, turn=self.start.turn - 1)
        before: dict[PlayerId, Map] = {}
        for player, report in starting_reports(deployed, self.seats).items():
            teller = self._teller(player)
            _, board = teller.report(report, {}, ())  # type: ignore[arg-type]
            before[player] = with_early_sightings(teller, report, board)
        searching = frozenset(
            banner
            for banner, orders in movement.orders.items()
            if orders.primary is not None and orders.primary.kind == OrderKind.SEARCH
        )
        announced = announcements(movement)
        seats = []
        for player, report in publications(outcome).items():
            teller = self._teller(player)
            said = teller.announcement(announced[player])
            said["corrections"] = [
                {"kind": "banner", "reason": "", **one, "banner": self.names.banners[BannerId(one["banner"])]}
                for one in early
                if "banner" in one and self.names.owners[BannerId(one["banner"])] == player
            ]  # type: ignore[misc]
            spied = outcome.spies.get(player, ())
            document, board = teller.report(report, before[player], searching, spied)
            document = {**document, "ledger": self._ledger(player, document, early, late)}
            words = {one["banner"]: self.names.words[one["banner"]] for one in document["ledger"]}
            document["names"] = {**document["names"], **words}
            seat = teller.seat
            seats.append(SeatTold(seat.number, seat.army, before[player], said, document, board))
        return TurnTold(tuple(seats), *self._truth(deployed, seats), bool(made))

    def _teller(self, player: PlayerId) -> Teller:
        return Teller(self.war, next(seat for seat in self.seats if seat.key == player), self.names)

    def _ledger(
        self, player: PlayerId, document: Told, early: list[Document], late: list[Document]
    ) -> list[Any]:
        own = explanations(self.outcome)[player]
        teller = LedgerTeller(self.names, [one["meeting"]["enemy"] for one in document["told"]["battles"]])
        levels = {one.id: one.level for one in self.start.banners}
        ended = {one.banner: one.ended for one in own.accounts}
        return [
            corrected(
                teller.account(account),
                _steps(account.banner, levels.get(account.banner, 0), early),
                _steps(account.banner, ended[account.banner], late),
            )
            for account in own.accounts
        ]

    def _heard(self, number: int) -> list[Document]:
        """Sightings from before the war, of the first seat only: of another's army anywhere."""
        if number != 1 or len(self.start.players) < 2:
            return []
        rows = self.start.rows
        where = [[x, y] for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"]
        rng = random.Random(f"heard/{len(rows)}/{len(self.start.banners)}")
        owner = self.start.players[-1].id
        return [
            {
                "seat": owner,
                "at": rng.choice(where),
                "level": None,
                "age": 2,
                "grade": "place",
                "marked": True,
            }
            for _ in range(2)
        ]

    def _names(self, battles: Mapping[frozenset[BannerId], str]) -> Names:
        movement = self.outcome.movement
        states = (self.start, movement.start, movement.state)
        owners = {one.id: one.owner for state in states for one in state.banners}
        banners = {key: derived_id(KEY, "banner", owners[key], key, 0) for key in owners}
        relics = {one.id: derived_id(KEY, "relic", "", one.id, 0) for one in self.start.relics}
        features = {one.id: derived_id(KEY, "feature", "", one.id, 0) for one in self.start.features}
        words = {
            public: f"Name of {key}" for named in (banners, relics, features) for key, public in named.items()
        }
        hints = {public: (f"Heard of {public}",) for public in (*relics.values(), *features.values())}
        numbers = {PlayerId(seat.key): str(seat.number) for seat in self.seats}
        return Names(banners, relics, features, words, {}, owners, battles, numbers, hints)

    def _truth(self, deployed: State, seats: list[SeatTold]) -> tuple[Map, Map]:
        names = self.names
        things = {one.id: one for one in self.start.features}
        called = Called(
            self.start.rows,
            {seat.key: (seat.number, seat.army) for seat in self.seats},
            {str(key): Thing(public, names.words[public]) for key, public in names.banners.items()},
            {str(key): Thing(public, names.words[public]) for key, public in names.relics.items()},
            {
                str(key): Thing(public, names.words[public], things[key].at, things[key].effect)
                for key, public in names.features.items()
            },
        )
        battles: dict[str, Any] = {}
        for one in seats:
            for battle in one.after["battles"]:
                battles.setdefault(battle["id"], battle)
        in_order = sorted(battles.values(), key=lambda one: (one["at"][1], one["at"][0], one["id"]))
        turn = self.outcome.state.turn
        before = truth_map(turn - 1, state_document(deployed), called, radii={})
        return before, truth_map(turn, outcome_document(self.outcome), called, radii={}, battles=in_order)


def _steps(banner: str, level: int, changes: list[Document]) -> list[Any]:
    found = []
    for change in changes:
        if change.get("banner") == banner and "level" in change:
            found.append(correction(level, change["level"], ""))
            level = change["level"]
    return found
