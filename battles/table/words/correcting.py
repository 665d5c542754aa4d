"""``{% load correcting %}``: ``{% correction_fields unit %}``, what may be corrected of a unit at a table;
``{% weapon_options "LMG" %}``, all weapons as the options of a list, with one of them chosen.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battles.table.words import table_words
from rules.tabletop import repair
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.weapons import WEAPONS

register = template.Library()

KEPT = 4096


@register.simple_tag
def correction_fields(unit: ReadPlain) -> SafeString:
    """The fields of a unit's correction, filled with how it stands."""
    names = ("id", "models", "pins", "order", "officer", "destroyed")
    stands = tuple((name, unit[name]) for name in names)
    return _fields(get_language() or "", (*stands, ("weapons", tuple(unit["weapons"]))))


# Every phone is sent the fields of all units after every act, and an act changes one or two of them.
@lru_cache(maxsize=KEPT)
def _fields(language: str, stands: tuple[tuple[str, object], ...]) -> SafeString:
    context = {
        "unit": dict(stands),
        "orders": table_words.ORDERS.items(),
        "ranks": table_words.RANKS.items(),
        "all_weapons": WEAPONS,
        "was": repair.opened(dict(stands)),
    }
    return render_to_string("battles/table/_correct_fields.html", context)


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
