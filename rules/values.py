"""The decorator for the values of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[Kind]) -> type[Kind]:
    """A slotted dataclass that only the type checker keeps frozen: mypy refuses to set a field of one.

    A turn makes thousands, and a guard at run time makes each take four times as long.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)
