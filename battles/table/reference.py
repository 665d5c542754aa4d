"""The tables as a page that works without network, with dice of the phone's own that are marked as such."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from battles.table import words
from rules.tabletop.tables import (
    FULL_COLUMN,
    KINDS,
    KNOCKED_OUT,
    NUMBERS,
    QUALITIES,
    RANKS,
    SMOKE_ROWS,
    SUPERFICIAL_COLUMN,
    TERRAIN,
)
from rules.tabletop.weapons import HEAVY_WEAPONS, SMALL_ARMS, Weapon

SCRIPTS = ("away", "board", "dice", "install", "listening", "lobby", "offline", "queue", "reference")
KEPT = (
    "css/variables.css",
    "css/base.css",
    "css/table.css",
    "js/base.js",
    "js/kept.js",
    "js/tabs.js",
    "icons/sprite.svg",
    "icons/favicon.svg",
    *(f"js/table/{name}.js" for name in SCRIPTS),
)
"""What the pages of the companion need without network; the worker fetches it when it is installed."""


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """Every table of the companion."""
    return render(request, "table/reference.html", _tables())


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: keeps the tables and the last state of a table for when there is no network."""
    response = render(request, "table/sw.js", {"kept": KEPT}, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def _tables() -> dict[str, Any]:
    effects = {number: words.EFFECTS[name] for number, name in SUPERFICIAL_COLUMN.items()}
    full = {number: words.EFFECTS[name] for number, name in FULL_COLUMN.items()}
    full[4] = words.EFFECTS[KNOCKED_OUT]
    return {
        "orders": [(words.ORDERS[key], words.ORDERS_DO[key]) for key in words.ORDERS],
        "morale": [(words.QUALITIES[name], NUMBERS[f"morale.{name}"]) for name in QUALITIES],
        "officers": [
            (words.RANKS[rank], *(NUMBERS[f"officer.{rank}.{part}"] for part in ("bonus", "orders", "range")))
            for rank in RANKS
        ],
        "moves": [
            (words.LOCOMOTIONS[name], NUMBERS[f"move.{name}"], 2 * NUMBERS[f"move.{name}"])
            for name in words.LOCOMOTIONS
        ],
        "terrain": TERRAIN.items(),
        "hits": [(name[4:], value) for name, value in NUMBERS.items() if name.startswith("hit.")],
        "damage": [
            (words.QUALITIES[name], NUMBERS[f"damage.{name}"], NUMBERS[f"damage.{name}"] + 1)
            for name in QUALITIES
        ]
        + [(words.KINDS[name], NUMBERS[f"damage.{name}"], "") for name in KINDS[2:]],
        "saves": (("soft", NUMBERS["save.soft"]), ("hard", NUMBERS["save.hard"])),
        "shells": [
            (
                size,
                NUMBERS[f"he.{size}.penetration"],
                NUMBERS[f"he.{size}.pin die"],
                f"{NUMBERS[f'he.{size}.building dice']}D{NUMBERS[f'he.{size}.building die']}",
            )
            for size in (1, 2, 3, 4)
        ],
        "pens": [(name[4:], value) for name, value in NUMBERS.items() if name.startswith("pen.")],
        "effects": [(number, full.get(number, ""), effects.get(number, "")) for number in range(1, 7)],
        "small": [_row(weapon) for weapon in SMALL_ARMS],
        "heavy": [_row(weapon) for weapon in HEAVY_WEAPONS],
        "smoke": [(row, NUMBERS[f"smoke.{row}"]) for row in SMOKE_ROWS],
    }


def _row(weapon: Weapon) -> tuple[str, str, int, str, str]:
    reach = f'{weapon.range}"' if weapon.range else ""
    if weapon.far:
        reach = f'{reach}{" / " if reach else ""}{weapon.near}-{weapon.far}"'
    pen = f"+{weapon.penetration}" if isinstance(weapon.penetration, int) else weapon.penetration
    return weapon.name, reach, weapon.shots, pen, ", ".join(weapon.special)
