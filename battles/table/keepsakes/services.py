"""The same battle once more, and the link of a battle's summary."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Phone, Place, Table
from battles.models.table import WATCHER
from battles.table.deeds import game_of, taken, tell
from battles.table.seal import commitment_of, sealed
from battles.table.services import free_code, new_pin
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from campaign.ids import random_id, random_key
from campaign.models import User
from rules.tabletop.action import Action
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.setup import chosen, next_attacker
from rules.tabletop.state import Game


def rematch(table: Table, phone: Phone, user: User | None) -> Phone:
    """Open the same battle once more, or sit down at it where another phone has; gives the phone there.

    Raises ``Refusal``: ``over`` for a battle that goes on or is a campaign's, ``taken`` for one's places.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        _must_be_over(table, phone)
        if table.battle_id:
            raise Refusal(_("A campaign's battle is fought once: open a quick battle instead."), code="over")
        again = Table.objects.select_for_update(no_key=True).filter(rematch_of=table).first()
        if again is None:
            again = _opened(table, user)
            tell(table, range(WATCHER, len(game_of(table).players)))
        return _seated(again, phone, user)


def _must_be_over(table: Table, phone: Phone) -> None:
    if not phone.numbers:
        raise Refusal(_("This phone only watches: a player's phone can do this."), code="not_yours")
    if not table.over:
        raise Refusal(_("The battle goes on: this waits for its end."), code="over")


def _opened(table: Table, user: User | None) -> Table:
    game = _as_before(table)
    seed = random_key()
    again = Table.objects.create(
        code=free_code(),
        name=table.name,
        opened_by=user,
        sealed_seed=sealed(seed),
        commitment=commitment_of(seed),
        state=game_to_plain(game),
        rematch_of=table,
    )
    own = dict(table.places.values_list("number", "own_dice"))
    Place.objects.bulk_create(
        Place(table=again, number=number, pin=new_pin(), own_dice=own.get(number, False))
        for number in (WATCHER, *range(len(game.players)))
    )
    return again


def _as_before(table: Table) -> Game:
    """The battle as it was before it began, rosters whole; if a side attacked, the next one does."""
    begun = table.actions.filter(kind="begin", undone=False).order_by("-n").first()
    if begun is None or begun.before is None:
        raise Refusal(_("How this battle began is not kept: open a quick battle instead."), code="impossible")
    game = game_from_plain(json.loads(zlib.decompress(bytes(begun.before))))
    # What was chosen with the word to begin is not in what was before it.
    game = chosen(game, Action(begun.kind, 0, begun.values))
    attacker = next_attacker(game.attacker, len(game.sides))
    # House rules may have been made while it was fought.
    return replace(game, attacker=attacker, tables=game_of(table).tables)


def _seated(again: Table, phone: Phone, user: User | None) -> Phone:
    """The same places for the same phone."""
    mine = again.phones.filter(user=user).order_by("joined_at").first() if user is not None else None
    if mine is not None:
        return mine
    if taken(again) & set(phone.numbers):
        raise Refusal(
            _("Another phone has taken your place there: sit down with its code and your four digits."),
            code="taken",
        )
    return Phone.objects.create(
        table=again, user=user, numbers=phone.numbers, opener=not again.phones.exists(), seen_at=now()
    )


def share(table: Table, phone: Phone, *, wanted: bool) -> Table:
    """Make the link of a battle's summary, or revoke it for good: the next one is another.

    Raises ``Refusal``: ``over`` for a battle that goes on, or a campaign's: that is shared as its battle is.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if table.battle_id:
            raise Refusal(
                _("A campaign's battle is shared on its own page, once both sides want it."), code="over"
            )
        if not wanted and phone.numbers:
            table.share_token = ""
        else:
            _must_be_over(table, phone)
            table.share_token = table.share_token or random_id()
        table.save(update_fields=["share_token"])
        return table
