"""Maps as text, in and out: scenario rows, CSV, Tiled, and the map document itself.

A text that is wrong is refused with the line and column, or the JSON path, of what is wrong, and what is
allowed there.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.maps.assumed_tiles import Assumed, assumed_in
from campaign.base.maps.tiled import from_tiled, to_tiled
from campaign.base.refusal import Unfit
from campaign.base.setup.boards import MOST_SIDE, empty_board, read_board
from campaign.base.setup.documents import Board
from campaign.base.setup.ground_words import spellings_allowed
from campaign.base.setup.house_rules import HouseDocument, read_house
from campaign.base.words.document_faults import failure_words, fault_text, kind_of
from rules.format.reading import Node, ScenarioError, parse, shown
from rules.maps.grid import name_of
from rules.maps.terrain import LETTERS, TERRAIN

MOST_TEXT = 4_000_000
"""Characters that a map's text may have: about what a full map of 300 x 300 takes as a Tiled document."""

MOST_DEPTH = 40
"""So deep a document may be nested; a map needs eight levels."""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


class Format(StrEnum):
    """How a map is written."""

    ROWS = "rows"
    CSV = "csv"
    TILED = "tiled"
    MAP = "map"

    @property
    def ending(self) -> str:
        """How the name of such a file ends."""
        return {Format.ROWS: "txt", Format.CSV: "csv", Format.TILED: "tmj", Format.MAP: "json"}[self]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text, both from 1."""

    line: int
    column: int


class MapError(ValueError):
    """A text is not a map; ``where`` is a line and column or a JSON path, ``spot`` the former if known;
    ``limit``: it is more than is read.
    """

    def __init__(self, where: str, message: str, spot: Spot | None = None, *, limit: bool = False) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message
        self.spot = spot
        self.limit = limit


def _of_document(error: ScenarioError) -> MapError:
    """The same of a document in a text."""
    return MapError(error.path, fault_text(error), limit=kind_of(error) is Unfit)


def write(board: Board, form: Format) -> str:
    """The map as text. Rows and CSV hold the terrain alone."""
    if form is Format.ROWS:
        return "".join(f"{row}\n" for row in board["terrain"])
    if form is Format.CSV:
        return "".join(",".join(row) + "\n" for row in board["terrain"])
    if form is Format.TILED:
        return json.dumps(to_tiled(board), separators=(",", ":")) + "\n"
    return json.dumps(board, indent=2) + "\n"


def read(text: str, form: Format | None = None, *, onto: Board | None = None) -> Board:
    """The map in a text, in a form told or guessed. Raises ``MapError``.

    Rows and CSV hold terrain alone: what stands ``onto`` the map until now stays, where it is still on it.
    The triggers until now stay wherever the text does not speak of triggers.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_TEXT:
        raise MapError(
            "",
            _("The text has %(count)s characters; at most %(most)s are allowed")
            % {"count": len(text), "most": MOST_TEXT},
        )
    if not text.strip():
        raise MapError(_place(1, 1), _("there is nothing; a map begins with a row of sectors"), Spot(1, 1))
    form = form or guess(text)
    if form is Format.ROWS:
        return _keep(_read_rows(text), onto)
    if form is Format.CSV:
        return _keep(_read_csv(text), onto)
    document = _parsed(text)
    try:
        document = document if form is Format.TILED else _own(document)
        board = from_tiled(document) if form is Format.TILED else read_board(document)
        if onto is None or (isinstance(document, dict) and "triggers" in document):
            return board
        return {**board, "triggers": list(onto.get("triggers", ()))}
    except ScenarioError as error:
        raise _of_document(error) from None


def guess(text: str) -> Format:
    """The form of a text, by its looks."""
    start = text.lstrip()
    if start.startswith("{"):
        return Format.TILED if '"layers"' in text else Format.MAP
    if start.startswith("["):
        return Format.MAP
    return Format.CSV if any(sign in text for sign in ",;\t") else Format.ROWS


def house_in(text: str) -> list[HouseDocument]:
    """The house rules that a text holds beside its map: a scenario may have some. Raises ``MapError``."""
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith("{") or guess(text) is not Format.MAP:
        return []
    document = _parsed(text)
    try:
        return read_house(document["house"]) if isinstance(document, dict) and "house" in document else []
    except ScenarioError as error:
        raise _of_document(error) from None


def assumed_by(text: str, form: Format | None) -> Assumed:
    """What was assumed of the tiles of a text that ``read`` can read."""
    text = text.removeprefix("\ufeff")
    return assumed_in(_parsed(text)) if (form or guess(text)) is Format.TILED else {}


def _own(document: object) -> object:
    """The map document in a JSON text: as it is, a list of rows, or the map of a scenario."""
    if isinstance(document, list):
        return {"terrain": document}
    if isinstance(document, dict) and "map" in document and "terrain" not in document:
        return _of_scenario(document)
    return document


def _of_scenario(document: dict[str, object]) -> dict[str, object]:
    """The map of a scenario document; its players become the seats s1, s2, ... in their order.

    Triggers are as before the war: who holds them and for whom they have fired is left out.
    """
    node = Node(document)
    found: dict[str, Json] = {"terrain": document["map"]}
    players = [item.members() for item in node.members()["players"].items(8)] if "players" in document else []
    seats = {
        player["id"].name(): f"s{number}" for number, player in enumerate(players, start=1) if "id" in player
    }

    def renamed(thing: Node, keys: tuple[str, ...]) -> dict[str, Json]:
        members = thing.members()
        kept: dict[str, Json] = {key: value.value for key, value in members.items() if key in keys}
        for key in ("owner", "occupier"):
            if key in kept:
                kept[key] = seats.get(kept[key], kept[key])
        if isinstance(kept.get("known_to"), list):
            kept["known_to"] = [seats.get(one, one) for one in kept["known_to"]]
        return kept

    keys = {
        "features": ("id", "at", "needs_search", "effect", "known_to", "name", "description"),
        "relics": ("id", "at", "carried_by", "known_to", "destructible", "sealed", "name", "description"),
        "banners": ("id", "owner", "at", "level", "works", "name"),
        "triggers": ("id", "feature", "relic", "repeat", "when", "do", "hint", "told", "told_to"),
    }
    for key, wanted in keys.items():
        if key in document:
            found[key] = [renamed(thing, wanted) for thing in node.members()[key].items()]
    if "sectors" in document:
        held = [renamed(one, ("at", "occupier")) for one in node.members()["sectors"].items()]
        found["occupied"] = [one for one in held if one.get("occupier") is not None]
    return found


def _parsed(text: str) -> object:
    depth = 0
    for sign in _NESTING.finditer(text):
        depth += 1 if sign[0] in "[{" else -1 if sign[0] in "]}" else 0
        if depth > MOST_DEPTH:
            words = _("The text is nested deeper than %(most)d levels") % {"most": MOST_DEPTH}
            raise MapError("", words, limit=True)
    try:
        return parse(text)
    except ScenarioError as error:
        if error.code != "not_json":
            words = _("The text %(message)s") % {"message": fault_text(error)}
            raise MapError("", words, limit=error.code == "long_number") from None
        spot = Spot(int(str(error.values["line"])), int(str(error.values["column"])))
        words = _("this is not JSON: %(words)s") % {"words": _(str(error.values["fault"]))}
        raise MapError(_place(spot.line, spot.column), words, spot) from None


# Terrain alone


def _read_rows(text: str) -> tuple[str, ...]:
    rows: list[str] = []
    for number, line in _lines(text):
        row = line.rstrip()
        for column, sign in enumerate(row, start=1):
            if sign not in LETTERS:
                raise _strange(number, column, sign, len(rows))
        rows.append(_as_wide(row, rows, number))
    return _tall(rows)


def _read_csv(text: str) -> tuple[str, ...]:
    separator = next((sign for sign in ";\t," if sign in text), ",")
    rows: list[str] = []
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        for cells in reader:
            if not cells:
                continue
            row = []
            for column, cell in enumerate(cells, start=1):
                word = cell.strip()
                if word.lower() not in _CELLS:
                    raise _strange(reader.line_num, column, word, len(rows))
                row.append(_CELLS[word.lower()])
            rows.append(_as_wide("".join(row), rows, reader.line_num))
    except csv.Error as error:
        line = reader.line_num
        raise MapError(
            _place(line, 1), _("this is not CSV: %(error)s") % {"error": failure_words(error)}, Spot(line, 1)
        ) from None
    return _tall(rows)


_CELLS = {word: kind.letter for kind in TERRAIN for word in (kind.letter.lower(), kind.id, *kind.csv)}


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers, without empty ones before and after the map."""
    lines = list(enumerate(text.splitlines(), start=1))
    while lines and not lines[-1][1].strip():
        lines.pop()
    while lines and not lines[0][1].strip():
        lines.pop(0)
    return lines


def _strange(line: int, column: int, sign: str, row: int) -> MapError:
    where = f"{_place(line, column)} ({name_of((column - 1, row))})"
    allowed = spellings_allowed()
    return MapError(
        where,
        _("%(sign)s is not terrain; allowed are %(allowed)s") % {"sign": shown(sign), "allowed": allowed},
        Spot(line, column),
    )


def _as_wide(row: str, before: list[str], line: int) -> str:
    if before and len(row) != len(before[0]):
        column = min(len(row), len(before[0])) + 1
        raise MapError(
            _place(line, column),
            _("this row has %(count)s sectors; the first one has %(first)s")
            % {"count": len(row), "first": len(before[0])},
            Spot(line, column),
        )
    if not 1 <= len(row) <= MOST_SIDE:
        column = min(len(row), MOST_SIDE) + 1
        raise MapError(
            _place(line, column),
            _("this row has %(count)s sectors; a row has 1 to %(most)s")
            % {"count": len(row), "most": MOST_SIDE},
            Spot(line, column),
        )
    return row


def _tall(rows: list[str]) -> tuple[str, ...]:
    if not 1 <= len(rows) <= MOST_SIDE:
        line = min(len(rows), MOST_SIDE) + 1
        raise MapError(
            _place(line, 1),
            _("the map has %(count)s rows; a map has 1 to %(most)s")
            % {"count": len(rows), "most": MOST_SIDE},
            Spot(line, 1),
        )
    return tuple(rows)


def _place(line: int, column: int) -> str:
    return _("line %(line)s, column %(column)s") % {"line": line, "column": column}


def _keep(rows: tuple[str, ...], onto: Board | None) -> Board:
    """The new terrain with what stood on the old, as far as it is still on the map."""

    def stays(at: list[int]) -> bool:
        return at[0] < len(rows[0]) and at[1] < len(rows)

    if onto is None:
        return {**empty_board(), "terrain": list(rows)}
    banners = [one for one in onto["banners"] if stays(one["at"])]
    living = {banner["id"] for banner in banners}
    return {
        "terrain": list(rows),
        "features": [one for one in onto["features"] if stays(one["at"])],
        "relics": [
            one
            for one in onto["relics"]
            if (stays(one["at"]) if "at" in one else one.get("carried_by") in living)
        ],
        "banners": banners,
        "occupied": [one for one in onto["occupied"] if stays(one["at"])],
        "triggers": list(onto.get("triggers", ())),
    }
