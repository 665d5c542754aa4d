"""How long a film is, and what it shows when: turns, their marches, battles and what came of them.

A film has at most 90 seconds; its turns become shorter before anything else does, but none is shorter than
0.4 seconds. All times are hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 9000
SHORTEST = 40
OPENING, CLOSING = 150, 300
BRIEF = 60
"""The opening and the closing of a film that is full of turns."""

CAPTIONS = 2
MARCH, BATTLE, AFTER = 110, 90, 170
WAYS = ("teleport", "march", "retreat")
FIGHTS = ("contact", "results")
REST = ("land", "search", "sight", "relics", "ranks", "works", "supply", "aims", "close")


class TooManyError(Exception):
    """More turns than a film can show; about ``turns`` of them it could."""

    def __init__(self, turns: int) -> None:
        super().__init__(turns)
        self.turns = turns


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a turn: ``march``, ``battle`` or ``after``, with the phase that its caption is of."""

    kind: str
    hundredths: int
    phase: str
    lines: tuple[int, ...]


def parts_of(film: Mapping[str, Any] | None) -> list[Part]:
    """The stretches of a turn as long as one would like them."""
    if film is None:
        return [Part("after", AFTER, "", ())]
    phases = {phase["id"]: phase["beats"] for phase in film["phases"]}
    found: list[Part] = []
    if any(beat["t"] == "move" for name in WAYS for beat in phases.get(name, ())):
        found.append(Part("march", MARCH, *_told(phases, WAYS)))
    if any(beat["t"] in ("clash", "won") for name in FIGHTS for beat in phases.get(name, ())):
        found.append(Part("battle", BATTLE, *_told(phases, ("results", "contact"))))
    found.append(Part("after", AFTER, *_told(phases, REST)))
    return found


def _told(
    phases: Mapping[str, Sequence[Mapping[str, Any]]], names: Sequence[str]
) -> tuple[str, tuple[int, ...]]:
    """The first of the phases that has sentences, with those of the most ground, then the first ones."""
    for name in names:
        weights: dict[int, int] = {}
        for beat in phases.get(name, ()):
            if beat.get("line") is not None:
                ground = sum(len(run) for _y, _x, run in beat.get("rows", ()))
                weights[beat["line"]] = weights.get(beat["line"], 0) + ground
        if weights:
            return name, tuple(sorted(weights, key=lambda line: -weights[line])[:CAPTIONS])
    return next((name for name in names if phases.get(name)), ""), ()


def timed(turns: Sequence[Sequence[Part]]) -> tuple[int, list[list[Part]], int]:
    """The opening's length, the turns with theirs, and the closing's. Raises ``TooManyError``."""
    wished = [sum(part.hundredths for part in parts) for parts in turns]
    if sum(wished) + OPENING + CLOSING <= LONGEST:
        return OPENING, [list(parts) for parts in turns], CLOSING
    room = LONGEST - 2 * BRIEF
    if len(turns) * SHORTEST > room:
        raise TooManyError(room // SHORTEST)
    share = room / sum(wished)
    lengths = [max(SHORTEST, int(wish * share)) for wish in wished]
    while sum(lengths) > room:
        lengths[lengths.index(max(lengths))] -= 1
    shorter = [_shortened(parts, length) for parts, length in zip(turns, lengths, strict=True)]
    return BRIEF, shorter, BRIEF


def _shortened(parts: Sequence[Part], length: int) -> list[Part]:
    """The same stretches in less time; what is rounded off is the last one's."""
    whole = sum(part.hundredths for part in parts)
    found = [Part(one.kind, max(4, one.hundredths * length // whole), one.phase, one.lines) for one in parts]
    last = found[-1]
    rest = length - sum(one.hundredths for one in found[:-1])
    return [*found[:-1], Part(last.kind, max(4, rest), last.phase, last.lines)]
