"""Rosters as people type or paste them: "2x Regular rifle squad 10 men 100 pts" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.tabletop.refusing import RefusedError
from rules.tabletop.tables import RANKS
from rules.tabletop.weapons import WEAPONS

Values = Mapping[str, str | int | bool | tuple[str, ...]]
MOST_LINES = 80
TIMES = re.compile(r"^\s*(?:[-*\u2022]\s*)?(\d{1,2})\s*[x\u00d7]\s+", re.IGNORECASE)
POINTS = re.compile(r"[(\[]?\b(\d{1,4})\s*(?:pts?|points?)\b\.?[)\]]?", re.IGNORECASE)
MEN = re.compile(r"\b(\d{1,2})\s*(?:men|man|models?|crew|figures?|troopers?)\b", re.IGNORECASE)
QUALITY = re.compile(r"\b(inexperienced|regular|veteran)\b", re.IGNORECASE)
TURRETS = re.compile(r"\b(\d)\s*turrets?\b", re.IGNORECASE)
RESERVE = re.compile(r"\breserves?(?:\s+(?:turn\s+)?(\d{1,2}))?\b", re.IGNORECASE)
_KINDS = (
    (r"super[- ]?heavy tank", "super-heavy tank", "tracked"),
    (r"heavy tank", "heavy tank", "tracked"),
    (r"medium tank|\btank\b", "medium tank", "tracked"),
    (r"light tank|tankette", "light tank", "tracked"),
    (r"armou?red car", "armoured car", "wheeled"),
    (r"carrier|half[- ]?track", "armoured car", "half-track"),
    (r"truck|lorry|jeep|car\b|soft[- ]?skin|tractor", "soft-skin", "wheeled"),
    (r"\bgun\b|howitzer|artillery|cannon|flak", "artillery", "foot"),
)
_FLAGS = (
    (r"anti[- ]tank|\bat\b|panzerfaust|bazooka|piat|panzerschreck", "anti_tank"),
    (r"gun ?shield", "gun_shield"),
    (r"open[- ]topped", "open_topped"),
    (r"recce|recon", "recce"),
    (r"towing", "towing"),
    (r"\bslow\b", "slow"),
    (r"\bfast\b", "fast"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One unit of a roster: its name and what could be read of it."""

    name: str
    values: Values


def read_roster(text: str) -> tuple[Line, ...]:
    """The units of a list, one line each, "2x" for two. ``RefusedError`` names a line that is amiss."""
    found: list[Line] = []
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        found += _read_line(line, number)
        if len(found) > MOST_LINES:
            raise RefusedError("roster too long", "roster", most=MOST_LINES)
    if not found:
        raise RefusedError("empty roster", "roster")
    return tuple(found)


def _read_line(line: str, number: int) -> list[Line]:
    times = TIMES.match(line)
    count = int(times.group(1)) if times else 1
    rest = line[times.end() :] if times else line
    if not 1 <= count <= 30:
        raise RefusedError("roster count", "roster", line=number, count=count)
    values = _values(rest)
    name = " ".join(_clean(rest).split()).strip(" ,;:-\u2013\u2014\u2022*()[]")[:60]
    if not re.search(r"\w", name):
        raise RefusedError("roster name", "roster", line=number)
    if count == 1:
        return [Line(name, values)]
    return [Line(f"{name} {at}", values) for at in range(1, count + 1)]


def _clean(text: str) -> str:
    for pattern in (POINTS, MEN, RESERVE):
        text = pattern.sub(" ", text)
    return text


def _values(text: str) -> dict[str, str | int | bool | tuple[str, ...]]:
    low = text.lower()
    values: dict[str, str | int | bool | tuple[str, ...]] = {}
    for pattern, kind, locomotion in _KINDS:
        if re.search(pattern, low):
            values |= {"kind": kind, "locomotion": locomotion}
            break
    if "half-track" in low or "halftrack" in low:
        values["locomotion"] = "half-track"
    armed = tuple(name for name in WEAPONS if _named(name, low))
    if armed:
        values["weapons"] = armed
    values |= {flag: True for pattern, flag in _FLAGS if re.search(pattern, low)}
    rank = next((rank for rank in RANKS if rank in low), "")
    if rank:
        values["officer"] = rank
    return values | _counted(text, values)


def _named(weapon: str, low: str) -> bool:
    short = weapon.lower().split(" (")[0].split(" / ")[0]
    return re.search(rf"\b{re.escape(short)}s?\b", low) is not None


def _counted(text: str, values: Values) -> dict[str, str | int | bool | tuple[str, ...]]:
    found: dict[str, str | int | bool | tuple[str, ...]] = {}
    vehicle = values.get("kind", "infantry") not in ("infantry", "artillery")
    men = MEN.search(text)
    models = 1 if vehicle else max(1, int(men.group(1))) if men else _usual(values)
    found |= {"models": models, "start": models}
    if points := POINTS.search(text):
        found["points"] = int(points.group(1))
    if quality := QUALITY.search(text):
        found["quality"] = quality.group(1).lower()
    if vehicle:
        turrets = TURRETS.search(text)
        found["turrets"] = int(turrets.group(1)) if turrets else int("tank" in str(values.get("kind")))
    if reserve := RESERVE.search(text):
        found |= {"reserve": True, "entry": int(reserve.group(1) or 2)}
    return found


def _usual(values: Values) -> int:
    if values.get("officer"):
        return 2
    return 3 if values.get("kind") == "artillery" else 10
