"""Files of roster programs as one tree: forces with selections, whatever their notation (Tabletop E).

Of a selection its name, number, type, costs, categories and selections are read, nothing else: what stands
in its profiles and rules is others' text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from rules.tabletop.lists import bounds
from rules.tabletop.lists.raw import seen
from rules.tabletop.refusing import RefusedError

_POINTS = {
    *("pts", "pt", "points", "point", "pts.", "punkte", "pkt", "pkt.", "ptos", "puntos", "punti", "punkty"),
    *("punten", "ptn"),
}
Written = Mapping[str, object]


@dataclass(slots=True)
class Node:
    """A force or selection."""

    name: str = ""
    custom: str = ""
    number: int = 1
    type: str = ""
    cost: float | None = None
    categories: list[str] = field(default_factory=list)
    selections: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Roster:
    """What a file holds: its forces' selections, and the points that it says all have."""

    name: str = ""
    army: str = ""
    total: float | None = None
    selections: list[Node] = field(default_factory=list)
    unpriced: bool = False
    """Whether it has costs, none by a name of points that is known."""


def from_xml(root: Element) -> Roster:
    """The roster of a ``.ros``. Raises ``RefusedError`` for what is none."""
    if _tag(root) != "roster":
        raise RefusedError("list unknown", "roster")
    return _roster(_plain(root))


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


_LISTS = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "categories": "category",
}


def _plain(element: Element) -> dict[str, object]:
    """An element as the JSON of the same file has it."""
    found: dict[str, object] = {name: _value(text) for name, text in element.attrib.items()}
    for child in element:
        tag = _tag(child)
        if tag in _LISTS:
            found[tag] = [_plain(one) for one in child if _tag(one) == _LISTS[tag]]
    return found


def _value(text: str) -> str:
    if len(text) > bounds.LONGEST_VALUE:
        raise bounds.too_much("value", bounds.LONGEST_VALUE)
    return text


def from_json(sent: Written) -> Roster:
    """The roster of a JSON file, as its program writes it or as converters do."""
    roster = _inner(sent, "roster")
    if not isinstance(roster, Mapping):
        roster = sent
    if not _list(roster, "forces"):
        raise RefusedError("list unknown", "roster")
    return _roster(roster)


def _inner(sent: Written, name: str) -> object:
    """A value by its name, as converters write it too: ``_name``, ``@name``, ``{"$": {"name": …}}``."""
    for key in (name, f"_{name}", f"@{name}", f"-{name}"):
        if key in sent:
            return sent[key]
    for outer in ("$", "@attributes", "attributes", "_attributes", "attr"):
        inner = sent.get(outer)
        if isinstance(inner, Mapping) and name in inner:
            return inner[name]
    return None


def _list(sent: Written, name: str) -> list[Written]:
    """A list, which converters put one deeper, and leave out where it has one entry."""
    found = _inner(sent, name)
    if (
        isinstance(found, Sequence)
        and not isinstance(found, str)
        and len(found) == 1
        and isinstance(found[0], Mapping)
    ):
        inner = _inner(found[0], _LISTS[name])
        found = inner if inner is not None else found
    if isinstance(found, Mapping):
        inner = _inner(found, _LISTS[name])
        found = inner if inner is not None else ([found] if _text(found, "name") else [])
    if isinstance(found, Mapping):
        found = [found]
    if not isinstance(found, Sequence) or isinstance(found, str):
        return []
    return [one for one in found if isinstance(one, Mapping)]


def _text(sent: Written, name: str) -> str:
    found = _inner(sent, name)
    if isinstance(found, str):
        return seen(" ".join(found.split()))
    return str(found) if isinstance(found, int | float) else ""


_PLAIN = re.compile(r"-?\d{1,7}(?:[.,]\d{1,4})?")
_IN_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?")


def _number(sent: Written, name: str) -> float | None:
    """A number, which converters write as text; None where nothing is told. Raises ``RefusedError``."""
    found = _inner(sent, name)
    said = found.strip() if isinstance(found, str) else found
    if said is None or said == "":
        return None
    if isinstance(said, int | float) and not isinstance(said, bool):
        value = float(said)
    elif isinstance(said, str) and _IN_THOUSANDS.fullmatch(said):
        value = float(said.replace(",", ""))
    elif isinstance(said, str) and _PLAIN.fullmatch(said):
        value = float(said.replace(",", "."))
    else:
        raise RefusedError("list number", "roster", most=999_999)
    if not -1_000_000 < value < 1_000_000:
        raise RefusedError("list number", "roster", most=999_999)
    return value


def _cost(sent: Written, name: str = "costs") -> float | None:
    for cost in _list(sent, name):
        if _text(cost, "name").strip().lower() in _POINTS:
            return _number(cost, "value")
    return None


def _roster(sent: Written) -> Roster:
    forces = _list(sent, "forces")
    army = next((_text(force, "catalogueName") or _text(force, "name") for force in forces), "")
    total = _cost(sent)
    unpriced = total is None and any(_number(cost, "value") for cost in _list(sent, "costs"))
    nodes = [node for force in forces for node in _force(force)]
    return Roster(_text(sent, "name"), army, total, nodes, unpriced)


def _force(sent: Written, depth: int = 0) -> Iterator[Node]:
    bounds.within(depth, bounds.MOST_DEPTH, "depth")
    for selection in _list(sent, "selections"):
        yield _node(selection)
    for force in _list(sent, "forces"):
        yield from _force(force, depth + 1)


def _node(sent: Written) -> Node:
    number = _number(sent, "number")
    return Node(
        name=_text(sent, "name"),
        custom=_text(sent, "customName"),
        number=_whole(number),
        type=_text(sent, "type").lower(),
        cost=_cost(sent),
        categories=[_text(one, "name") for one in _list(sent, "categories")],
        selections=[_node(one) for one in _list(sent, "selections")],
    )


def _whole(number: float | None) -> int:
    if number is None:
        return 1
    if number != int(number) or not 0 <= number <= bounds.MOST_MEN:
        raise RefusedError("list number", "roster", most=bounds.MOST_MEN)
    return int(number)
