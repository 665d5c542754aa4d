"""The log of a table as a place may read it: in words for its page, and as the file that can be checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.models import Table, TableAction
from battles.table.documents import EarlierSeed, LogDie, LogEvent, LyingDie, TableLog
from battles.table.reopening import REOPENED
from battles.table.seal import opened
from battles.table.words.spoken import spoken
from battles.table.words.table_log import sentence
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import Game


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: its words, dice and rule; ``at`` counts the actions, ``spoken`` is read out."""

    text: str
    dice: tuple[ReadPlain, ...]
    rule: str
    at: int
    undone: bool
    kind: str
    spoken: str


def log_lines(table: Table, game: Game, player: int, last: int = 0) -> tuple[LogLine, ...]:
    """The log as a place may read it, the newest action first; ``last`` lines, that action's own all."""
    rows = TableAction.objects.filter(table=table).order_by("-n").only("n", "events", "undone", "kind")
    found: list[LogLine] = []
    newest = 0
    for row in rows[: last or None]:
        events = [event for event in row.events if _may_read(event, player, over=table.over)]
        lines = zip(events, spoken(game, events), strict=True)
        found += reversed([_line(game, row, event, said) for event, said in lines])
        newest = newest or len(found)
        if last and len(found) >= last:
            break
    return tuple(found[: max(last, newest)] if last else found)


def _line(game: Game, row: TableAction, event: ReadPlain, said: str) -> LogLine:
    return LogLine(
        text=sentence(game, event),
        dice=() if event["kind"] == "shuffled" else tuple(event["dice"]),
        rule=event["rule"],
        at=row.n,
        undone=row.undone,
        kind=event["kind"],
        spoken=said,
    )


def _may_read(event: ReadPlain, player: int, *, over: bool) -> bool:
    secret = event.get("secret_to")
    return over or secret is None or player in secret


def log_document(table: Table, player: int) -> TableLog:
    """The log as a file: all dice that may be seen; with the seed once the battle is over."""
    rows = list(TableAction.objects.filter(table=table))
    events = [
        _event(row, event)
        for row in rows
        for event in row.events
        if _may_read(event, player, over=table.over)
    ]
    unique = {die["n"]: _die(die) for event in events for die in event["dice"]}
    document: TableLog = {
        "format": "table log 1",
        "session": table.public_id,
        "commitment": table.commitment,
        "events": events,
        "dice": sorted(unique.values(), key=lambda die: die["n"]),
    }
    earlier = _earlier_seeds(events)
    if earlier:
        document["earlier"], document["first"] = earlier
    if table.over:
        document["seed"] = opened(bytes(table.sealed_seed)).hex()
    return document


def _event(row: TableAction, event: ReadPlain) -> LogEvent:
    return {
        "kind": event["kind"],
        "values": event["values"],
        "dice": event["dice"],
        "rule": event["rule"],
        "action": row.n,
        "undone": row.undone,
    }


def _die(die: LyingDie) -> LogDie:
    source = die.get("source", "rolled")
    return {
        "n": die["n"],
        "what": die["what"],
        "sides": die["sides"],
        "value": die["value"],
        "source": source,
    }


def _earlier_seeds(events: Sequence[LogEvent]) -> tuple[list[EarlierSeed], int] | None:
    """Of a battle that was taken up again: the seeds that were out by then, each from its first die, and the
    first die of the present one.
    """
    found: list[EarlierSeed] = []
    first = 0
    for told in (event["values"] for event in events if event["kind"] == REOPENED):
        found.append({"first": first, "commitment": told["was"], "seed": told["seed"]})
        first = told["first"]
    return (found, first) if found else None
