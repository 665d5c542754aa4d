"""Whoever sits down at a table: where he has sat, which places are free, and which he asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from battles.models import Table
from battles.table.deeds import game_of, taken
from battles.table.intake.reading import number_of
from battles.table.selectors import Seen
from campaign.base.drawing.qr import QrCode, qr_of
from rules.tabletop.state import SETUP


def _free(table: Table) -> list[int]:
    held = taken(table)
    return [number for number, _player in enumerate(game_of(table).players) if number not in held]


def offered(table: Table) -> int | None:
    """The only place that is free: it is ticked from the start."""
    free = _free(table)
    return free[0] if len(free) == 1 else None


def may_sit(table: Table, seen: Seen) -> bool:
    """Whether who watches finds a place free; at a campaign's battle only its players have one."""
    return not seen.numbers and not table.battle_id and not table.over and bool(_free(table))


def all_here(table: Table) -> bool:
    """Whether some phone plays each place: nobody has to be shown the way to the table."""
    return not _free(table)


def sides_here(table: Table) -> set[int]:
    """The sides of which some phone plays a place."""
    players, held = game_of(table).players, taken(table)
    return {player.side for number, player in enumerate(players) if number in held}


@dataclass(frozen=True, slots=True)
class TableRow:
    """One's own table in a list: who plays there, and how far it is."""

    public_id: str
    name: str
    sides: str
    turn: int
    over: bool


def table_rows(tables: Sequence[Table]) -> list[TableRow]:
    """Tables to be told apart: most have the name that is offered for all."""
    rows = []
    for table in tables:
        game = game_of(table)
        sides = ", ".join(side.name for side in game.sides)
        rows.append(TableRow(table.public_id, table.name, sides, game.turn, table.over))
    return rows


@dataclass(frozen=True, slots=True)
class Invitation:
    """The link that leads another phone to the table, for it to be held before this one."""

    link: str

    @property
    def qr(self) -> QrCode:
        """The link as a picture of squares."""
        return qr_of(self.link)


def invitation_to(request: HttpRequest, table: Table) -> Invitation | None:
    """The link to a quick battle that is set up, while a place of it is free."""
    if table.battle_id or all_here(table) or game_of(table).phase != SETUP:
        return None
    return Invitation(request.build_absolute_uri(reverse("table_join", args=[table.public_id, table.code])))


def asked_for(table: Table, post: QueryDict) -> tuple[list[int], dict[int, str]]:
    """The places that were ticked, and those whose digits were typed; with the digits of each.

    Whoever types digits comes back to a place: the free one that was ticked for him is not meant. Raises
    ``Refusal`` with the field.
    """
    ticked = [number_of(text, "places") for text in post.getlist("places")]
    digits = {number: post.get(f"pin{number}", "") for number in {*ticked, *taken(table)}}
    typed = [number for number in sorted(digits) if digits[number].strip() and number not in ticked]
    numbers = typed if typed and ticked == [offered(table)] else [*ticked, *typed]
    return numbers, {number: digits[number] for number in numbers}
