"""P1 and P2: the whole turn with all rules against the peer; P3: how it grows; P10: the memory it takes."""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
from pathlib import Path

from bench.rounds import SkippedError, Verdict, quartiles, ratio, seconds
from bench.scenes import Scene, scene
from rules.dice import Dice
from rules.outcome import Outcome
from rules.reports.report import publications
from rules.results import Results
from rules.turn import resolve_aftermath, resolve_movement

SEED = bytes(range(32))
PEER = Path(__file__).parent / ".peer" / "bin" / "python"
SIZES = (200, 600, 2_000, 6_000, 20_000)


def whole_turn(one: Scene) -> Outcome:
    """Resolve a scene's turn and build every player's report."""
    dice = Dice(SEED)
    outcome = resolve_aftermath(resolve_movement(one.state, one.plans, dice), Results(), dice)
    publications(outcome)
    return outcome


class Peer:
    """The peer's process, started once and asked for phases."""

    def __init__(self) -> None:
        if not PEER.exists():
            raise SkippedError(f"no peer at {PEER}: make it with `python -m bench peer`")
        script = Path(__file__).with_name("peer.py")
        self.process = subprocess.Popen(
            [str(PEER), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line()

    def _line(self) -> dict[str, float]:
        assert self.process.stdout is not None
        answer: dict[str, float] = json.loads(self.process.stdout.readline())
        return answer

    def orders_per_second(self) -> float:
        """One round: forty movement phases of random valid orders, three times over: a short one wanders."""
        assert self.process.stdin is not None
        orders = taken = 0.0
        for _ in range(3):
            self.process.stdin.write('{"phases": 40, "seed": 1}\n')
            self.process.stdin.flush()
            answer = self._line()
            orders, taken = orders + answer["orders"], taken + answer["seconds"]
        return orders / taken

    def close(self) -> None:
        """Let the process end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)


def against_the_peer(rounds: int) -> list[Verdict]:
    """P1 (30 banners) and P2 (2 000 banners): banners a second over the peer's orders a second."""
    peer = Peer()
    try:
        small = scene(banners=30, side=30, players=6)
        large = scene(banners=2_000, side=200, players=100)
        return [
            _compared("P1", "30 banners, whole turn, over the peer", small, 250, peer, rounds),
            _compared("P2", "2 000 banners on 200 x 200, over the peer", large, 4, peer, rounds),
        ]
    finally:
        peer.close()


def _compared(name: str, what: str, one: Scene, times: int, peer: Peer, rounds: int) -> Verdict:
    _must_be_lively(one)
    banners = len(one.state.banners)

    def turns() -> None:
        for _ in range(times):
            whole_turn(one)

    def ours() -> float:
        return banners * times / seconds(turns)

    median, low, high = ratio(ours, peer.orders_per_second, rounds)
    return Verdict(name, what, median, low, high, goal=2.0)


def growth(rounds: int) -> list[Verdict]:
    """P3: the exponent of a turn's time over its banners, 200 to 20 000, at constant density."""
    scenes = {
        size: scene(banners=size, side=round(1000 * math.sqrt(size / 20_000)), players=_players(size))
        for size in SIZES
    }
    for size, one in scenes.items():
        _must_be_lively(one, battles=size >= 2_000)
    exponents = []
    for _ in range(max(2, rounds // 4)):
        points = [
            (math.log(size), math.log(min(seconds(lambda one=one: whole_turn(one)) for _ in range(3))))
            for size, one in scenes.items()
        ]
        exponents.append(_slope(points))
    median, low, high = quartiles(exponents)
    return [Verdict("P3", "growth, 200 to 20 000 banners", median, low, high, goal=1.3, at_most=True)]


def memory() -> list[Verdict]:
    """P10: the resident memory that a turn of 20 000 banners adds, in MiB, in a process of its own."""
    program = (
        "import resource; from bench.engine import big_scene, whole_turn; one = big_scene();"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; whole_turn(one);"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    added = float(run.stdout)
    return [Verdict("P10", "MiB added by 20 000 banners", added, added, added, goal=250, at_most=True)]


def big_scene() -> Scene:
    """20 000 banners of 600 players on 1000 x 1000."""
    return scene(banners=20_000, side=1000, players=600)


def peak() -> float:
    """This process's peak resident memory in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _players(size: int) -> int:
    return max(6, size * 600 // 20_000)


def _slope(points: list[tuple[float, float]]) -> float:
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    over = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return over / sum((x - mean_x) ** 2 for x, _ in points)


def _must_be_lively(one: Scene, *, battles: bool = True) -> None:
    """A turn in which nothing happens measures nothing; on few banners far apart there may be no battle."""
    outcome = whole_turn(one)
    moved = {banner.id: banner.at for banner in one.state.banners}
    marched = sum(1 for banner in outcome.state.banners if moved.get(banner.id) != banner.at)
    sighted = sum(len(learnt.sightings) for learnt in outcome.intelligence.values())
    if not ((outcome.battles or not battles) and marched and sighted and outcome.state.sectors):
        raise RuntimeError("the scene is dead: no battle, march, sighting or occupied sector")
