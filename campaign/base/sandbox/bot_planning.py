"""Plans for the bot's seats, as a program with little memory and time that sees nothing but its question.

It reads a line of JSON for each plan that is asked for, as ``rules.bot.documents`` has it, and writes a line
for each as soon as it is made: the decision, or ``null`` where none could be. Run it by
``campaign.base.sandbox.children``: a veteran thinks for long, and a board may be as large as they get. It is
sealed: a bot that would look for the truth finds neither a file nor a database.
"""

from __future__ import annotations

import json
import sys

from rules.bot.documents import DecisionDocument, answer
from rules.format.reading import ScenarioError


def answered(line: str) -> DecisionDocument | None:
    """The decision that a line asks for, None if none can be made."""
    try:
        return answer(json.loads(line))
    except ScenarioError:
        return None


def prepare() -> None:
    """Load all that a plan needs: from then on no file is opened."""


def main() -> None:
    """Answer what is given, line by line."""
    for asked in sys.stdin:
        sys.stdout.write(json.dumps(answered(asked), sort_keys=True) + "\n")
        sys.stdout.flush()
