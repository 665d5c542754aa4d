"""The adjudicator's command line: ``adjudicate``, ``legal``, ``plan``, ``verify-dice`` and ``declare``.

Exit status: 0; 1 when dice are wrong or a script is stale; 2, with one line on standard error and nothing on
standard output, when the input or the command is not valid; 3 when a ruling is missing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from rules.bot.documents import answer
from rules.declaration import script
from rules.format.legal import legal_document
from rules.format.reading import Node, ScenarioError, parse, shown
from rules.results import InDispute
from rules.scenario import adjudicate, loads, move, movement_document, outcome_document, to_text
from rules.state import BannerId
from rules.verify import CheckDocument, check_document, verify_dice

OK, WRONG, INVALID, DISPUTED = 0, 1, 2, 3


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(INVALID, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.command == "declare":
            return _declare(asked)
        status, document = _COMMANDS[asked.command](asked)
    except ScenarioError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return INVALID
    except OSError as error:
        print(_one_line(f"{asked.file}: {error.strerror or error}"), file=sys.stderr)
        return INVALID
    sys.stdout.write(to_text(document))
    return status


def _parser() -> _Parser:
    parser = _Parser(prog="python -m rules", description="The adjudicator of the campaign rules.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    turn = commands.add_parser("adjudicate", help="resolve the turn of a scenario")
    turn.add_argument("--stage", choices=("movement", "all"), default="all", help="how far to go")
    turn.add_argument("--explain", action="store_true", help="say how each level and result came about")
    turn.add_argument("file", metavar="FILE", help="a scenario, or - for standard input")
    legal = commands.add_parser("legal", help="list what a banner may be ordered to do")
    legal.add_argument("file", metavar="FILE", help="a scenario, or - for standard input")
    legal.add_argument("banner", metavar="BANNER", help="the id of a banner")
    plan = commands.add_parser("plan", help="plan a turn as the bot did")
    plan.add_argument("file", metavar="FILE", help="what a bot knew, its level, character and seed, or -")
    dice = commands.add_parser("verify-dice", help="check a campaign's seeds and dice")
    dice.add_argument("file", metavar="LOG", help="a dice log, or - for standard input")
    declare = commands.add_parser("declare", help="print the script that tells pages of the rules' records")
    declare.add_argument("--check", dest="file", metavar="FILE", help="only say whether FILE is that script")
    return parser


def _adjudicate(asked: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    scenario = loads(_read(asked.file))
    if asked.stage == "movement":
        return OK, movement_document(move(scenario)[0])
    try:
        return OK, outcome_document(adjudicate(scenario, explain=asked.explain))
    except InDispute as dispute:
        return DISPUTED, {"in_dispute": [list(pair) for pair in dispute.pairs]}


def _legal(asked: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    state = loads(_read(asked.file)).state
    if not any(banner.id == asked.banner for banner in state.banners):
        raise ScenarioError("banners", "no_banner", {"banner": shown(asked.banner)})
    return OK, legal_document(state, BannerId(asked.banner))


def _plan(asked: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    return OK, dict(answer(parse(_read(asked.file))))


def _verify_dice(asked: argparse.Namespace) -> tuple[int, CheckDocument]:
    document = check_document(verify_dice(Node(parse(_read(asked.file)))))
    return (WRONG if document["wrong"] else OK), document


def _declare(asked: argparse.Namespace) -> int:
    if asked.file is None:
        sys.stdout.write(script())
        return OK
    if _read(asked.file) == script().encode():
        return OK
    print(f"{asked.file}: is stale; write it with: python -m rules declare > {asked.file}", file=sys.stderr)
    return WRONG


_COMMANDS = {"adjudicate": _adjudicate, "legal": _legal, "plan": _plan, "verify-dice": _verify_dice}


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    with open(file, "rb") as opened:
        return opened.read()


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
