"""What each kind of line shows: its beats, made from what the line says and from the map so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.film.reel import Reel
from campaign.turn.plans.knowledge import sign_of
from rules.club.ledger import Item
from rules.events import EventKind, Reason
from rules.reports.film_phases import FilmPhase
from rules.reports.lines import Line
from rules.state import MAX_LEVEL, Works
from rules.tables import split_levels

Draw = Callable[[Reel, FilmPhase, Line, int], None]

_SPLIT_BONUS = 2
_OUTCOMES = {
    EventKind.BATTLE_WON: "won",
    EventKind.BATTLE_LOST: "lost",
    EventKind.BATTLE_DRAWN: "drawn",
}
_SIGNS = {**dict.fromkeys(_OUTCOMES, -1), EventKind.BLOOD_REWARD: 1}
_DIED = (EventKind.DESTROYED_IN_BATTLE, EventKind.DESTROYED_IN_RETREAT)


def draw(reel: Reel, phase: FilmPhase) -> None:
    """Add the beats of all lines of a phase, in their order; every line has one at least."""
    told = reel.told
    for number, (line, of_phase) in enumerate(zip(told.lines, told.phases, strict=True)):
        if of_phase != phase:
            continue
        DRAWN[line.kind](reel, phase, line, number)
        if not reel.captioned(phase, number):
            stay(reel, phase, line, number)


def stay(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """Nothing came of it: the banner stays, or tries for another sector in vain."""
    piece = reel.piece(line.banner)
    at = line.at or (piece["at"] if piece is not None else None)
    if line.banner is not None and at is not None:
        reel.add(phase, "stay", number, id=line.banner, at=list(at), to=list(line.to or at))


def _works(works: Works) -> Draw:
    def shown(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
        reel.add(phase, "works", number, id=line.banner, to=works.value)

    return shown


def _node_named(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    reel.add(phase, "flag", number, id=line.banner, key="node", value=True)


def _node_lost(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    reel.add(phase, "flag", number, id=line.banner, key="node", value=False)


def _move(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    assert line.at is not None
    assert line.to is not None
    if line.at == line.to:
        stay(reel, phase, line, number)
    else:
        reel.add(phase, "move", number, id=line.banner, at=list(line.at), to=list(line.to))


def _retreat(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    _move(reel, phase, line, number)
    piece = reel.piece(line.banner)
    if piece is None:
        return
    if piece["works"] != Works.NONE:
        reel.add(phase, "works", number, id=line.banner, to=Works.NONE.value)
    if piece["retreating"]:
        reel.add(phase, "flag", number, id=line.banner, key="retreating", value=False)


def _gone(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    reel.add(phase, "gone", number, id=line.banner)


def _level(sign: int) -> Draw:
    def shown(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
        reel.add(phase, "level", number, id=line.banner, by=sign * (line.levels or 0))

    return shown


def _hive_loss(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    _level(-1)(reel, phase, line, number)
    _retreating(reel, phase, line, number)


def _retreating(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    reel.add(phase, "flag", number, id=line.banner, key="retreating", value=True)


# Relics


def _carries(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """The banner carries the relic from now on."""
    piece = reel.piece(line.banner)
    if piece is not None:
        relics = sorted([*piece["relics"], reel.told.names.get(line.relic or "", "")])
        reel.add(phase, "flag", number, id=line.banner, key="relics", value=relics)


def _carries_no_more(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    piece = reel.piece(line.banner)
    name = reel.told.names.get(line.relic or "", "")
    if piece is not None and name in piece["relics"]:
        relics = list(piece["relics"])
        relics.remove(name)
        reel.add(phase, "flag", number, id=line.banner, key="relics", value=relics)


def _picked_up(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    for entry in reel.board["relics"]:
        if entry["id"] == line.relic:
            reel.add(phase, "unpin", number, kind="relic", entry=entry)
            break
    _carries(reel, phase, line, number)


def _pinned(kind: str, key: str) -> Draw:
    """What was found, as the map to come lists it; what a correction hides again is not shown."""

    def shown(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
        named = line.feature if kind == "feature" else line.relic
        for entry in reel.entries(key):
            if entry["id"] == named:
                reel.add(phase, "pin", number, kind=kind, entry=entry)

    return shown


def _dropped(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """It went with its banner; where it lies now only the truth shows."""
    reel.add(phase, "flag", number, id=line.banner, key="relics", value=[])
    if reel.told.truth:
        _pinned("relic", "relics")(reel, phase, line, number)


# Ranks


def _split(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """The new banner, and what is left of the old one, by the rule's table (Rules 5.10)."""
    old = reel.piece(line.banner)
    if old is None or line.other is None or line.at is None:
        return
    counted = min(old["level"], MAX_LEVEL)
    levels = next(
        (
            split_levels(one)
            for one in (counted, counted + _SPLIT_BONUS)
            if split_levels(one)[1] == line.levels
        ),
        (line.levels or 0, line.levels or 0),
    )
    reel.add(phase, "level", number, id=line.banner, by=levels[0] - old["level"])
    entry: dict[str, Any] = {
        "id": line.other,
        "name": reel.told.names.get(line.other, ""),
        "at": list(line.at),
        "level": line.levels,
        "works": Works.NONE.value,
        "retreating": old["retreating"],
        "relics": [],
        "node": False,
    }
    if reel.told.truth:
        entry |= {"seat": old["seat"], "turn": reel.told.turn, "since": 0}
    else:
        entry["alive"] = True
    reel.born.add(line.other)
    reel.add(phase, "born", number, entry=entry)


def _joined(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """The heir has the other's relics, its place as node, and must retreat if either must (Rules 5.11)."""
    heir, gone = reel.piece(line.banner), reel.piece(line.other)
    if heir is None or gone is None:
        return
    reel.add(phase, "gone", number, id=line.other)
    reel.add(phase, "level", number, id=line.banner, by=(line.levels or 0) - heir["level"])
    if gone["relics"]:
        relics = sorted([*heir["relics"], *gone["relics"]])
        reel.add(phase, "flag", number, id=line.banner, key="relics", value=relics)
    for key in ("retreating", "node"):
        if gone[key] and not heir[key]:
            reel.add(phase, "flag", number, id=line.banner, key=key, value=True)


# Battles


def _battle(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    """How it ended for the banner that fights it in this film, then what it cost."""
    fought = reel.told.fought.get(line.other or "")
    if fought is not None and fought.meeting.banner == line.banner:
        reel.add(
            phase,
            "won",
            number,
            id=line.other,
            outcome=_OUTCOMES[line.kind],
            points=list(fought.points_lost) if fought.points_lost is not None else None,
            enemy_gone=fought.enemy_destroyed,
        )
    _cost(reel, phase, line, number)


def _cost(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    by = _costs(reel, line.banner or "").get(number)
    if by:
        reel.add(phase, "level", number, id=line.banner, by=by)


def _costs(reel: Reel, banner: str) -> dict[int, int]:
    """By line, what battles and rewards change of a level, which as a whole is bound at 0 and 20 (8.2)."""
    if banner not in reel.costs:
        reel.costs[banner] = _reckoned(reel, banner)
    return reel.costs[banner]


def _reckoned(reel: Reel, banner: str) -> dict[int, int]:
    piece, lines = reel.piece(banner), reel.told.lines
    if piece is None or any(one.kind in _DIED and one.banner == banner for one in lines):
        return {}
    changes = {
        number: _SIGNS[one.kind] * (one.levels or 0)
        for number, one in enumerate(lines)
        if one.banner == banner and one.kind in _SIGNS
    }
    level = wanted = piece["level"]
    items = (one for one in reel.items(banner) if (one["rule"], one["item"]) == ("8.2", Item.BOUND))
    end = max(0, level + sum(changes.values()) + sum(one["levels"] for one in items))
    found = {}
    for place, (number, change) in enumerate(changes.items(), start=1):
        wanted += change
        now = end if place == len(changes) else max(0, wanted)
        found[number], level = now - level, now
    return found


# Land


def _gained(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    seat = reel.told.seats[number]
    _land(reel, phase, number, {(x, y): sign_of(seat) for x, y in line.sectors})


def _lost(reel: Reel, phase: FilmPhase, line: Line, number: int) -> None:
    assert line.at is not None
    sign = "*" if line.reason == Reason.DISPUTED else "."
    if line.rival is not None:
        sign = sign_of(int(line.rival))
    _land(reel, phase, number, {line.at: sign})


def _land(reel: Reel, phase: FilmPhase, number: int, signs: Mapping[tuple[int, int], str]) -> None:
    reel.touched |= set(signs)
    reel.add(phase, "land", number, rows=runs({(y, x): sign for (x, y), sign in signs.items()}))


def runs(signs: Mapping[tuple[int, int], str]) -> list[list[Any]]:
    """Signs by (y, x) as runs of neighbours in a row."""
    found: list[list[Any]] = []
    for y, x in sorted(signs):
        last = found[-1] if found else None
        if last is not None and last[0] == y and last[1] + len(last[2]) == x:
            last[2] += signs[(y, x)]
        else:
            found.append([y, x, signs[(y, x)]])
    return found


DRAWN: Mapping[EventKind, Draw] = {
    EventKind.NODE_NAMED: _node_named,
    EventKind.ORDER_VOID: stay,
    EventKind.UNFORTIFIED: _works(Works.NONE),
    EventKind.ENTRENCHED: _works(Works.ENTRENCHED),
    EventKind.TELEPORTED: _move,
    EventKind.TELEPORT_STAYED: stay,
    EventKind.MARCHED: _move,
    EventKind.MARCH_FAILED: stay,
    EventKind.FORTIFIED: _works(Works.FORTIFIED),
    EventKind.RETREATED: _retreat,
    EventKind.DESTROYED_IN_RETREAT: _gone,
    EventKind.DESTROYED_ENEMY_IN_RETREAT: stay,
    EventKind.RESUPPLIED: _level(1),
    EventKind.LEVELS_RECEIVED: _level(1),
    EventKind.LEVELS_GIVEN: _level(-1),
    EventKind.LEVELS_NOT_RECEIVED: stay,
    EventKind.TRIBAL_LOSS: _level(-1),
    EventKind.RELIC_RECEIVED: _carries,
    EventKind.RELIC_GIVEN: _carries_no_more,
    EventKind.RELIC_NOT_RECEIVED: stay,
    EventKind.RELIC_PICKED_UP: _picked_up,
    EventKind.RELIC_NOT_PICKED_UP: stay,
    EventKind.RELIC_DESTROYED: _carries_no_more,
    EventKind.RELIC_NOT_DESTROYED: stay,
    EventKind.SPLIT: _split,
    EventKind.SPLIT_FAILED: stay,
    EventKind.JOINED: _joined,
    EventKind.JOIN_FAILED: stay,
    EventKind.BATTLE_WON: _battle,
    EventKind.BATTLE_LOST: _battle,
    EventKind.BATTLE_DRAWN: _battle,
    EventKind.BLOOD_REWARD: _cost,
    EventKind.DESTROYED_IN_BATTLE: _gone,
    EventKind.WORKS_REDUCED: _works(Works.FORTIFIED),
    EventKind.MUST_RETREAT: _retreating,
    EventKind.SECTORS_GAINED: _gained,
    EventKind.SECTOR_LOST: _lost,
    EventKind.FEATURE_FOUND: _pinned("feature", "features"),
    EventKind.RELIC_FOUND: _pinned("relic", "relics"),
    EventKind.WORKS_LOST: _works(Works.NONE),
    EventKind.NODE_LOST: _node_lost,
    EventKind.HIVE_LOSS: _hive_loss,
    EventKind.RELIC_DROPPED: _dropped,
}
"""The beats of each kind of line."""
