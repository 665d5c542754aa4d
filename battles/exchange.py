"""What of the surroundings of a battle travels in a campaign's file.

Where people meet never does: it belongs to the two sides alone. Of the sessions of the companion at the table
go those that are over, once their turn is published, with their seeds, which have been shown; phones do not.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Count
from django.utils.translation import gettext as _

from battles.models import (
    Act,
    ArmyList,
    Meeting,
    Offer,
    Picture,
    Place,
    Sharing,
    Table,
    TableAction,
    Tale,
)
from battles.table.seal import commitment_of, opened, sealed
from battles.table.services import free_code, new_pin
from campaign.archive.exchange.selectors import Reader
from campaign.archive.exchange.tables import TABLES, Pick
from campaign.archive.exchange.tables import Table as Part
from campaign.base.rows.rowdata import Row, RowError
from campaign.base.words.document_faults import failure_words
from campaign.models import Phase
from rules.tabletop.documents.wire import game_from_plain

_OF_BATTLE = "battle__turn__"


def _place(row: Offer | Meeting, written: Row, reader: Reader) -> None:
    written |= {"place_kind": "elsewhere", "place": "", "link": "", "note": "", "erased": True}


def _open_lists(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """A list is sealed until both are in."""
    if reader.ended:
        return rows
    both = ArmyList.objects.filter(battle__turn__campaign=reader.campaign).values("battle")
    return rows.filter(battle__in=both.annotate(n=Count("id")).filter(n=2).values("battle").order_by())


def _ended_tables(prefix: str) -> Pick:
    def pick(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
        if reader.ended:
            return rows
        over = {f"{prefix}over": True, f"{prefix}battle__turn__phase": Phase.PUBLISHED}
        return rows.filter(**over)

    return pick


def _open_seed(row: Table, written: Row, reader: Reader) -> None:
    """The seed itself: the key of this site opens it nowhere else."""
    written["sealed_seed"] = opened(bytes(row.sealed_seed)).hex()


def _seal_seed(row: Table) -> None:
    if row.battle is None:
        raise RowError("battle", _("must be a row of battle.jsonl"))
    try:
        game_from_plain(row.state)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise RowError("state", _("cannot be read: %(why)s") % {"why": failure_words(error)}) from error
    if commitment_of(bytes(row.sealed_seed)) != row.commitment:
        raise RowError("commitment", _("must be the SHA-256 of the seed"))
    row.sealed_seed = sealed(bytes(row.sealed_seed))


def _new_code(row: Table) -> None:
    row.code = free_code()


def _new_pin(row: Place) -> None:
    row.pin = new_pin()


def add_tables() -> None:
    """Let what surrounds battles travel with their campaign."""
    if any(table.model is Offer for table in TABLES):
        return
    TABLES.extend(
        (
            Part(Offer, _OF_BATTLE, shape=_place),
            Part(Meeting, _OF_BATTLE, shape=_place),
            Part(Act, _OF_BATTLE),
            Part(ArmyList, _OF_BATTLE, pictures=("picture",), pick=_open_lists),
            Part(Tale, _OF_BATTLE),
            Part(Picture, _OF_BATTLE, pictures=("data",)),
            Part(Sharing, _OF_BATTLE, leave_out=("token",)),
            Part(
                Table,
                _OF_BATTLE,
                leave_out=("code", "waits", "rematch_of", "share_token"),
                pick=_ended_tables(""),
                shape=_open_seed,
                arrive=_seal_seed,
                settle=_new_code,
                since=3,
                bound=True,
            ),
            Part(
                Place,
                "table__battle__turn__",
                leave_out=("pin", "own_dice", "tries", "barred_until"),
                pick=_ended_tables("table__"),
                arrive=_new_pin,
                since=3,
                bound=True,
            ),
            Part(
                TableAction,
                "table__battle__turn__",
                leave_out=("before",),
                pick=_ended_tables("table__"),
                since=3,
                bound=True,
            ),
        )
    )
