"""Many things to do, one after another: what one of them raises is its failure, and the others are done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import Error

One = TypeVar("One")


def each(things: Iterable[One], do: Callable[[One], int], *, log: logging.Logger, what: str) -> int:
    """The sum of what ``do`` gives for each; of what fails the log says ``what`` it was, and its id."""
    done = 0
    for one in things:
        try:
            done += do(one)
        except Exception as error:
            key = getattr(one, "pk", one)
            # A database that is away needs no trace for every row.
            trace = None if isinstance(error, Error) else error
            said = "%s %s failed and is left for the next time: %s"
            log.error(said, what, key, type(error).__name__, exc_info=trace)
    return done
