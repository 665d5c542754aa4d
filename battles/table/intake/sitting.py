"""Which places somebody asks for who sits down at a table."""

from __future__ import annotations

from django.http import QueryDict

from battles.models import Table
from battles.table.deeds import game_of, taken
from battles.table.intake.reading import number_of
from battles.table.selectors import Seen


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
