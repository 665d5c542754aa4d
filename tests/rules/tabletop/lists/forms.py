"""The forms in which programs and people write an army: as their real files have them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from html import escape

from tests.rules.tabletop.lists.armies import Squad

Army = tuple[Squad, ...]


def _selections(squad: Squad) -> list[dict[str, object]]:
    """What stands below a unit in a tree: quality, men with what they hold, options."""
    found: list[dict[str, object]] = [
        {"name": squad.quality, "number": 1, "type": "upgrade", "cost": squad.points}
    ]
    for count, who, arm in squad.men:
        held: dict[str, object] = {"name": arm, "number": count, "type": "upgrade"}
        inner = [held] if arm else []
        found.append({"name": who, "number": count, "type": "model", "selections": inner})
    for option in squad.options:
        times, name = option.split("x ")
        found.append({"name": name, "number": int(times), "type": "upgrade"})
    return found


def _tree(army: Army, cost: str, *, inclusive: bool, platoons: bool = False) -> dict[str, object]:
    tops = []
    for squad in army:
        inner = [_costed(one, cost) for one in _selections(squad)]
        top = {"name": squad.name, "number": 1, "type": squad.type, "selections": inner}
        top |= {"costs": [{"name": cost, "value": float(squad.points if inclusive else 0)}]}
        top["categories"] = [{"name": squad.category, "primary": True}]
        top["profiles"] = [{"name": squad.name, "characteristics": [{"name": "x", "$text": "y" * 900}]}]
        tops.append(top)
    total = [{"name": cost, "value": float(sum(one.points for one in army))}]
    if platoons:
        forces = [
            {"name": "Platoon", "selections": [], "forces": [{"name": "Rifle Platoon", "selections": tops}]}
        ]
    else:
        forces = [{"name": "Reinforced Platoon", "catalogueName": "Armies", "selections": tops}]
    return {"roster": {"name": "My list", "costs": total, "forces": forces}}


def _costed(one: dict[str, object], cost: str) -> dict[str, object]:
    inner = [_costed(each, cost) for each in one.get("selections", [])]  # type: ignore[attr-defined]
    found = {**one, "selections": inner}
    found.pop("cost", None)
    return {**found, "costs": [{"name": cost, "value": float(str(one.get("cost", 0)))}]}


_OF = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "categories": "category",
    "profiles": "profile",
}


def _xml(name: str, value: dict[str, object]) -> str:
    plain = {key: one for key, one in value.items() if not isinstance(one, list)}
    attributes = "".join(f' {key}="{escape(str(one))}"' for key, one in plain.items())
    inner = "".join(
        f"<{key}>" + "".join(_xml(_OF[key], each) for each in one) + f"</{key}>"
        for key, one in value.items()
        if isinstance(one, list) and key in _OF
    )
    return f"<{name}{attributes}>{inner}</{name}>"


def ros(army: Army, cost: str = "pts", *, inclusive: bool = False) -> bytes:
    """A ``.ros``, its costs each selection's own."""
    roster = _tree(army, cost, inclusive=inclusive)["roster"]
    assert isinstance(roster, dict)
    body = _xml("roster", roster).replace(
        "<roster", '<roster xmlns="http://www.battlescribe.net/schema/rosterSchema"', 1
    )
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}'.encode()


def rosz(army: Army) -> bytes:
    """A ``.rosz``, its costs with those below them, called `` pts``."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("My list.ros", ros(army, " pts", inclusive=True))
    return out.getvalue()


def new_recruit(army: Army) -> bytes:
    """JSON of New Recruit."""
    return json.dumps(_tree(army, "Points", inclusive=False, platoons=True)).encode()


def _converted(value: object) -> object:
    if isinstance(value, list):
        return [_converted(one) for one in value]
    if not isinstance(value, dict):
        return str(value)
    found: dict[str, object] = {}
    for key, one in value.items():
        if isinstance(one, list):
            inner = [_converted(each) for each in one]
            if key in _OF:
                found[key] = {_OF[key]: inner[0] if len(inner) == 1 else inner} if inner else ""
        else:
            found[f"_{key}"] = str(one)
    return found


def converted(army: Army) -> bytes:
    """JSON as converters make it of the XML: names with a line before, lists one deeper, numbers as text."""
    roster = _tree(army, "pts", inclusive=True)["roster"]
    return json.dumps({"roster": _converted(roster)}).encode()


def battlescribe(army: Army) -> bytes:
    """Text as BattleScribe prints it."""
    lines = [f"++ Reinforced Platoon (Bolt Action) [{sum(one.points for one in army)}pts] ++", ""]
    category = ""
    for squad in army:
        if squad.category != category:
            category = squad.category
            lines += ["", f"+ {category} +", ""]
        head = ", ".join((squad.quality, *squad.options))
        lines.append(f"{squad.name} [{squad.points}pts]: {head}")
        for count, who, arm in squad.men:
            times = f"{count}x " if count > 1 else ""
            lines.append(f". {times}{who}" + (f": {times}{arm}" if arm else ""))
    lines += [
        "",
        f"++ Total: [{sum(one.points for one in army)}pts] ++",
        "",
        "Created with BattleScribe (https://battlescribe.net)",
    ]
    return "\n".join(lines).encode()


def bullets(army: Army) -> bytes:
    """Text as New Recruit prints it, with headings and bullets."""
    lines, category = ["+ FACTION: Armies", f"+ TOTAL: {sum(one.points for one in army)}pts", ""], ""
    for squad in army:
        if squad.category != category:
            category = squad.category
            lines += ["", f"## {category}", ""]
        lines.append(f"{squad.name} ({squad.points})")
        lines.append(f"• {squad.quality}")
        for count, who, arm in squad.men:
            lines.append(f"• {count}x {who}")
            lines += [f"    • {count}x {arm}"] if arm else []
        lines += [f"• {option}" for option in squad.options]
    return "\n".join(lines).encode()


def squares(army: Army) -> bytes:
    """Text with men and points in square brackets."""
    return "\n".join(
        f"{one.name}{f' [{one.size}]' if one.size else ''} [{one.points}pts]: {_said(one)}" for one in army
    ).encode()


def _said(squad: Squad) -> str:
    arms = [
        f"{who} ({arm})" if count == 1 else f"{count}x {who} ({arm})" for count, who, arm in squad.men if arm
    ]
    loaders = [who for _count, who, arm in squad.men if not arm]
    return ", ".join((squad.quality, *arms, *loaders, *squad.options))


def columns(sign: str) -> Callable[[Army], bytes]:
    """A table with a row of headings."""

    def written(army: Army) -> bytes:
        rows = [("Unit", "Models", "Quality", "Weapons", "Points")]
        for one in army:
            arms = ", ".join(
                [_arm(count, who, arm) for count, who, arm in one.men if arm] + list(one.options)
            )
            rows.append((one.name, str(one.size or ""), one.quality, arms, str(one.points)))
        rows.append(("Total", "", "", "", str(sum(one.points for one in army))))
        return "\n".join(sign.join(row) for row in rows).encode()

    return written


def _arm(count: int, who: str, arm: str) -> str:
    return f"NCO with {arm}" if who == "NCO" else f"{count} {arm}"


def forum(army: Army) -> bytes:
    """Lines as they are written in a forum."""
    lines = ["My list, what do you think of it?", ""]
    for one in army:
        arms = ", ".join((*(_arm(*men) for men in one.men if men[2]), *one.options))
        size = f", {one.size} men" if one.size else ""
        lines.append(f"- {one.name} ({one.quality}){size}{f', {arms}' if arms else ''} - {one.points} pts")
    lines.append(f"Total {sum(one.points for one in army)} points")
    return "\n".join(lines).encode()


FORMS: dict[str, Callable[[Army], bytes]] = {
    "ros": ros,
    "rosz": rosz,
    "new recruit": new_recruit,
    "converted": converted,
    "battlescribe": battlescribe,
    "bullets": bullets,
    "squares": squares,
    "tabs": columns("\t"),
    "semicolons": columns(";"),
    "bars": columns(" | "),
    "forum": forum,
}
