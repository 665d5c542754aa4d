"""The player's aid: the tables that are looked up at the map and at the table, from the rules' own data."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.tables import attrition, degree_of, split_levels

_POINTS = (300, 500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2000)
_ROLLS = ((1, "1"), (2, "2-3"), (4, "4-6"), (7, "7-8"), (9, "9"), (10, "10+"))


@dataclass(frozen=True, slots=True)
class Aid:
    """The tables: attrition as ``(points up to, in the open, in works)``, degrees as ``(difference, degree,
    loser's share, winner's share)`` in per cent, splits as ``(level, old, new)``."""

    orders: tuple[tuple[Promise, Promise, Promise], ...]
    turn: tuple[Promise, ...]
    attrition: tuple[tuple[int, int, int], ...]
    degrees: tuple[tuple[str, str, int, int], ...]
    splits: tuple[tuple[int, int, int], ...]
    seen: tuple[tuple[Promise, Promise, Promise], ...]


def player_aid() -> Aid:
    """All of it."""
    return Aid(
        orders=_ORDERS,
        turn=_TURN,
        attrition=tuple(
            (points, attrition(points, works=False), attrition(points, works=True)) for points in _POINTS
        ),
        degrees=tuple((shown, *_degree(difference)) for difference, shown in _ROLLS),
        splits=tuple((level, *split_levels(level)) for level in range(10, 21)),
        seen=_SEEN,
    )


def _degree(difference: int) -> tuple[str, int, int]:
    degree, loser, winner = degree_of(difference)
    return degree.value, loser, winner


_ORDERS = (
    (_("March"), _("main"), _("One sector (Highly Mobile: two). Not from works, unless Mobilization.")),
    (_("Teleport"), _("main"), _("Army rule Teleport. Drifts 1 to 6 sectors in a random direction.")),
    (_("Search"), _("main"), _("Sees three sectors far; finds features and relics.")),
    (_("Fortify"), _("beside"), _("Needs no works. Not with a march, unless Steadfast.")),
    (_("Entrench"), _("beside"), _("Needs fortified works. Not with a march.")),
    (_("Unfortify"), _("beside"), _("Leaves the works; takes the whole turn.")),
    (_("Resupply"), _("beside"), _("One level more, to 20; two with a supply in an own sector.")),
    (_("Transfer"), _("beside"), _("Ordered for the receiver. Levels or a relic, ranges must overlap.")),
    (_("Split"), _("beside"), _("From level 10; two levels are lost. See the table.")),
    (_("Join"), _("beside"), _("Ordered for both, in one sector; never above 20.")),
    (_("Retreat"), _("alone"), _("Only for a banner that must; and then nothing else.")),
    (_("Destroy relic"), _("alone"), _("A relic that it carries.")),
    (_("Use"), _("alone"), _("Where allowed. A relic that it carries, a feature in battle range.")),
    (_("Something else"), _("alone"), _("Where allowed. In own words; the facilitator settles it.")),
)
_TURN = (
    _("What was settled for the start, if anything"),
    _("Unfortify"),
    _("Entrench"),
    _("Teleport"),
    _("March; Ponderous armies after the others"),
    _("Fortify"),
    _("Retreat, then who holds which sector"),
    _("Resupply"),
    _("Transfer of levels"),
    _("Relics change hands, are picked up or destroyed"),
    _("Split"),
    _("Join"),
    _("Battles: battle ranges overlap that did not before"),
    _("Battles are fought and reported"),
    _("Losses, retreats, Hive Mentality, who holds which sector"),
    _("Searches; what was settled for the end, and triggers; intelligence, victory"),
)
_SEEN = (
    (_("Recon range touches its battle range"), _("yes"), _("only if they overlap")),
    (_("Search range touches it"), _("yes"), _("only if they overlap")),
    (_("A sector you hold is in or beside its battle range"), _("yes"), _("no")),
    (_("It took a sector from you this turn"), _("yes"), _("yes")),
    (_("Easily Observable"), _("yes"), _("no")),
    (_("Unseen Presence, by a search range"), _("no"), _("no")),
)
