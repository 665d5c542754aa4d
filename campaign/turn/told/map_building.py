"""A seat's war map: what it knew, with what this turn's report has told it. Built up, never cut down.

A sighting keeps its id while the seat knows its place turn after turn; after a turn unseen it is a new one. A
ghost, an old sighting, stays until the seat's present ranges would show a banner there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaign.base.coordinates import sign_of
from campaign.base.documents import Map, MapSighting
from campaign.base.setup.house_rules import Traits
from campaign.engine import Board
from campaign.ids import derived_id
from campaign.models import Campaign, Seat
from rules.armies import Trait
from rules.club.house import House
from rules.maps.grid import Grid
from rules.maps.terrain import BARRED
from rules.plans.knowledge import Sighting
from rules.reports.report import Report
from rules.state import At, BannerId, Effect, PlayerId, Settings
from rules.tables import battle_radius, recon_radius, search_radius

UNKNOWN, DISPUTED = ".", "*"
NEVER, ONCE, NOW = "0", "1", "2"


_MOST_WIDER = 2
"""By how many sectors a house rule widens a range at most, each."""


@dataclass(frozen=True, slots=True)
class War:
    """What is public of a campaign and needed for every seat's map; seats by number."""

    rows: tuple[str, ...]
    settings: Settings
    seats: tuple[Seat, ...]
    id_key: bytes
    house: House = ()

    @classmethod
    def of(cls, board: Board, seats: Iterable[Seat], campaign: Campaign) -> War:
        """The war that is fought on a board."""
        in_order = tuple(sorted(seats, key=lambda seat: seat.number))
        return cls(
            board.state.rows, board.state.settings, in_order, bytes(campaign.id_key), board.state.house
        )

    def seat(self, player: PlayerId) -> Seat:
        """The seat of a player."""
        return next(seat for seat in self.seats if seat.key == player)

    def army(self, seat: Seat) -> Traits:
        """What the rules of a seat's army come to."""
        return Traits.of(seat.rules, self.house)

    def battle_radius(self, seat: Seat) -> int:
        """How far the battle ranges of a seat's army reach."""
        own = self.army(seat)
        return battle_radius(self.settings, own.ids, own.mods)

    def recon_radius(self, seat: Seat) -> int:
        """How far the recon ranges of a seat's army reach."""
        own = self.army(seat)
        return recon_radius(self.settings, own.ids, own.mods)

    def search_radius(self, seat: Seat) -> int:
        """How far its searches look; nothing if it has no search range of its own."""
        own = self.army(seat)
        return search_radius(self.settings, own.ids, own.mods)

    def grid(self) -> Grid:
        """The map with margin enough for every range."""
        return Grid(
            self.rows, max(self.settings.search_radius, self.settings.recon_radius + 1) + 2 + _MOST_WIDER
        )


@dataclass(frozen=True, slots=True)
class Contact:
    """An enemy that a seat knows of now: the engine's sighting, and what it is called on the seat's map."""

    seen: Sighting
    id: str
    seat: int
    name: str
    since: int
    mark: str = ""

    @property
    def document(self) -> MapSighting:
        """The contact as the map lists it; only a banner to be destroyed has a mark."""
        seen: MapSighting = {
            "id": self.id,
            "seat": self.seat,
            "name": self.name,
            "at": list(self.seen.at),
            "level": self.seen.level,
            "turn": self.seen.turn,
            "since": self.since,
        }
        return {**seen, "mark": self.mark} if self.mark else seen


# Who is seen


def contacts(
    war: War,
    seat: Seat,
    turn: int,
    sightings: Iterable[Sighting],
    before: Map,
    marks: Mapping[BannerId, str],
) -> tuple[list[Contact], dict[str, int]]:
    """The enemies seen now, by sector and id, and how many of each army have ever been numbered.

    ``before`` is the seat's map of the turn before: sightings of that turn go on under their ids. ``marks``
    are what the seat calls the banners that it is to destroy; one that is not seen is told by nothing.
    """
    followed = {old["id"]: old for old in before.get("sightings", ()) if old["turn"] == turn - 1}
    since = sorted({old["since"] for old in followed.values()})
    numbers = dict(before.get("numbers", {}))
    found: list[Contact] = []
    fresh: list[tuple[Sighting, str, Seat]] = []
    for seen in sightings:
        enemy = war.seat(seen.owner)
        old = _followed(war, seat, seen, since, followed)
        if old is not None:
            mark = marks.get(seen.id, "")
            found.append(Contact(seen, old["id"], enemy.number, old["name"], old["since"], mark))
        else:
            fresh.append((seen, sighting_id(war, seat, seen.id, turn), enemy))
    for seen, new_id, enemy in sorted(fresh, key=lambda one: (one[0].at[1], one[0].at[0], one[1])):
        number = numbers[str(enemy.number)] = numbers.get(str(enemy.number), 0) + 1
        name, mark = f"{enemy.army} {number}", marks.get(seen.id, "")
        found.append(Contact(seen, new_id, enemy.number, name, turn, mark))
    return sorted(found, key=lambda one: (one.seen.at[1], one.seen.at[0], one.id)), numbers


def sighting_id(war: War, seat: Seat, banner: BannerId, began: int) -> str:
    """The id under which a seat follows an enemy banner since turn ``began``."""
    return derived_id(war.id_key, "sighting", seat.key, banner, began)


def _followed(
    war: War, seat: Seat, seen: Sighting, since: Iterable[int], followed: Mapping[str, MapSighting]
) -> MapSighting | None:
    for began in since:
        old = followed.get(sighting_id(war, seat, seen.id, began))
        if old is not None:
            return old
    return None


def ghosts(
    war: War,
    seat: Seat,
    report: Report,
    searching: Collection[BannerId],
    before: Map,
    present: Collection[str],
    spied: Collection[tuple[At, int]] = (),
) -> list[MapSighting]:
    """The old sightings that stay on the map: where the seat's ranges would show no banner now."""
    old = [one for one in before.get("sightings", ()) if one["id"] not in present]
    if not old:
        return []
    eyes = _Eyes(war, seat, report, searching, spied)
    return [one for one in old if not eyes.would_show((one["at"][0], one["at"][1]), one["seat"])]


class _Eyes:
    """What a seat's own ranges, sectors and sensors would show (Rules 9)."""

    def __init__(
        self,
        war: War,
        seat: Seat,
        report: Report,
        searching: Collection[BannerId],
        spied: Collection[tuple[At, int]],
    ) -> None:
        self.spied = spied
        self.war = war
        self.grid = war.grid()
        self.report = report
        self.recon = war.recon_radius(seat)
        self.search = war.search_radius(seat)
        self.searching = searching
        self.occupied = [sector.at for sector in report.sectors if sector.occupier == report.player]
        occupied = set(self.occupied)
        self.sensors = [
            feature.at
            for feature in report.features
            if feature.effect == Effect.SENSOR and feature.at in occupied
        ]

    def would_show(self, at: At, number: int) -> bool:
        """Whether a banner of seat ``number`` standing in this sector would be seen there."""
        enemy = next(seat for seat in self.war.seats if seat.number == number)
        radius = self.war.battle_radius(enemy)
        army = self.war.army(enemy)
        if Trait.EASILY_OBSERVABLE in army:
            return True
        touch = self.grid.touch
        if any(touch(own, 0, at, radius) for own in self.occupied):
            return True
        if any(touch(sensor, self.war.settings.recon_radius, at, radius) for sensor in self.sensors):
            return True
        if any(self._is_spied(spy, reach, at, radius) for spy, reach in self.spied):
            return True
        hidden = Trait.UNSEEN_PRESENCE in army
        for banner in self.report.banners:
            searches = banner.id in self.searching and not hidden
            reach = max(self.recon, self.search) if searches else self.recon
            if touch(banner.at, reach, at, radius):
                return True
        return False

    def _is_spied(self, spy: At, reach: int, at: At, radius: int) -> bool:
        """Whether a look about from any sector of the map shows who stands in this one (Rules 9, 14.4)."""
        rows = self.war.rows

        def steps(one: At, far: int) -> Iterator[At]:
            for y in range(max(0, one[1] - far), min(len(rows), one[1] + far + 1)):
                for x in range(max(0, one[0] - far), min(len(rows[0]), one[0] + far + 1)):
                    if rows[y][x] not in BARRED:
                        yield x, y

        def looked_at(one: At) -> bool:
            return max(abs(one[0] - spy[0]), abs(one[1] - spy[1])) <= reach

        return any(looked_at(near) for own in steps(at, radius) for near in steps(own, 1))


# What is known of the ground


def ground(war: War, report: Report, before: Map) -> tuple[list[str], list[str]]:
    """The territory and fog rows: as last known, with what is known now on top."""
    width, height = len(war.rows[0]), len(war.rows)
    territory = list(before.get("territory") or [UNKNOWN * width] * height)
    fog = [row.replace(NOW, ONCE) for row in before.get("fog") or [NEVER * width] * height]
    signs = {seat.key: sign_of(seat.number) for seat in war.seats}
    known: dict[int, dict[int, str]] = {}
    for y, bits in report.seen:
        known[y] = dict.fromkeys(_places(bits), UNKNOWN)
    for sector in report.sectors:
        x, y = sector.at
        sign = DISPUTED if sector.disputed else signs.get(sector.occupier or "", UNKNOWN)
        known.setdefault(y, {})[x] = sign
    for y, places in known.items():
        land, seen = list(territory[y]), list(fog[y])
        for x, sign in places.items():
            land[x], seen[x] = sign, NOW
        territory[y], fog[y] = "".join(land), "".join(seen)
    return territory, fog


def _places(bits: int) -> Iterable[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
