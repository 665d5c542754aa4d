"""One action at a table: done by the rules, written down once, told to whoever may see anything of it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.db.models import F
from django.utils.translation import gettext as _

from battles.models import Place, Table, TableAction
from battles.models.table import WATCHER
from battles.table.documents import DiceAbout
from battles.table.seal import opened
from battles.table.words.table_refusals import in_words
from campaign.base.refusal import Refusal
from campaign.base.sse import hub
from rules.tabletop.action import Action, Event, RefusedError
from rules.tabletop.dice import Die, NeedDiceError, TableDice
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.documents.view import view
from rules.tabletop.documents.wire import event_to_plain, game_from_plain, game_to_plain, to_plain
from rules.tabletop.flow import HOLDING
from rules.tabletop.game import step
from rules.tabletop.lists.document import ListDocument
from rules.tabletop.lists.entering import differs
from rules.tabletop.state import OVER, SETUP, Game

MOST_ACTIONS = 20_000
MOST_QUESTIONS = 50
SECRET = ("bid", "tokens", "hand", "play", "lay")
"""What nobody does for another, even if he plays his units: what is hidden stays its owner's."""
UNSEEN = "lay"
"""What may be done again and again in secret: it is not numbered, for the numbers of what follows would tell
that it was done.
"""
PRESSED = "play"
"""What is pressed in secret; until the last one has, nobody else may tell that it was."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a phone asks for: ``cid`` is its own id of it, ``typed`` dice that came with it."""

    cid: str
    kind: str
    player: int
    values: ReadPlain
    typed: Sequence[int] | None = None
    local: bool = False

    def with_values(self, values: Mapping[str, object]) -> Request:
        """The same with other values."""
        return replace(self, values=values)


def game_of(table: Table) -> Game:
    """The truth of a table."""
    return game_from_plain(table.state)


def taken(table: Table) -> set[int]:
    """The places that some phone plays."""
    return {number for phone in table.phones.all() for number in phone.numbers}


def held(table: Table, game: Game) -> set[int]:
    """The places that some phone plays, its own or for one who has left."""
    here = taken(table)
    return {number for number, one in enumerate(game.players) if number in here or one.played_by in here}


def own_dice(table: Table, game: Game) -> set[int]:
    """The places whose players roll themselves; where nobody could be asked any more, the app rolls."""
    chosen = table.places.filter(own_dice=True).values_list("number", flat=True)
    gone = {number for number, one in enumerate(game.players) if game.sides[one.side].conceded}
    return (set(chosen) & held(table, game)) - gone


def _giving_up(game: Game, asked: Request) -> set[int]:
    """The places of a side that concedes with this: what its word sets going is rolled for it."""
    if asked.kind != "concede" or not 0 <= asked.player < len(game.players):
        return set()
    side = game.players[asked.player].side
    return {number for number, one in enumerate(game.players) if one.side == side}


@dataclass(frozen=True, slots=True)
class Going:
    """How an action goes on: without which sides it was agreed on, for which places the app rolls as they
    are away, whose dice ``mine`` were typed with it, and the dice of it that lie already.
    """

    without: Sequence[int] = ()
    away: Sequence[int] = ()
    mine: Container[int] | None = None
    lying: Sequence[Die] = ()


def done(table: Table, game: Game, asked: Request, going: Going | None = None) -> TableAction | None:
    """Do it, and write it down; None if it waits for dice of a player's own, or is not written down.

    Raises ``Refusal``.
    """
    going = going or Going()
    dice = TableDice(
        opened(bytes(table.sealed_seed)),
        table.public_id,
        table.next_die,
        asked.typed,
        own=own_dice(table, game) - set(going.away) - _giving_up(game, asked),
        mine=going.mine,
        lying=going.lying,
    )
    dice.local = asked.local
    try:
        result = step(game, Action(asked.kind, asked.player, asked.values), dice)
    except RefusedError as error:
        raise Refusal(in_words(error), code="refused", field=error.field or None) from None
    except NeedDiceError as error:
        _wait(table, game, asked, going, dice.shown, error)
        return None
    if asked.kind == UNSEEN:
        table.state = game_to_plain(result.game)
        table.save(update_fields=["state"])
        tell(table, [asked.player])
        return None
    table.waits = None
    if asked.kind not in HOLDING and not (asked.kind == PRESSED and result.undoable):
        without_undo(table)
    events = (*marks(going), *result.events)
    row = stored(table, game, result.game, asked, events, dice.next, undoable=result.undoable)
    if going.without:
        ask_later(table, row, going.without)
    return row


def without_undo(table: Table) -> None:
    """An undo that was proposed named what was last by then: with what is done now it is over."""
    if table.proposal is not None and table.proposal["kind"] == "undo":
        table.proposal = None


def ask_later(table: Table, row: TableAction, sides: Sequence[int]) -> None:
    """These sides are asked, when they return, about what was done without them."""
    question = {"n": row.n, "sides": sorted(sides), "contested": []}
    table.questions = [*table.questions[-MOST_QUESTIONS:], question]
    table.save(update_fields=["questions"])


def marks(going: Going) -> tuple[Event, ...]:
    """What the log says of those who were away."""
    without = (Event("without", (("side", side),)) for side in sorted(going.without))
    rolled = (Event("rolled for", (("player", place),)) for place in going.away)
    return (*without, *rolled)


def _wait(
    table: Table, game: Game, asked: Request, going: Going, dice: Sequence[Die], need: NeedDiceError
) -> None:
    """The action waits: what lies of it is final, and nothing else is done until the rest lies too."""
    table.waits = {
        "cid": asked.cid,
        "kind": asked.kind,
        "player": asked.player,
        "values": dict(asked.values),
        "without": sorted(going.without),
        "away": list(going.away),
        "dice": [to_plain(die) for die in dice],
        "wants": {"what": need.what, "count": need.count, "sides": need.sides, "place": need.place},
        "about": _about(need),
    }
    table.save(update_fields=["waits", "changed_at"])
    tell(table, range(WATCHER, len(game.players)))


def _about(need: NeedDiceError) -> DiceAbout:
    """What the wanted dice are about, as far as it is known."""
    found: DiceAbout = {}
    if need.about.unit:
        found["unit"] = need.about.unit
    if need.about.weapon:
        found["weapon"], found["weapons"] = need.about.weapon, need.about.weapons
    if need.about.needed:
        found["needed"] = need.about.needed
    if need.about.most:
        found["most"] = need.about.most
    if need.about.among:
        found["among"] = list(need.about.among)
    return found


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
        undoable=undoable,
    )
    table.state = game_to_plain(after)
    table.next_die = next_die
    table.actions_count += 1
    table.over = after.phase == OVER
    table.save()
    tell(table, _who_sees(table, before, after, events))
    return row


def _who_sees(table: Table, before: Game, after: Game, events: Sequence[Event]) -> list[int]:
    """The places for which something has changed that they may see."""
    seen = []
    parted = _parted(table, before, after)
    for number in (WATCHER, *range(len(after.players))):
        told = any(event.secret_to is None or number in event.secret_to for event in events)
        if told or parted or view(before, number) != view(after, number):
            seen.append(number)
    return seen


def _parted(table: Table, before: Game, after: Game) -> bool:
    """Whether somebody's units have come to differ from his sealed list, or do so no more: all may know that,
    though not which, while the units are hidden.
    """
    if table.battle_id is None or before.phase != SETUP:
        return False
    for intake in table.intakes.filter(sealed=True, document__isnull=False):
        document = cast("ListDocument", intake.document)
        then, now = (
            bool(differs([unit for unit in game.units if unit.player == intake.number], document))
            for game in (before, after)
        )
        if document["units"] and then != now:
            return True
    return False


def tell(table: Table, numbers: Sequence[int]) -> None:
    """Let these places know that something has changed that they may see."""
    Place.objects.filter(table=table, number__in=numbers).update(version=F("version") + 1)
    hub.raised()
