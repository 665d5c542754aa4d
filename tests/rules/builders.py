"""Positions drawn as text, and turns played from them.

A drawing has one token per sector, rows north first: ``.`` normal, ``C`` city, ``#`` impassable, or who
stands there: ``a1:15`` is banner a1 of level 15, ``a1:15f`` fortified, ``a1:15e`` entrenched, ``a1:15r`` must
retreat, ``a1:15r<b1`` beaten by b1, ``a1:9+a2:4`` two banners. The first letter of an id is its player:
alpha, beta or gamma. Orders are text too: ``a1 march 3,1 fortify``, ``a2 transfer a1 4 orb``, ``a3 join a4``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.outcome import Movement, Outcome
from rules.scenario import adjudicate, load, move
from rules.state import At, Banner, State

PLAYERS = {"a": "alpha", "b": "beta", "g": "gamma"}
WORKS = {"": "none", "f": "fortified", "e": "entrenched"}
SEED = "7".rjust(64, "0")

_BANNER = re.compile(r"(\w\d+):(\d+)([fe]?)(r?)(?:<(\w+))?")
_TAKES_SECTOR = ("march", "teleport", "retreat")
_SLOTS = {"march": "primary", "teleport": "primary", "search": "primary"}
_SPECIAL = ("retreat", "destroy_relic")


def position(drawing: str) -> dict[str, Any]:
    """The ``map`` and ``banners`` of a scenario from a drawing."""
    rows, banners = [], []
    for y, line in enumerate(drawing.strip().splitlines()):
        tokens = line.split()
        rows.append("".join(token if token in ".C#" else "." for token in tokens))
        for x, token in enumerate(tokens):
            for name, level, works, retreating, victor in _BANNER.findall(token):
                banners.append(
                    {"id": name, "owner": PLAYERS[name[0]], "at": [x, y], "level": int(level)}
                    | {"works": WORKS[works], "retreating": bool(retreating), "beaten_by": victor or None}
                )
    return {"map": rows, "banners": banners}


def plans(lines: Sequence[str]) -> dict[str, Any]:
    """The ``plans`` of a scenario from lines of orders."""
    made: dict[str, Any] = {}
    for line in lines:
        name, *words = line.split()
        orders = made.setdefault(PLAYERS[name[0]], {"orders": {}})["orders"].setdefault(name, {})
        while words:
            kind = words.pop(0)
            slot = "special" if kind in _SPECIAL else _SLOTS.get(kind, "secondary")
            orders[slot] = {"order": kind} | _arguments(kind, words)
    return made


def _arguments(kind: str, words: list[str]) -> dict[str, Any]:
    if kind in _TAKES_SECTOR:
        x, y = words.pop(0).split(",")
        return {"to": [int(x), int(y)]}
    if kind == "join":
        return {"with": words.pop(0)}
    if kind == "destroy_relic":
        return {"relic": words.pop(0)}
    if kind != "transfer":
        return {}
    found: dict[str, Any] = {}
    while words:
        word = words.pop(0)
        key = "levels" if word.lstrip("-").isdigit() else "from" if _is_banner(word) else "relic"
        found[key] = int(word) if key == "levels" else word
    return found


def _is_banner(word: str) -> bool:
    return re.fullmatch(r"[abg]\d+", word) is not None


def scenario(
    drawing: str, *orders: str, rules: Mapping[str, Sequence[str]] | None = None, **more: Any
) -> dict[str, Any]:
    """A scenario document of turn 3: a drawing, orders, army rules by player, and whatever keys are given.

    Alpha and beta always play; ``alpha_is`` and its like give a player more keys.
    """
    drawn = position(drawing)
    seen = dict.fromkeys(["alpha", "beta", *(banner["owner"] for banner in drawn["banners"]), *(rules or {})])
    players = [{"id": player, "rules": list((rules or {}).get(player, ()))} for player in seen]
    for player in players:
        player.update(more.pop(f"{player['id']}_is", {}))
    return {"turn": 3, "seed": SEED, "players": players, "plans": plans(orders)} | drawn | more


def moved(drawing: str, *orders: str, **more: Any) -> Movement:
    """The turn up to its battles."""
    return move(load(scenario(drawing, *orders, **more)))[0]


def played(drawing: str, *orders: str, **more: Any) -> Outcome:
    """The whole turn."""
    return adjudicate(load(scenario(drawing, *orders, **more)))


def banner(end: Movement | Outcome, name: str) -> Banner:
    """A living banner at the end."""
    return {one.id: one for one in end.state.banners}[name]


def places(end: Movement | Outcome) -> dict[str, At]:
    """Where everybody stands."""
    return {one.id: one.at for one in end.state.banners}


def levels(end: Movement | Outcome) -> dict[str, int]:
    """Everybody's level."""
    return {one.id: one.level for one in end.state.banners}


def holders(state: State) -> dict[At, str | None]:
    """Who holds what; None where it is disputed."""
    return {sector.at: sector.occupier for sector in state.sectors}


def tabletop(
    one: str, other: str, winner: str | None, points: tuple[int, int], sacrifice: tuple[int, int] = (0, 0)
) -> list[dict[str, Any]]:
    """The same report by both sides of a battle."""
    lost = {one: points[0], other: points[1]}
    return [
        {
            "battle": [one, other],
            "by": PLAYERS[side[0]],
            "method": "tabletop",
            "winner": winner,
            "points_lost": lost,
            "sacrifice": given,
        }
        for side, given in ((one, sacrifice[0]), (other, sacrifice[1]))
    ]
