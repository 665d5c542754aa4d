"""A table is opened, joined and played at: every action counts once, and only of who sits there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Phone, Place, Table, TableAction
from battles.models.table import WATCHER
from battles.table import rolling
from battles.table.agreeing import answer, connected_sides, last_undoable, propose, respond, settled
from battles.table.deeds import SECRET, Going, Request, game_of, taken, tell
from battles.table.deeds import done as write
from battles.table.pace.going_on import must_be_due
from battles.table.pace.taking_back import TAKE_BACK, take_back
from battles.table.pace.unanswered import (
    give_way,
    must_be_answered,
    must_not_be_left_behind,
    not_left_behind,
)
from battles.table.pace.whose import must_be_ones_own
from battles.table.reopening import reopen
from battles.table.rolling import may_play, must_lie
from battles.table.seal import commitment_of, sealed
from battles.table.words.table_refusals import in_words
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal, check_line
from campaign.ids import random_key
from campaign.models import Battle, User
from rules.tabletop.action import Action, RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.documents.wire import game_to_plain
from rules.tabletop.game import AGREED, ENDS_SETUP, step
from rules.tabletop.setup import COLOURS, new_game
from rules.tabletop.state import Game

__all__ = [
    "Request",
    "act",
    "answer",
    "check_pin",
    "choose_dice",
    "connected_sides",
    "game_of",
    "join",
    "last_undoable",
    "lay",
    "leave",
    "may_play",
    "open_table",
    "respond",
    "taken",
]

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOST_PHONES = 24
LONGEST_CID = 40


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits down: names of sides, and of each player with the number of his side and a colour."""

    name: str
    sides: Sequence[str]
    players: Sequence[tuple[str, int]]
    colours: Sequence[int] = COLOURS


def open_table(
    setup: Setup,
    *,
    user: User | None,
    numbers: Sequence[int],
    battle: Battle | None = None,
    settings: ReadPlain | None = None,
) -> Phone:
    """Open a table; the phone that opens it plays ``numbers``. Raises ``Refusal``."""
    try:
        game = new_game(setup.name, tuple(setup.sides), tuple(setup.players), tuple(setup.colours))
    except RefusedError as error:
        raise Refusal(in_words(error), code="impossible", field=error.field) from None
    game = replace(game, sealed=battle is not None)
    if settings:
        game = step(game, Action("settings", 0, settings), TableDice(bytes(32), "", 0)).game
    seed = random_key()
    with transaction.atomic():
        table = Table.objects.create(
            code=free_code(),
            name=setup.name[:80],
            battle=battle,
            opened_by=user,
            sealed_seed=sealed(seed),
            commitment=commitment_of(seed),
            state=game_to_plain(game),
        )
        places = [WATCHER, *range(len(game.players))]
        Place.objects.bulk_create(Place(table=table, number=number, pin=new_pin()) for number in places)
        return Phone.objects.create(
            table=table, user=user, numbers=sorted(numbers), opener=True, seen_at=now()
        )


def new_pin() -> str:
    """Four digits for the owner of a place."""
    return f"{secrets.randbelow(10_000):04}"


def free_code() -> str:
    """What a phone types in to find a table: one that no other table has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(6))
        if not Table.objects.filter(code=code).exists():
            return code


def join(
    *, table: Table, user: User | None, numbers: Sequence[int], pins: Mapping[int, str] | None = None
) -> Phone:
    """A phone sits down at free places; one that is taken needs its owner's four digits.

    Raises ``Refusal``: ``full``, or ``taken`` with the field.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if table.phones.count() >= MOST_PHONES:
            raise Refusal(_("Too many phones have joined this table."), code="full")
        held, known = taken(table), len(game_of(table).players)
        for number in numbers:
            if not 0 <= number < known:
                raise Refusal(_("There is no such place at this table."), code="taken", field="places")
            if number in held and not (pins or {}).get(number):
                raise Refusal(
                    _("This place is taken: its owner's four digits let you have it."),
                    code="taken",
                    field="places",
                )
        phone = Phone.objects.create(table=table, user=user, numbers=sorted(set(numbers)), seen_at=now())
    for number in numbers:
        if number in held:
            try:
                check_pin(table, number, (pins or {})[number])
            except Refusal:
                phone.delete()
                raise
            Place.objects.filter(table=table, number=number).update(met=True)
    tell(table, range(WATCHER, known))
    return phone


def check_pin(table: Table, number: int, pin: str) -> None:
    """Whether these are the owner's four digits; five wrong ones bar for a minute. Raises ``Refusal``."""
    with transaction.atomic():
        place = Place.objects.select_for_update(no_key=True).get(table=table, number=number)
        barred = place.barred_until is not None and place.barred_until > now()
        right = not barred and secrets.compare_digest(place.pin, pin.strip())
        place.tries = 0 if right or barred else place.tries + 1
        if place.tries >= 5:
            place.tries, place.barred_until = 0, now() + timedelta(minutes=1)
        place.save(update_fields=["tries", "barred_until"])
    if barred:
        raise Refusal(_("Too many wrong codes. Wait a minute."), code="barred", field="pin")
    if not right:
        raise Refusal(_("These are not the four digits of this place."), code="pin", field="pin")


def act(table: Table, phone: Phone, asked: Request) -> TableAction | None:
    """Do what the phone asks, once per ``cid``; None if others must agree to it first, or dice must lie.

    Raises ``Refusal``: nothing has happened.
    """
    if not asked.cid or len(asked.cid) > LONGEST_CID:
        raise Refusal(_("An action needs an id of its own."), code="impossible", field="cid")
    for name, value in asked.values.items():
        # A list as text is read without what nobody sees in it.
        for text in () if name == "roster" else _texts(value):
            check_line(" ".join(text.split()), name)
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        done = TableAction.objects.filter(table=table, cid=asked.cid).first()
        if done is not None:
            return done
        if table.waits is not None and table.waits["cid"] == asked.cid:
            return None
        game = game_of(table)
        if not may_play(game, phone, asked.player):
            raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
        if asked.kind in SECRET and asked.player not in phone.numbers:
            text = _("A secret choice is its owner's; for one who is away, enter what the rules say.")
            raise Refusal(text, code="not_yours", field="player")
        must_be_ones_own(game, phone, asked)
        return _do(table, game, phone, asked)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _do(table: Table, game: Game, phone: Phone, asked: Request) -> TableAction | None:
    give_way(table, game, asked)
    if asked.kind != "absent":
        must_lie(table, game)
    must_be_due(table, game, asked)
    if asked.kind in ENDS_SETUP:
        must_be_answered(table, game)
    if asked.kind == "reopen":
        return reopen(table, game, asked)
    if asked.kind == TAKE_BACK:
        return take_back(table, asked)
    if asked.kind in AGREED:
        return propose(table, game, asked)
    mine = [number for number in range(len(game.players)) if may_play(game, phone, number)]
    row = write(table, game, asked, Going(mine=mine))
    if asked.kind == "concede":
        settled(table)
    return row


def lay(
    table: Table, phone: Phone, *, cid: str, typed: Sequence[int], at: int | None = None, local: bool = False
) -> TableAction | None:
    """Lay down the dice that the action ``cid`` waits for; None if it waits for more. Raises ``Refusal``."""
    with transaction.atomic():
        must_not_be_left_behind(_locked(table))
        row = rolling.lay(table, phone, cid=cid, typed=typed, at=at, local=local)
        settled(table)
    return row


def choose_dice(table: Table, phone: Phone, *, own: bool, numbers: Sequence[int] = ()) -> None:
    """Players of this phone (none said: all of them) roll themselves, or the app rolls for them again."""
    with transaction.atomic():
        not_left_behind(_locked(table))
        rolling.choose_dice(table, phone, own=own, numbers=numbers)
        settled(table)


def leave(table: Table, phone: Phone) -> None:
    """A phone leaves: its places are free, and nothing waits for its dice or its word."""
    with transaction.atomic():
        not_left_behind(_locked(table))
        rolling.leave(table, phone)
        settled(table)


def _locked(table: Table) -> Table:
    return Table.objects.select_for_update(no_key=True).get(pk=table.pk)
