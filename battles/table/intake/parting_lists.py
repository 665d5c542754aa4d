"""Which lines of a list that waits begin a unit, as its owner says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.lists.intake import part_again
from battles.models import Intake, Phone, Table
from battles.table.intake.entered import mark_of
from battles.table.intake.lists import check_place, enter_if_settled, waiting_of
from battles.table.intake.sent_lists import count_list
from campaign.base.refusal import Refusal
from rules.tabletop.lists.layout.by_hand import LEAVE, MUTE, PART, ROLES, UNIT, by_gaps, roles_of
from rules.tabletop.lists.plain import PlainSource, source_from_plain

GAPS = "gaps"
"""The way of parting that begins a unit below every empty line."""
WORDS = (
    (UNIT, lazy("Unit begins")),
    (PART, lazy("Part of it")),
    (LEAVE, lazy("Left out")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list, counted from 1, and what it is taken for."""

    at: int
    text: str
    role: str

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"line.{self.at}"


def may_be_parted(intake: Intake) -> bool:
    """Whether it is a text whose lines are kept, so that their owner may say where units begin."""
    return bool(intake.source.get("lines"))


def rows_of(intake: Intake, way: str = "") -> list[Row]:
    """The lines with a word, each with what it was taken for, or what it is by another ``way``."""
    source = source_from_plain(intake.source)
    roles = by_gaps(source.lines) if way == GAPS else roles_of(source.lines, source.units, source.left)
    return _rows(source.lines, roles)


def rows_said(intake: Intake, said: Mapping[str, str]) -> list[Row]:
    """The same with what its owner says of them; what he says nothing of is as it was read."""
    known = {row.name: row.role for row in rows_of(intake)}
    lines = source_from_plain(intake.source).lines
    given = (said.get(f"line.{at}", "") for at in range(1, len(lines) + 1))
    return _rows(
        lines,
        [one if one in ROLES else known.get(f"line.{at}", MUTE) for at, one in enumerate(given, 1)],
    )


def _rows(lines: Sequence[str], roles: Sequence[str]) -> list[Row]:
    told = enumerate(zip(lines, roles, strict=True), 1)
    return [Row(at, line.strip(), role) for at, (line, role) in told if role != MUTE]


def state_of(intake: Intake) -> str:
    """What the list was parted into when the page was shown."""
    return mark_of([intake.source["units"], intake.source["left"]])


def part_list(
    table: Table, phone: Phone, *, player: int, said: Mapping[str, str], state: str
) -> Intake | None:
    """Part the list that waits as its owner says; if nothing is open then, it is entered.

    Answers about units whose lines stay together stay. Gives what still waits. Raises ``Refusal``.
    """
    check_place(phone, player)
    intake = waiting_of(table, player)
    if intake is None:
        return None
    _must_be(intake, state)
    rows = {row.at: row.role for row in rows_said(intake, said)}
    if UNIT not in rows.values():
        message = _("Say at least of one line that a unit begins with it.")
        raise Refusal(message, code="no_units", field="roster")
    roles = [rows.get(at, MUTE) for at in range(1, len(intake.source["lines"]) + 1)]
    if (orphan := _orphan(roles)) is not None:
        message = _("Line %(line)d belongs to the unit above it, and there is none: say what it is.")
        raise Refusal(message % {"line": orphan}, code="no_units", field=f"line.{orphan}")
    count_list(phone, "\n".join(intake.source["lines"]))
    taken = part_again(intake.source, roles)
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        again = waiting_of(table, player)
        if again is None or again.pk != intake.pk:
            return again
        _must_be(again, state)
        again.answers = _kept(again, taken.source)
        again.source = cast("dict[str, object]", taken.source)
        again.save(update_fields=["source", "answers", "at"])
        return enter_if_settled(table, phone, again)


def _must_be(intake: Intake, state: str) -> None:
    if state != state_of(intake):
        message = _("This list was parted otherwise in the meantime: this is how it stands now.")
        raise Refusal(message, code="changed", field="roster")


def _orphan(roles: Sequence[str]) -> int | None:
    """A line that is to belong to a unit above it, where none is."""
    begun = next((at for at, role in enumerate(roles) if role == UNIT), len(roles))
    return next((at + 1 for at, role in enumerate(roles[:begun]) if role not in (MUTE, LEAVE)), None)


def _kept(intake: Intake, source: PlainSource) -> dict[str, object]:
    """The answers about units that are parted as they were, by their new numbers."""
    new = {one["number"]: (at, one) for at, one in enumerate(source["units"])}
    kept = {}
    for at, one in enumerate(intake.source["units"]):
        number, same = new.get(one["number"], (at, None))
        if same == one and str(at) in intake.answers:
            kept[str(number)] = intake.answers[str(at)]
    return kept
