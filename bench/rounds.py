"""How things are compared: A and B in alternating rounds, the order swapped each round, one ratio a round."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Side = Callable[[], float]
"""One measured run: returns a rate or a time, always above zero."""


class SkippedError(Exception):
    """What was to be compared with is not there; says why. Skipped is never passed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A measured figure against its goal. ``goal`` is a least value, or with ``at_most`` a greatest one."""

    name: str
    what: str
    median: float
    low: float
    high: float
    goal: float
    at_most: bool = False
    note: str = ""

    @property
    def passed(self) -> bool | None:
        """True or False by the median; None ("inconclusive") when the quartiles span the goal."""
        if self.low < self.goal < self.high:
            return None
        return self.median <= self.goal if self.at_most else self.median >= self.goal

    @property
    def word(self) -> str:
        """The verdict as a word."""
        return {True: "passed", False: "FAILED", None: "inconclusive"}[self.passed]

    def line(self) -> str:
        """The verdict as a line of text."""
        sign = "<=" if self.at_most else ">="
        return (
            f"{self.name:4} {self.what:46} {self.median:9.3f} [{self.low:.3f} to {self.high:.3f}]"
            f"  goal {sign} {self.goal:g}  {self.word} {self.note}".rstrip()
        )


def ratio(a: Side, b: Side, rounds: int) -> tuple[float, float, float]:
    """Median and quartiles of ``a() / b()`` over ``rounds`` alternating rounds after one not counted."""
    a()
    b()
    gc.collect()
    gc.freeze()
    ratios = []
    for round_number in range(rounds):
        if round_number % 2:
            second, first = b(), a()
        else:
            first, second = a(), b()
        if first <= 0 or second <= 0:
            raise RuntimeError("a side measured nothing")
        ratios.append(first / second)
    gc.unfreeze()
    return quartiles(ratios)


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """Median, lower and upper quartile."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return median, low, high


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one run of ``work``."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def calibration_spread(times: int = 12) -> float:
    """How unquiet the machine is: the slowest over the fastest of a fixed loop; above 1.3 is noisy."""

    def loop() -> None:
        table: dict[int, int] = {}
        for i in range(20_000):
            table[i] = i

    taken = [seconds(loop) for _ in range(times)]
    return max(taken) / min(taken)
