"""`python -m tests.oracle.compare --count 500 --seed 1`: the engine against the oracle, whole outcomes.

Prints the first differing path of every scenario on which they differ, and keeps the scenario, made as small
as it gets, in a folder.
"""

import argparse
import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.oracle.adjudicator import InDispute, adjudicate
from tests.oracle.club import club
from tests.oracle.engine import ask, ask_process
from tests.oracle.scenarios import scenario
from tests.oracle.world import Document

Asking = Any


def expected(document: Document, stage: str, *, explain: bool = False) -> tuple[int, str]:
    """Exit status and standard output as the oracle would have them."""
    try:
        return 0, printed(adjudicate(copy.deepcopy(document), stage, explain=explain))
    except InDispute as dispute:
        return 3, printed({"in_dispute": dispute.pairs})


def printed(document: Document) -> str:
    """Keys sorted, 2 spaces, a trailing newline."""
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def plain(outcome: Document) -> Document:
    """The outcome without the sentences that are for people."""
    for one in outcome.get("void", []):
        if not (isinstance(one.get("reason"), str) and one["reason"].strip()):
            one["reason_missing"] = True
        one.pop("reason", None)
    return outcome


def paths(mine: Any, theirs: Any, path: str = "") -> Iterator[str]:
    """Every path at which two JSON values differ."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in sorted(mine.keys() | theirs.keys()):
            if key not in mine or key not in theirs:
                yield f"{path}.{key}: only the {'engine' if key not in mine else 'oracle'} has it"
            else:
                yield from paths(mine[key], theirs[key], f"{path}.{key}")
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from paths(one, other, f"{path}[{number}]")
    elif mine != theirs or type(mine) is not type(theirs):
        yield f"{path}: oracle {json.dumps(mine)}, engine {json.dumps(theirs)}"


def difference(document: Document, stage: str, asking: Asking = ask, *, explain: bool = False) -> str | None:
    """The first difference between oracle and engine, or None; with `explain` of the whole turn explained."""
    status, out = expected(document, stage, explain=explain)
    answer = asking(document, ["--stage", stage] if stage == "movement" else ["--explain"] * explain)
    if answer.status != status:
        return f"exit: oracle {status}, engine {answer.status} {answer.err.strip()[-300:]}"
    theirs = json.loads(answer.out)
    if printed(theirs) != answer.out:
        return "the engine's text is not sorted, indented by 2 and ended by a newline"
    return next(paths(plain(json.loads(out)), plain(theirs)), None)


def smaller(document: Document) -> Iterator[Document]:
    """The document with one thing less, for every thing that can be left out."""
    for key in ("reports", "forfeits", "rulings", "features", "relics", "sectors", "banners"):
        for number in range(len(document.get(key, []))):
            candidate = copy.deepcopy(document)
            del candidate[key][number]
            yield candidate
    for player in document.get("plans", {}):
        for banner in document["plans"][player].get("orders", {}):
            candidate = copy.deepcopy(document)
            del candidate["plans"][player]["orders"][banner]
            yield candidate
    for number, player in enumerate(document["players"]):
        for key in ("rules", "conditions"):
            for which in range(len(player.get(key, []))):
                candidate = copy.deepcopy(document)
                del candidate["players"][number][key][which]
                yield candidate


def shrink(document: Document, stage: str) -> Document:
    """Takes things away as long as the two still differ in the same part of the outcome."""
    found = difference(document, stage)
    part = (found or "").split(":")[0].split("[")[0]
    again = True
    while again:
        again = False
        for candidate in smaller(document):
            try:
                now = difference(candidate, stage)
            except (KeyError, AssertionError):
                continue
            if now is not None and now.split(":")[0].split("[")[0] == part:
                document, again = candidate, True
                break
    return document


def main(argv: list[str] | None = None) -> int:
    """Compares as many scenarios as asked; exit status 1 if any differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", choices=["movement", "whole"], default="whole")
    parser.add_argument("--keep", type=Path, default=Path("/tmp/diffs"), help="folder for what differs")
    parser.add_argument("--process", action="store_true", help="ask the command in its own process")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--wide", action="store_true", help="ranges that often reach past the map")
    parser.add_argument("--large", action="store_true", help="maps of thousands of sectors")
    parser.add_argument("--club", action="store_true", help="with the club's own rules")
    parser.add_argument("--explain", action="store_true", help="compare the ledgers too")
    options = parser.parse_args(argv)
    asking = ask_process if options.process else ask
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        drawn = club(seed) if options.club else scenario(seed, wide=options.wide, large=options.large)
        document: Document = drawn
        found = difference(document, options.stage, asking, explain=options.explain)
        if found is None:
            continue
        wrong += 1
        sys.stdout.write(f"seed {seed}: {found}\n")
        options.keep.mkdir(parents=True, exist_ok=True)
        if not options.no_shrink:
            document = shrink(document, options.stage)
            sys.stdout.write(f"    shrunk: {difference(document, options.stage)}\n")
        kept = options.keep / f"{options.stage}-{seed}.json"
        kept.write_text(json.dumps(document, indent=1) + "\n")
    sys.stdout.write(f"{options.count} compared, {wrong} differ\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
