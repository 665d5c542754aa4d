"""A map with a film's beats applied to it: pure, and told again in ``static/js/film/fold.js``.

``tests/cases/film`` holds both to the same answers. A film of a turn's movement leaves the map of the turn
before as it is but for the own banners and the battles, as the war map shows it while battles run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, cast

from campaign.base.documents import Map
from campaign.film.documents import TRUTH, TURN, Beat, Film

Board = dict[str, Any]
"""A map that is being changed."""

SHOWN = (
    *("turn", "size", "banners", "sightings", "territory", "fog"),
    *("features", "relics", "battles", "goals", "hints"),
)
"""What a map shows; all else of it (ranges, armies, the ground) no turn changes."""

_LISTS = {"feature": "features", "relic": "relics", "hint": "hints"}


def folded(before: Map | None, film: Film, after: Map | None = None) -> Map:
    """The map after a film. The film of a deployment goes on from nothing: it asks for ``after``'s frame."""
    assert before is not None or after is not None
    board = begun(before if before is not None else bare(cast("Map", after)), film)
    for phase in film["phases"]:
        for beat in phase["beats"]:
            apply(board, beat)
    return ended(board)


def shown(board: Map) -> dict[str, object]:
    """All that a map shows."""
    return {key: board.get(key, []) for key in SHOWN}


def bare(after: Map) -> Map:
    """The frame of a map, with nothing on it: what the film of a deployment goes on from."""
    nothing: dict[str, Any] = {key: [] for key in ("banners", "sightings", "features", "relics", "battles")}
    return cast(
        "Map",
        {
            **{key: value for key, value in after.items() if key != "hints"},
            **nothing,
            "territory": ["." * len(row) for row in after["territory"]],
            "fog": ["0" * len(row) for row in after["fog"]],
            "goals": [{**goal, "met": None, "held": None} for goal in after["goals"]],
        },
    )


def begun(before: Map, film: Film) -> Board:
    """The map when the film begins: its turn, and no battles yet."""
    board: Board = deepcopy({key: value for key, value in before.items() if key != "terrain"})
    if "terrain" in before:
        board["terrain"] = before["terrain"]
    board["battles"] = []
    board["hints"] = board.get("hints", [])
    if film["part"] == TURN:
        board["turn"] = film["turn"]
    if film["as"] == TRUTH:
        for one in board["sightings"]:
            one["turn"] = film["turn"]
    return board


def ended(board: Board) -> Map:
    """The map when the film is over: its lists in the map's order."""
    for key in ("banners", "sightings", "features", "relics"):
        board[key].sort(key=_by_sector)
    board["battles"].sort(key=lambda one: (*_by_sector(one), one["mine"]))
    board["hints"].sort(key=lambda one: (one["name"], one["thing"], one["text"]))
    if not board["hints"]:
        del board["hints"]
    return cast("Map", board)


def apply(board: Board, beat: Beat) -> None:
    """Apply one beat. What is not on the map any more is let be."""
    _APPLIED[beat["t"]](board, cast("Mapping[str, Any]", beat))


def piece_of(board: Board, banner: str) -> dict[str, Any] | None:
    """A banner on the map: one's own; on the truth's all stand among the sightings."""
    for one in (*board["banners"], *board["sightings"]):
        if one["id"] == banner:
            return cast("dict[str, Any]", one)
    return None


def _by_sector(one: Mapping[str, Any]) -> tuple[int, int, str]:
    return one["at"][1], one["at"][0], one["id"]


def _set(key: str, source: str) -> Callable[[Board, Mapping[str, Any]], None]:
    def change(board: Board, beat: Mapping[str, Any]) -> None:
        piece = piece_of(board, beat["id"])
        if piece is not None:
            piece[key] = deepcopy(beat[source])

    return change


def _level(board: Board, beat: Mapping[str, Any]) -> None:
    piece = piece_of(board, beat["id"])
    if piece is not None:
        piece["level"] += beat["by"]


def _flag(board: Board, beat: Mapping[str, Any]) -> None:
    _set(beat["key"], "value")(board, beat)


def _born(board: Board, beat: Mapping[str, Any]) -> None:
    entry = deepcopy(beat["entry"])
    board["sightings" if "seat" in entry else "banners"].append(entry)


def _gone(board: Board, beat: Mapping[str, Any]) -> None:
    for key in ("banners", "sightings"):
        board[key] = [one for one in board[key] if one["id"] != beat["id"]]


def _clash(board: Board, beat: Mapping[str, Any]) -> None:
    board["battles"].append({key: deepcopy(beat[key]) for key in ("id", "at", "with", "mine")})


def _nothing(board: Board, beat: Mapping[str, Any]) -> None:
    """Nothing changes on the map."""


def _rows(key: str) -> Callable[[Board, Mapping[str, Any]], None]:
    def change(board: Board, beat: Mapping[str, Any]) -> None:
        rows = board[key]
        for y, x, signs in beat["rows"]:
            rows[y] = rows[y][:x] + signs + rows[y][x + len(signs) :]

    return change


def _seen(board: Board, beat: Mapping[str, Any]) -> None:
    _lost(board, {"id": beat["entry"]["id"]})
    board["sightings"].append(deepcopy(beat["entry"]))


def _lost(board: Board, beat: Mapping[str, Any]) -> None:
    board["sightings"] = [one for one in board["sightings"] if one["id"] != beat["id"]]


def _unpin(board: Board, beat: Mapping[str, Any]) -> None:
    key, entry = _LISTS[beat["kind"]], beat["entry"]
    if "id" in entry:
        board[key] = [one for one in board[key] if one["id"] != entry["id"]]
    else:
        board[key] = [one for one in board[key] if one != entry]


def _pin(board: Board, beat: Mapping[str, Any]) -> None:
    _unpin(board, beat)
    board[_LISTS[beat["kind"]]].append(deepcopy(beat["entry"]))


def _aim(board: Board, beat: Mapping[str, Any]) -> None:
    goal = board["goals"][beat["n"]]
    goal["met"], goal["held"] = beat["met"], beat["held"]


_APPLIED: Mapping[str, Callable[[Board, Mapping[str, Any]], None]] = {
    "move": _set("at", "to"),
    "stay": _nothing,
    "works": _set("works", "to"),
    "level": _level,
    "born": _born,
    "gone": _gone,
    "flag": _flag,
    "clash": _clash,
    "won": _nothing,
    "land": _rows("territory"),
    "fog": _rows("fog"),
    "seen": _seen,
    "lost": _lost,
    "pin": _pin,
    "unpin": _unpin,
    "aim": _aim,
}
