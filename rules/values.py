"""The decorator for the values of a turn, and the search for cycles that a turn does without."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, TypeVar, dataclass_transform

Kind = TypeVar("Kind")
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[Kind]) -> type[Kind]:
    """A slotted dataclass that only the type checker keeps frozen: mypy refuses to set a field of one.

    A turn makes thousands, and a guard at run time makes each take four times as long.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


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
