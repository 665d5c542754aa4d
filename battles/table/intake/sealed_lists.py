"""What both sides read of the sealed lists of a campaign's battle, once its table has opened them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from battles.models import Intake, Phone, Table
from rules.tabletop.lists.document import ListDocument, ListedUnit
from rules.tabletop.lists.entering import differs
from rules.tabletop.state import SETUP, Game


@dataclass(frozen=True, slots=True)
class Changed:
    """A player whose units differ from his sealed list, and which, as the reader may know."""

    name: str
    units: tuple[str, ...]


def sealed_at(table: Table) -> list[Intake]:
    """The sealed lists that a battle's table has opened, as far as they are read: both sides may see them."""
    if table.battle_id is None:
        return []
    return list(table.intakes.filter(sealed=True, document__isnull=False).order_by("number"))


def changed_since(sealed: Sequence[Intake], game: Game, phone: Phone) -> list[Changed]:
    """Whose units differ from his sealed list; of another's, not which while they are set up."""
    found = []
    for intake in sealed:
        document = cast("ListDocument", intake.document)
        if not document["units"]:
            continue
        names = differs([unit for unit in game.units if unit.player == intake.number], document)
        shown = intake.number in phone.numbers or game.phase != SETUP
        if names:
            found.append(Changed(game.players[intake.number].name, names if shown else ()))
    return found


def handed_in(sealed: Sequence[Intake], game: Game) -> dict[int, list[ListedUnit]]:
    """The units of each side as they were handed in."""
    return {game.players[one.number].side: cast("ListDocument", one.document)["units"] for one in sealed}
