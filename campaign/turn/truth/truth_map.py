"""The map as it truly was after a turn: all banners with all that is theirs, among the sightings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from campaign.base.answers import At, Json
from campaign.base.coordinates import sign_of
from campaign.base.documents import Goal, Map

Document = Mapping[str, Any]


class TruthBanner(TypedDict):
    """A banner on the truth's map, where all of them stand among the sightings."""

    id: str
    seat: int
    name: str
    at: At
    level: int
    turn: int
    since: int
    works: str
    retreating: bool
    relics: list[str]
    node: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """What an engine id is called in public; of a feature also where it is, and what it does."""

    id: str
    name: str
    at: tuple[int, int] = (0, 0)
    effect: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """What all things of a war are called, by engine id; armies with the numbers of their seats."""

    rows: Sequence[str]
    armies: Mapping[str, tuple[int, str]]
    banners: Mapping[str, Thing]
    relics: Mapping[str, Thing]
    features: Mapping[str, Thing]


def truth_map(
    turn: int,
    document: Document,
    called: Called,
    *,
    radii: Mapping[str, int],
    battles: Sequence[Mapping[str, Json]] = (),
    goals: Sequence[Goal] = (),
) -> Map:
    """The truth as a turn's document has it; ``goals`` are the champion's, once there is one."""
    nodes = {one.get("node") for one in document["players"]}
    carried: dict[str, list[str]] = {}
    for one in document["relics"]:
        if one.get("carried_by"):
            carried.setdefault(one["carried_by"], []).append(called.relics[one["id"]].name)
    banners: list[TruthBanner] = [
        {
            "id": called.banners[one["id"]].id,
            "seat": called.armies[one["owner"]][0],
            "name": called.banners[one["id"]].name,
            "at": list(one["at"]),
            "level": one["level"],
            "turn": turn,
            "since": 0,
            "works": one["works"],
            "retreating": bool(one["retreating"]),
            "relics": sorted(carried.get(one["id"], ())),
            "node": one["id"] in nodes,
        }
        for one in document["banners"]
    ]
    lying = [(called.relics[one["id"]], list(one["at"])) for one in document["relics"] if one.get("at")]
    board = {
        "turn": turn,
        "size": [len(called.rows[0]), len(called.rows)],
        "terrain": list(called.rows),
        "radii": {name: radii.get(f"{name}_radius", 1) for name in ("battle", "recon", "search")},
        "seats": [
            {"n": number, "army": army, "you": False, "battle": radii.get("battle_radius", 1)}
            for number, army in sorted(called.armies.values())
        ],
        "banners": [],
        "sightings": _in_order(banners),
        "numbers": {},
        "territory": _territory(document, called),
        "fog": ["2" * len(row) for row in called.rows],
        "features": _in_order(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "at": list(one.at),
                    "effect": one.effect,
                    "description": one.description,
                }
                for one in called.features.values()
            ]
        ),
        "relics": _in_order(
            [{"id": one.id, "name": one.name, "at": at, "description": one.description} for one, at in lying]
        ),
        "battles": list(battles),
        "goals": list(goals),
    }
    return cast("Map", board)


def _in_order(entries: Sequence[Any]) -> list[Any]:
    return sorted(entries, key=lambda one: (one["at"][1], one["at"][0], one["id"]))


def _territory(document: Document, called: Called) -> list[str]:
    land = [["."] * len(row) for row in called.rows]
    for one in document["sectors"]:
        x, y = one["at"]
        if one["disputed"]:
            land[y][x] = "*"
        elif one["occupier"]:
            land[y][x] = sign_of(called.armies[one["occupier"]][0])
    return ["".join(row) for row in land]
