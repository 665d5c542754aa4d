"""A turn under lock: what one transaction has claimed and read, and what it will write when it ends.

Locks are taken in one order everywhere: campaign, turn, player turns by id. Who saves a plan locks only its
own player turn; who resolves waits for all of them, so a plan that was acknowledged is always seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _

from campaign import engine
from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.setup.campaign_settings import Variables
from campaign.base.sse import hub
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import NONE, Values, check_names
from campaign.base.words.rule_sentences import by_name
from campaign.models import (
    AuditEntry,
    Battle,
    Campaign,
    Correction,
    CorrectionStage,
    Order,
    Phase,
    PlayerTurn,
    Promise,
    PromiseState,
    Seat,
    Settlement,
    Turn,
    User,
    Vacation,
)
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from rules.outcome import Movement
from rules.state import BannerId, SpecialOrders, State

TOLD = ("announcement", "report", "map")
"""The documents of a player turn: large, and never read back by whoever resolves."""

_SEAT = ("status", "bot_level", "node", "conditions", "grace_left", "missed_in_a_row")
_PLAN = ("state", "receipt", "excused", "excuse_reason", "used_fallback", "by_bot", "saved_at")
_BATTLE = {field.name: field.attname for field in Battle._meta.concrete_fields if not field.primary_key}
_AUDIT = ("campaign", "turn", "user", "kind", "values", "text", "public", "created_at")


@dataclass
class LockedTurn:
    """One turn with its campaign, seats (by key) and player turns (by seat id), locked until the commit.

    ``now`` was read after the locks were taken. Nothing is written before ``finish``, which takes one
    statement per table however much has changed.
    """

    campaign: Campaign
    turn: Turn
    seats: dict[str, Seat]
    player_turns: dict[int, PlayerTurn]
    now: datetime
    board: engine.Board | None = None
    """The truth as stored, once it has been read."""
    movement: Movement | None = None
    """The turn's movement, once it has been worked out."""
    battles: list[Battle] | None = None
    """The turn's battles, once they are known; those just found have no row yet."""
    vacations_ahead: bool = True
    """Whether somebody has announced a vacation that has moved no deadline yet."""
    promised: bool = True
    """Whether two armies have promised each other anything."""
    _truth: tuple[State, Mapping[BannerId, engine.Birth]] | None = None
    _turn_fields: set[str] = field(default_factory=set)
    _campaign_fields: set[str] = field(default_factory=set)
    _seats: set[str] = field(default_factory=set)
    _plans: set[int] = field(default_factory=set)
    _told: dict[int, set[str]] = field(default_factory=dict)
    _audit: list[tuple[object, ...]] = field(default_factory=list)
    _notices: list[tuple[object, ...]] = field(default_factory=list)
    _all_changed: bool = False

    @cached_property
    def variables(self) -> Variables:
        """The campaign's variables."""
        return Variables.of(self.campaign)

    @cached_property
    def schedule(self) -> Schedule:
        """The campaign's schedule."""
        return Schedule.of(self.campaign)

    @cached_property
    def readers(self) -> notices_out.Readers:
        """Who reads what is told in this campaign."""
        players = {seat.user_id for seat in self.seats.values() if seat.user_id is not None}
        return notices_out.readers_of(self.campaign, self.now, players=players)

    def player_turn_of(self, seat: Seat) -> PlayerTurn:
        """The seat's part in this turn."""
        return self.player_turns[seat.pk]

    def seats_in_order(self) -> list[Seat]:
        """All seats by their numbers."""
        return sorted(self.seats.values(), key=lambda seat: seat.number)

    @cached_property
    def corrections(self) -> list[Correction]:
        """The corrections of both reviews that stand, in the order in which they were made."""
        return list(Correction.objects.filter(turn=self.turn, withdrawn_at=None).order_by("id"))

    def changes(self, stage: CorrectionStage) -> list[Mapping[str, Json]]:
        """The changes that a review's corrections make, in order."""
        return [one.change for one in self.corrections if one.stage == stage]

    @cached_property
    def settlements(self) -> list[Settlement]:
        """What has been settled of orders in words; no query where there can be none (Rules 14.2)."""
        if self.variables.special_orders != SpecialOrders.ALL:
            return []
        return list(Settlement.objects.filter(turn=self.turn).order_by("banner"))

    @cached_property
    def orders(self) -> list[Order]:
        """The rows of all plans, once these are settled."""
        return list(Order.objects.filter(player_turn__turn=self.turn).order_by("id"))

    def read_board(self) -> engine.Board:
        """The truth as stored, with the names of all things: read once."""
        if self.board is None:
            self.board = engine.read_board(self.campaign, self.turn.number, self.seats.values())
        return self.board

    def named(self, text: str) -> str:
        """What an engine id is called; whatever is none, as it is."""
        armies = {key: seat.army for key, seat in self.seats.items()}
        return by_name({**self.read_board().called(), **armies})(text)

    # What changes

    def set_truth(self, state: State, born: Mapping[BannerId, engine.Birth]) -> None:
        """Make ``state`` the truth; ``born`` names the banners that splits have made."""
        self._truth = (state, born)

    def set_turn(self, **values: object) -> None:
        """Change the turn's row."""
        for name, value in values.items():
            setattr(self.turn, name, value)
            self._turn_fields.add(name)

    def set_campaign(self, **values: object) -> None:
        """Change the campaign's row."""
        for name, value in values.items():
            setattr(self.campaign, name, value)
            self._campaign_fields.add(name)

    def set_seat(self, seat: Seat, **values: object) -> None:
        """Change a seat's status, bot's level, node, conditions, grace or missed turns."""
        for name, value in values.items():
            setattr(seat, name, value)
        self._seats.add(seat.key)

    def set_plan(self, player_turn: PlayerTurn, **values: object) -> None:
        """Change the state, receipt, excuse or fallback of a player turn."""
        for name, value in values.items():
            setattr(player_turn, name, value)
        self._plans.add(player_turn.seat_id)

    def tell_player(self, seat: Seat, **documents: Mapping[str, object]) -> None:
        """Set what a seat is told: ``announcement``, ``report``, ``map``."""
        player_turn = self.player_turns[seat.pk]
        for name, document in documents.items():
            setattr(player_turn, name, document)
            self._told.setdefault(seat.pk, set()).add(name)

    def change_for_all(self) -> None:
        """Every seat may see something new: all their versions rise together."""
        self._all_changed = True

    # What is written down and told

    def note(
        self, kind: LogKind, values: Values = NONE, *, by: User | None = None, public: bool = False
    ) -> None:
        """Write to the log; ``public`` only what is public anyway (dates, states, reasons told to all).

        ``values`` are what the kind's sentence names.
        """
        check_names(kind, values)
        user = None if by is None else by.pk
        entry = (self.campaign.pk, self.turn.pk, user, kind.value, dict(values), "", public, self.now)
        self._audit.append(entry)

    def tell_all(self, kind: str, *, about: str = "", detail: Mapping[str, object] | None = None) -> None:
        """Tell every seat and every facilitator, all at the same moment; programs and the club hear of it."""
        readers = [*self.readers.of_seats(self.seats.values()), *self.readers.facilitators]
        self._queue(kind, readers, about, detail)
        if self.readers.listening:
            when = notices_out.Window(self.now)
            self._notices += events.of_kind(
                self.campaign, kind, readers, when=when, turn=self.turn, about=about, detail=detail
            )

    def tell_of(self, event: str, *, about: str = "") -> None:
        """Say to programs and to the club that something has happened of which no notice tells."""
        readers = [*self.readers.facilitators, *self.readers.of_seats(self.seats.values())]
        if readers and self.readers.listening:
            when = notices_out.Window(self.now)
            self._notices += events.rows_of(
                self.campaign, event, readers[0][0], when=when, turn=self.turn, about=about
            )

    def tell_seats(
        self, seats: Iterable[Seat], kind: str, *, about: str = "", detail: Mapping[str, object] | None = None
    ) -> None:
        """Tell those who act in these seats."""
        self._queue(kind, self.readers.of_seats(seats), about, detail)

    def tell_facilitators(
        self,
        kind: str,
        *,
        about: str = "",
        detail: Mapping[str, object] | None = None,
        arbiters: bool = False,
    ) -> None:
        """Tell the facilitators (of a blind campaign none: they may play), if asked the arbiters too."""
        facilitators = () if self.campaign.blind else self.readers.facilitators
        told = facilitators + (self.readers.arbiters if arbiters else ())
        self._queue(kind, told, about, detail)

    def tell_readers(
        self,
        readers: Iterable[notices_out.Reader],
        kind: str,
        about: str = "",
        detail: Mapping[str, object] | None = None,
    ) -> None:
        """Tell just these."""
        self._queue(kind, readers, about, detail)

    def _queue(
        self,
        kind: str,
        readers: Iterable[notices_out.Reader],
        about: str,
        detail: Mapping[str, object] | None,
    ) -> None:
        self._notices += notices_out.notices_for(
            self.campaign,
            kind,
            readers,
            when=notices_out.Window(self.now),
            turn=self.turn,
            about=about,
            detail=detail,
        )

    def finish(self) -> None:
        """Write everything that has changed since the lock or the last ``finish``."""
        with rows.at_once():
            self._write()
        for changed in (self._turn_fields, self._campaign_fields, self._seats, self._plans, self._told):
            changed.clear()
        self._all_changed = False
        self._audit.clear()
        self._notices.clear()

    def _write(self) -> None:
        if self._truth is not None:
            engine.store(self.campaign, self.read_board(), self._truth[0], self.seats, self._truth[1])
            self._truth, self.board = None, None
        if self.battles is not None:
            _store_battles(self.battles)
            self.battles = None
        if self._turn_fields:
            self.turn.save(update_fields=sorted(self._turn_fields))
        if self._campaign_fields:
            self.campaign.save(update_fields=sorted(self._campaign_fields))
        seats = [self.seats[key] for key in sorted(self._seats)]
        rows.update(Seat, _SEAT, [_values(seat, _SEAT) for seat in seats])
        if self._all_changed:
            Seat.objects.filter(campaign=self.campaign).update(version=F("version") + 1)
            hub.raised()
        plans = [self.player_turns[seat] for seat in sorted(self._plans)]
        rows.update(PlayerTurn, _PLAN, [_values(plan, _PLAN) for plan in plans])
        told = [name for name in TOLD if any(name in names for names in self._told.values())]
        players = [self.player_turns[seat] for seat in sorted(self._told)]
        rows.update(PlayerTurn, told, [_values(player, told) for player in players])
        rows.insert(AuditEntry, _AUDIT, self._audit)
        notices_out.store(self._notices)


def settled_document(one: Settlement) -> dict[str, Json]:
    """A settlement as a scenario has it."""
    return {"banner": one.banner, "start": one.start, "end": one.end}


@contextmanager
def locked_turn(turn_id: int, *phases: str) -> Iterator[LockedTurn]:
    """A transaction that holds a turn, and writes what changed when the block ends without an exception.

    With ``phases`` the turn must be in one of them: ``Refusal`` with code ``phase`` if it is not.
    """
    with transaction.atomic():
        held = claim(turn_id, wait=True)
        if held is None:
            raise Refusal(_("There is no such turn."), code="unknown")
        if phases and held.turn.phase not in phases:
            allowed = _(" or ").join(str(Phase(phase).label).lower() for phase in phases)
            raise Refusal(
                _("The turn is in %(phase)s; this can be done in %(allowed)s only.")
                % {"phase": held.turn.get_phase_display().lower(), "allowed": allowed},
                code="phase",
            )
        yield held
        held.finish()


def claim(turn_id: int, *, wait: bool) -> LockedTurn | None:
    """Lock a turn inside a transaction; None if it is gone or, unless ``wait``, if another holds it."""
    skip = not wait and connection.features.has_select_for_update_skip_locked
    turn = _locking(skip=skip).filter(pk=turn_id).first()
    if turn is None:
        return None
    campaign = turn.campaign
    player_turns = {}
    seats = {}
    parts = (
        PlayerTurn.objects.select_for_update(no_key=True, of=("self",)).filter(turn=turn_id).order_by("id")
    )
    for player_turn in parts.select_related("seat").defer(*TOLD):
        player_turn.turn = turn
        player_turn.seat.campaign = campaign
        player_turns[player_turn.seat_id] = player_turn
        seats[player_turn.seat.key] = player_turn.seat
    held = LockedTurn(campaign, turn, dict(sorted(seats.items())), player_turns, clock.now())
    held.vacations_ahead, held.promised = turn.away, turn.promised
    return held


def _locking(*, skip: bool) -> QuerySet[Any]:
    """The query that locks turns and their campaigns: is a vacation ahead, is peace promised?"""
    peace = Promise.objects.filter(campaign=OuterRef("campaign"), state=PromiseState.ACCEPTED)
    ahead = Vacation.objects.filter(seat__campaign=OuterRef("campaign"), turn=None, cancelled_at=None)
    locked = Turn.objects.select_for_update(no_key=True, skip_locked=skip, of=("campaign", "self"))
    return locked.select_related("campaign").annotate(away=Exists(ahead), promised=Exists(peace))


def _store_battles(battles: list[Battle]) -> None:
    """Insert the battles that have no row yet: one statement."""
    fresh = [battle for battle in battles if battle.pk is None]
    values = [tuple(getattr(battle, name) for name in _BATTLE.values()) for battle in fresh]
    rows.insert(Battle, tuple(_BATTLE), values)


def _values(row: Seat | PlayerTurn, names: Iterable[str]) -> tuple[object, ...]:
    return (row.pk, *(getattr(row, name) for name in names))
