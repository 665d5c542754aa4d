"""What no line tells: ledgers, battles met, what is known now, aims, and what only a correction explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from campaign.base.documents import CORRECTION, Goal, LedgerItem
from campaign.film.documents import FLAGS, MOVEMENT
from campaign.film.reel import Reel
from campaign.film.told_beats import runs
from campaign.turn.plans.knowledge import sign_of
from rules.club.ledger import Item
from rules.reports.film_phases import FilmPhase

_SILENT = (("14.3", Item.SETTLEMENT.value), ("14.4", Item.TRIGGER.value))
"""The items of a ledger of which no line tells."""

_PINS = (("feature", "features"), ("relic", "relics"), ("hint", "hints"))
_FRAME = ("name", "seat", "alive")


def add(reel: Reel, phase: FilmPhase) -> None:
    """Add what a phase shows besides its lines."""
    more = _UNTOLD.get(phase)
    if more is not None:
        more(reel)


# Levels of which a ledger alone tells


def settled(reel: Reel) -> None:
    """What settlements made of levels before anything else was done (Rules 14.3)."""
    for piece in reel.pieces():
        by = sum(one["levels"] for one in takewhile(_is_silent, _items(reel, piece["id"])))
        if by:
            reel.lead(FilmPhase.WORKS, "level", id=piece["id"], by=by)


def _triggered(reel: Reel) -> None:
    """What settlements and triggers made of levels in the end (Rules 14.3, 14.4)."""
    for piece in reel.pieces():
        items = _items(reel, piece["id"])
        later = items[len(list(takewhile(_is_silent, items))) :]
        by = sum(one["levels"] for one in later if _is_silent(one))
        if by:
            reel.add(FilmPhase.SEARCH, "level", id=piece["id"], by=by)


def _items(reel: Reel, banner: str) -> list[LedgerItem]:
    """A banner's items without those of corrections, which the close shows."""
    return [one for one in reel.items(banner) if one["item"] != CORRECTION]


def _is_silent(item: LedgerItem) -> bool:
    return (item["rule"], item["item"]) in _SILENT


# Battles


def _contact(reel: Reel) -> None:
    for meeting in reel.told.meetings:
        reel.add(
            FilmPhase.CONTACT,
            "clash",
            id=meeting.enemy,
            at=list(meeting.sector),
            mine=meeting.banner,
            attack=meeting.attacker == meeting.banner,
            **_opponent(reel, meeting.opponent),
        )
    if reel.told.part == MOVEMENT:
        _unsaid(reel)


def _opponent(reel: Reel, seat: str) -> dict[str, Any]:
    return {"with": reel.told.names.get(seat, "")}


def _unsaid(reel: Reel) -> None:
    """While battles run no ledger is told: what no line tells of a level was settled before (Rules 14.3)."""
    for banner, target in reel.targets().items():
        piece = reel.piece(banner)
        if piece is None or banner in reel.told.corrected or piece["level"] == target["level"]:
            continue
        by = target["level"] - piece["level"]
        if banner in reel.born:
            reel.add(FilmPhase.RANKS, "level", id=banner, by=by)
        else:
            reel.lead(FilmPhase.WORKS, "level", id=banner, by=by)


# Deployments


def _deployed(reel: Reel) -> None:
    """Of a deployment all banners are new."""
    if reel.told.deployed:
        for target in reel.targets().values():
            reel.add(FilmPhase.RANKS, "born", entry=target)


# What is known


def _found(reel: Reel) -> None:
    _triggered(reel)
    if reel.told.deployed:
        _pins(reel, FilmPhase.SEARCH, _PINS)
    _pins(reel, FilmPhase.SEARCH, _PINS[2:])


def _pins(reel: Reel, phase: FilmPhase, kinds: Sequence[tuple[str, str]]) -> None:
    for kind, key in kinds:
        after = list(reel.entries(key))
        for entry in list(reel.board[key]):
            if not any(_same(entry, one) for one in after):
                reel.add(phase, "unpin", kind=kind, entry=entry)
        for entry in after:
            if entry not in reel.board[key]:
                reel.add(phase, "pin", kind=kind, entry=entry)


def _same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    return one["id"] == other["id"] if "id" in one else one == other


def _sight(reel: Reel) -> None:
    """What ranges show (Rules 9): who is known where, relics that all have forgotten, the ground."""
    if reel.told.after is None:
        return
    after = {entry["id"] for entry in reel.entries("relics")}
    for entry in list(reel.board["relics"]):
        if entry["id"] not in after:
            reel.add(FilmPhase.SIGHT, "unpin", kind="relic", entry=entry)
    if not reel.told.truth:
        _sightings(reel)
        _ground(reel, FilmPhase.SIGHT, "land", "territory")
    _ground(reel, FilmPhase.SIGHT, "fog", "fog")


def _sightings(reel: Reel) -> None:
    """No enemy marches: when and how one went from where it was is not known."""
    before = {one["id"]: one for one in reel.board["sightings"]}
    after = {one["id"]: one for one in reel.entries("sightings")}
    for one in before.values():
        if one["id"] not in after:
            reel.add(FilmPhase.SIGHT, "lost", id=one["id"])
    for entry in after.values():
        old = before.get(entry["id"])
        if old != entry:
            was = list(old["at"]) if old is not None else None
            reel.add(FilmPhase.SIGHT, "seen", entry=entry, was=was)


def _land(reel: Reel) -> None:
    """The truth shows disputes that nobody has lost a sector by."""
    if reel.told.truth:
        _ground(reel, FilmPhase.LAND, "land", "territory")


def _ground(reel: Reel, phase: FilmPhase, t: str, key: str) -> None:
    """The signs of the ground that are others now; those that a line has told wait for the close."""
    rows = list(_changed(reel, key, without=phase != FilmPhase.CLOSE))
    if rows:
        reel.add(phase, t, rows=rows)


def _changed(reel: Reel, key: str, *, without: bool) -> Iterator[list[Any]]:
    told = reel.touched if without and key == "territory" else set()
    for y, (old, new) in enumerate(zip(reel.board[key], reel.entries(key), strict=True)):
        if old != new:
            signs = {
                (y, x): sign
                for x, (was, sign) in enumerate(zip(old, str(new), strict=True))
                if was != sign and (x, y) not in told
            }
            yield from runs(signs)


# Aims


def _aims(reel: Reel) -> None:
    """How each condition stands; those of the champion at the end of the truth."""
    after = reel.told.after
    for place, goal in enumerate(after["goals"] if after is not None else ()):
        reel.add(
            FilmPhase.AIMS,
            "aim",
            n=place,
            met=goal["met"],
            held=goal["held"],
            have=_have(reel, goal),
        )


def _have(reel: Reel, goal: Goal) -> int | None:
    """How many of the sectors that are to be held are held; None of other conditions."""
    rows: list[str] = [str(row) for row in reel.entries("territory")]
    sign = sign_of(reel.told.aims_of)
    if "sectors" in goal:
        return sum(rows[y][x] == sign for x, y in goal["sectors"])
    return "".join(rows).count(sign) if "count" in goal else None


# What closes a film


def _close(reel: Reel) -> None:
    """What nothing explains but a facilitator's correction."""
    if reel.told.after is not None:
        _pins(reel, FilmPhase.CLOSE, _PINS)
        _ground(reel, FilmPhase.CLOSE, "land", "territory")
    targets = reel.targets()
    for piece in reel.pieces():
        if piece["id"] not in targets:
            reel.add(FilmPhase.CLOSE, "gone", id=piece["id"])
    for banner, target in targets.items():
        standing = reel.piece(banner)
        if standing is None:
            if reel.told.after is not None:
                reel.add(FilmPhase.CLOSE, "born", entry=target)
        else:
            _corrected(reel, standing, target)


def _corrected(reel: Reel, piece: dict[str, Any], target: Mapping[str, Any]) -> None:
    banner = piece["id"]
    if any(piece.get(key) != target[key] for key in _FRAME if key in target):
        reel.add(FilmPhase.CLOSE, "gone", id=banner)
        reel.add(FilmPhase.CLOSE, "born", entry=target)
        return
    if piece["at"] != list(target["at"]):
        reel.add(FilmPhase.CLOSE, "move", id=banner, at=piece["at"], to=list(target["at"]))
    if piece["works"] != target["works"]:
        reel.add(FilmPhase.CLOSE, "works", id=banner, to=target["works"])
    if piece["level"] != target["level"]:
        reel.add(FilmPhase.CLOSE, "level", id=banner, by=target["level"] - piece["level"])
    for key in FLAGS:
        if key in target and piece[key] != target[key]:
            reel.add(FilmPhase.CLOSE, "flag", id=banner, key=key, value=target[key])


_UNTOLD: Mapping[FilmPhase, Callable[[Reel], None]] = {
    FilmPhase.RANKS: _deployed,
    FilmPhase.CONTACT: _contact,
    FilmPhase.LAND: _land,
    FilmPhase.SEARCH: _found,
    FilmPhase.SIGHT: _sight,
    FilmPhase.AIMS: _aims,
    FilmPhase.CLOSE: _close,
}
