"""Ready-made triggers: a feature, its relics and what happens there, put on a board at a sector or by lot."""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.maps.reach import Land
from campaign.base.setup.documents import Board, BoardFeature, BoardRelic, BoardTrigger
from rules.maps.grid import distance
from rules.maps.terrain import BARRED

At = tuple[int, int]
APART = 4
"""By lot nothing is put nearer to a banner than this, where the map allows it."""
FAIR = 2
"""How much nearer it may lie to one army than to the next, in sectors."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A ready-made trigger. ``wants_other`` says that a second sector is needed; ``uses`` that the order
    ``use`` is.
    """

    key: str
    name: Promise
    about: Promise
    grow: Callable[[Board, At, At], None]
    wants_other: bool = False
    uses: bool = False


def planted(board: Board, key: str, at: At, other: At | None = None) -> Board:
    """The board with a plant at a sector; without ``other`` what lies elsewhere lies across the map."""
    grown = copy.deepcopy(board)
    grown.setdefault("triggers", [])
    PLANT[key].grow(grown, at, other or across(board, at))
    return grown


def planted_by_lot(board: Board, keys: Iterable[str], secret: bytes) -> Board:
    """The board with these plants where a secret puts them: about as far from all armies."""
    chance = random.Random(hashlib.sha256(b"plants/" + secret).hexdigest())
    for key in keys:
        at = _spot(board, chance, [])
        board = planted(board, key, at, _spot(board, chance, [at]))
    return board


def across(board: Board, at: At) -> At:
    """The free sector nearest to the image of a sector across the middle of the map."""
    wide, tall = len(board["terrain"][0]), len(board["terrain"])
    image = (wide - 1 - at[0], tall - 1 - at[1])
    free = [one for one in _land(board) if one != at] or [at]
    return min(free, key=lambda one: (distance(one, image), one[1], one[0]))


def _spot(board: Board, chance: random.Random, taken: list[At]) -> At:
    """A free sector that armies can come to, far from all of them and about as far from the nearest two."""
    things = (*board["features"], *board["relics"], *board["banners"])
    full = {*taken, *((one["at"][0], one["at"][1]) for one in things if one.get("at"))}
    land = [at for at in _land(board) if at not in full] or _land(board)
    armies: dict[str, list[At]] = {}
    for banner in board["banners"]:
        armies.setdefault(banner["owner"], []).append((banner["at"][0], banner["at"][1]))

    def away(at: At) -> list[int]:
        return sorted(min(distance(at, one) for one in own) for own in armies.values())

    far = [at for at in land if not armies or away(at)[0] >= APART] or land
    fair = [at for at in far if len(armies) < 2 or away(at)[1] - away(at)[0] <= FAIR]
    return chance.choice(fair or far)


def _land(board: Board) -> list[At]:
    """The passable sectors that the first banner could come to; all, without one."""
    rows = board["terrain"]
    open_ones = [
        (x, y) for y, row in enumerate(rows) for x, terrain in enumerate(row) if terrain not in BARRED
    ]
    if not board["banners"]:
        return open_ones
    land = Land.of(rows)
    first = board["banners"][0]["at"]
    flood = land.layers(land.bit((first[0], first[1])))
    return [at for at in open_ones if flood and flood[-1] & land.bit(at)] or open_ones


# What is put there


def _vault(board: Board, at: At, other: At) -> None:
    vault = _feature(board, "vault", at, str(_("Sealed vault")), str(_("A door without a lock.")))
    rod = _relic(board, "rod", at, str(_("Rod")), str(_("It hums.")), sealed=True)
    crown = _relic(board, "crown", other, str(_("Crown")), str(_("Inside the rim there is a map of a door.")))
    _trigger(
        board,
        "vault",
        {
            "feature": vault,
            "repeat": "once",
            "when": [{"is": "used"}, {"is": "carries", "relic": crown}],
            "do": [{"do": "unseal", "relic": rod}, {"do": "level", "by": 2}],
            "hint": str(_("The door has room for a circlet. Come with the crown, and use the vault.")),
            "told": str(_("The vault stands open.")),
            "told_to": "all",
        },
    )


def _array(board: Board, at: At, other: At) -> None:
    array = _feature(board, "array", at, str(_("Listening array")), str(_("Dishes as wide as a house.")))
    _trigger(
        board,
        "array",
        {
            "feature": array,
            "repeat": "turn",
            "when": [{"is": "held", "turns": 2}],
            "do": [{"do": "spy", "radius": 6}],
            "hint": str(_("It takes a turn to warm up; then it hears every step for miles.")),
            "told": str(_("The array listens for you.")),
            "told_to": "holder",
        },
    )


def _well(board: Board, at: At, other: At) -> None:
    well = _feature(
        board, "well", at, str(_("Plague well")), str(_("Clear, cold water.")), needs_search=False
    )
    _trigger(
        board,
        "well",
        {
            "feature": well,
            "repeat": "turn",
            "when": [{"is": "die", "sides": 6, "at_least": 4}],
            "do": [{"do": "level", "by": -2}],
            "hint": str(_("Nobody has drunk here for years. Somebody will know why.")),
            "told": str(_("Those who drank from the well have fallen ill.")),
            "told_to": "holder",
        },
    )


PLANTS: tuple[Plant, ...] = (
    Plant(
        "vault",
        _("Vault and crown"),
        _(
            "A hidden vault, and somewhere else a crown. Whoever uses the vault with a banner that carries"
            " the crown opens it, once: the rod in it can be picked up, and the banner gains two levels."
        ),
        _vault,
        wants_other=True,
        uses=True,
    ),
    Plant(
        "array",
        _("Listening array"),
        _(
            "A hidden array of dishes. Whoever knows of it and has held its sector for two turns sees all"
            " banners six sectors around it, every turn."
        ),
        _array,
    ),
    Plant(
        "well",
        _("Plague well"),
        _(
            "A well that anybody sees who comes there. Every turn a die of six is thrown for whoever holds"
            " its sector; on four or more a banner there loses two levels."
        ),
        _well,
    ),
)
PLANT: Mapping[str, Plant] = {plant.key: plant for plant in PLANTS}


def _fresh(taken: Iterable[str], stem: str) -> str:
    known = set(taken)
    number = 1
    while (own := stem if number == 1 else f"{stem}-{number}") in known:
        number += 1
    return own


def _feature(board: Board, stem: str, at: At, name: str, text: str, *, needs_search: bool = True) -> str:
    feature: BoardFeature = {
        "id": _fresh((one["id"] for one in board["features"]), stem),
        "at": list(at),
        "name": name,
        "description": text,
        "needs_search": needs_search,
        "effect": None,
        "known_to": [],
    }
    board["features"].append(feature)
    return feature["id"]


def _relic(board: Board, stem: str, at: At, name: str, text: str, *, sealed: bool = False) -> str:
    relic: BoardRelic = {
        "id": _fresh((one["id"] for one in board["relics"]), stem),
        "at": list(at),
        "name": name,
        "description": text,
        "destructible": True,
        "known_to": [],
        "sealed": sealed,
    }
    board["relics"].append(relic)
    return relic["id"]


def _trigger(board: Board, stem: str, words: dict[str, object]) -> None:
    own = _fresh((one["id"] for one in board["triggers"]), stem)
    trigger: BoardTrigger = {"id": own, **words}  # type: ignore[typeddict-item]
    board["triggers"].append(trigger)
