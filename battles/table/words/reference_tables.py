"""The companion's tables in words, as they are looked up: each row says what its number is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from battles.table.words import table_words
from rules.tabletop.documents.plain import Plain
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

Rows = list[tuple[Any, ...]]


def tables() -> Plain:
    """Every table, by the name that the page gives it."""
    return {**_orders(), **_shooting(), **_strikes()}


def _orders() -> Plain:
    return {
        "orders": _what_orders_do(),
        "morale": [(table_words.QUALITIES[name], NUMBERS[f"morale.{name}"]) for name in QUALITIES],
        "tests": list(_signed("test.", table_words.TESTS)),
        "officers": [
            (
                table_words.RANKS[rank],
                *(NUMBERS[f"officer.{rank}.{part}"] for part in ("bonus", "orders", "range")),
            )
            for rank in RANKS
        ],
        "moves": [
            (
                table_words.LOCOMOTIONS[name],
                NUMBERS[f"move.{name}"],
                2 * NUMBERS[f"move.{name}"],
                NUMBERS["pivots.advance"] if name != "foot" else "",
                NUMBERS["pivots.run"] if name != "foot" else "",
                NUMBERS[f"move.{name}"] / 2 if name != "foot" else "",
            )
            for name in table_words.LOCOMOTIONS
        ],
        "terrain": [
            (table_words.TERRAINS[name], [table_words.ALLOWED[row[who]] for who in row])
            for name, row in TERRAIN.items()
        ],
    }


def _what_orders_do() -> Rows:
    n = {name.replace(".", "_"): value for name, value in NUMBERS.items()}
    does = {
        "fire": _("Fire at full effect, no move"),
        "advance": _("Move, then fire"),
        "run": _("Move at double speed, no fire; also to assault"),
        "ambush": _("No move, no fire; wait to fire while an enemy acts"),
        "rally": _("No move, no fire; lose D%(rally_die)s pins") % n,
        "down": _(
            "No move, no fire; cover save %(down_save)s+, or +%(down_bonus)s on the save of cover."
            " Who stays Down for a whole turn loses D%(down_die)s pins"
        )
        % n,
    }
    return [(table_words.ORDERS[key], does[key]) for key in table_words.ORDERS]


def _shooting() -> dict[str, object]:
    light = {number: table_words.EFFECTS[name] for number, name in SUPERFICIAL_COLUMN.items()}
    full = {number: table_words.EFFECTS[name] for number, name in FULL_COLUMN.items()}
    full |= dict.fromkeys(range(max(full) + 1, 7), table_words.EFFECTS[KNOCKED_OUT])
    return {
        "hits": [(_("Hits on"), f"{NUMBERS['hit.base']}+"), *_signed("hit.", table_words.HITS)],
        "pens": list(_signed("pen.", table_words.PENETRATIONS)),
        "saves": [(table_words.SAVES[name], f"{NUMBERS[f'save.{name}']}+") for name in table_words.SAVES]
        + [(_("Down"), f"{NUMBERS['down.save']}+"), (_("Down in cover"), f"+{NUMBERS['down.bonus']}")],
        "damage": [
            (table_words.QUALITIES[name], NUMBERS[f"damage.{name}"], NUMBERS[f"damage.{name}"] + 1)
            for name in QUALITIES
        ]
        + [(table_words.KINDS[name], NUMBERS[f"damage.{name}"], "") for name in KINDS[2:]],
        "shells": [
            (
                size,
                NUMBERS[f"he.{size}.penetration"],
                NUMBERS[f"he.{size}.pin die"],
                _dice(NUMBERS[f"he.{size}.building dice"], NUMBERS[f"he.{size}.building die"]),
            )
            for size in (1, 2, 3, 4)
        ],
        "indirect": _indirect(),
        "results": _results(),
        "assaults": [
            (_("On Advance"), f"{NUMBERS['vehicle.hit advance']}+"),
            (_("Otherwise"), f"{NUMBERS['vehicle.hit']}+"),
            (_("On Run, and not brought to a halt since"), _("not at all")),
        ],
        "turret": [
            (_upto(1, NUMBERS["jam.from"] - 1), _("Nothing happens")),
            (_upto(NUMBERS["jam.from"], 6), _("Jams for good, in the arc that the hit came from")),
        ],
        "fires": NUMBERS["ampulomet.fire from"],
        "react": NUMBERS["close.react over"],
        "effects": [(number, full.get(number, ""), light.get(number, "")) for number in range(1, 7)],
        "small": [_weapon(weapon) for weapon in SMALL_ARMS],
        "heavy": [_weapon(weapon) for weapon in HEAVY_WEAPONS],
    }


def _indirect() -> str:
    """What indirect fire needs, turn by turn: "6+, 5+, 4+, 3+, 2+"."""
    first, best = NUMBERS["indirect.first"], NUMBERS["indirect.best"]
    return ", ".join(f"{needed}+" for needed in range(first, best - 1, -1))


def _results() -> Rows:
    """By how much a roll beats the armour, and what is rolled then."""
    normal, massive = NUMBERS["armour.normal from"], NUMBERS["armour.massive from"]
    return [
        (f"+{_upto(0, normal - 1)}" if normal > 1 else _("equal"), _("Superficial: one die on that column")),
        (f"+{_upto(normal, massive - 1)}", _("Normal: one die on the full column")),
        (_("+%(n)s and more") % {"n": massive}, _("Massive: two dice on the full column")),
    ]


def _strikes() -> dict[str, object]:
    n = {name.replace(" ", "_").replace(".", "_"): value for name, value in NUMBERS.items()}
    friendly, rookie, nothing = n["fubar_friendly_fire_up_to"], n["air_rookie_up_to"], n["air_empty_up_to"]
    miss, later = n["barrage_miss_up_to"], n["barrage_delay_up_to"]
    friends = _("Fires at a friend with an enemy within %(fubar_enemy_within)s inches")
    comes = _(
        "It comes: marker %(air_marker)s inches away, flak, D%(air_pins)s pins within"
        " %(air_within)s inches of target or marker, attack"
    )
    return {
        "fubar": [
            (_upto(1, friendly), friends % n),
            (_upto(friendly + 1, 6), _("Runs for the nearest table edge; with no enemy in sight goes Down")),
        ],
        "air": [
            (
                _upto(1, rookie),
                _(
                    "The opponent picks another target within %(air_rookie_within)s inches; it comes."
                    " With none, D%(air_pins)s more pins and no attack"
                )
                % n,
            ),
            (_upto(rookie + 1, nothing), _("Nothing yet: again next turn, at a new target if you like")),
            (_upto(nothing + 1, 6), comes % n),
        ],
        "barrage": [
            (_upto(1, miss), _("The aiming point drifts %(barrage_drift)sD6 inches, then it comes") % n),
            (
                _upto(miss + 1, later),
                _("Move the marker up to %(barrage_moves)s inches; again next turn") % n,
            ),
            (_upto(later + 1, 6), _("It comes: within D6 + %(barrage_within)s inches each unit rolls") % n),
            (
                _("each unit: %(rolls)s") % {"rolls": _upto(1, n["barrage_hit_from"] - 1)},
                _("D%(barrage_pins)s pins") % n,
            ),
            (
                _("each unit: %(rolls)s") % {"rolls": _upto(n["barrage_hit_from"], 6)},
                _(
                    "Hit by a heavy howitzer (4 inches HE, +%(he_4_penetration)s), and"
                    " D%(barrage_hit_pins)s pins if it survives;"
                    " infantry and artillery that go Down take half the hits"
                )
                % n,
            ),
        ],
        "sight": n["sight_smoke"],
        "smoke": [(row.capitalize(), NUMBERS[f"smoke.{row}"]) for row in SMOKE_ROWS],
    }


def _signed(of: str, named: Mapping[str, object]) -> Iterator[tuple[object, str]]:
    for name, label in named.items():
        yield label, f"{NUMBERS[of + name]:+d}"


def _dice(count: int, sides: int) -> str:
    return f"D{sides}" if count == 1 else f"{count}D{sides}"


def _upto(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _weapon(weapon: Weapon) -> tuple[str, str, int, str, str]:
    reach = f'{weapon.range}"' if weapon.range else ""
    if weapon.far:
        reach = f'{reach}{" / " if reach else ""}{weapon.near}-{weapon.far}"'
    pen = f"+{weapon.penetration}" if isinstance(weapon.penetration, int) else weapon.penetration
    return weapon.name, reach, weapon.shots, pen, ", ".join(weapon.special)
