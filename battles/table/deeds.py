"""One action at a table: done by the rules, written down once, told to whoever may see anything of it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from battles.models import Place, Table, TableAction
from battles.models.table import WATCHER
from battles.table.refusals import in_words
from battles.table.seal import opened
from campaign.listening import live
from campaign.services.errors import Refusal
from rules.tabletop.action import Action, Event, RefusedError
from rules.tabletop.dice import NeedDiceError, TableDice
from rules.tabletop.game import step
from rules.tabletop.state import OVER, Game
from rules.tabletop.view import view
from rules.tabletop.wire import event_to_plain, game_from_plain, game_to_plain

MOST_ACTIONS = 20_000
SECRET = ("bid", "tokens", "play")
"""What nobody does for another, even if he plays his units: what is hidden stays its owner's."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a phone asks for: ``cid`` is its own id of it, ``typed`` the players' own dice."""

    cid: str
    kind: str
    player: int
    values: Mapping[str, Any]
    typed: Sequence[int] | None = None
    local: bool = False

    def with_values(self, values: Mapping[str, Any]) -> Request:
        """The same with other values."""
        return replace(self, values=values)


class WantDice(Exception):  # noqa: N818 - it is a question, not a fault
    """The players roll themselves: so many dice of so many sides have still to be typed."""

    def __init__(self, what: str, count: int, sides: int) -> None:
        super().__init__(what)
        self.what, self.count, self.sides = what, count, sides


def game_of(table: Table) -> Game:
    """The truth of a table."""
    return game_from_plain(table.state)


def taken(table: Table) -> set[int]:
    """The places that some phone plays."""
    return {number for phone in table.phones.all() for number in phone.numbers}


def done(table: Table, game: Game, asked: Request, more: Sequence[Event] = ()) -> TableAction:
    """Do it, and write it down; ``more`` is said of it before. Raises ``Refusal`` and ``WantDice``."""
    dice = TableDice(
        opened(bytes(table.sealed_seed)), table.public_id, table.next_die, asked.typed, local=asked.local
    )
    try:
        result = step(game, Action(asked.kind, asked.player, asked.values), dice)
    except RefusedError as error:
        raise Refusal(in_words(error), code="refused", field=error.field or None) from None
    except NeedDiceError as error:
        raise WantDice(error.what, error.count, error.sides) from None
    return stored(
        table, game, result.game, asked, (*more, *result.events), dice.next, undoable=result.undoable
    )


def stored(
    table: Table,
    before: Game,
    after: Game,
    asked: Request,
    events: Sequence[Event],
    next_die: int,
    *,
    undoable: bool,
) -> TableAction:
    """Write an action down with the state that it has led to, and tell who can see anything of it."""
    if table.actions_count >= MOST_ACTIONS:
        raise Refusal(_("This table's log is full."), code="full")
    row = TableAction.objects.create(
        table=table,
        n=table.actions_count,
        cid=asked.cid,
        player=asked.player,
        kind=asked.kind,
        values=dict(asked.values),
        events=[event_to_plain(event) for event in events],
        before=zlib.compress(json.dumps(table.state, separators=(",", ":")).encode()),
        undoable=undoable and asked.kind != "begin",
    )
    table.state = game_to_plain(after)
    table.next_die = next_die
    table.actions_count += 1
    table.over = after.phase == OVER
    table.save()
    tell(table, _who_sees(before, after, events))
    return row


def _who_sees(before: Game, after: Game, events: Sequence[Event]) -> list[int]:
    """The places for which something has changed that they may see."""
    seen = []
    for number in (WATCHER, *range(len(after.players))):
        told = any(event.secret_to is None or number in event.secret_to for event in events)
        if told or view(before, number) != view(after, number):
            seen.append(number)
    return seen


def tell(table: Table, numbers: Sequence[int]) -> None:
    """Let these places know that something has changed that they may see."""
    Place.objects.filter(table=table, number__in=numbers).update(version=F("version") + 1)
    live.raised()
