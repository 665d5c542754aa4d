"""A film while it is made: what it is made from, its beats so far, and the map as they leave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, cast

from campaign.base.answers import JsonObject
from campaign.base.documents import LedgerAccount, LedgerItem, Map
from campaign.film import fold
from campaign.film.documents import TRUTH, VERSION, Beat, Film, FilmLine
from rules.reports.film_phases import RULES, FilmPhase
from rules.reports.lines import Line
from rules.reports.report import Fought, Meeting


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of a turn: all that a film is made from.

    ``seats`` says whose line each is. ``after`` is None while battles run; then ``standing`` says of the own
    banners, by id, how they stand. ``meetings`` are of the banners of ``mine`` in each; ``fought`` are by
    battle. ``corrected`` are the own banners whose level a facilitator has changed. ``aims_of`` is whose
    conditions the map to come lists.
    """

    turn: int
    eyes: int
    part: str
    before: Map | None
    after: Map | None
    names: Mapping[str, str]
    lines: Sequence[Line]
    phases: Sequence[FilmPhase]
    captions: Sequence[FilmLine]
    seats: Sequence[int]
    meetings: Sequence[Meeting] = ()
    fought: Mapping[str, Fought] = field(default_factory=dict)
    ledger: Mapping[str, LedgerAccount] = field(default_factory=dict)
    standing: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    corrected: frozenset[str] = frozenset()
    aims_of: int = 0

    @property
    def deployed(self) -> bool:
        """Whether there is no map that it goes on from."""
        return self.before is None

    @property
    def truth(self) -> bool:
        """Whether it is what only those see who see everything."""
        return self.eyes == TRUTH


class Reel:
    """The beats so far, by phase, and the map as they leave it."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self._beats: dict[FilmPhase, list[Beat]] = {phase: [] for phase in FilmPhase}
        started = told.before if told.before is not None else fold.bare(cast("Map", told.after))
        self.board = fold.begun(started, self.film())
        self.born: set[str] = set()
        self.costs: dict[str, dict[int, int]] = {}
        """By banner and line, what the battles change of its level."""
        self.touched: set[tuple[int, int]] = set()
        """The sectors whose change a line has told."""

    def add(self, phase: FilmPhase, t: str, line: int | None = None, **keys: Any) -> None:
        """Add a beat and apply it."""
        beat: dict[str, Any] = {"t": t, **keys}
        if line is not None:
            beat["line"] = line
        self._beats[phase].append(cast("Beat", beat))
        fold.apply(self.board, cast("Beat", beat))

    def lead(self, phase: FilmPhase, t: str, **keys: Any) -> None:
        """Add a beat before the others of its phase, of one that changes nothing that they ask for."""
        self.add(phase, t, **keys)
        beats = self._beats[phase]
        beats.insert(0, beats.pop())

    def captioned(self, phase: FilmPhase, line: int) -> bool:
        """Whether a line has a beat."""
        return any(beat.get("line") == line for beat in self._beats[phase])

    def piece(self, banner: str | None) -> dict[str, Any] | None:
        """A banner as it stands now; None of one that is not on the map."""
        return fold.piece_of(self.board, banner) if banner else None

    def pieces(self) -> list[dict[str, Any]]:
        """The banners that the film follows, as they stand now."""
        return list(self.board["sightings" if self.told.truth else "banners"])

    def items(self, banner: str) -> Sequence[LedgerItem]:
        """What changed a banner's level in the turn; nothing where no ledger was kept."""
        account = self.told.ledger.get(banner)
        return account["items"] if account is not None else ()

    def targets(self) -> dict[str, dict[str, Any]]:
        """The same banners as they stand in the end."""
        if self.told.after is None:
            return {key: dict(one) for key, one in self.told.standing.items()}
        found = self.told.after["sightings"] if self.told.truth else self.told.after["banners"]
        return {one["id"]: cast("dict[str, Any]", one) for one in found}

    def entries(self, key: str) -> Iterable[JsonObject]:
        """A list of the map that is to come."""
        after = cast("Mapping[str, Any] | None", self.told.after)
        return after.get(key, ()) if after is not None else ()

    def film(self) -> Film:
        """The document, as far as it has come."""
        told = self.told
        return cast(
            "Film",
            {
                "film": VERSION,
                "turn": told.turn,
                "as": told.eyes,
                "part": told.part,
                "from": None if told.before is None else told.before["turn"],
                "names": dict(told.names),
                "lines": list(told.captions),
                "phases": [
                    {"id": phase.value, "rule": RULES[phase], "beats": deepcopy(beats)}
                    for phase, beats in self._beats.items()
                    if beats
                ],
            },
        )
