"""The command line of the measurements."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from bench import engine, herd, ladder, page, persist, tables, turns, web
from bench.rounds import SkippedError, Verdict, calibration_spread

Suite = Callable[[int], list[Verdict]]


def _engine(rounds: int) -> list[Verdict]:
    return engine.against_the_peer(rounds) + engine.memory()


SUITES: dict[str, Suite] = {
    "engine": _engine,
    "growth": engine.growth,
    "persist": persist.persist,
    "http": web.requests,
    "herd": herd.herd,
    "table": tables.table,
    "page": page.page,
    "turns": turns.turns,
    "ladder": ladder.ladder,
    "ladder-kept": ladder.kept,
}


def make_peer() -> None:
    """Install the peer into a virtual environment of its own."""
    folder = Path(__file__).parent / ".peer"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin" / "pip"), "install", "-q", "diplomacy==1.1.2"], check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suites asked for; with ``--check`` exit 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suite", choices=[*SUITES, "all", "peer"])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if options.suite == "peer":
        make_peer()
        return 0
    spread = calibration_spread()
    print(f"calibration spread {spread:.2f}" + (" (the machine is not quiet)" if spread > 1.3 else ""))
    verdicts: list[Verdict] = []
    for name in SUITES if options.suite == "all" else [options.suite]:
        try:
            found = SUITES[name](options.rounds)
        except SkippedError as reason:
            print(f"{name}: skipped: {reason}")
            continue
        for verdict in found:
            print(verdict.line())
        verdicts += found
    if options.json:
        options.json.write_text(json.dumps([asdict(verdict) for verdict in verdicts], indent=2) + "\n")
    return 1 if options.check and any(verdict.passed is False for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
