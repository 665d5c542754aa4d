"""What a seat has heard before the war, put on its first map: old sightings, true or not.

All look alike, whatever their grade, but those that are marked: they say it. None is followed: each has an id
of its own, made of its place in the seat's list, so that nothing joins it to a banner or a later sighting.
"""

from __future__ import annotations

from campaign.base.documents import Map, MapSighting
from campaign.base.setup.documents import EarlySighting
from campaign.ids import derived_id
from campaign.turn.told.map_building import ghosts
from campaign.turn.told.player_projection import Teller
from rules.reports.report import Report
from rules.state import BannerId, PlayerId

EARLY = "early"
"""The word from which the ids of these sightings follow."""


def with_early_sightings(teller: Teller, report: Report, board: Map) -> Map:
    """A seat's first map with the sightings from before the war, but where its own ranges show the truth."""
    war, seat = teller.war, teller.seat
    heard: list[EarlySighting] = seat.sightings
    if not heard:
        return board
    told = [_document(teller, one, place, report.turn) for place, one in enumerate(heard)]
    told.sort(key=lambda one: (one["turn"], one["at"][1], one["at"][0], one["seat"], one["id"]))
    unseen = ghosts(war, seat, report, (), {**board, "sightings": told}, ())
    numbers = dict(board["numbers"])
    for one in unseen:
        army = next(other.army for other in war.seats if other.number == one["seat"])
        number = numbers[str(one["seat"])] = numbers.get(str(one["seat"]), 0) + 1
        one["name"] = f"{army} {number}"
    together = [*board["sightings"], *unseen]
    together.sort(key=lambda one: (one["at"][1], one["at"][0], one["id"]))
    return {**board, "sightings": together, "numbers": numbers}


def early_id(id_key: bytes, seat: str, place: int, turn: int) -> str:
    """The id of the sighting at a place of a seat's list, first shown on the map of ``turn``."""
    return derived_id(id_key, EARLY, seat, str(place), turn)


def _document(teller: Teller, heard: EarlySighting, place: int, turn: int) -> MapSighting:
    """A sighting without its name yet. Whose banner is meant is told by a mark only if the grade is told."""
    war = teller.war
    owner = PlayerId(heard["seat"]) if "seat" in heard else teller.names.owners[BannerId(heard["banner"])]
    seen: MapSighting = {
        "id": early_id(war.id_key, teller.seat.key, place, turn),
        "seat": war.seat(owner).number,
        "name": "",
        "at": list(heard["at"]),
        "level": heard["level"],
        "turn": turn - heard["age"],
        "since": turn - heard["age"],
    }
    if not heard["marked"]:
        return seen
    mark = teller.marks().get(BannerId(heard.get("banner", "")), "")
    told: MapSighting = {**seen, "grade": heard["grade"]}
    return {**told, "mark": mark} if mark else told
