"""``{% load correcting %}``: ``{% correction_fields unit track %}``, what may be corrected of a unit;
``{% weapon_options "LMG" %}``, all weapons as the options of a list, with one of them chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battles.table.words import arms, table_words
from rules.tabletop.documents import corrected
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.tables import TROOPS
from rules.tabletop.weapons import WEAPONS

register = template.Library()

KEPT = 4096


@register.simple_tag
def correction_fields(unit: ReadPlain, track: bool = False) -> SafeString:
    """The fields of a unit's correction, filled with how it stands; with a ``track`` its boost tokens too."""
    troops = unit["kind"] in TROOPS
    names = ["id", "pins", "order", "officer", "destroyed", "reserve"]
    names += ["models"] if troops else ["immobilised"]
    names += ["boosts"] if track else []
    names += ["nco"] if unit["kind"] == "infantry" else []
    jams = corrected.by_turret(unit["turrets"], ((jam["turret"], jam["arc"]) for jam in unit["jams"]))
    stands = (
        *((name, unit[name]) for name in names),
        ("weapons", tuple(unit["weapons"])),
        ("lost", tuple(group["lost"] for group in unit["groups"])),
        ("jams", jams),
    )
    men = ((arms.group(one), one["lost"] + one["men"], one["lost"]) for one in unit["groups"])
    return _fields(get_language() or "", stands, tuple(men) if troops else ())


# Every phone is sent the fields of all units after every act, and an act changes one or two of them.
@lru_cache(maxsize=KEPT)
def _fields(
    language: str, stands: tuple[tuple[str, object], ...], men: tuple[tuple[str, int, int], ...]
) -> SafeString:
    context = {
        "unit": dict(stands),
        "squad": _squad(men),
        "turrets": table_words.TURRETS.items(),
        "orders": table_words.ORDERS.items(),
        "ranks": table_words.RANKS.items(),
        "all_weapons": WEAPONS,
        "was": corrected.opened(dict(stands)),
    }
    return render_to_string("battles/table/_correct_fields.html", context)


def _squad(men: Sequence[tuple[str, int, int]]) -> list[Plain]:
    """The groups of a unit that have men, with those who have fallen; of a single one its models tell."""
    names = [name for name, most, _lost in men if most]
    rows: list[Plain] = [
        {
            "at": at,
            "name": f"{name} ({at + 1})" if names.count(name) > 1 else name,
            "most": most,
            "lost": lost,
        }
        for at, (name, most, lost) in enumerate(men)
        if most
    ]
    return rows if len(rows) > 1 else []


@register.simple_tag
def weapon_options(chosen: str) -> SafeString:
    """All weapons as options of a list, and men without one; a table's units have many such lists."""
    return _weapons(get_language() or "", chosen)


@lru_cache(maxsize=KEPT)
def _weapons(language: str, chosen: str) -> SafeString:
    rows = [("", _("Unarmed")), *((name, name) for name in WEAPONS)]
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((key, SafeString(" selected") if key == chosen else "", name) for key, name in rows),
    )
