"""Frozen values that are cheap to make: a turn makes thousands."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

Kind = TypeVar("Kind", bound=type)
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def quick(kind: Kind) -> Kind:
    """Give a slotted dataclass, frozen as a rule, an ``__init__`` that takes half the time.

    The one that ``dataclass`` writes sets each field by name, past the guard against changes. This one makes
    the new value for as long as it takes one of a class that is laid out alike and has no guard. Goes above
    ``@dataclass(frozen=True, slots=True)``; the fields have plain defaults or factories, and there is no
    ``__post_init__``.
    """
    open_kind = type(kind.__name__, (), {"__slots__": kind.__dict__["__slots__"]})
    scope: dict[str, Any] = {"_turn_into": _turn_into, "_open": open_kind, "_kind": kind}
    header, body = [], []
    for place, field in enumerate(fields(kind)):
        value = field.name
        if field.default is not MISSING:
            scope[f"default{place}"] = field.default
            header.append(f"{field.name}=default{place}")
        elif field.default_factory is not MISSING:
            scope.update({f"default{place}": MISSING, f"make{place}": field.default_factory})
            header.append(f"{field.name}=default{place}")
            value = f"make{place}() if {field.name} is default{place} else {field.name}"
        else:
            header.append(field.name)
        body.append(f"    self.{field.name} = {value}")
    # As ``dataclass`` itself does it: only written out is it quick, and nothing in it is from outside.
    lines = [
        f"def __init__({', '.join(['self', *header])}):",
        "    _turn_into(self, _open)",
        *body,
        "    self.__class__ = _kind",
        f"def make({', '.join(header)}):",
        "    self = _open()",
        *body,
        "    self.__class__ = _kind",
        "    return self",
    ]
    exec("\n".join(lines), scope)
    kind.__init__ = scope["__init__"]  # type: ignore[misc]
    _makers[kind] = scope["make"]
    return kind


_makers: dict[type, Callable[..., Any]] = {}


def maker(kind: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """What makes values of a ``quick`` class in two thirds of the time, for those who make many."""
    return _makers[cast(type, kind)]


_turn_into: Callable[[object, type], None] = object.__dict__["__class__"].__set__
"""Sets the class of an object, past any guard of its own."""


def acyclic(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a function run without the search for cycles of garbage: nearly all that it makes refers one way.

    A turn makes so many values at once that they would be searched through over and over: a third of the time
    that two thousand banners take with all their rows and reports. The search is on again when the function
    ends, also with an error; where several threads are in such functions, it may be so a little earlier.
    """

    @wraps(work)
    def run(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        if not gc.isenabled():
            return work(*args, **named)
        gc.disable()
        try:
            return work(*args, **named)
        finally:
            gc.enable()

    return run
