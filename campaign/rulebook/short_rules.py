"""The rules in twelve pictures: each drawn from a case that this very version of the rules keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.drawing.littlemap import LittleMap, Shown, with_sight
from campaign.rulebook.compliance import Case, case_numbered

MOST_WORDS = 40
AS_IT_IS = Shown()
"""Nothing beside what stands there."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture: its words, its section of the rules, the number of its case and what is drawn of it.

    ``before``: the turn's start, with the orders to go, instead of its end.
    """

    title: Promise
    text: Promise
    rule: str
    number: str
    before: bool = False
    shown: Shown = AS_IT_IS


@dataclass(frozen=True, slots=True)
class Pictured:
    """A panel with its picture and the case that it is drawn from."""

    panel: Panel
    case: Case
    picture: LittleMap


def _rings(*banners: str, kinds: str = "battle") -> tuple[tuple[str, str], ...]:
    return tuple((banner, kind) for banner in banners for kind in kinds.split())


PANELS: tuple[Panel, ...] = (
    Panel(
        _("Ranges"),
        _(
            "Around each banner lie its battle range of one sector (firm), its recon range of two (dashed)"
            " and, in a turn in which it searches, a search range of three (dotted). Diagonals count as one."
        ),
        "1",
        "60",
        shown=Shown(_rings("a1", kinds="battle recon search"), "alpha"),
    ),
    Panel(
        _("March"),
        _(
            "A march goes one sector, in any of eight directions, never into impassable ground. Everybody's"
            " marches happen at the same moment."
        ),
        "5.4",
        "01",
    ),
    Panel(
        _("Two want one sector"),
        _(
            "Enemies who march into the same sector hold each other back: the stronger stays where it is, and"
            " of equals both do. Friends never block each other."
        ),
        "5.4",
        "05",
        before=True,
    ),
    Panel(
        _("Search"),
        _(
            "Instead of marching a banner may search. It finds what lies hidden within three sectors, but not"
            " in the battle range of an enemy, nor where a sector is disputed."
        ),
        "8.7",
        "66",
        shown=Shown(_rings("a1", kinds="search")),
    ),
    Panel(
        _("What you see"),
        _(
            "Where your recon range overlaps an enemy's battle range you learn its place and its level. Where"
            " they only lie side by side you learn the place alone. All else is fog."
        ),
        "9",
        "59",
        shown=Shown(_rings("a1", kinds="recon") + _rings("b1"), "alpha"),
    ),
    Panel(
        _("Works"),
        _(
            "A banner may fortify and, in a later turn, entrench. Works lessen what a battle costs, and hold"
            " it in place: to march again it first spends a turn unfortifying."
        ),
        "5.2",
        "19",
    ),
    Panel(
        _("Who holds what"),
        _(
            "A sector is yours when yours is the only battle range over it, and stays so when you march on."
            " Where two armies' battle ranges meet it is disputed, and nobody's."
        ),
        "6",
        "56",
    ),
    Panel(
        _("Contact"),
        _(
            "Two enemies fight in the turn in which their battle ranges begin to overlap, wherever they"
            " wished to go. Whoever moved into it attacks. While ranges stay in overlap they do not fight"
            " again."
        ),
        "5.12",
        "39",
        shown=Shown(_rings("a1", "b1")),
    ),
    Panel(
        _("The battle"),
        _(
            "It is fought on the table, or each side rolls two dice, less one for each level that it is"
            " weaker. The higher wins; the wider the gap, the more levels the loser pays."
        ),
        "7",
        "52",
        shown=Shown(_rings("a1", "b1")),
    ),
    Panel(
        _("Nine or less"),
        _(
            "A banner of level 9 or less is too weak for a battle: it is destroyed when it meets an enemy,"
            " and two such banners destroy each other. Resupply in time."
        ),
        "5.12",
        "45",
    ),
    Panel(
        _("Retreat"),
        _(
            "Whoever lost a battle loses its works and must retreat in the next turn, one sector, and do"
            " nothing else. Without an order it runs straight away from its victor."
        ),
        "3",
        "26",
        before=True,
    ),
    Panel(
        _("Victory"),
        _(
            "Each player has aims of his own: to carry a relic, to hold sectors, to destroy somebody. The war"
            " ends when all of somebody's primary aims hold for as long as they ask."
        ),
        "10",
        "72",
    ),
)


@lru_cache(maxsize=1)
def panels() -> tuple[Pictured, ...]:
    """All of them, drawn once in the life of the process."""
    return tuple(_drawn())


def _drawn() -> Iterator[Pictured]:
    for panel in PANELS:
        case = case_numbered(panel.number)
        # At the start the way gone in the turn is drawn too: without an order there is no other.
        ways = case.before.arrows or case.after.arrows
        picture = replace(case.before, arrows=ways) if panel.before else case.after
        if panel.shown != AS_IT_IS:
            picture = with_sight(picture, case.scenario, case.outcome, panel.shown)
        yield Pictured(panel, case, picture)
