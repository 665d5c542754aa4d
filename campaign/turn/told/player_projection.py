"""What each seat is told of a turn, in the app's words: public ids for its own, a battle's id for its enemy.

The rules say what a player may know (``rules.reports.report``); here every engine id is replaced, and every
list put in an order that tells nothing: by sector and id, never by the engine's ids.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from campaign.base.answers import Json
from campaign.base.documents import (
    Goal,
    GoalArmy,
    Map,
    MapBanner,
    MapBattle,
    MapFeature,
    MapHint,
    MapRelic,
    MapSeat,
    MapSighting,
    Told,
)
from campaign.base.setup.conditions import marks_of
from campaign.models import Seat
from campaign.turn.told.map_building import War, contacts, ghosts, ground
from campaign.turn.told.public_names import Names, battle_id, battle_ids
from rules.events import EventKind
from rules.outcome import Void
from rules.plans.legality import Problem
from rules.reports.lines import Line
from rules.reports.report import Announcement, Fought, Meeting, Report, to_document
from rules.sentences import Value
from rules.state import At, Banner, BannerId, Feature, FeatureId, PlayerId, Relic, RelicId

__all__ = ["Names", "Teller", "battle_id", "battle_ids"]

_ORDER_OF_KINDS = {kind: place for place, kind in enumerate(EventKind)}
_WORD = re.compile(r"[\w.\-]+")
_NAMED = frozenset(("banner", "giver", "partner", "relic"))
"""The values of a problem that are engine ids: of what the player's own order named."""


class Teller:
    """Tells one seat of one turn."""

    def __init__(self, war: War, seat: Seat, names: Names) -> None:
        self.war = war
        self.seat = seat
        self.names = names
        self.player = PlayerId(seat.key)

    def announcement(self, told: Announcement) -> Told:
        """The document of ``PlayerTurn.announcement``."""
        translated = replace(
            told,
            player=self._player(told.player),
            node=self._node(told.node),
            banners=self._banners(told.banners),
            lines=self._lines(told.lines),
            void=self._voids(told.void),
            battles=tuple(sorted(map(self._meeting, told.battles), key=_place_of_meeting)),
        )
        return self._document(to_document(translated))

    def report(
        self,
        told: Report,
        before: Map,
        searching: Collection[BannerId],
        spied: Collection[tuple[At, int]] = (),
    ) -> tuple[Told, Map]:
        """The documents of ``PlayerTurn.report`` and ``PlayerTurn.map``, given the map of the turn before.

        ``spied`` are sectors from which the seat has looked about this turn, and how far.
        """
        seen, numbers = contacts(self.war, self.seat, told.turn, told.sightings, before, self.marks())
        old = ghosts(self.war, self.seat, told, searching, before, {contact.id for contact in seen}, spied)
        territory, fog = ground(self.war, told, before)
        fought = tuple(
            sorted(map(self._fought, told.battles), key=lambda one: _place_of_meeting(one.meeting))
        )
        banners = self._banners(told.banners)
        node = self._node(told.node)
        relics = self._relics(told.relics)
        translated = replace(
            told,
            player=self._player(told.player),
            node=node,
            banners=banners,
            lines=self._lines(told.lines),
            void=self._voids(told.void),
            battles=fought,
            sightings=tuple(
                replace(one.seen, id=BannerId(one.id), owner=PlayerId(str(one.seat))) for one in seen
            ),
            seen=(),
            sectors=(),
            features=(),
            relics=relics,
            found_features=tuple(sorted(FeatureId(self.names.features[one]) for one in told.found_features)),
            found_relics=tuple(sorted(RelicId(self.names.relics[one]) for one in told.found_relics)),
        )
        sightings = sorted([*(one.document for one in seen), *old], key=_place_of_entry)
        board: Map = {
            "turn": told.turn,
            "size": [len(self.war.rows[0]), len(self.war.rows)],
            "terrain": list(self.war.rows),
            "radii": {
                "battle": self.war.battle_radius(self.seat),
                "recon": self.war.recon_radius(self.seat),
                "search": self.war.search_radius(self.seat) or self.war.recon_radius(self.seat),
            },
            "seats": [self._seat(seat) for seat in self.war.seats],
            "banners": self._banner_entries(banners, relics, node),
            "sightings": sightings,
            "numbers": numbers,
            "territory": territory,
            "fog": fog,
            "features": sorted(map(self._feature, told.features), key=_place_of_entry),
            "relics": sorted(
                [self._lying(relic) for relic in relics if relic.at is not None], key=_place_of_entry
            ),
            "battles": [self._battle_entry(one.meeting) for one in fought],
            "goals": self._goals(told),
        }
        hints = self._hints(told.features, relics)
        if hints:
            board["hints"] = hints
        return self._document(to_document(translated)), board

    # Parts of the map

    def _seat(self, seat: Seat) -> MapSeat:
        return {
            "n": seat.number,
            "army": seat.army,
            "you": seat.pk == self.seat.pk,
            "battle": self.war.battle_radius(seat),
        }

    def _banner_entries(
        self, banners: Iterable[Banner], relics: Iterable[Relic], node: BannerId | None
    ) -> list[MapBanner]:
        carried: dict[BannerId, list[str]] = {}
        for relic in relics:
            if relic.carried_by is not None:
                carried.setdefault(relic.carried_by, []).append(self.names.words[relic.id])
        return [
            {
                "id": banner.id,
                "name": self.names.words[banner.id],
                "at": list(banner.at),
                "level": banner.level,
                "works": banner.works.value,
                "retreating": banner.retreating,
                "relics": sorted(carried.get(banner.id, ())),
                "node": banner.id == node,
                "alive": True,
            }
            for banner in banners
        ]

    def _feature(self, feature: Feature) -> MapFeature:
        public_id = self.names.features[feature.id]
        return {
            "id": public_id,
            "name": self.names.words[public_id],
            "at": list(feature.at),
            "effect": feature.effect.value if feature.effect is not None else None,
            "description": self.names.stories.get(public_id, ""),
        }

    def _lying(self, relic: Relic) -> MapRelic:
        return {
            "id": relic.id,
            "name": self.names.words[relic.id],
            "at": list(relic.at or ()),
            "description": self.names.stories.get(relic.id, ""),
        }

    def _hints(self, features: Iterable[Feature], relics: Iterable[Relic]) -> list[MapHint]:
        """What the seat has heard of the features that it knows and of the relics that its banners carry."""
        things = [self.names.features[feature.id] for feature in features]
        things += [relic.id for relic in relics if relic.carried_by is not None]
        hints: list[MapHint] = [
            {"thing": thing, "name": self.names.words[thing], "text": text}
            for thing in things
            for text in self.names.hints.get(thing, ())
        ]
        return sorted(hints, key=lambda hint: (hint["name"], hint["thing"], hint["text"]))

    def _battle_entry(self, meeting: Meeting) -> MapBattle:
        army = next(seat.army for seat in self.war.seats if str(seat.number) == meeting.opponent)
        return {"id": meeting.enemy, "at": list(meeting.sector), "with": army, "mine": meeting.banner}

    def _goals(self, told: Report) -> list[Goal]:
        """Own conditions and how they stand; a relic by its name, enemy banners by mark, army and number."""
        goals: list[Goal] = []
        marks = marks_of(self.seat.conditions)
        for place, (stored, goal) in enumerate(zip(self.seat.conditions, told.conditions, strict=True)):
            entry: Goal = {
                "kind": stored["kind"],
                "primary": stored.get("primary", True),
                "turns": stored.get("turns", 1),
                "met": goal.met,
                "held": goal.held,
            }
            if stored.get("relic") is not None:
                public_id = self.names.relics.get(RelicId(stored["relic"]), "")
                entry["relic"] = self.names.words.get(public_id, "")
            if stored.get("player") is not None:
                entry["seat"] = int(self.names.numbers[PlayerId(stored["player"])])
            if stored.get("banners") is not None:
                named = stored.get("named") or stored["banners"]
                entry["banners"], entry["title"] = len(named), marks[place]
                entry["armies"] = self._armies(named)
            if stored.get("sectors"):
                entry["sectors"] = stored["sectors"]
            if stored.get("trigger") is not None and stored.get("title"):
                entry["title"] = stored["title"]
            if stored.get("count"):
                entry["count"] = stored["count"]
            goals.append(entry)
        return goals

    def _armies(self, banners: Iterable[str]) -> list[GoalArmy]:
        """Whose these banners are, and how many of each, by seat."""
        owners = [self.names.owners.get(BannerId(banner)) for banner in banners]
        counted = Counter(int(self.names.numbers[owner]) for owner in owners if owner is not None)
        return [{"seat": seat, "banners": counted[seat]} for seat in sorted(counted)]

    def marks(self) -> dict[BannerId, str]:
        """The mark of each banner that the seat is to destroy, as its conditions name it now: heirs too."""
        found: dict[BannerId, list[str]] = {}
        for place, mark in marks_of(self.seat.conditions).items():
            for banner in self.seat.conditions[place]["banners"]:
                found.setdefault(BannerId(banner), []).append(mark)
        return {banner: ", ".join(marks) for banner, marks in found.items()}

    # From engine ids to public ones

    def _player(self, player: PlayerId) -> PlayerId:
        return PlayerId(self.names.numbers[player])

    def _node(self, node: BannerId | None) -> BannerId | None:
        return None if node is None else self._own(node)

    def _own(self, banner: BannerId) -> BannerId:
        return BannerId(self.names.banners[banner])

    def _against(self, own: BannerId | None, enemy: BannerId) -> BannerId | None:
        """An enemy banner: the id of the battle against it, None where there was none."""
        found = self.names.battles.get(frozenset((own or enemy, enemy)))
        return None if found is None else BannerId(found)

    def _other(self, own: BannerId | None, other: BannerId) -> BannerId | None:
        mine = self.names.owners.get(other) == self.player
        return self._own(other) if mine else self._against(own, other)

    def _banners(self, banners: Iterable[Banner]) -> tuple[Banner, ...]:
        translated = [
            replace(
                banner,
                id=self._own(banner.id),
                owner=self._player(banner.owner),
                beaten_by=None if banner.beaten_by is None else self._against(banner.id, banner.beaten_by),
            )
            for banner in banners
        ]
        return tuple(sorted(translated, key=lambda one: (one.at[1], one.at[0], one.id)))

    def _relics(self, relics: Iterable[Relic]) -> tuple[Relic, ...]:
        translated = [
            replace(
                relic,
                id=RelicId(self.names.relics[relic.id]),
                carried_by=None if relic.carried_by is None else self._own(relic.carried_by),
            )
            for relic in relics
        ]
        return tuple(sorted(translated, key=lambda one: one.id))

    def _lines(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """The lines in the order of the rules' steps; within a step in one that no hidden id decides."""
        translated = [
            line._replace(
                banner=None if line.banner is None else self._own(line.banner),
                other=None if line.other is None else self._other(line.banner, line.other),
                relic=None if line.relic is None else RelicId(self.names.relics[line.relic]),
                feature=None if line.feature is None else FeatureId(self.names.features[line.feature]),
                rival=None if line.rival is None else self._player(line.rival),
            )
            for line in lines
        ]
        return tuple(sorted(translated, key=_place_of_line))

    def _meeting(self, meeting: Meeting) -> Meeting:
        own, enemy = self._own(meeting.banner), self._against(meeting.banner, meeting.enemy)
        assert enemy is not None
        return replace(
            meeting,
            banner=own,
            enemy=enemy,
            opponent=self._player(meeting.opponent),
            attacker=own if meeting.attacker == meeting.banner else enemy,
        )

    def _fought(self, fought: Fought) -> Fought:
        meeting = self._meeting(fought.meeting)
        winner = fought.winner
        if winner is not None:
            winner = meeting.banner if winner == fought.meeting.banner else meeting.enemy
        return replace(fought, meeting=meeting, winner=winner)

    def _voids(self, voids: Iterable[Void]) -> tuple[Void, ...]:
        translated = [
            replace(
                void,
                banner=self._own(void.banner),
                owner=self._player(void.owner),
                problems=tuple(
                    replace(problem, banner=self._own(problem.banner), values=self._named(problem))
                    for problem in void.problems
                ),
            )
            for void in voids
        ]
        return tuple(sorted(translated, key=lambda one: (one.banner, one.order)))

    def _named(self, problem: Problem) -> dict[str, Value]:
        """A problem's values with names for engine ids: those of the player's own, and of relics."""
        values = dict(problem.values)
        for key in values.keys() & _NAMED:
            word = str(values[key])
            if key == "relic" and RelicId(word) in self.names.relics:
                values[key] = self.names.words[self.names.relics[RelicId(word)]]
            elif key != "relic" and self.names.owners.get(BannerId(word)) == self.player:
                values[key] = self.names.words[self.names.banners[BannerId(word)]]
        return values

    def _document(self, told: dict[str, Json]) -> Told:
        """What is told, with the names of everything in it."""
        mentioned = set(_WORD.findall(json.dumps(told)))
        words = {key: name for key, name in sorted(self.names.words.items()) if key in mentioned}
        seats = {str(seat.number): seat.army for seat in self.war.seats}
        return {"told": told, "names": {**seats, **words}}


def _place_of_meeting(meeting: Meeting) -> tuple[int, int, str, str]:
    return meeting.sector[1], meeting.sector[0], meeting.enemy, meeting.banner


def _place_of_entry(entry: MapSighting | MapFeature | MapRelic) -> tuple[int, int, str]:
    return entry["at"][1], entry["at"][0], entry["id"]


def _place_of_line(line: Line) -> tuple[int, tuple[str, ...]]:
    return _ORDER_OF_KINDS[line.kind], tuple(map(str, line[1:]))
