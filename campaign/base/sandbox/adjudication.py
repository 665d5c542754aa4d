"""Adjudicates one scenario that a visitor has pasted, as a program with little memory and time.

It reads the scenario's text and writes one line of JSON with ``state``: ``done`` with the ``scenario`` as it
was understood, its ``outcome``, ``void``, its orders that did not count with their problems, and ``lines``,
what each player reads of it; ``invalid`` with the ``path``, ``code`` and ``values`` of what is wrong;
``disputed`` with the ``battles`` for which a ruling is missing; or ``large``.
Run it by ``campaign.base.sandbox.children``: nothing is known of the text beforehand.
"""

from __future__ import annotations

import json
import sys

from rules.reports.lines import lines_by_player
from rules.reports.plain import to_plain
from rules.results import InDispute
from rules.scenario import ScenarioError, adjudicate, dump, loads, outcome_document

MOST_ANSWER = 1_000_000
"""Characters of an answer: a page with more is of no use to anybody."""


def answer_to(text: bytes) -> dict[str, object]:
    """What the adjudicator says to a text."""
    try:
        scenario = loads(text)
        outcome = adjudicate(scenario)
    except ScenarioError as error:
        return {"state": "invalid", "path": error.path, "code": error.code, "values": dict(error.values)}
    except InDispute as dispute:
        return {"state": "disputed", "battles": [list(pair) for pair in dispute.pairs]}
    players = [player.id for player in scenario.state.players]
    lines = lines_by_player(players, outcome.movement.events, outcome.events)
    return {
        "state": "done",
        "scenario": dump(scenario),
        "outcome": outcome_document(outcome),
        "void": [to_plain(void) for void in outcome.void],
        "lines": {player: [to_plain(line) for line in own] for player, own in lines.items()},
    }


def written(text: bytes) -> str:
    """The answer as it is written, if it is not too large."""
    answer = json.dumps(answer_to(text), sort_keys=True)
    return answer if len(answer) <= MOST_ANSWER else json.dumps({"state": "large"})


def prepare() -> None:
    """Load all that a verdict needs: from then on no file is opened."""


def main() -> None:
    """Answer what is given."""
    sys.stdout.write(written(sys.stdin.buffer.read()) + "\n")
