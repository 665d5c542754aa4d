"""What a line of the log is about: the request, the war and its turn (Trust 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

Fact = str | int
_facts: ContextVar[Mapping[str, Fact] | None] = ContextVar("log_facts", default=None)


def facts() -> Mapping[str, Fact]:
    """What is known here."""
    return _facts.get() or {}


@contextmanager
def about(**more: Fact) -> Iterator[None]:
    """Every line that is logged inside the block is about this, too."""
    token = _facts.set({**facts(), **more})
    try:
        yield
    finally:
        _facts.reset(token)


def add(**more: Fact) -> None:
    """From here to the end of the block around it, lines are about this, too."""
    _facts.set({**facts(), **more})
