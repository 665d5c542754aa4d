"""Unit cards: what a unit is, what it may do, and the rules that are its own, on a screen or on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast

from django.utils.translation import gettext as _

from battles.table.selectors import Seen
from battles.table.words import table_words
from battles.table.words.arms import place
from campaign.base.answers import PAGE, TRANSLATED, Named
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.documents.table_view import TableView
from rules.tabletop.documents.view import tables_of
from rules.tabletop.tables import TROOPS, Tables
from rules.tabletop.weapons import WEAPONS

MOST_BOXES = 30
"""So many men are ticked off one by one; how many there are beyond them is written."""


@dataclass(frozen=True, slots=True)
class ArmsRow:
    """A kind of weapon of a unit: how many, at what range, with how many shots, and its own rules."""

    name: str
    count: int
    range: Annotated[str, 'In inches, as 24" or 12-36"; "-": none.']
    shots: int
    penetration: str
    special: str
    bearer: Annotated[str, TRANSLATED, "Who carries or crews it."] = ""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The card of a unit: what it is, what it carries, and the rules that are its own."""

    id: str
    name: str
    number: Annotated[int, Named("side")]
    side: Annotated[str, Named("side_name")]
    colour: Annotated[int, PAGE]
    points: int
    line: Annotated[str, TRANSLATED, "Kind, quality and rank."]
    models: int
    start: int
    facts: Annotated[tuple[tuple[str, str], ...], "A word and its value each."]
    arms: tuple[ArmsRow, ...]
    rules: Annotated[tuple[str, ...], "The rules that are the unit's own, a sentence each."]
    boxes: Annotated[range, PAGE]
    pins: Annotated[range, PAGE]

    @property
    def further(self) -> int:
        """The men for whom there is no box."""
        return self.start - len(self.boxes) if self.boxes else 0


def cards_of(view: ReadPlain, tables: Tables) -> tuple[UnitCard, ...]:
    """The cards of all units that a view shows, in its order."""
    return tuple(_card(unit, view["sides"][unit["side"]], tables) for unit in view["units"])


def cards_seen(seen: Seen) -> tuple[UnitCard, ...]:
    """The cards of what a phone sees, by the numbers that the table has made its own."""
    return cards_of(seen.view, tables_of(cast("TableView", seen.view)))


def _card(unit: ReadPlain, side: ReadPlain, tables: Tables) -> UnitCard:
    troops = unit["kind"] in TROOPS
    words = [table_words.KINDS[unit["kind"]], table_words.QUALITIES[unit["quality"]]]
    if unit["kind"] == "artillery" or not troops:
        words.append(table_words.LOCOMOTIONS[unit["locomotion"]])
    if unit["officer"]:
        words.append(table_words.RANKS[unit["officer"]])
    return UnitCard(
        id=unit["id"],
        name=unit["name"],
        number=unit["side"],
        side=side["name"],
        colour=side["colour"],
        points=unit["points"],
        line=", ".join(str(word) for word in words),
        models=unit["models"],
        start=unit["start"],
        facts=tuple(_facts(unit, tables)),
        arms=tuple(_arms(unit, tables)),
        rules=tuple(_rules(unit, tables)),
        boxes=range(min(unit["start"], MOST_BOXES) if troops else 0),
        pins=range(tables[f"morale.{unit['quality']}"]),
    )


def _facts(unit: ReadPlain, tables: Tables) -> Iterator[tuple[str, str]]:
    yield _("Morale"), str(tables[f"morale.{unit['quality']}"])
    yield _("Harmed on"), f"{unit['armour']}+"
    pace = tables[f"move.{unit['locomotion']}"]
    if unit["kind"] != "artillery":
        yield _("Advance"), f'{pace}"'
        yield _("Run"), f'{2 * pace}"'
    if unit["locomotion"] in ("wheeled", "half-track", "tracked") and unit["kind"] != "artillery":
        yield _("Pivots"), f"{tables['pivots.advance']} / {tables['pivots.run']}"
    if unit["reserve"]:
        yield _("Enters"), _("turn %(n)s") % {"n": unit["entry"]} if unit["entry"] else _("from reserve")


def _arms(unit: ReadPlain, tables: Tables) -> Iterator[ArmsRow]:
    groups = groups_of(unit)
    for group in groups if unit["kind"] in TROOPS else _each_once(groups):
        weapon = WEAPONS.get(str(group["weapon"]))
        count = int(group["count"])
        bearer = str(group["bearer"])
        if weapon is None:
            yield ArmsRow(str(group["weapon"]) or _("Unarmed"), count, "-", 0, "-", "", bearer)
            continue
        reach = f'{tables[f"weapon.{weapon.name}.range"]}"' if weapon.range else "-"
        if weapon.indirect:
            near, far = tables[f"weapon.{weapon.name}.near"], tables[f"weapon.{weapon.name}.far"]
            reach = f'{near}-{far}"' if not weapon.range else f'{reach} ({near}-{far}")'
        yield ArmsRow(
            name=weapon.name,
            count=count,
            range=reach,
            shots=tables[f"weapon.{weapon.name}.shots"],
            penetration=_penetration(weapon.name, weapon.penetration, tables),
            special=", ".join(weapon.special),
            bearer=bearer,
        )


def _each_once(groups: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The weapons of a vehicle, those of one kind in one row with all their places."""
    for weapon in dict.fromkeys(group["weapon"] for group in groups):
        same = [group for group in groups if group["weapon"] == weapon]
        places = dict.fromkeys(group["bearer"] for group in same if group["bearer"])
        count = sum(int(group["count"]) for group in same)
        yield {**same[0], "count": count, "bearer": ", ".join(places)}


def groups_of(unit: ReadPlain) -> list[Mapping[str, Any]]:
    """The unit's weapons with their numbers, and who holds them."""
    return [{**group, "bearer": _bearer(group)} for group in unit["groups"]]


def _bearer(group: ReadPlain) -> str:
    """Who carries or crews a group's weapons."""
    if group["leader"]:
        return _("NCO") if int(group["count"]) == 1 else _("with the NCO")
    if group["mount"]:
        return place(group["mount"])
    crew = int(group["crew"])
    if not crew:
        return _("carried besides")
    return _("crew of %(men)s") % {"men": crew} if crew > 1 else ""


def _penetration(name: str, base: int | str, tables: Tables) -> str:
    if isinstance(base, int):
        return f"+{tables[f'weapon.{name}.penetration']}"
    return str(base)


def _rules(unit: ReadPlain, tables: Tables) -> Iterator[str]:
    """The rules that are this unit's own, in a sentence each."""
    if unit["officer"]:
        base = f"officer.{unit['officer']}"
        values = {name: tables[f"{base}.{name}"] for name in ("bonus", "orders", "range")}
        text = _('Officer: +%(bonus)s on tests within %(range)s"; may at once order %(orders)s units there.')
        yield text % values
    if unit["kind"] == "infantry":
        yield _("NCO lost: %(value)s on tests.") % {"value": tables["test.no NCO"]}
        if unit["anti_tank"]:
            yield _("Anti-tank weapons: may assault closed armour without declaring it.")
        else:
            value = tables["test.enclosed armour"]
            yield _("Closed armour: declare the charge with the Run; test at %(value)s, unpinned too.") % {
                "value": value
            }
    yield from _flags(unit, tables)


def _flags(unit: ReadPlain, tables: Tables) -> Iterator[str]:
    if unit["gun_shield"]:
        yield _("Gun shield: counted in what harms it.")
    if unit["kind"] == "artillery":
        yield _("Crewed: %(value)s on tests with one man left.") % {"value": tables["test.last crewman"]}
    if unit["recce"]:
        yield _("Recce: once a turn, shot at or assaulted, may move back at up to its run rate.")
    if unit["open_topped"]:
        value = tables["open-topped"]
        yield _("Open-topped: +%(value)s on the damage table for indirect fire; assaults destroy it.") % {
            "value": value
        }
    if unit["turrets"]:
        yield _("Turrets: %(count)s. Turret check on request: jams on %(value)s or more.") % {
            "count": unit["turrets"],
            "value": tables["jam.from"],
        }
    for flag, text in (("slow", _("Slow.")), ("fast", _("Fast.")), ("towing", _("Towing: no recce escape."))):
        if unit[flag]:
            yield text
