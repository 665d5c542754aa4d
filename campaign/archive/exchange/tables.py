"""The exchange file: what of a campaign travels, in which order, and its version.

A zip with ``manifest.json``, ``campaign.json``, a file of JSON lines for each table, and the pictures. People
do not travel: seats are open on arrival, and what anybody has agreed to stays behind. Seeds travel only when
the campaign has ended; a running one gets a new chain, and the dice that it has shown already travel as
numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaign.archive.exchange.arrivals import (
    check_backdrop,
    check_decision,
    check_entry,
    check_promise,
    check_text,
    name_message,
    name_thread,
)
from campaign.archive.exchange.dice_arriving import write_turn
from campaign.archive.exchange.file_limits import CAMPAIGN, MANIFEST, OLDEST
from campaign.archive.exchange.selectors import Reader
from campaign.base.rows.rowdata import Row
from campaign.desk.selectors import open_entries
from campaign.models import (
    ArmyPick,
    Article,
    AuditEntry,
    Backdrop,
    Banner,
    Battle,
    BattleResult,
    BotDecision,
    Campaign,
    CampaignText,
    Correction,
    Draft,
    Feature,
    ForfeitClaim,
    Member,
    Message,
    MessageEdit,
    OpenFront,
    Order,
    Phase,
    Plate,
    PlayerTurn,
    Promise,
    PromiseState,
    Relic,
    Seat,
    SeatStatus,
    Sector,
    Settlement,
    StandIn,
    Thread,
    ThreadKind,
    Trigger,
    Turn,
    Vacation,
)
from campaign.press.messages.press_modes import disputed

_CHAIN = ("sealed_seed", "old_chains", "chain_start", "chain_length", "commitment")
SECRETS = (*_CHAIN, "dice_id", "champion", "demo", "kind", "long_steps")
"""Fields of the campaign that do not travel as they are; the champion is named in the manifest."""


Pick = Callable[["models.QuerySet[models.Model]", Reader], "models.QuerySet[models.Model]"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the file: how its rows lead to their campaign, and what of them travels.

    ``pick`` chooses the rows, ``shape`` changes what is written of one, ``arrive`` completes a row that has
    been read, ``settle`` one that is about to be stored, when what it refers to has been. ``pictures`` are
    fields that hold a picture. ``since`` is the version of the file in which the table came. What follows
    from its ids by dice is ``bound``: with other ids the dice would be others, so beside its original it is
    left out. A ``late`` table came while its version was written already: a file may lack it.
    """

    model: type[models.Model]
    path: str = ""
    leave_out: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    pick: Pick | None = None
    shape: Callable[[Any, Row, Reader], None] | None = None
    arrive: Callable[[Any], None] | None = None
    settle: Callable[[Any], None] | None = None
    since: int = OLDEST
    bound: bool = False
    late: bool = False

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.model.__name__.lower()}.jsonl"

    @property
    def label(self) -> str:
        """The name by which rows of other tables speak of it."""
        return self.model._meta.label


# What is written of rows


def _seat(row: Seat, written: Row, reader: Reader) -> None:
    """A fallback is a plan for later, and nobody but its player sees a plan before its deadline."""
    if row.status == SeatStatus.PLAYER:
        written["status"] = SeatStatus.OPEN.value
    if not reader.ended:
        written["fallback"] = {}


def _turn(row: Turn, written: Row, reader: Reader) -> None:
    """What this site's worker has noted about its own tries is of no use elsewhere."""
    written |= {"attempts": 0, "starts": 0, "first_start": None, "last_error": ""}
    write_turn(row, written, reader)


def _bot_decision(row: BotDecision, written: Row, reader: Reader) -> None:
    """The row alone is what ``python -m rules plan`` reads: with the map, which here is the campaign's."""
    written["knowledge"] = {**row.knowledge, "rows": reader.campaign.map_rows.split("\n")}


def _player_turn(row: PlayerTurn, written: Row, reader: Reader) -> None:
    written["read_at"] = None
    if row.turn.phase == Phase.PLANNING:
        written |= {
            "state": "nothing",
            "receipt": "",
            "node": "",
            "saved_at": None,
            "submitted_at": None,
            "by_deputy": False,
            "by_bot": False,
            "used_fallback": False,
        }


def _thread(row: Thread, written: Row, reader: Reader) -> None:
    """People do not travel: a talk with the facilitators is known by the army whose player had it."""
    if row.kind == ThreadKind.FACILITATOR and row.player_id is not None:
        own = Seat.objects.filter(campaign=reader.campaign, user=row.player_id).first()
        written["title"] = own.army if own is not None else ""


def _entry(row: AuditEntry, written: Row, reader: Reader) -> None:
    """People do not travel, nor do their names: elsewhere they could not have them deleted."""
    if "person" in row.values:
        with translation.override(settings.LANGUAGE_CODE):
            written["values"] = {**row.values, "person": _("Somebody")}


def _stand_in(row: StandIn, written: Row, reader: Reader) -> None:
    """Who stands in does not travel: the place is open again, its link to be handed on anew."""
    if row.ended_at is None:
        written["accepted_at"] = None


def _message(row: Message, written: Row, reader: Reader) -> None:
    if row.hidden:
        written["text"] = ""


def _settled_orders(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """No plan is seen by others before its deadline, in no way."""
    return rows.exclude(player_turn__turn__phase=Phase.PLANNING)


def _threads(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """What was written to all, in the reader's groups, and with the facilitators by or to the reader.

    For facilitators what they read about battles in dispute, too.
    """
    own = Member.objects.filter(user=reader.user, left_at=None).values("thread")
    shown = models.Q(kind=ThreadKind.ALL) | models.Q(kind=ThreadKind.GROUP, pk__in=own)
    if reader.rules:
        shown |= models.Q(kind=ThreadKind.FACILITATOR)
        shown |= models.Q(kind=ThreadKind.BATTLE, battle__in=disputed(reader.campaign))
    else:
        shown |= models.Q(kind=ThreadKind.FACILITATOR, player=reader.user)
    return rows.filter(shown)


def _of_threads(prefix: str) -> Pick:
    def pick(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
        threads = _threads(Thread.objects.filter(campaign=reader.campaign), reader)
        return rows.filter(**{f"{prefix}__in": threads})

    return pick


def _edits(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    return _of_threads("message__thread")(rows, reader).filter(message__hidden="")


def _draft(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    return rows if reader.building else rows.none()


def _picks(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """Before the start what a player picks belongs to that player, who stays behind."""
    return rows.none() if reader.building else rows


def _promises(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """Before the end a promise is its two players' alone; what came to nothing stays theirs for good."""
    return rows.filter(state=PromiseState.ACCEPTED) if reader.ended else rows.none()


def _bot_decisions(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """What a bot knew and why it planned so is the truth: for all once the campaign has ended."""
    return rows if reader.ended else rows.none()


def _articles(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    return rows if reader.rules else rows.filter(published_at__isnull=False)


def _plates(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    return rows if reader.rules else rows.filter(article__published_at__isnull=False)


def _log(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    """Where a person's programs are stays with those who run the campaign, as on the log's page."""
    return rows if reader.rules else rows.filter(pk__in=open_entries(reader.campaign).values("pk"))


def _backdrop(rows: models.QuerySet[models.Model], reader: Reader) -> models.QuerySet[models.Model]:
    return rows if reader.rules else rows.filter(shown=True)


# What rows become on arrival


TABLES: list[Table] = [
    Table(Seat, shape=_seat, leave_out=("to_agree", "open_agreed")),
    Table(CampaignText, arrive=check_text, late=True, since=4),
    Table(Turn, shape=_turn),
    Table(OpenFront, "turn__", late=True, since=4),
    Table(PlayerTurn, "turn__", shape=_player_turn),
    Table(Order, "player_turn__turn__", pick=_settled_orders),
    Table(
        BotDecision,
        "player_turn__turn__",
        pick=_bot_decisions,
        shape=_bot_decision,
        arrive=check_decision,
        bound=True,
        late=True,
        since=4,
    ),
    Table(Banner),
    Table(Sector),
    Table(Feature),
    Table(Relic),
    Table(Trigger, late=True, since=4),
    Table(Battle, "turn__"),
    Table(BattleResult, "battle__turn__"),
    Table(Correction, "turn__"),
    Table(Settlement, "turn__", late=True, since=4),
    Table(AuditEntry, pick=_log, shape=_entry, arrive=check_entry),
    Table(ForfeitClaim, "battle__turn__"),
    Table(ArmyPick, "seat__", leave_out=("word",), pick=_picks),
    Table(Vacation, "seat__"),
    Table(StandIn, "seat__", leave_out=("token", "version"), shape=_stand_in, since=3),
    Table(Draft, leave_out=("key", "saved"), pick=_draft, since=3),
    Table(Thread, leave_out=("key",), pick=_threads, shape=_thread, settle=name_thread),
    Table(
        Message,
        "thread__",
        leave_out=("client_id",),
        pick=_of_threads("thread"),
        shape=_message,
        arrive=name_message,
    ),
    Table(MessageEdit, "message__thread__", pick=_edits),
    Table(Promise, pick=_promises, arrive=check_promise, late=True, since=4),
    Table(Article, pick=_articles),
    Table(Plate, "article__", pictures=("data",), pick=_plates),
    Table(Backdrop, pictures=("picture",), pick=_backdrop, arrive=check_backdrop),
]
"""The tables, each after those that it refers to; the battles app adds its own."""


def files_of(version: int) -> list[str]:
    """The files that a file of this version has, its pictures left out."""
    return [MANIFEST, CAMPAIGN, *(table.file for table in TABLES if table.since <= version)]


def late_files() -> frozenset[str]:
    """The files that one of a version that has them may lack all the same."""
    return frozenset(table.file for table in TABLES if table.late)


def name_of(campaign: Campaign) -> str:
    """What the file of a campaign is called."""
    return f"{slugify(campaign.name) or 'campaign'}.zip"
