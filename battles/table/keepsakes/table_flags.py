"""A battle at a table can be flagged: its name, its sides and its units, by who sits at it, or has its link.

A quick one belongs to no campaign, so the operators of the site are shown it. Whoever has the link of its
summary sees the names of the sides alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.models import Table, TableAction
from battles.table.deeds import game_of
from battles.table.keepsakes.selectors import shared_table
from campaign.models import FlagKind, User
from campaign.press.moderation.subjects import SUBJECTS, Change, Found, Subject, member
from rules.tabletop.documents.view import view


def _table(reader: User | None, thing: str) -> Found | None:
    person = member(reader)
    table = shared_table(thing)
    if table is not None:
        path = reverse("shared_table", args=[thing])
        return _found(table, person, "", [side.name for side in game_of(table).sides], path)
    phones = Table.objects.filter(public_id=thing, phones__user=person)
    table = phones.first() if person is not None else None
    if table is None or person is None:
        return None
    numbers = [number for phone in table.phones.filter(user=person) for number in phone.numbers]
    seen: Any = view(game_of(table), min(numbers, default=-1))
    sides = [side["name"] for side in seen["sides"]]
    units = sorted({unit["name"] for unit in seen["units"]})
    return _found(table, person, table.name, [*sides, *units], reverse("table", args=[thing]))


def _found(table: Table, person: User | None, title: str, names: Iterable[str], path: str) -> Found:
    """By its own id, whoever flags it; whose it is nobody can tell where several others sit at it."""
    players = {phone.user for phone in table.phones.select_related("user") if phone.user and phone.numbers}
    others = players - {person}
    whose = others.pop() if len(others) == 1 else None
    text = "\n".join(dict.fromkeys(names))
    campaign = table.battle.seat_first.campaign if table.battle is not None else None
    return Found(FlagKind.TABLE, table.public_id, campaign, whose, title, text, path)


def _hide_table(thing: str, words: str) -> Iterable[Change]:
    """Sides and units are called by their numbers, and the link of its summary ends."""
    for table in Table.objects.filter(public_id=thing):
        state: Any = table.state
        game = dict(state["game"])
        game["sides"] = _numbered(game.get("sides", ()), _("Side %(n)d"))
        game["units"] = _numbered(game.get("units", ()), _("Unit %(n)d"))
        game["name"] = _("A battle")
        # What was done before is not taken back any more: the old names would come with it.
        for done in TableAction.objects.filter(table=table, undoable=True).defer("before"):
            yield Change(done, {"undoable": False})
        yield Change(table, {"name": _("A battle"), "share_token": "", "state": {**state, "game": game}})


def _numbered(things: Iterable[Any], words: str) -> list[Any]:
    return [{**one, "name": words % {"n": number}} for number, one in enumerate(things, start=1)]


def register() -> None:
    """Let the pages on which things are flagged know of quick battles."""
    SUBJECTS[FlagKind.TABLE] = Subject(
        _table,
        _hide_table,
        fields=(
            "battles.Table.name",
            "battles.Table.state",
            "battles.TableAction.values",
            "battles.TableAction.events",
        ),
    )
