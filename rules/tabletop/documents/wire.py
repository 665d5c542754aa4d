"""A table as JSON and back, with its version (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.tabletop.action import Event
from rules.tabletop.documents.older import renewed
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.state import Game

VERSION = 1


def to_plain(value: object) -> Any:
    """A frozen value as plain data; fields that hold their default are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        found = {}
        for item in fields(value):
            inner = getattr(value, item.name)
            if inner != (item.default if item.default_factory is MISSING else item.default_factory()):
                found[item.name] = to_plain(inner)
        return found
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: Any, value: Any) -> Any:
    """The frozen value of type ``kind`` that the plain data stands for."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _hints(kind)
        return kind(**{name: from_plain(hints[name], inner) for name, inner in value.items()})
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if origin in (Union, UnionType):
        inner = [arg for arg in get_args(kind) if arg is not type(None)]
        return None if value is None else from_plain(inner[0], value)
    return value


def _tuple(inner: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(from_plain(inner[0], item) for item in value)
    return tuple(from_plain(kind, item) for kind, item in zip(inner, value, strict=True))


@cache
def _hints(kind: type) -> Mapping[str, object]:
    return get_type_hints(kind)


def game_to_plain(game: Game) -> dict[str, object]:
    """The whole table, secrets included: for storing only."""
    return {"version": VERSION, "game": to_plain(game)}


def game_from_plain(document: ReadPlain) -> Game:
    """The table that was stored. ValueError for a version that this app does not know."""
    if document.get("version") != VERSION:
        raise ValueError(f"a table of version {document.get('version')!r} cannot be read")
    game = from_plain(Game, renewed(document["game"]))
    assert isinstance(game, Game)
    return game


def event_to_plain(event: Event) -> dict[str, object]:
    """One line of the log, for storing."""
    document: Plain = {
        "kind": event.kind,
        "values": dict(event.values),
        "dice": [to_plain(die) for die in event.dice],
        "rule": event.rule,
    }
    if event.secret_to is not None:
        document["secret_to"] = list(event.secret_to)
    return document
