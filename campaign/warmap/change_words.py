"""What a turn has changed on a seat's map, in words and marks for its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaign.base.answers import Json
from campaign.base.coordinates import sign_of
from campaign.base.documents import Map
from campaign.base.words.battle_words import goal_words
from campaign.base.words.report_lines import Names
from campaign.warmap.changes import Change, ChangeKind, changes_of, runs_of


class Heading(StrEnum):
    """What the changes are told under."""

    SECTORS = "sectors"
    BANNERS = "banners"
    ENEMIES = "enemies"
    FINDS = "finds"
    AIMS = "aims"


TITLES: Mapping[Heading, Promise] = {
    Heading.SECTORS: lazy("Sectors"),
    Heading.BANNERS: lazy("Your banners"),
    Heading.ENEMIES: lazy("Enemies"),
    Heading.FINDS: lazy("Finds"),
    Heading.AIMS: lazy("Your aims"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A change as the list tells it; ``chip`` is its gist, ``icon`` its sign if it is no army's."""

    heading: Heading
    change: Change
    text: str
    chip: str = ""
    icon: str = "flag"
    more: str = ""

    @property
    def mood(self) -> str:
        """Whether it is for the better or the worse."""
        if self.change.kind in (ChangeKind.LOST, ChangeKind.GONE, ChangeKind.RETREAT):
            return "bad"
        if self.change.kind in (ChangeKind.GAINED, ChangeKind.BORN, ChangeKind.FOUND):
            return "ok"
        mine = self.heading == Heading.BANNERS
        return "ok" if mine and self.change.by > 0 else "bad" if mine and self.change.by < 0 else ""


FEW = 6
"""Rows of a long list that lie open; one that is hardly longer is told whole."""


@dataclass(frozen=True, slots=True)
class Group:
    """The changes under one heading; ``gist`` is what they come to."""

    title: Promise
    gist: str
    rows: tuple[Row, ...]

    @property
    def first(self) -> tuple[Row, ...]:
        """What is told at once: of a long list, the weightiest."""
        return self.rows if len(self.rows) <= FEW + 2 else self.rows[:FEW]

    @property
    def rest(self) -> tuple[Row, ...]:
        """What is unfolded, so that the other headings are in sight."""
        return self.rows[len(self.first) :]


@dataclass(frozen=True, slots=True)
class News:
    """What a turn has changed."""

    turn: int
    groups: tuple[Group, ...]
    changes: tuple[Change, ...]
    told: bool
    """Whether there was a turn before, to have changed since."""

    @property
    def gist(self) -> str:
        """All of it in a line."""
        return ", ".join(f"{group.title} {group.gist}" for group in self.groups if group.gist)

    @property
    def document(self) -> dict[str, Json]:
        """What the page's script marks on the map."""
        return {
            "turn": self.turn,
            "areas": [
                {"kind": one.kind.value, "at": list(one.at or ()), "runs": runs_of(one.cells)}
                for one in self.changes
                if one.cells
            ],
            "marks": [_mark(one) for one in self.changes if one.at and not one.cells and one.kind != "aim"],
        }


def _mark(one: Change) -> dict[str, Json]:
    mark: dict[str, Json] = {"kind": one.kind.value, "id": one.id, "at": list(one.at or ())}
    if one.by:
        mark["by"] = one.by
    if one.was is not None:
        mark["was"] = list(one.was)
    if one.seat:
        mark["seat"] = one.seat
    return mark


def news_of(before: Map | None, after: Map) -> News:
    """What has changed since the turn before; nothing if there was none."""
    changes = changes_of(before, after) if before is not None else ()
    names = Names({str(seat["n"]): seat["army"] for seat in after["seats"]}, {})
    holders = {sign_of(seat["n"]): seat["army"] for seat in after["seats"]}
    rows = [_row(change, after, names, holders) for change in changes]
    groups = []
    for heading, title in TITLES.items():
        mine = tuple(row for row in rows if row.heading == heading)
        if mine:
            groups.append(Group(title, _gist(heading, mine), mine))
    return News(after["turn"], tuple(groups), changes, before is not None)


def _gist(heading: Heading, rows: Iterable[Row]) -> str:
    """What the rows under a heading come to: sectors and levels more and less, else how many there are."""
    if heading == Heading.SECTORS:
        steps = [(1 if one.mood == "ok" else -1) * len(one.change.cells) for one in rows]
    elif heading == Heading.BANNERS:
        steps = [one.change.by for one in rows]
    else:
        return str(len(list(rows)))
    more, less = sum(step for step in steps if step > 0), sum(step for step in steps if step < 0)
    told = " ".join(signed(step) for step in (more, less) if step)
    return _("%(steps)s levels") % {"steps": told} if told and heading == Heading.BANNERS else told


def signed(step: int) -> str:
    """``+2`` or ``-3``, with the sign that is as wide as the plus."""
    return f"+{step}" if step > 0 else f"\u2212{-step}"


def _row(one: Change, after: Map, names: Names, holders: Mapping[str, str]) -> Row:
    if one.kind == ChangeKind.AIM:
        words = goal_words(after["goals"][one.number], names, after)
        chip = words.standing if words.state == "met" else signed(one.by) if one.by else ""
        return Row(Heading.AIMS, one, words.text, chip, "target", words.told)
    return _ROWS[one.kind](one, holders)


def _sectors(one: Change, holders: Mapping[str, str]) -> Row:
    count, army = len(one.cells), holders.get(one.sign, "")
    won = one.kind == ChangeKind.GAINED
    if army and won:
        pattern = ngettext("One sector taken from %(army)s", "%(count)d sectors taken from %(army)s", count)
    elif army:
        pattern = ngettext("One sector lost to %(army)s", "%(count)d sectors lost to %(army)s", count)
    elif one.sign == "*" and won:
        pattern = ngettext("One sector no longer disputed", "%(count)d sectors no longer disputed", count)
    elif one.sign == "*":
        pattern = ngettext("One sector now disputed", "%(count)d sectors now disputed", count)
    elif won:
        pattern = ngettext("One sector occupied", "%(count)d sectors occupied", count)
    else:
        pattern = ngettext("One sector no longer yours", "%(count)d sectors no longer yours", count)
    step = count if won else -count
    return Row(Heading.SECTORS, one, pattern % {"count": count, "army": army}, signed(step))


def _level(one: Change, _holders: Mapping[str, str]) -> Row:
    values = {"name": one.name, "old": one.old, "new": one.new}
    return Row(Heading.BANNERS, one, _("%(name)s, level %(old)d to %(new)d") % values, signed(one.by))


def _born(one: Change, _holders: Mapping[str, str]) -> Row:
    text = _("%(name)s, level %(new)d") % {"name": one.name, "new": one.new}
    return Row(Heading.BANNERS, one, text, _("new"))


def _gone(one: Change, _holders: Mapping[str, str]) -> Row:
    return Row(Heading.BANNERS, one, one.name, _("gone"))


def _retreat(one: Change, _holders: Mapping[str, str]) -> Row:
    return Row(Heading.BANNERS, one, _("%(name)s must retreat") % {"name": one.name}, icon="warning")


def _with_level(one: Change) -> str:
    if one.new is None:
        return _("%(name)s, level unknown") % {"name": one.name}
    return _("%(name)s, level %(new)d") % {"name": one.name, "new": one.new}


def _seen(one: Change, _holders: Mapping[str, str]) -> Row:
    return Row(Heading.ENEMIES, one, _with_level(one), _("new"), "eye")


def _followed(one: Change, _holders: Mapping[str, str]) -> Row:
    text = _with_level(one)
    if one.was is not None:
        text = _("%(seen)s, was at %(at)s") % {"seen": text, "at": one.from_sector}
    return Row(Heading.ENEMIES, one, text, signed(one.by) if one.by else "", "eye")


def _unseen(one: Change, _holders: Mapping[str, str]) -> Row:
    return Row(Heading.ENEMIES, one, one.name, _("out of sight"), "eye")


def _found(one: Change, _holders: Mapping[str, str]) -> Row:
    if one.sign:
        text = _("%(banner)s carries %(relic)s") % {"banner": one.sign, "relic": one.name}
        return Row(Heading.FINDS, one, text, icon="relic")
    return Row(Heading.FINDS, one, one.name, _("found"), "pin")


def _missing(one: Change, _holders: Mapping[str, str]) -> Row:
    if one.seat:
        return Row(Heading.ENEMIES, one, one.name, _("no longer there"), "eye")
    if one.sign:
        text = _("%(banner)s no longer carries %(relic)s") % {"banner": one.sign, "relic": one.name}
        return Row(Heading.FINDS, one, text, icon="relic")
    return Row(Heading.FINDS, one, one.name, _("no longer there"), "pin")


_ROWS: Mapping[ChangeKind, Callable[[Change, Mapping[str, str]], Row]] = {
    ChangeKind.LOST: _sectors,
    ChangeKind.GAINED: _sectors,
    ChangeKind.GONE: _gone,
    ChangeKind.BORN: _born,
    ChangeKind.LEVEL: _level,
    ChangeKind.RETREAT: _retreat,
    ChangeKind.SEEN: _seen,
    ChangeKind.FOLLOWED: _followed,
    ChangeKind.UNSEEN: _unseen,
    ChangeKind.FOUND: _found,
    ChangeKind.MISSING: _missing,
}
