"""The sentence of each kind of report line (Rules 5 to 9), in our own words; ids never show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.base.coordinates import sector_name
from campaign.base.words.army_rule_words import rule_called
from rules.armies import Trait
from rules.events import EventKind, Purpose, Reason, Roll
from rules.reports.lines import Line
from rules.state import At

_FEW = 8  # More sectors than these a sentence only counts.
_OF_A_RULE = {EventKind.TRIBAL_LOSS: Trait.TRIBAL_ANIMOSITY, EventKind.BLOOD_REWARD: Trait.BLOOD_REWARD}
"""The kinds of line that come of an army rule: its player may have a title for it."""


class Group(StrEnum):
    """The parts of a report, in the order in which they are read."""

    BATTLES = "battles"
    MARCHES = "marches"
    STRENGTH = "strength"
    TERRITORY = "territory"
    FINDS = "finds"
    VOID = "void"


GROUP_NAMES: Mapping[Group, Promise] = {
    Group.BATTLES: gettext_lazy("After the battles"),
    Group.MARCHES: gettext_lazy("Marches"),
    Group.STRENGTH: gettext_lazy("Strength and works"),
    Group.TERRITORY: gettext_lazy("Territory"),
    Group.FINDS: gettext_lazy("Finds and relics"),
    Group.VOID: gettext_lazy("Orders that did not count"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the things of one player's report are called: by public id, and armies by seat number."""

    words: Mapping[str, str]
    at: Mapping[str, At]
    titles: Mapping[str, str] = field(default_factory=dict)
    """The player's own titles of his army rules."""

    def of(self, key: str | None) -> str:
        """The name behind an id; something that says nothing for one that has none."""
        return self.words.get(key or "", "") or _("an unnamed banner")

    def army(self, seat: str | None) -> str:
        """The army of a seat."""
        return self.words.get(seat or "", "") or _("the enemy")

    def enemy(self, line: Line) -> str:
        """The enemy of a battle line: its name if it has one, else its army."""
        return self.words.get(line.other or "", "") or self.army(line.rival)


def _at(at: At | None) -> str:
    return sector_name(*at) if at is not None else _("an unknown sector")


def _say(pattern: Promise) -> Callable[[Line, Names], str]:
    """A sentence from a pattern with the line's own words."""

    def words(line: Line, names: Names) -> str:
        rule = _OF_A_RULE.get(line.kind, "")
        return str(pattern) % {
            "rule": rule_called(rule, names.titles.get(rule, "")),
            "banner": names.of(line.banner),
            "other": names.of(line.other),
            "at": _at(line.at),
            "to": _at(line.to),
            "relic": names.words.get(line.relic or "", "") or _("an unnamed relic"),
            "feature": names.words.get(line.feature or "", "") or _("an unnamed feature"),
            "enemy": names.enemy(line),
            "army": names.army(line.rival),
            "levels": _levels(line.levels or 0),
            "level": line.levels or 0,
        }

    return words


def _by_reason(default: Promise, **patterns: Promise) -> Callable[[Line, Names], str]:
    """A sentence chosen by the line's reason."""

    def words(line: Line, names: Names) -> str:
        return _say(patterns.get(line.reason or "", default))(line, names)

    return words


_destroyed_unseen = _by_reason(
    gettext_lazy("%(banner)s was destroyed in its retreat from %(at)s."),
    nowhere_to_go=gettext_lazy(
        "%(banner)s found no way back from %(at)s and was destroyed: no passable sector lay beside it."
    ),
    enemy_there=gettext_lazy(
        "%(banner)s retreated from %(at)s towards %(to)s and was destroyed: an enemy was there."
    ),
    enemies_met=gettext_lazy(
        "%(banner)s retreated from %(at)s towards %(to)s and was destroyed:"
        " an enemy retreated into the same sector."
    ),
)
_destroyed_by = _say(
    gettext_lazy("%(banner)s retreated from %(at)s towards %(to)s and was destroyed there by %(army)s.")
)


def _destroyed_in_retreat(line: Line, names: Names) -> str:
    """How an own banner died; by whom only when the turn is published."""
    return (_destroyed_by if line.rival is not None else _destroyed_unseen)(line, names)


def _levels(count: int) -> str:
    return ngettext("%(count)d level", "%(count)d levels", count) % {"count": count}


_DIRECTIONS = (
    gettext_lazy("north"),
    gettext_lazy("north-east"),
    gettext_lazy("east"),
    gettext_lazy("south-east"),
    gettext_lazy("south"),
    gettext_lazy("south-west"),
    gettext_lazy("west"),
    gettext_lazy("north-west"),
)


_DICE = {
    Purpose.DIRECTION: gettext_lazy("direction die %(value)d (%(direction)s)"),
    Purpose.DISTANCE: gettext_lazy("distance die %(value)d"),
    Purpose.MISSION: gettext_lazy("mission die %(value)d"),
    Purpose.ATTACKER: gettext_lazy("attacker die %(value)d"),
}


def dice_words(dice: Sequence[Roll]) -> str:
    """Dice by purpose: ``direction 3 (east), distance 2``."""
    return ", ".join(
        str(_DICE[purpose]) % {"value": value, "direction": _DIRECTIONS[(value - 1) % 8]}
        for purpose, value in dice
    )


def _teleported(line: Line, names: Names) -> str:
    """Who teleports throws dice; whom the facilitator moves does not (Rules 14.3)."""
    text = _("%(banner)s teleported from %(at)s and came out at %(to)s.")
    if not line.dice:
        text = _("%(banner)s was taken from %(at)s to %(to)s, as was settled.")
    return _with_dice(text % _where(line, names), line)


def _teleport_stayed(line: Line, names: Names) -> str:
    text = _("%(banner)s tried to teleport to %(to)s, found no free place to land, and stayed at %(at)s.")
    if not line.dice:
        text = _("%(banner)s was to be taken to %(to)s, found no free place there, and stayed at %(at)s.")
    return _with_dice(text % _where(line, names), line)


def _where(line: Line, names: Names) -> dict[str, str]:
    return {"banner": names.of(line.banner), "at": _at(line.at), "to": _at(line.to)}


def _with_dice(text: str, line: Line) -> str:
    if not line.dice:
        return text
    return _("%(sentence)s Dice: %(dice)s.") % {"sentence": text, "dice": dice_words(line.dice)}


def _relic_found(line: Line, names: Names) -> str:
    """Found by a banner, or shown by a trigger or a settlement (Rules 8.7, 14)."""
    shown = gettext_lazy("You know now where %(relic)s lies: at %(at)s.")
    found = gettext_lazy("%(banner)s found where %(relic)s lies: at %(at)s.")
    return _say(shown if line.banner is None else found)(line, names)


def _gained(line: Line, names: Names) -> str:
    in_order = sorted(line.sectors, key=lambda at: (at[1], at[0]))
    shown = [sector_name(*at) for at in in_order[:_FEW]]
    more = len(line.sectors) - len(shown)
    text = ", ".join(shown)
    if more > 0:
        text = _("%(sectors)s and %(more)d more") % {"sectors": text, "more": more}
    count = len(line.sectors)
    pattern = ngettext(
        "You now hold one sector more: %(sectors)s.",
        "You now hold %(count)d sectors more: %(sectors)s.",
        count,
    )
    return pattern % {"count": count, "sectors": text}


def _lost_sector(line: Line, names: Names) -> str:
    if line.reason == Reason.TAKEN and line.rival is not None:
        return _("%(army)s took %(at)s from you.") % {"army": names.army(line.rival), "at": _at(line.at)}
    if line.reason == Reason.DISPUTED:
        return _("%(at)s is disputed now and nobody's.") % {"at": _at(line.at)}
    return _("You no longer hold %(at)s.") % {"at": _at(line.at)}


KINDS: Mapping[EventKind, tuple[Group, Callable[[Line, Names], str]]] = {
    EventKind.NODE_NAMED: (
        Group.STRENGTH,
        _by_reason(
            gettext_lazy("%(banner)s is the army's node, as you named it."),
            greatest=gettext_lazy("%(banner)s has become the army's node: it is your strongest banner."),
        ),
    ),
    EventKind.ORDER_VOID: (Group.VOID, _say(gettext_lazy("An order for %(banner)s did not count."))),
    EventKind.UNFORTIFIED: (Group.STRENGTH, _say(gettext_lazy("%(banner)s left its works at %(at)s."))),
    EventKind.ENTRENCHED: (Group.STRENGTH, _say(gettext_lazy("%(banner)s entrenched at %(at)s."))),
    EventKind.TELEPORTED: (Group.MARCHES, _teleported),
    EventKind.TELEPORT_STAYED: (Group.MARCHES, _teleport_stayed),
    EventKind.MARCHED: (Group.MARCHES, _say(gettext_lazy("%(banner)s marched from %(at)s to %(to)s."))),
    EventKind.MARCH_FAILED: (
        Group.MARCHES,
        _say(
            gettext_lazy(
                "%(banner)s could not march to %(to)s and stayed at %(at)s: an enemy was in the way."
            )
        ),
    ),
    EventKind.FORTIFIED: (Group.STRENGTH, _say(gettext_lazy("%(banner)s fortified at %(at)s."))),
    EventKind.RETREATED: (
        Group.MARCHES,
        _by_reason(
            gettext_lazy("%(banner)s retreated from %(at)s to %(to)s."),
            on_its_own=gettext_lazy(
                "%(banner)s had no legal retreat order and went back from %(at)s to %(to)s on its own."
            ),
        ),
    ),
    EventKind.DESTROYED_IN_RETREAT: (Group.BATTLES, _destroyed_in_retreat),
    EventKind.DESTROYED_ENEMY_IN_RETREAT: (
        Group.BATTLES,
        _say(gettext_lazy("%(banner)s destroyed a banner of %(army)s that retreated into %(at)s.")),
    ),
    EventKind.RESUPPLIED: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s resupplied at %(at)s: %(levels)s gained.")),
    ),
    EventKind.LEVELS_RECEIVED: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s received %(levels)s from %(other)s.")),
    ),
    EventKind.LEVELS_GIVEN: (Group.STRENGTH, _say(gettext_lazy("%(banner)s gave %(levels)s to %(other)s."))),
    EventKind.LEVELS_NOT_RECEIVED: (
        Group.STRENGTH,
        _by_reason(
            gettext_lazy("%(banner)s received nothing from %(other)s."),
            giver_gone=gettext_lazy("%(banner)s received nothing: %(other)s no longer existed."),
            giver_busy=gettext_lazy(
                "%(banner)s received nothing: %(other)s was on the move, splitting or joining."
            ),
            giver_empty=gettext_lazy("%(banner)s received nothing: %(other)s had no levels to give."),
            receiver_full=gettext_lazy("%(banner)s received nothing from %(other)s: it was full."),
            out_of_range=gettext_lazy(
                "%(banner)s received nothing: its battle range did not meet that of %(other)s."
            ),
        ),
    ),
    EventKind.TRIBAL_LOSS: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s lost %(levels)s on the way: %(rule)s.")),
    ),
    EventKind.RELIC_RECEIVED: (
        Group.FINDS,
        _say(gettext_lazy("%(banner)s received %(relic)s from %(other)s.")),
    ),
    EventKind.RELIC_GIVEN: (Group.FINDS, _say(gettext_lazy("%(banner)s gave %(relic)s to %(other)s."))),
    EventKind.RELIC_NOT_RECEIVED: (
        Group.FINDS,
        _by_reason(
            gettext_lazy("%(banner)s did not receive %(relic)s from %(other)s."),
            giver_gone=gettext_lazy("%(banner)s did not receive %(relic)s: %(other)s no longer existed."),
            giver_busy=gettext_lazy(
                "%(banner)s did not receive %(relic)s: %(other)s was on the move, splitting or joining."
            ),
            out_of_range=gettext_lazy(
                "%(banner)s did not receive %(relic)s: its battle range did not meet that of %(other)s."
            ),
            not_carried=gettext_lazy("%(banner)s did not receive %(relic)s: %(other)s did not carry it."),
            claimed=gettext_lazy("%(banner)s did not receive %(relic)s: another banner had it first."),
        ),
    ),
    EventKind.RELIC_PICKED_UP: (Group.FINDS, _say(gettext_lazy("%(banner)s took up %(relic)s."))),
    EventKind.RELIC_NOT_PICKED_UP: (
        Group.FINDS,
        _say(gettext_lazy("%(banner)s could not take up %(relic)s.")),
    ),
    EventKind.RELIC_DESTROYED: (Group.FINDS, _say(gettext_lazy("%(banner)s destroyed %(relic)s."))),
    EventKind.RELIC_NOT_DESTROYED: (
        Group.FINDS,
        _say(gettext_lazy("%(banner)s did not destroy %(relic)s: it no longer carried it.")),
    ),
    EventKind.SPLIT: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s split at %(at)s: %(other)s took the field at level %(level)s.")),
    ),
    EventKind.SPLIT_FAILED: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s did not split: level %(level)s was too low when the time came.")),
    ),
    EventKind.JOINED: (
        Group.STRENGTH,
        _say(gettext_lazy("%(other)s joined %(banner)s at %(at)s; together they are level %(level)s.")),
    ),
    EventKind.JOIN_FAILED: (
        Group.STRENGTH,
        _by_reason(
            gettext_lazy("%(banner)s did not join %(other)s."),
            not_named_back=gettext_lazy("%(banner)s did not join: %(other)s had no order to join it."),
            apart=gettext_lazy("%(banner)s did not join: %(other)s stood in another sector."),
        ),
    ),
    EventKind.BATTLE_WON: (
        Group.BATTLES,
        _by_reason(
            gettext_lazy("%(banner)s beat %(enemy)s at %(at)s and lost %(levels)s."),
            auto=gettext_lazy("%(banner)s overran %(enemy)s at %(at)s and lost %(levels)s."),
        ),
    ),
    EventKind.BATTLE_LOST: (
        Group.BATTLES,
        _by_reason(
            gettext_lazy("%(banner)s was beaten by %(enemy)s at %(at)s and lost %(levels)s."),
            auto=gettext_lazy("%(banner)s was too weak to stand against %(enemy)s at %(at)s."),
        ),
    ),
    EventKind.BATTLE_DRAWN: (
        Group.BATTLES,
        _say(gettext_lazy("%(banner)s fought %(enemy)s to a draw at %(at)s and lost %(levels)s.")),
    ),
    EventKind.BLOOD_REWARD: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s gained %(levels)s by %(rule)s.")),
    ),
    EventKind.DESTROYED_IN_BATTLE: (Group.BATTLES, _say(gettext_lazy("%(banner)s was destroyed at %(at)s."))),
    EventKind.WORKS_REDUCED: (
        Group.STRENGTH,
        _say(
            gettext_lazy(
                "%(banner)s held its ground at %(at)s; its entrenchments are only fortifications now."
            )
        ),
    ),
    EventKind.MUST_RETREAT: (
        Group.BATTLES,
        _say(gettext_lazy("%(banner)s must retreat from %(at)s next turn.")),
    ),
    EventKind.SECTORS_GAINED: (Group.TERRITORY, _gained),
    EventKind.SECTOR_LOST: (Group.TERRITORY, _lost_sector),
    EventKind.FEATURE_FOUND: (
        Group.FINDS,
        _by_reason(
            gettext_lazy("Found at %(at)s: %(feature)s."),
            occupied=gettext_lazy("Your hold on %(at)s has shown you %(feature)s."),
            searched=gettext_lazy("A search found %(feature)s at %(at)s."),
        ),
    ),
    EventKind.RELIC_FOUND: (Group.FINDS, _relic_found),
    EventKind.WORKS_LOST: (
        Group.STRENGTH,
        _by_reason(
            gettext_lazy("%(banner)s lost its works."),
            moved=gettext_lazy("%(banner)s left its works behind when it moved."),
            split=gettext_lazy("%(banner)s gave up its works to split."),
            joined=gettext_lazy("%(banner)s gave up its works to join."),
            defeat=gettext_lazy("%(banner)s was driven out of its works."),
        ),
    ),
    EventKind.NODE_LOST: (
        Group.BATTLES,
        _say(gettext_lazy("%(banner)s was the army's node, and is gone: the hive falters.")),
    ),
    EventKind.HIVE_LOSS: (
        Group.STRENGTH,
        _say(gettext_lazy("%(banner)s at %(at)s lost %(levels)s with the node, and must retreat next turn.")),
    ),
    EventKind.RELIC_DROPPED: (
        Group.FINDS,
        _say(gettext_lazy("%(relic)s was lost with %(banner)s; nobody knows where it lies now.")),
    ),
}
"""Every kind of line that a player reads, with its part of the report and its sentence."""
