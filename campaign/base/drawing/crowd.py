"""What stands where on a map in a crowd: signs that never overlap, stacks of an army, and all texts.

``static/js/web/map/crowd.js`` is its twin and answers the same, byte for byte. All lengths are whole twelfths
of a pixel from the map's north-west corner; ``scale`` is how many of them a sector is wide. The whole map is
laid out at a scale, never what a window shows of it, so moving about changes nothing.

Those of an army that stand too close for their signs are a stack. Then everybody is served in order of rank:
a sign stands in its place, or near it with a leader; where there is no room it joins its army's next sign,
and all begins anew. At the end names find room between the signs, or are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.base.drawing.crowd_faces import (
    NAME,
    RANKS,
    STANDARDS,
    Crowd,
    CrowdLabel,
    CrowdPiece,
    CrowdSign,
    Face,
    Written,
    face_of,
    works_of,
)
from campaign.base.drawing.crowd_room import Box, Room
from campaign.base.drawing.lettering import wide

__all__ = ["Box", "Crowd", "CrowdLabel", "CrowdPiece", "CrowdSign", "crowd"]

CLOSE = 288
"""From 24 pixels a sector on, two of an army stand side by side in one, and no two sectors share a sign."""

NAMED = 432
"""The least scale at which names are written, and the widest name."""

LONGEST = 1920
GAP = 12
NEAR, FAR = 36, 144
"""How far a sign may move, in squares of quarters of its size: at once, and if it has nobody to join."""

JOINS = 3
"""It joins one of its army that stands within so many of its own widths before it moves far."""

FULL = 90
"""How much of the map signs may take, in percent, before they are gathered from further around."""


@dataclass(slots=True, eq=False)
class _Item:
    """Pieces that share a sign, or two that stand side by side, on the way to their place."""

    kind: str
    seat: int
    old: bool
    members: list[int]
    pair: bool
    core: tuple[CrowdPiece, ...] = ()
    """Those by whose sectors it has its place; others have joined them."""

    rank: int = 0
    x: int = 0
    y: int = 0
    faces: tuple[tuple[int, Face, list[int]], ...] = ()
    reach: Box = (0, 0, 0, 0)
    place: tuple[int, int] | None = None
    gone: bool = False


class _Crowd:
    """One crowd at one scale."""

    def __init__(self, pieces: Sequence[CrowdPiece], scale: int, box: Box, short: str) -> None:
        self.pieces, self.scale, self.box, self.short = pieces, scale, box, short
        self.room = Room(box)
        self.beneath = Room(box)
        self.items = self._gathered()

    def _gathered(self) -> list[_Item]:
        """Where all together have more signs than the map has room for, cells are larger."""
        left, top, right, bottom = self.box
        room = (right - left) * (bottom - top) * FULL // 100
        most = max((max(one["at"]) for one in self.pieces), default=0)
        across = max(1, -(-CLOSE // self.scale))
        while True:
            items = self._gather(across)
            area = sum((one.reach[0] + one.reach[2]) * (one.reach[1] + one.reach[3]) for one in items)
            if area <= room or across > most:
                return items
            across += max(1, across // 4)

    def _gather(self, across: int) -> list[_Item]:
        """Those of a kind and an army that share a cell of so many sectors, counted from A1."""
        found: dict[tuple[str, int, bool, int, int], _Item] = {}
        for index, piece in enumerate(self.pieces):
            if piece["kind"] == "place":
                continue
            x, y = piece["at"][0] // across, piece["at"][1] // across
            key = (piece["kind"], piece["seat"], piece["turn"] is not None, x, y)
            if key not in found:
                found[key] = _Item(*key[:3], [], pair=False)
            found[key].members.append(index)
        items = list(found.values())
        for item in items:
            item.pair = across == 1 and self.scale >= CLOSE and len(item.members) == 2
            item.core = tuple(self.pieces[index] for index in item.members)
            self._dress(item)
        return items

    def _dress(self, item: _Item) -> None:
        """Its signs and its own place, after those it stands for have changed."""
        item.members.sort()
        pieces = [self.pieces[index] for index in item.members]
        item.rank = min(_rank(one) for one in pieces)
        item.x, item.y = self._anchor(item.kind, item.core)
        groups = [[index] for index in item.members] if item.pair else [item.members]
        faces = [
            face_of(item.kind, [self.pieces[index] for index in group], self.scale, self.short)
            for group in groups
        ]
        if item.pair:
            one, other = faces
            apart = one.reach[2] + other.reach[0] + GAP
            left = -(apart // 2)
            item.faces = ((left, one, groups[0]), (left + apart, other, groups[1]))
            item.reach = (
                one.reach[0] - left,
                max(one.reach[1], other.reach[1]),
                left + apart + other.reach[2],
                max(one.reach[3], other.reach[3]),
            )
        else:
            item.faces = ((0, faces[0], groups[0]),)
            item.reach = faces[0].reach

    def _anchor(self, kind: str, pieces: Sequence[CrowdPiece]) -> tuple[int, int]:
        """The middle of their sectors; pins point to the upper right of theirs."""
        count, scale = len(pieces), self.scale
        across, down = (3, 1) if kind == "pin" else (2, 2)
        x = sum(4 * one["at"][0] + across for one in pieces)
        y = sum(4 * one["at"][1] + down for one in pieces)
        return x * scale // (4 * count), y * scale // (4 * count)

    def settle(self) -> None:
        """Place all; whoever finds no room joins another, and all are placed anew."""
        while True:
            self.room = Room(self.box)
            self.items.sort(key=lambda item: (item.rank, item.y, item.x, item.members[0]))
            joins: list[tuple[_Item, _Item]] = []
            stuck: list[_Item] = []
            for item in self.items:
                item.place = None
            for item in self.items:
                item.place, partner = self._find(item)
                if item.place is not None:
                    self._take(item, item.place)
                elif partner is not None:
                    joins.append((item, partner))
                else:
                    stuck.append(item)
            joins = joins or self._yielding(stuck)
            if not joins:
                break
            self._join(joins)
        for item in stuck:
            if item.kind in STANDARDS:
                item.place = (item.x, item.y)

    def _take(self, item: _Item, place: tuple[int, int]) -> None:
        x, y = place
        left, up, right, down = item.reach
        self.room.take((x - left, y - up, x + right, y + down))

    def _find(self, item: _Item) -> tuple[tuple[int, int] | None, _Item | None]:
        """A place for it, or who it joins; itself if it has to become a stack first."""
        room, x, y, reach = self.room, item.x, item.y, item.reach
        place = room.spot(x, y, reach, 0, NEAR)
        if place is not None:
            return place, None
        if item.pair:
            return None, item
        partner, far = self._next(item)
        limit = JOINS * item.faces[0][1].size
        if partner is not None and far <= limit * limit:
            return None, partner
        place = room.spot(x, y, reach, NEAR + 1, FAR)
        if place is not None:
            return place, None
        if partner is not None:
            return None, partner
        return room.anywhere(x, y, reach), None

    def _yielding(self, stuck: Sequence[_Item]) -> list[tuple[_Item, _Item]]:
        """For each that has no room and nobody to join: who has most signs makes one of two."""
        groups: dict[tuple[str, int, bool], list[_Item]] = {}
        for item in self.items:
            groups.setdefault((item.kind, item.seat, item.old), []).append(item)
        joins: list[tuple[_Item, _Item]] = []
        for _one in stuck:
            most = max(groups.values(), key=len)
            partner = self._next(most[-1])[0] if len(most) > 1 else None
            if partner is not None:
                joins.append((most.pop(), partner))
        return joins

    def _next(self, item: _Item) -> tuple[_Item | None, int]:
        """The nearest other sign of its kind and army, best one with a place, and how far, squared."""
        best: _Item | None = None
        least = 0
        for one in self.items:
            if one is item or one.kind != item.kind or one.seat != item.seat or one.old != item.old:
                continue
            far = (one.x - item.x) * (one.x - item.x) + (one.y - item.y) * (one.y - item.y)
            far *= 4 if one.place is None else 1
            if best is None or far < least:
                best, least = one, far
        return best, least

    def _join(self, joins: Iterable[tuple[_Item, _Item]]) -> None:
        """Whoever has grown by another stays for now, and is served in the next round."""
        grown: dict[_Item, None] = {}
        for item, partner in joins:
            if item is partner:
                item.pair = False
                grown[item] = None
            elif item not in grown and not partner.gone:
                partner.members += item.members
                partner.pair = False
                item.gone = True
                grown[partner] = None
        self.items = [item for item in self.items if not item.gone]
        for item in grown:
            if not item.gone:
                self._dress(item)

    def drawn(self) -> Crowd:
        """The signs and texts, those of the lowest rank first."""
        signs: list[CrowdSign] = []
        labels: list[CrowdLabel] = []
        for item in reversed(self.items):
            if item.place is None:
                continue
            for aside, face, members in item.faces:
                sign = self._sign(item, item.place[0] + aside, item.place[1], face, members)
                signs.append(sign)
                labels += [
                    _label(len(signs) - 1, sign["ids"][0], sign["x"], sign["y"], text) for text in face.texts
                ]
        return {"signs": signs, "labels": labels + self._names(signs)}

    def _sign(self, item: _Item, x: int, y: int, face: Face, members: Sequence[int]) -> CrowdSign:
        pieces = [self.pieces[index] for index in members]
        left, up, right, down = face.reach
        half, high = face.wide // 2, face.high // 2
        ax, ay = self._anchor(item.kind, pieces) if item.pair else (item.x, item.y)
        # Two side by side stand in their place if the middle between them does.
        mx, my = item.place if item.pair and item.place else (x, y)
        near = abs(ax - mx) <= half and abs(ay - my) <= high
        return {
            "kind": item.kind,
            "ids": [one["id"] for one in pieces],
            "seat": item.seat,
            "x": x,
            "y": y,
            "size": face.size,
            "wide": face.wide,
            "high": face.high,
            "box": [x - left, y - up, x + right, y + down],
            "count": len(pieces),
            "text": face.text,
            "levels": face.levels,
            "unknown": face.unknown,
            "turns": face.turns,
            "leader": None if near else [ax, ay],
            "rank": RANKS[min(_rank(one) for one in pieces)],
            "retreating": any(one["retreating"] for one in pieces),
            "works": works_of(pieces),
            "relic": any(one["relic"] for one in pieces),
            "node": any(one["node"] for one in pieces),
            "marks": [[name, x + dx, y + dy, size] for name, dx, dy, size in face.marks],
        }

    def _names(self, signs: Sequence[CrowdSign]) -> list[CrowdLabel]:
        """Names where they find room: of battles, aims, pins, then banners, then what has no sign."""
        labels: list[CrowdLabel] = []
        by_id = {(one["kind"], one["id"]): one for one in self.pieces}
        for kinds in (("battle",), ("aim",), ("pin",), STANDARDS):
            for index in range(len(signs) - 1, -1, -1):
                sign = signs[index]
                if self.scale < NAMED or sign["kind"] not in kinds or sign["count"] > 1:
                    continue
                role = "name" if kinds is STANDARDS else sign["kind"]
                label = self._named(index, by_id[sign["kind"], sign["ids"][0]], sign["box"], role)
                if label is not None:
                    labels.append(label)
        for piece in self.pieces:
            if piece["kind"] == "place":
                x, y = (2 * piece["at"][0] + 1) * self.scale // 2, (2 * piece["at"][1] + 1) * self.scale // 2
                label = self._named(-1, piece, [x, y, x, y], "place")
                if label is not None:
                    labels.append(label)
        return labels

    def _named(self, sign: int, piece: CrowdPiece, box: Sequence[int], role: str) -> CrowdLabel | None:
        """A text below its sign, above it, or beside it, where it covers no sign of a territory if it can."""
        text = piece["text"]
        across, high = wide(text, NAME) + GAP, NAME * 4 // 3
        if not text or across > LONGEST:
            return None
        x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
        down, aside = high // 2 + GAP // 2, across // 2 + GAP // 2
        middles = [(x, box[3] + down), (x, box[1] - down), (box[2] + aside, y), (box[0] - aside, y)]
        found = None
        for px, py in [(x, y)] if role == "place" else middles:
            left, top = px - across // 2, py - high // 2
            taken = (left, top, left + across, top + high)
            if self.room.holds(taken) and self.room.free(taken):
                bare = self.beneath.free(taken)
                if bare or found is None:
                    found = taken, px, py
                if bare:
                    break
        if found is None:
            return None
        taken, px, py = found
        self.room.take(taken)
        return _label(sign, piece["id"], px, py, Written(role, text, 0, 0, across, high, NAME))


def _rank(piece: CrowdPiece) -> int:
    rank = piece["rank"]
    return RANKS.index(rank) if rank in RANKS else len(RANKS) - 1


def _label(sign: int, of: str, x: int, y: int, written: Written) -> CrowdLabel:
    return {
        "sign": sign,
        "of": of,
        "text": written.text,
        "x": x + written.x,
        "y": y + written.y,
        "wide": written.wide,
        "high": written.high,
        "size": written.size,
        "role": written.role,
    }


def crowd(
    pieces: Sequence[CrowdPiece], scale: int, box: Box, short: str = "T", beneath: Sequence[Box] = ()
) -> Crowd:
    """What stands where at ``scale``, all of it within ``box``; ``short`` is the word before a turn, and
    ``beneath`` are the signs on the ground, of which names cover one only if they have no other place."""
    made = _Crowd(pieces, scale, box, short)
    for one in beneath:
        made.beneath.take(one)
    made.settle()
    return made.drawn()
