"""What the forms of a volley offer and send: targets, groups, the inches that change something (page 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from battles.models.table import WATCHER
from battles.table.deeds import Request
from battles.table.words import arms, table_words
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.squads.reaching import band_at, reach_of, tiles
from rules.tabletop.state import NOBODY, Game
from rules.tabletop.tables import ARMOUR, SPLITS, TROOPS, Tables
from rules.tabletop.units import Unit
from rules.tabletop.weapons import HE_ONLY, WEAPONS, is_small

HOLD, SHELL, SOLID = "hold", "he", "solid"
FIRING = {"volley": "shooter", "spring": "unit"}
"""The actions whose forms name a target, and what names who fires."""


def fire_choices(view: ReadPlain, tables: Tables, sides: Mapping[int, int]) -> Plain:
    """What the units of these sides may fire, what is to be measured, the dice by group, the losses.

    A side stands with the place that speaks for it.
    """
    by_id, sprung = view["by_id"], {key for acting in view["acting"] for key in acting["sprung"]}
    return {
        "firers": [
            {
                **_firer(by_id[one["unit"]], [by_id[key] for key in one["targets"]], tables),
                "sprung": one["unit"] in sprung,
                "as": sides[by_id[one["unit"]]["side"]],
            }
            for one in view["firing"]
            if by_id[one["unit"]]["side"] in sides
        ],
        "calls_off": _calls_off(view, sides),
        "rerolls_as": _rerolls_as(view, sides),
        "measures": _measures(view, tables),
        "rows": _rows(view),
        **open_needs(view),
        "fallen": [
            {**unit, "rows": (rows := _fallen(unit)), "lost": _lost(rows), "as": sides[unit["side"]]}
            for unit in view["units"]
            if sum(unit["fell"])
            and not unit["destroyed"]
            and unit["side"] in sides
            and len(unit["groups"]) > 1
        ],
    }


def _calls_off(view: ReadPlain, sides: Mapping[int, int]) -> int:
    """The place that may call off the attack that is declared: its shooter's; -1 where others look on."""
    attack = view["attack"]
    return sides.get(view["by_id"][attack["shooter"]]["side"], WATCHER) if attack else WATCHER


def _rerolls_as(view: ReadPlain, sides: Mapping[int, int]) -> Plain:
    """The places that reroll by card and by momentum: in a fight the rights of both sides may meet."""
    attack = view["attack"] or {}
    rights = {"card": "card_right", "momentum": "momentum_right"}
    return {name: sides.get(attack.get(right, NOBODY), WATCHER) for name, right in rights.items()}


def _firer(unit: ReadPlain, targets: Sequence[ReadPlain], tables: Tables) -> Plain:
    split = SPLITS[tables["volley.split"]]
    rows = []
    for at, group in enumerate(unit["groups"]):
        if not group["weapon"] or not group["able"]:
            continue
        weapon = WEAPONS[group["weapon"]]
        free = split == "all" or (
            split == "heavy" and (unit["kind"] not in TROOPS or not is_small(weapon.name))
        )
        rows.append(
            {
                "at": at,
                "name": arms.among(unit["groups"], at, group["able"]),
                "free": free and len(targets) > 1,
                "once": "One-shot" in weapon.special,
                "shells": bool(weapon.he) and weapon.penetration != HE_ONLY,
                "indirect": weapon.indirect and weapon.range > 0,
            }
        )
    held = arms.several((group["weapon"], group["able"]) for group in unit["groups"] if group["able"])
    return {"unit": unit, "targets": targets, "rows": rows, "arms": held}


def _measures(view: ReadPlain, tables: Tables) -> list[Plain]:
    """Each target that its shooter has to measure, with the inches that change something there."""
    attack = view["attack"]
    if not attack or not attack["listed"]:
        return []
    found, groups = [], view["by_id"][attack["shooter"]]["groups"]
    for target in attack["targets"]:
        shots = [shot for shot in attack["fire"] if shot["target"] == target["unit"]]
        unit = view["by_id"][target["unit"]]
        found.append(
            {
                **target,
                "unit": unit,
                "shots": [
                    {**shot, "name": arms.among(groups, shot["group"], shot["weapons"])} for shot in shots
                ],
                "arms": arms.several((shot["weapon"], shot["weapons"]) for shot in shots),
                "tiles": _tiles(shots, unit, tables),
                "armour": unit["kind"] in ARMOUR,
                "shells": any(shot["he"] for shot in shots) and unit["kind"] in TROOPS,
            }
        )
    return found


def _tiles(shots: Sequence[ReadPlain], unit: ReadPlain, tables: Tables) -> list[Plain]:
    reaches = [reach_of(shot["weapon"], indirect=shot["indirect"], tables=tables) for shot in shots]
    found: list[Plain] = []
    for inches in tiles(reaches, tables, armoured=unit["kind"] in ARMOUR):
        bands = [band_at(reach, inches, tables) for reach in reaches]
        least = min(reach.near for reach, band in zip(reaches, bands, strict=True) if band)
        below = found[-1]["inches"] if found else 0
        fires = [shot for shot, band in zip(shots, bands, strict=True) if band]
        long = unit["kind"] in ARMOUR and all(band in (None, "long") for band in bands)
        found.append(
            {
                "inches": inches,
                "least": least if least - 1 > below else 0,
                "fires": ", ".join(arms.several((shot["weapon"], shot["weapons"]) for shot in fires)),
                "near": inches <= tables["point blank"] and "point blank" in bands,
                "long": long,
            }
        )
    return found


def _rows(view: ReadPlain) -> list[Plain]:
    """The dice that lie open, group by group."""
    attack = view["attack"]
    if not attack or not attack["listed"]:
        return []
    found, at, groups = [], 0, view["by_id"][attack["shooter"]]["groups"]
    for shot in attack["fire"]:
        dice = attack["dice"][at : at + shot["rolled"]]
        at += shot["rolled"]
        if dice:
            name = arms.among(groups, shot["group"], shot["weapons"])
            need = table_words.on(shot["needs"], attack["step"]) if shot["needs"] else ""
            row = {**shot, "name": name, "dice": dice, "at": view["by_id"][shot["target"]]}
            found.append({**row, "need": need})
    return found


def by_momentum(rows: Sequence[ReadPlain], own: Sequence[ReadPlain]) -> list[Plain]:
    """The dice of which momentum rerolls one: where several groups fire group by group, as they lie open."""
    found: list[Plain] = [{**row} for row in rows] if len(rows) > 1 else [{"dice": own}]
    for row in found:
        row["dice"] = [die for die in row["dice"] if not die.get("rerolled")]
    return [row for row in found if row["dice"]]


def open_needs(view: ReadPlain) -> Plain:
    """What the dice that lie open need, and the target's own beside them, where no group tells its own."""
    attack = view["attack"]
    if not attack:
        return {}
    # What close quarters and a vehicle's assault need has no second six.
    what = attack["step"] if attack["kind"] == "shot" else ""
    return {
        name: table_words.on(attack[key], what)
        for name, key in (("need", "needs"), ("answer_need", "answer_needs"))
        if attack[key]
    }


def _fallen(unit: ReadPlain) -> list[Plain]:
    fell = [*unit["fell"], *[0] * (len(unit["groups"]) - len(unit["fell"]))]
    return [
        {"at": at, "name": arms.group(group), "fell": fell[at], "most": group["men"] + fell[at]}
        for at, group in enumerate(unit["groups"])
        if group["men"] + fell[at]
    ]


def _lost(rows: Sequence[ReadPlain]) -> list[str]:
    """Who has fallen: "3 Rifle"."""
    return [f"{row['fell']} {row['name']}" for row in rows if row["fell"]]


def filled(asked: Request, game: Game) -> Request:
    """The volley that a form means, an ambush's that is sprung too: what it leaves open is what is usual.

    All that can fire fires at the target that was tapped; a one-shot weapon only at vehicles, a shell only at
    troops, unless it is said.
    """
    who = asked.values.get(FIRING.get(asked.kind, ""))
    unit = next((one for one in game.units if one.id == who), None)
    tapped = asked.values.get("target")
    if unit is None or not tapped:
        return asked
    said = {str(one.get("group")): one for one in cast("list[Plain]", asked.values.get("fire", ()))}
    fire: list[Plain] = []
    held: list[Plain] = []
    for at, group in enumerate(unit.groups):
        row = said.get(str(at), {})
        if not group.able(unit.models) or not group.weapon or row.get("how") == HOLD:
            continue
        entry = _entry(at, group.weapon, row, str(row.get("how") or tapped), game)
        spares = "One-shot" in WEAPONS[group.weapon].special and not row.get("how")
        (held if spares and _troops(game, entry["target"]) else fire).append(entry)
    values = {name: value for name, value in asked.values.items() if name != "target"}
    return asked.with_values({**values, "fire": fire or held})


def _entry(at: int, name: str, row: ReadPlain, target: str, game: Game) -> Plain:
    weapon, shell = WEAPONS[name], row.get("shell")
    he = weapon.he > 0 and (shell == SHELL or (shell != SOLID and _troops(game, target)))
    return {"group": at, "target": target, "he": he, "indirect": bool(row.get("indirect"))}


def _troops(game: Game, key: str) -> bool:
    found: Unit | None = next((one for one in game.units if one.id == key), None)
    return found is not None and found.troops
