"""Frozen values as plain JSON-able ones, and back, by their types.

An object's members that have their default value are left out, which keeps stored reports small. Bits are
written as hex text: they outgrow the whole numbers that other programs read from JSON.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from rules.outcome import Bits
from rules.sentences import Values

Value = TypeVar("Value")
Coder = Callable[[Any], Any]


def to_plain(value: object) -> Any:
    """A frozen value as dicts, lists, text, numbers, true, false and None."""
    return _coders(type(value))[0](value)


def from_plain(kind: type[Value], document: object) -> Value:
    """The value of type ``kind`` that ``to_plain`` wrote; TypeError, KeyError or ValueError if it did not."""
    value = _coders(kind)[1](document)
    assert isinstance(value, kind)
    return value


def _same(value: object) -> object:
    return value


def _to_hex(value: int) -> str:
    return f"{value:x}"


def _from_hex(text: str) -> int:
    return int(text, 16)


def _values_to_plain(values: Values) -> dict[str, object]:
    return {name: list(one) if isinstance(one, tuple) else one for name, one in values.items()}


def _values_from_plain(plain: dict[str, Any]) -> Values:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in plain.items()}


def _coders(kind: Any) -> tuple[Coder, Coder]:
    """How to write and how to read a value of this type."""
    if kind not in _made:
        _made[kind] = _make(kind)
    return _made[kind]


_made: dict[object, tuple[Coder, Coder]] = {}


_LEAVES: dict[object, tuple[Coder, Coder]] = {
    **dict.fromkeys((str, int, bool), (_same, _same)),
    Values: (_values_to_plain, _values_from_plain),
}
"""How to write and read what has no parts of its own."""


def _make(kind: Any) -> tuple[Coder, Coder]:
    if hasattr(kind, "__supertype__"):
        return (_to_hex, _from_hex) if kind is Bits else _coders(kind.__supertype__)
    origin = typing.get_origin(kind)
    if origin in (tuple, Sequence):
        parts = typing.get_args(kind)
        return _tuple_coders(parts if origin is tuple else (*parts, Ellipsis))
    if origin in (typing.Union, types.UnionType):
        return _optional_coders(kind)
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        return _object_coders(kind)
    if kind in _LEAVES:
        return _LEAVES[kind]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return str, kind
    raise TypeError(f"{kind} has no plain form")


def _tuple_coders(parts: tuple[object, ...]) -> tuple[Coder, Coder]:
    if parts[-1] is Ellipsis:
        write_one, read_one = _coders(parts[0])
        return (
            lambda value: [write_one(item) for item in value],
            lambda plain: tuple([read_one(item) for item in plain]),
        )
    pairs = [_coders(part) for part in parts]
    return (
        lambda value: [write(item) for (write, _), item in zip(pairs, value, strict=True)],
        lambda plain: tuple([read(item) for (_, read), item in zip(pairs, plain, strict=True)]),
    )


def _optional_coders(kind: Any) -> tuple[Coder, Coder]:
    (inner,) = (part for part in typing.get_args(kind) if part is not type(None))
    write, read = _coders(inner)
    return (
        lambda value: None if value is None else write(value),
        lambda plain: None if plain is None else read(plain),
    )


def _default(field: dataclasses.Field[Any]) -> object:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _object_coders(kind: Any) -> tuple[Coder, Coder]:
    hints = typing.get_type_hints(kind)
    if dataclasses.is_dataclass(kind):
        defaults = [(field.name, _default(field)) for field in dataclasses.fields(kind)]
    else:
        defaults = [(name, kind._field_defaults.get(name, dataclasses.MISSING)) for name in kind._fields]
    members = [(name, default, *_coders(hints[name])) for name, default in defaults]
    readers = {name: read for name, _, _, read in members}

    def write_object(value: object) -> dict[str, object]:
        return {
            name: write(member)
            for name, default, write, _ in members
            if (member := getattr(value, name)) != default
        }

    def read_object(plain: Any) -> object:
        return kind(**{name: readers[name](member) for name, member in plain.items()})

    return write_object, read_object
