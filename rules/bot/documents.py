"""What a bot is asked and what it answers, as JSON: the same question makes the same bytes anywhere.

Sectors are by what is known of them, as bits of rows: a map has more of them than of all else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict, TypeVar

from rules.bot.characters import Character, Level
from rules.bot.decision import Belief, Decision, Reason
from rules.bot.opponent import plan
from rules.format.plans import plan_document
from rules.format.reading import ScenarioError
from rules.plans.knowledge import Knowledge, KnownSector
from rules.reports.plain import from_plain, to_plain
from rules.state import PlayerId

Read = TypeVar("Read", Reason, Belief)
Json = Mapping[str, object]

ASKED = ("knowledge", "level", "character", "seed")
"""What a question holds; whatever stands beside it, as in a campaign's file, is passed over."""


class GroundDocument(TypedDict):
    """Sectors of which one thing is known: by row, the bits of their columns in hexadecimal digits."""

    occupier: str | None
    disputed: bool
    turn: int
    rows: dict[str, str]


class DecisionDocument(TypedDict):
    """A plan with its reasons and beliefs."""

    plan: dict[str, object]
    reasons: list[dict[str, object]]
    beliefs: list[dict[str, object]]


def knowledge_document(own: Knowledge) -> dict[str, object]:
    """What one player knows; ``knowledge_from`` gives it back."""
    written: dict[str, object] = to_plain(replace(own, sectors=()))
    return {**written, "ground": _ground(own.sectors)}


def knowledge_from(document: Json) -> Knowledge:
    """The knowledge in a document; TypeError, KeyError, ValueError or AttributeError if there is none."""
    plain = {key: value for key, value in document.items() if key != "ground"}
    sectors = tuple(_sectors(document.get("ground")))
    return replace(from_plain(Knowledge, plain), sectors=sectors)


def decision_document(decision: Decision) -> DecisionDocument:
    """A decision as it lies and travels."""
    return {
        "plan": plan_document(decision.plan),
        "reasons": [to_plain(one) for one in decision.reasons],
        "beliefs": [to_plain(one) for one in decision.beliefs],
    }


def reasons_from(document: object) -> tuple[Reason, ...]:
    """The reasons in a document; ValueError if there are none."""
    return tuple(_read(Reason, one) for one in _list(document))


def beliefs_from(document: object) -> tuple[Belief, ...]:
    """The beliefs in a document; ValueError if there are none."""
    return tuple(_read(Belief, one) for one in _list(document))


def answer(document: object) -> DecisionDocument:
    """What the bot decides, asked by a document with the members of ``ASKED``; else ScenarioError."""
    try:
        if not isinstance(document, dict):
            raise TypeError("not an object")
        own = knowledge_from(document["knowledge"])
        level, character = Level(document["level"]), Character(document["character"])
        seed = bytes.fromhex(document["seed"])
        return decision_document(plan(own, level=level, character=character, seed=seed))
    except (TypeError, KeyError, ValueError, AttributeError, AssertionError, IndexError) as error:
        raise ScenarioError("$", "not_asked", {"members": ", ".join(ASKED)}) from error


def _list(document: object) -> list[object]:
    if not isinstance(document, list):
        raise ValueError("not a list")
    return document


def _read(kind: type[Read], document: object) -> Read:
    try:
        return from_plain(kind, document)
    except (TypeError, KeyError, AttributeError, AssertionError) as error:
        raise ValueError(str(error)) from error


def _ground(sectors: tuple[KnownSector, ...]) -> list[GroundDocument]:
    found: dict[tuple[str, bool, int], dict[int, int]] = {}
    for one in sectors:
        rows = found.setdefault((one.occupier or "", one.disputed, one.turn), {})
        x, y = one.at
        rows[y] = rows.get(y, 0) | 1 << x
    return [
        {
            "occupier": occupier or None,
            "disputed": disputed,
            "turn": turn,
            "rows": {str(y): f"{bits:x}" for y, bits in sorted(rows.items())},
        }
        for (occupier, disputed, turn), rows in sorted(found.items())
    ]


def _sectors(document: object) -> list[KnownSector]:
    """Sectors by (y, x), as a player's knowledge lists them."""
    if not isinstance(document, list):
        raise TypeError("not a list")
    found = []
    for one in document:
        occupier = PlayerId(one["occupier"]) if one["occupier"] is not None else None
        for y, text in one["rows"].items():
            bits, row = int(text, 16), int(y)
            while bits:
                lowest = bits & -bits
                at = (lowest.bit_length() - 1, row)
                found.append(KnownSector(at, occupier, bool(one["disputed"]), int(one["turn"])))
                bits ^= lowest
    return sorted(found, key=lambda one: (one.at[1], one.at[0]))
