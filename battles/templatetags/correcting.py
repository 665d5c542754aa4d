"""``{% load correcting %}``: ``{% correction_fields unit %}``, what may be corrected of a unit at a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from battles.table import words
from rules.tabletop.weapons import WEAPONS

register = template.Library()

KEPT = 4096


@register.simple_tag
def correction_fields(unit: Mapping[str, Any]) -> SafeString:
    """The fields of a unit's correction, filled with how it stands."""
    stands = (unit["models"], unit["pins"], unit["order"], unit["officer"], bool(unit["destroyed"]))
    return _fields(get_language() or "", unit["id"], *stands, tuple(unit["weapons"]))


# Every phone is sent the fields of all units after every act, and an act changes one or two of them.
@lru_cache(maxsize=KEPT)
def _fields(
    language: str,
    key: str,
    models: int,
    pins: int,
    order: str,
    officer: str,
    destroyed: bool,
    weapons: tuple[str, ...],
) -> SafeString:
    unit = {
        "id": key,
        "models": models,
        "pins": pins,
        "order": order,
        "officer": officer,
        "destroyed": destroyed,
        "weapons": weapons,
    }
    context = {
        "unit": unit,
        "orders": words.ORDERS.items(),
        "ranks": words.RANKS.items(),
        "all_weapons": WEAPONS,
    }
    return render_to_string("table/_correct_fields.html", context)
