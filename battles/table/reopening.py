"""A battle that was ended is taken up again: with a new seed, for the one before is out (page 9 C)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from battles.models import Table, TableAction
from battles.table.deeds import Request, game_of, stored, without_undo
from battles.table.seal import commitment_of, opened, sealed
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from campaign.ids import random_key
from campaign.models import Phase
from rules.tabletop.action import Event, Pen
from rules.tabletop.activation.dealing import shuffle_again
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.wire import game_from_plain
from rules.tabletop.flow import carried
from rules.tabletop.state import Game

OPEN_FOR = timedelta(hours=48)
"""How long a quick battle that is over may be taken up again."""
REOPENED = "reopened"


def _end(table: Table) -> TableAction | None:
    """The action that ended the battle."""
    return table.actions.filter(undone=False, kind="finish").order_by("-n").first()


def may_reopen(table: Table) -> bool:
    """Whether a battle that is over may be taken up again; a campaign's until its result is agreed."""
    end = _end(table)
    if not table.over or end is None or end.before is None:
        return False
    if table.battle is not None:
        return table.battle.closed_at is None and table.battle.turn.phase == Phase.BATTLES
    return now() - end.at < OPEN_FOR


def must_reopen(table: Table) -> None:
    """What would take up a battle again that is over for good is refused. Raises ``Refusal``."""
    if not table.over or may_reopen(table):
        return
    if table.battle_id:
        text = _("The campaign has the result of this battle: it cannot be taken up again.")
    else:
        text = _("This battle ended more than 48 hours ago: it cannot be taken up again.")
    raise Refusal(text, code="over")


def reopen(table: Table, game: Game, asked: Request) -> TableAction:
    """Any player takes the battle up where it was before its end. Raises ``Refusal``."""
    end = _end(table)
    if not table.over or end is None:
        raise Refusal(_("This battle is not over: there is nothing to take up again."), code="impossible")
    must_reopen(table)
    return back_to(table, end, asked, (Event("taken up", (("player", asked.player),)),))


def back_to(table: Table, row: TableAction, asked: Request, told: Sequence[Event]) -> TableAction:
    """Restore the state before ``row``. The dice go on; where the seed is out, a new one is bound first."""
    assert row.before is not None
    game = game_of(table)
    restored = carried(game_from_plain(json.loads(zlib.decompress(bytes(row.before)))), game)
    events, next_die = tuple(told), table.next_die
    if table.over:
        events = (*events, _new_seed(table))
        pen = Pen(TableDice(opened(bytes(table.sealed_seed)), table.public_id, next_die))
        restored = shuffle_again(restored, pen) if restored.deck else restored
        events, next_die = (*events, *pen.events), pen.dice.next
    TableAction.objects.filter(pk=row.pk).update(undone=True)
    without_undo(table)
    return stored(table, game, restored, asked, events, next_die, undoable=False)


def _new_seed(table: Table) -> Event:
    """Bind a new seed from the next die on. The log keeps the one that is out, for whoever verifies it."""
    was, seed = opened(bytes(table.sealed_seed)), random_key()
    told: dict[str, str | int] = {
        "first": table.next_die,
        "seed": was.hex(),
        "was": table.commitment,
        "commitment": commitment_of(seed),
    }
    table.sealed_seed, table.commitment = sealed(seed), commitment_of(seed)
    return Event(REOPENED, tuple(told.items()), rule="Tabletop E")
