"""Units in one line or a few, each told in phrases drawn at random, and what they are (page 9 D)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random

ARMS = {
    "rifle": "Rifle",
    "SMG": "Submachine gun (SMG)",
    "pistol": "Pistol",
    "BAR": "Automatic rifle",
    "assault rifle": "Assault rifle",
}
MEN = (
    *("{n}x {man} with {arm}", "{n}x {men} with {arm}s", "{n} {men} ({arm})", "{n} {men} ({arm}s)"),
    *("{n}x {man} ({n}x {arm})", "{n}x {man} [{n}x {arm}]", "{n}x {man}: {n}x {arm}", "{n}x {man} - {arm}"),
    *("{n} {men} w/ {arm}s", "{n} {arm}s", "{n}x {arm}", "{n} x {arm}", "{arm} x{n}", "{arm}s x{n}"),
    *(
        "{arm} x {n}",
        "{arm}s: {n}",
        "{n} men with {arm}s",
        "{n} w/ {arm}s",
        "{n} with {arm}s",
        "({n}) {arm}s",
    ),
    *("{arm}s ({n})", "{n} {men} armed with {arm}s", "{n} {men}, all with {arm}s", "{n}* {arm}"),
    *("{n}x {man}: {arm}", "{n}x {man} ({arm})", "{n}x {man} = {arm}", "{men} x{n} ({arm})"),
    *("{men} x{n}: {arm}", "{n} {arm}-armed {men}"),
)
LEADERS = (
    *("NCO with {arm}", "NCO ({arm})", "NCO: {arm}", "NCO w/ {arm}", "{arm} NCO", "1x NCO: 1x {arm}"),
    *("1x NCO (1x {arm})", "1x NCO with {arm}", "NCO - {arm}", "NCO {arm}", "Sgt ({arm})", "1 {arm} (NCO)"),
    *("Sergeant with {arm}", "Cpl w/ {arm}", "{arm} for the NCO", "NCO has {arm}", "NCO armed with {arm}"),
    *("1 NCO [{arm}]", "NCO = {arm}", "Sergeant: {arm}", "1x Sergeant ({arm})", "squad leader with {arm}"),
)
SERVED = (
    *("LMG team", "LMG (2 men)", "LMG with loader", "LMG & loader", "LMG + loader", "LMG gunner and loader"),
    *("1x LMG gunner: 1x LMG, 1x Loader: 1x Rifle", "1 LMG (2 crew)", "LMG w/ assistant", "2 man LMG team"),
    *("1x Gunner (1x LMG), 1x Assistant (1x Rifle)", "LMG gunner, loader", "LMG team (2 men)", "1x LMG team"),
    *("1x LMG with loader", "LMG (gunner + loader)", "1 LMG gunner + 1 loader", "Gunner with LMG, loader"),
)
ALONE = ("LMG", "1 LMG", "1x LMG", "one LMG", "LMG x1", "LMG gunner")
JOINS = (*(", ",) * 6, " + ", "; ", " & ", " / ", " | ")
SQUADS = ("Rifle squad", "Infantry squad", "Grenadier squad", "Infantry section", "Commando squad")
WHO = (("Rifleman", "Riflemen"), ("Soldier", "Soldiers"), ("Trooper", "Troopers"))
SIZES = ("{n} men", "{n} man", "{n} models", "{n} strong", "({n})", "[{n}]", "size {n}", "{n} figures")
QUALITIES = {
    "regular": ("regular", "Reg", "reg.", "Regular", "(R)", "REGULAR"),
    "veteran": ("veteran", "Vet", "vet.", "Veteran", "VETERAN"),
    "inexperienced": ("inexperienced", "Inexp", "inexp.", "Inexperienced"),
}
PRICES = ("{p} pts", "{p}pts", "({p} pts)", "[{p}pts]", "{p} points", "= {p} pts", "{p}p", "- {p}")
EACH = ("{p} pts each", "{p}pts each", "@ {p} pts each", "{p} each", "({p} pts each)")
LAID_OUT = (
    *("{x}, {q}, {size}, {m}, {p}", "{x}, {q}, {size}: {m}, {p}", "{x} ({q}), {size}: {m} {p}"),
    *("{q} {x}, {size}: {m}. {p}", "{x} - {q} - {size} - {m} - {p}", "{x} {size} {q} - {m}, {p}"),
    *("{q} {x} {size} ({m}) {p}", "{x} [{q}] {size} [{m}] {p}", "{x} {p}: {q}, {size}, {m}"),
    *("{x} ({p}) {q}, {size}, {m}", "{x}, {size} {q} with {m}, {p}", "{x} {p}\n- {q}\n- {size}\n{rows}"),
    *("{x} ({q}) {size} {p}\n{rows}", "{q} {x}, {p}\n{size}\n{rows}"),
)
OTHERS_LAID_OUT = (
    *("{x}, {q}, {m}, {p}", "{x} ({q}), {m} {p}", "{q} {x}, {m}: {p}", "{x} - {q} - {m} - {p}"),
    *("{x}, {m}, {q}, {p}", "{x} {p}, {q}, {m}", "{x} {p}\n- {q}\n- {m}", "{x} [{q}] {m} {p}"),
    *("{x} {m} ({q}) {p}", "{q} {x} {m} = {p}", "1. {x}, {q}, {m}, {p}", "{x}: {q}, {m}, {p}"),
    *("- {x}, {q}, {m} - {p}", "{x} | {q} | {m} | {p}", "{x}; {q}; {m}; {p}"),
)
RANKS = {
    "second lieutenant": ("2nd Lt", "Second Lieutenant", "2nd Lieutenant"),
    "first lieutenant": ("1st Lt", "First Lieutenant", "1st Lieutenant"),
    "captain": ("Captain", "Capt", "Capt."),
    "major": ("Major", "Maj."),
}
TEAMS: dict[str, tuple[int, tuple[str, ...]]] = {
    "MMG": (3, ("MMG team", "Medium machine gun", "MMG", "Vickers MMG team")),
    "HMG": (3, ("HMG team", "HMG", "Heavy machine gun team")),
    "Medium mortar": (3, ("Medium mortar", "Medium mortar team", "med. mortar")),
    "Light mortar": (2, ("Light mortar", "Light mortar team")),
    "Heavy mortar": (4, ("Heavy mortar", "Heavy mortar team")),
    "Bazooka": (2, ("Bazooka team", "Bazooka")),
    "PIAT": (2, ("PIAT team", "PIAT")),
    "Panzerschreck": (2, ("Panzerschreck team", "Panzerschreck")),
    "Anti-tank rifle": (2, ("Anti-tank rifle team", "AT rifle team", "ATR team", "Boys AT rifle")),
}
GUNS = {
    "Light AT gun": ("light AT gun", "Light anti-tank gun", "2-pdr light AT gun", "Pak 36 light AT gun"),
    "Medium AT gun": ("medium AT gun", "6-pdr", "6 pounder medium AT gun", "Pak 38"),
    "Heavy AT gun": ("heavy AT gun", "Pak 40"),
    "Light howitzer": ("light howitzer", "75mm pack howitzer", "25-pdr light howitzer"),
    "Medium howitzer": ("medium howitzer", "leFH 18", "105mm medium howitzer"),
}
CREWS = ("{n} men", "({n} men)", "{n} crew", "crew of {n}", "{n} man crew", "[{n}]", "({n})", "{n}-man crew")
VEHICLES = (
    *(("Sherman", "medium tank"), ("Panzer IV", "medium tank"), ("T-34/76", "medium tank")),
    *(("Tiger I", "heavy tank"), ("Jeep", "soft-skin"), ("Truck", "soft-skin"), ("Stuart", "light tank")),
    *(("Universal Carrier", "armoured car"), ("M3 half-track", "armoured car"), ("Panther", "heavy tank")),
)
TIMES = ("2x {x}", "2 x {x}", "{x} x2", "{x} (x2)", "two {x}s", "2 {x}s", "{x} x 2")


@dataclass
class Phrased:
    """A unit as somebody tells it, and what it is; ``groups`` and ``leader`` where they are sure."""

    text: str
    count: int
    kind: str
    quality: str
    points: int
    officer: str = ""
    groups: Counter[tuple[str, int]] | None = None
    leader: str = ""
    name: str = ""
    size: str = ""
    rows: tuple[str, ...] = ()
    """Who it has, each for himself, for whoever lays it out otherwise."""


@dataclass
class _Squad:
    groups: Counter[tuple[str, int]] = field(default_factory=Counter)
    parts: list[str] = field(default_factory=list)
    size: int = 0
    leader: str = ""


def phrased(seed: int) -> Phrased:
    """One unit: every other is a squad."""
    draw = Random(seed)
    return _squad(draw) if seed % 2 else draw.choice((_officer, _served, _vehicle, _served))(draw)


def _squad(draw: Random) -> Phrased:
    made, told = _Squad(), draw.random() < 0.65
    _led(draw, made)
    # Of a weapon whose loader is not told he is one of the others, where their number is.
    lmg, loader = draw.random() < 0.55, not told or draw.random() < 0.6
    phrase, who = draw.choice(MEN), draw.choice(WHO)
    if told is False and lmg:
        phrase = draw.choice([one for one in MEN if "all with" not in one])
    rows = _armed(draw, made, phrase, who, 0 if not lmg or loader else draw.randint(0, 1))
    if lmg:
        made.groups["LMG", 2] += 1
        made.size += 2
        rows.append(draw.choice(SERVED if loader else ALONE))
    if draw.random() < 0.4:
        draw.shuffle(rows)
    made.parts += rows
    size = draw.choice(SIZES).format(n=made.size) if told else ""
    return _laid_out(draw, draw.choice(LAID_OUT), draw.choice(SQUADS), made, size)


def _led(draw: Random, made: _Squad) -> None:
    arm = draw.choice(("SMG", "rifle", "SMG", "pistol", ""))
    if arm:
        made.parts.append(draw.choice(LEADERS).format(arm=arm))
        made.groups[ARMS[arm], 1] += 1
        made.size, made.leader = 1, ARMS[arm]


def _armed(draw: Random, made: _Squad, phrase: str, who: tuple[str, str], loaders: int) -> list[str]:
    """Riflemen, and some with other arms, all told alike; ``loaders`` are counted with the riflemen."""
    armed = [("rifle", draw.randint(3, 9), loaders)]
    if draw.random() < 0.35:
        armed.append((draw.choice(("SMG", "BAR", "assault rifle")), draw.randint(2, 4), 0))
    for arm, count, _more in armed:
        made.groups[ARMS[arm], 1] += count
        made.size += count
    return [phrase.format(n=count + more, man=who[0], men=who[1], arm=arm) for arm, count, more in armed]


def _laid_out(draw: Random, way: str, name: str, made: _Squad, size: str) -> Phrased:
    quality, points = draw.choice(sorted(QUALITIES)), draw.randint(60, 199)
    sign = draw.choice("-*\u2022")
    told = {
        "x": name,
        "q": draw.choice(QUALITIES[quality]),
        "size": size,
        "m": draw.choice(JOINS).join(made.parts),
        "p": draw.choice(PRICES).format(p=points),
        "rows": "\n".join(f"{sign} {one}" for one in made.parts),
    }
    text = _plain(way.replace("\n- ", f"\n{sign} ").format(**told))
    parts = tuple(made.parts)
    return Phrased(text, 1, "infantry", quality, points, "", made.groups, made.leader, name, size, parts)


def _officer(draw: Random) -> Phrased:
    rank, count = draw.choice(sorted(RANKS)), draw.randint(1, 3)
    his, theirs = draw.choice(("SMG", "pistol", "rifle")), draw.choice(("SMG", "rifle"))
    men, many = ("man", "") if count == 1 else ("men", "s")
    ways = (
        *(f"{his} + {count} {men} with {theirs}{many}", f"({his}) plus {count} {men} ({theirs}{many})"),
        *(f"with {his}, {count} {men} with {theirs}{many}", f"{his}, {count} {theirs}{many}"),
        f"{his} and {count} {men} with {theirs}{many}",
    )
    groups = Counter({(ARMS[his], 1): 1})
    groups[ARMS[theirs], 1] += count
    made = _other(draw, draw.choice(RANKS[rank]), draw.choice(ways), "infantry")
    made.officer, made.groups, made.leader = rank, groups, ARMS[his]
    return made


def _served(draw: Random) -> Phrased:
    """A team, or a gun with its crew."""
    if draw.random() < 0.5:
        weapon = draw.choice(sorted(TEAMS))
        crew, names = TEAMS[weapon]
        kind, crews = "infantry", ("", *CREWS)
    else:
        weapon, crew = draw.choice(sorted(GUNS)), draw.choice((3, 4, 5))
        names, kind, crews = GUNS[weapon], "artillery", CREWS
    made = _other(draw, draw.choice(names), draw.choice(crews).format(n=crew), kind)
    made.groups = Counter({(weapon, crew): 1})
    return made


def _vehicle(draw: Random) -> Phrased:
    name, kind = draw.choice(VEHICLES)
    count = 2 if draw.random() < 0.4 else 1
    if count == 1:
        return _other(draw, name, "", kind)
    return _other(draw, draw.choice(TIMES).format(x=name), "", kind, count)


def _other(draw: Random, name: str, men: str, kind: str, count: int = 1) -> Phrased:
    quality, points = draw.choice(sorted(QUALITIES)), draw.randint(24, 240)
    price = draw.choice(PRICES if count == 1 else EACH).format(p=points)
    told = {"x": name, "q": draw.choice(QUALITIES[quality]), "m": men, "p": price}
    text = _plain(draw.choice(OTHERS_LAID_OUT).format(**told))
    return Phrased(text, count, kind, quality, points, name=name, rows=(men,) if men else ())


def _plain(text: str) -> str:
    """A text without the signs around what is not told."""
    text = re.sub(r"\n\W? ?(?=\n|$)", "", text)
    for pattern, by in (
        (r", (?=[,:])", ""),
        (r"(?:, )+:", ":"),
        (r" +", " "),
        (r" (?=[,:])", ""),
        (r",,", ","),
        (r"- -", "-"),
        (r"\| \|", "|"),
        (r"; ;", ";"),
        (r"- = |= - |= = ", "= "),
    ):
        text = re.sub(pattern, by, text)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
