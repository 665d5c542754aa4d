"""A film as its frames: each turn's marches, its battles, and the map as it was known afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from campaign.base.drawing.crowd import Crowd, CrowdPiece, CrowdSign
from campaign.base.drawing.inks import inks_of
from campaign.base.drawing.paths import stroke
from campaign.film.drawing.map_board import Table, shown_part
from campaign.film.drawing.moving import Frame
from campaign.film.drawing.naming import Naming
from campaign.film.drawing.pace import Part, TooManyError, parts_of, timed
from campaign.film.drawing.pieces import Placed, alone, mark, paste, shield
from campaign.film.drawing.poster import champion_of, won_by
from campaign.film.drawing.sheet import Army, Sheet, Words, armies_of

BLENDS = 2
"""Frames between a map and the next one."""
KEPT = 96 * 1024 * 1024
"""Bytes of drawn maps that are kept, for another try with fewer frames."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A turn: the map before it if it is known, the map after it, its film if there is one."""

    heading: str
    mark: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]
    film: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Way:
    """A banner on its march: its picture, whence and whither in pixels of the map."""

    sprite: Placed
    seat: int
    start: tuple[float, float]
    end: tuple[float, float]

    def at(self, share: float) -> tuple[float, float]:
        """Where it is after a share of its time; it sets out and arrives slowly."""
        done = share * share * (3 - 2 * share)
        (x, y), (u, v) = self.start, self.end
        return x + (u - x) * done, y + (v - y) * done


def scenes_of(given: Sequence[Mapping[str, Any]]) -> list[Scene]:
    """The scenes; a map before that was left out is the one after the scene before."""
    found: list[Scene] = []
    for one in given:
        before = one["before"]
        if before is None and one["follows"] and found:
            before = found[-1].after
        film = one["film"] if before is not None else None
        found.append(Scene(one["heading"], one["mark"], before, one["after"], film))
    return found


class Filming:
    """One film in one size; ``frames`` may be asked for again, with another step.

    ``until``: the second of its processor's time at which this process begins no other turn.
    """

    def __init__(self, given: Mapping[str, Any], size: tuple[int, int], until: float) -> None:
        self.given, self.light, self.until = given, given["light"], until
        self.scenes = scenes_of(given["scenes"])
        boards = [one.after for one in self.scenes] + [
            one.before for one in self.scenes if one.before is not None
        ]
        self.naming = Naming(boards, [one.film["names"] for one in self.scenes if one.film])
        self.sheet = Sheet(size, shown_part(boards), self.light)
        self.table = Table(
            (boards[0]["size"][0], boards[0]["size"][1]), self.sheet.view, self.light, self.naming
        )
        self.opening, self.parts, self.closing = timed([parts_of(one.film) for one in self.scenes])
        self.bare: dict[int, Image.Image] = {}
        self.counted: tuple[int, tuple[Army, ...]] | None = None
        self.blank = self.sheet.frame()
        lengths = [sum(part.hundredths for part in parts) for parts in self.parts]
        self.whole = self.opening + sum(lengths) + self.closing
        self.starts = [self.opening + sum(lengths[:n]) for n in range(len(lengths))]
        self.marks = [start / self.whole for start in self.starts]

    def frames(self, step: int) -> Iterator[Frame]:
        """All frames; while something moves there is one each ``step`` hundredths."""
        first = self.scenes[0]
        clock = 0
        board = first.before if first.before is not None else first.after
        yield Frame(self._page(first, board, self._map(board), Part("after", 0, "", ()), clock), self.opening)
        clock += self.opening
        for number, (scene, parts) in enumerate(zip(self.scenes, self.parts, strict=True)):
            if time.process_time() > self.until:
                raise TooManyError(max(1, number))
            for part in parts:
                yield from self._part(scene, part, clock, step)
                clock += part.hundredths
        last = self.scenes[-1]
        ending = self.parts[-1][-1]
        yield Frame(
            self._page(last, last.after, self._map(last.after), ending, self.whole, closes=True), self.closing
        )

    def turns_in(self, hundredths: int) -> int:
        """How many turns of the film are over by then."""
        return sum(start <= hundredths for start in self.starts[1:])

    def _part(self, scene: Scene, part: Part, clock: int, step: int) -> Iterator[Frame]:
        if part.kind == "after" or scene.before is None or scene.film is None:
            yield from self._after(scene, part, clock, step)
        elif part.kind == "march":
            yield from self._march(scene, scene.before, scene.film, part, clock, step)
        else:
            yield from self._battle(scene, scene.before, scene.film, part, clock)

    # The parts of a turn

    def _after(self, scene: Scene, part: Part, clock: int, step: int) -> Iterator[Frame]:
        """The map as it was known after the turn; what is new appears softly."""
        new = self._map(scene.after)
        left = part.hundredths
        if scene.before is not None and step <= 12 and part.hundredths >= (BLENDS + 3) * step:
            old = self._map(self._moved(scene.before, scene.film, battles=False))
            for n in range(1, BLENDS + 1):
                blend = Image.blend(old, new, n / (BLENDS + 1))
                yield Frame(self._page(scene, scene.after, blend, part, clock), step)
                left -= step
        yield Frame(self._page(scene, scene.after, new, part, clock), left)

    def _march(
        self,
        scene: Scene,
        before: Mapping[str, Any],
        film: Mapping[str, Any],
        part: Part,
        clock: int,
        step: int,
    ) -> Iterator[Frame]:
        """Banners go from where they stood to where they stand."""
        pieces = self.table.pieces({**before, "battles": []})
        ways = self._ways(before, pieces, self.table.pieces(self._moved(before, film, battles=False)), film)
        still = self._bare(before).copy()
        moving = {beat["id"] for beat in _moves(film)}
        rest = [one for one in pieces if one["id"] not in moving]
        self.table.stand(still, self.table.crowd(rest, before), _relics(before))
        page = self._page(scene, before, still, part, clock)
        count = max(1, part.hundredths // step)
        shown: tuple[int, int, int, int] | None = None
        for n in range(1, count + 1):
            drawn = still.copy()
            self._draw_ways(drawn, ways, n / count)
            picture = page.copy()
            picture.paste(drawn, self.sheet.map[:2])
            last = part.hundredths - (count - 1) * step
            yield Frame(picture, step if n < count else last, shown)
            left, top = self.sheet.map[:2]
            shown = (left, top, left + drawn.width, top + drawn.height)

    def _battle(
        self, scene: Scene, before: Mapping[str, Any], film: Mapping[str, Any], part: Part, clock: int
    ) -> Iterator[Frame]:
        """Swords flash twice where it is fought."""
        board = self._moved(before, film, battles=True)
        crowd = self.table.crowd(self.table.pieces(board), board)
        calm = self._bare(before).copy()
        self.table.stand(calm, crowd, _relics(before))
        lit = calm.copy()
        for sign in crowd["signs"]:
            if sign["kind"] == "battle":
                paste(lit, [(mark("battle", sign["size"], self.light, flash=True), *self._pixel(sign))])
        each = part.hundredths // 4
        for n, shown in enumerate((lit, calm, lit, calm)):
            length = each if n < 3 else part.hundredths - 3 * each
            yield Frame(self._page(scene, before, shown, part, clock), length)

    # What they are made of

    def _ways(
        self,
        before: Mapping[str, Any],
        pieces: list[CrowdPiece],
        after: list[CrowdPiece],
        film: Mapping[str, Any],
    ) -> list[Way]:
        """The marches, each from the sign in which a banner stood to the one in which it stands."""
        starts, ends = (_signs(self.table.crowd(some, before)) for some in (pieces, after))
        by_id = {one["id"]: one for one in after}
        found: list[Way] = []
        for banner in dict.fromkeys(beat["id"] for beat in _moves(film)):
            if banner not in starts or banner not in ends:
                continue
            sprite = shield(alone(by_id[banner], self.sheet.view.scale), self.light)
            start, end = self._pixel(starts[banner]), self._pixel(ends[banner])
            found.append(Way((sprite, 0, 0), by_id[banner]["seat"], start, end))
        return found

    def _draw_ways(self, image: Image.Image, ways: Sequence[Way], share: float) -> None:
        """The marches after a share of their time: a trail, and the banner at its end."""
        inks = inks_of(self.light)
        for way in ways:
            (x, y), (u, v) = way.start, way.at(share)
            left, top = int(min(x, u)) - 6, int(min(y, v)) - 6
            size = int(abs(x - u)) + 12, int(abs(y - v)) + 12
            line = [((px - left) * 3, (py - top) * 3) for px, py in ((x, y), (u, v))]
            for wide, ink in ((5, inks["card"]), (2.6, inks.army(way.seat))):
                mask = Image.new("L", (size[0] * 3, size[1] * 3))
                stroke(mask, line, wide * 3, closed=False)
                image.paste(ink, (left, top), mask.reduce(3))
        for way in ways:
            x, y = way.at(share)
            paste(image, [(way.sprite[0], round(x), round(y))])

    def _pixel(self, sign: CrowdSign) -> tuple[int, int]:
        return round((sign["x"] - self.table.left) / 12), round((sign["y"] - self.table.top) / 12)

    def _moved(
        self, before: Mapping[str, Any], film: Mapping[str, Any] | None, *, battles: bool
    ) -> Mapping[str, Any]:
        """The map before the turn with its marches done."""
        to = {beat["id"]: beat["to"] for beat in _moves(film)} if film else {}
        changed: dict[str, Any] = {**before, "battles": _clashes(film) if battles and film else []}
        for key in ("banners", "sightings"):
            changed[key] = [{**one, "at": to.get(one["id"], one["at"])} for one in before[key]]
        return changed

    def _bare(self, board: Mapping[str, Any]) -> Image.Image:
        key = id(board["territory"])
        if key not in self.bare:
            drawn = self.table.bare(board)
            if (len(self.bare) + 1) * drawn.width * drawn.height * 3 > KEPT and self.bare:
                del self.bare[next(iter(self.bare))]
            self.bare[key] = drawn
        return self.bare[key]

    def _armies(self, board: Mapping[str, Any]) -> tuple[Army, ...]:
        """The armies of a map; those of the one that was asked for last are kept."""
        key = id(board["territory"])
        if self.counted is None or self.counted[0] != key:
            self.counted = key, armies_of(board, self.naming.armies)
        return self.counted[1]

    def _map(self, board: Mapping[str, Any]) -> Image.Image:
        """A map with all that stands on it."""
        image = self._bare(board).copy()
        self.table.stand(image, self.table.crowd(self.table.pieces(board), board), _relics(board))
        return image

    def _page(
        self,
        scene: Scene,
        board: Mapping[str, Any],
        drawn: Image.Image,
        part: Part,
        clock: int,
        *,
        closes: bool = False,
    ) -> Image.Image:
        """The sheet with a map on it; what closes a war's film says who has won."""
        image = self.blank.copy()
        image.paste(drawn, self.sheet.map[:2])
        lines = [scene.film["lines"][line]["text"] for line in part.lines] if scene.film else []
        champion = champion_of(self.given, self.naming) if closes else None
        if champion:
            lines = won_by(self.given) or lines
        words = Words(
            self.naming.sentence(self.given["title"]),
            self.naming.sentence(scene.heading),
            self.naming.sentence(scene.mark),
            self.given["site"],
            self._armies(board),
            self.given["words"]["phases"].get(part.phase, ""),
            tuple(self.naming.sentence(text) for text in lines),
            self.given["words"]["sectors"],
            champion,
        )
        self.sheet.write(image, words)
        self.sheet.progress(image, min(1.0, (clock + part.hundredths / 2) / self.whole), self.marks)
        return image


def _moves(film: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The beats with which banners go somewhere."""
    for phase in film["phases"]:
        yield from (beat for beat in phase["beats"] if beat["t"] == "move")


def _clashes(film: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The battles of a turn, each once."""
    found = {}
    for phase in film["phases"]:
        for beat in phase["beats"]:
            if beat["t"] == "clash":
                found[beat["id"]] = {"id": beat["id"], "at": beat["at"]}
    return list(found.values())


def _relics(board: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(one["id"] for one in board["relics"])


def _signs(crowd: Crowd) -> dict[str, CrowdSign]:
    """Each piece's sign."""
    return {
        one: sign for sign in crowd["signs"] if sign["kind"] in ("banner", "sighting") for one in sign["ids"]
    }
