"""What a seat has heard of its enemies before the war: sightings, true or not, each of turn -age.

An ``exact`` one tells the true place and level of a banner, one of ``place`` the true place without a level;
an ``old`` one is of a place where it once was, a ``false`` one is invented. Those that are said to be true
must be so on the board. The player is told the grade of a ``marked`` one; all others look alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.base.document_error import unfit
from campaign.base.setup.documents import Board, BoardBanner, EarlySighting, Grade
from rules.format.reading import Fields, Node
from rules.maps.grid import is_passable

MOST_SIGHTINGS = 50
MOST_AGE = 99
MOST_LEVEL = 999
MOST_SIDE = 300
SEATS = tuple(f"s{number}" for number in range(1, 9))


def read_sightings(node: Node, seats: Collection[str] = SEATS) -> list[EarlySighting]:
    """The sightings of a dossier. Raises ``ScenarioError`` with the path at fault."""
    return [_read(item, seats) for item in node.items(MOST_SIGHTINGS)]


def _read(node: Node, seats: Collection[str]) -> EarlySighting:
    fields = node.fields(("at", "grade"), ("banner", "seat", "level", "age", "marked"))
    if ("banner" in fields) == ("seat" in fields):
        raise node.error("one_of", allowed="banner and seat")
    grade = fields["grade"].choice(Grade)
    level = fields.maybe("level", lambda level: level.integer(0, MOST_LEVEL))
    sighting: EarlySighting = {
        "at": _at(fields["at"]),
        "level": level,
        "age": fields.get("age", lambda age: age.integer(0, MOST_AGE), 0),
        "grade": grade.value,
        "marked": fields.get("marked", Node.boolean, False),
    }
    wrong = level_fault(grade, level)
    if wrong:
        raise unfit(fields.get("level", lambda level: level, node), wrong)
    if "banner" in fields:
        return {"banner": fields["banner"].name(), **sighting}
    return {"seat": _seat(fields, seats), **sighting}


def level_fault(grade: str, level: int | None) -> str:
    """What is wrong with having this level, or none, in a sighting of this grade; empty if nothing is."""
    if grade == Grade.EXACT and level is None:
        return _("an exact sighting tells the level: give the true one")
    if grade == Grade.PLACE and level is not None:
        return _("a sighting of the place tells no level: leave it out, or make it exact")
    return ""


def _seat(fields: Fields, seats: Collection[str]) -> str:
    key = fields["seat"].name()
    if key not in seats:
        raise unfit(fields["seat"], _("must be one of %(allowed)s") % {"allowed": ", ".join(seats)})
    return key


def _at(node: Node) -> list[int]:
    x, y = node.sector()
    if not (0 <= x < MOST_SIDE and 0 <= y < MOST_SIDE):
        raise unfit(node, _("must be two numbers from 0 to %(value)s") % {"value": MOST_SIDE - 1})
    return [x, y]


def sighting_faults(
    sightings: Iterable[EarlySighting], board: Board, seat: str, seats: Mapping[str, str]
) -> Iterator[str]:
    """What of the sightings of a seat is not as their grades say on this board, in words."""
    for number, sighting in enumerate(sightings, start=1):
        wrong = sighting_fault(sighting, board, seat, seats)
        if wrong:
            yield _("sighting %(number)s: %(wrong)s") % {"number": number, "wrong": wrong}


def sighting_fault(sighting: EarlySighting, board: Board, seat: str, seats: Mapping[str, str]) -> str:
    """What is wrong with one sighting on this board, and what would be true; empty if nothing is."""
    at = (sighting["at"][0], sighting["at"][1])
    if not is_passable(tuple(board["terrain"]), at):
        return _("%(at)s is off the map or impassable: no banner can have been seen there") % {
            "at": sector_name(*at)
        }
    named = next((one for one in board["banners"] if one["id"] == sighting.get("banner")), None)
    if "banner" in sighting and named is None:
        return _("the banner is not on the map")
    owner = sighting["seat"] if "seat" in sighting else named["owner"] if named is not None else ""
    if owner == seat or owner not in seats:
        return _("it must be of an enemy's banner or army")
    if sighting["grade"] not in (Grade.EXACT, Grade.PLACE):
        return ""
    own = [named] if named is not None else [one for one in board["banners"] if one["owner"] == owner]
    return _untrue(sighting, own, seats[owner])


def _untrue(sighting: EarlySighting, banners: list[BoardBanner], army: str) -> str:
    """Whether none of these banners is where, and as strong as, the sighting says; and what is true."""
    here = [one for one in banners if one["at"] == sighting["at"]]
    if not here:
        truth = "; ".join(_stands(one) for one in banners[:6]) or _("it has no banner on the map")
        return _("it is said to be true, but no such banner of %(army)s stands in %(at)s: %(truth)s") % {
            "army": army,
            "at": sector_name(*sighting["at"]),
            "truth": truth,
        }
    if sighting["grade"] == Grade.EXACT and all(one["level"] != sighting["level"] for one in here):
        return _("it is said to be exact, but the level is not %(level)s: %(truth)s") % {
            "level": sighting["level"],
            "truth": "; ".join(_stands(one) for one in here),
        }
    return ""


def _stands(banner: BoardBanner) -> str:
    return _("%(name)s stands in %(at)s with level %(level)s") % {
        "name": banner["name"],
        "at": sector_name(*banner["at"]),
        "level": banner["level"],
    }
