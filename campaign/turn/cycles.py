"""The search for cycles of garbage, which a worker's step does without."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


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
