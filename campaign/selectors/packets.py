"""The starting packet: all that a player knows when the war begins, on one page to read and print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from campaign.models import Campaign, Draft, PlayerTurn, Seat, Turn
from campaign.sectors import sector_name
from campaign.selectors.builder import DossierPage
from campaign.selectors.frame import Frame, frame_of
from campaign.setting_up.variables import Variables
from campaign.wording.battles import goal_words
from campaign.wording.report import Names
from rules.armies import ARMY_RULE

CELL = 10
"""Units of the picture a sector is wide."""


@dataclass(frozen=True, slots=True)
class Line:
    """A thing in the packet: what it is called, where it is, and what is told of it."""

    name: str
    where: str
    text: str = ""
    level: int | None = None
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """Ground of one kind in the picture: sectors of a row that lie side by side."""

    x: int
    y: int
    width: int
    kind: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something in the picture; ``number`` is the seat it belongs to, 0 for none."""

    x: int
    y: int
    number: int
    sign: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The map as a drawing: the terrain, which all know, and what the player knows on it."""

    width: int
    height: int
    ground: tuple[Ground, ...]
    marks: tuple[Mark, ...]
    columns: tuple[tuple[int, str], ...]
    rows: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Packet:
    """A starting packet; ``preview`` says that the campaign has not started and ranges show nothing yet."""

    frame: Frame
    story: str
    army: str
    number: int
    letter: str
    rules: tuple[tuple[str, str], ...]
    banners: tuple[Line, ...]
    aims: tuple[tuple[str, bool], ...]
    features: tuple[Line, ...]
    relics: tuple[Line, ...]
    enemies: tuple[Line, ...]
    armies: tuple[tuple[int, str, tuple[str, ...]], ...]
    variables: Mapping[str, Any]
    automatic: bool
    picture: Picture
    dates: Turn | None = None
    preview: bool = False


def packet_of(seat: Seat) -> Packet | None:
    """The packet of a seat of a campaign that has started; None before."""
    campaign = seat.campaign
    part = (
        PlayerTurn.objects.filter(seat=seat, map__isnull=False)
        .select_related("turn")
        .defer("turn__input", "turn__movement", "turn__outcome", "turn__proposal", "report", "announcement")
        .order_by("turn__number")
        .first()
    )
    if part is None:
        return None
    board: Mapping[str, Any] = part.map or {}
    armies = {str(one["n"]): one["army"] for one in board["seats"]}
    names = Names(armies, {})
    return Packet(
        **_common(campaign, seat),
        frame=frame_of(campaign, _latest(campaign), seat),
        letter=seat.letter,
        banners=tuple(
            Line(one["name"], sector_name(*one["at"]), ", ".join(one["relics"]), one["level"])
            for one in board["banners"]
        ),
        aims=tuple((words.text, words.primary) for words in (goal_words(g, names) for g in board["goals"])),
        features=tuple(_line(one) for one in board["features"]),
        relics=tuple(_line(one) for one in board["relics"]),
        enemies=tuple(
            Line(armies.get(str(one["seat"]), "?"), sector_name(*one["at"]), level=one.get("level"))
            for one in board["sightings"]
        ),
        picture=_picture(board["terrain"], _marks(board, seat.number)),
        dates=Turn.objects.filter(campaign=campaign, number=part.turn.number + 1)
        .only("number", "plan_due", "announce_due", "results_due", "publish_due")
        .first(),
    )


def packet_preview(campaign: Campaign, draft: Draft, dossier: DossierPage) -> Packet:
    """What a seat's packet will hold, for those who build the campaign."""
    board, seat = draft.board, dossier.seat
    numbers = {one.key: one.number for one in (seat, *dossier.rivals)}
    own = [one for one in board["banners"] if one["owner"] == seat.key]
    carried = {one["carried_by"]: one["name"] for one in board["relics"] if "carried_by" in one}
    known = {
        name: [one for one in board[name] if seat.key in one["known_to"]] for name in ("features", "relics")
    }
    briefed = {one.id for one in dossier.enemies if one.known}
    enemies = [one for one in board["banners"] if one["id"] in briefed]
    things = [*known["features"], *(one for one in known["relics"] if "at" in one)]
    marks = [
        *(_mark(one, 0, "pin") for one in things),
        *(_mark(one, numbers.get(one["owner"], 0), "shield") for one in (*enemies, *own)),
    ]
    return Packet(
        **_common(campaign, seat),
        frame=frame_of(campaign, None, None),
        letter=dossier.letter,
        banners=tuple(
            Line(one["name"], sector_name(*one["at"]), carried.get(one["id"], ""), one["level"])
            for one in own
        ),
        aims=dossier.aims,
        features=tuple(_line(one) for one in known["features"]),
        relics=tuple(_line(one) for one in known["relics"] if "at" in one),
        enemies=tuple(Line(one.name, one.where) for one in dossier.enemies if one.known),
        picture=_picture(board["terrain"], marks),
        preview=True,
    )


def _common(campaign: Campaign, seat: Seat) -> dict[str, Any]:
    return {
        "story": campaign.story,
        "army": seat.army,
        "number": seat.number,
        "rules": tuple((ARMY_RULE[key].name, ARMY_RULE[key].text) for key in seat.rules if key in ARMY_RULE),
        "armies": tuple(
            (one.number, one.army, tuple(ARMY_RULE[key].name for key in one.rules if key in ARMY_RULE))
            for one in campaign.seats.order_by("number")
            if one.pk != seat.pk
        ),
        "variables": Variables.of(campaign).document(),
        "automatic": campaign.automatic,
    }


def _latest(campaign: Campaign) -> Turn | None:
    return (
        Turn.objects.filter(campaign=campaign)
        .defer("input", "movement", "outcome", "proposal", "last_error")
        .order_by("-number")
        .first()
    )


def _line(thing: Mapping[str, Any]) -> Line:
    return Line(
        thing["name"],
        sector_name(*thing["at"]),
        thing.get("description", ""),
        effect=thing.get("effect") or "",
    )


def _marks(board: Mapping[str, Any], number: int) -> list[Mark]:
    return [
        *(_mark(one, 0, "pin") for one in (*board["features"], *board["relics"])),
        *(_mark(one, one["seat"], "shield") for one in board["sightings"]),
        *(_mark(one, number, "shield") for one in board["banners"]),
    ]


def _mark(thing: Mapping[str, Any], number: int, sign: str) -> Mark:
    x, y = thing["at"]
    return Mark(x, y, number, sign)


def _picture(terrain: Iterable[str], marks: Iterable[Mark]) -> Picture:
    rows = list(terrain)
    wide, high = len(rows[0]), len(rows)
    ground = []
    for y, row in enumerate(rows):
        x = 0
        for letter, run in groupby(row):
            length = len(list(run))
            if letter != ".":
                kind = "city" if letter == "C" else "rock"
                ground.append(Ground(x * CELL, y * CELL, length * CELL, kind))
            x += length
    step = max(1, (max(wide, high) + 29) // 30)
    middle = CELL // 2
    return Picture(
        wide * CELL,
        high * CELL,
        tuple(ground),
        tuple(Mark(m.x * CELL, m.y * CELL, m.number, m.sign) for m in marks),
        tuple((x * CELL + middle, sector_name(x, 0).rstrip("1")) for x in range(0, wide, step)),
        tuple((y * CELL + middle, str(y + 1)) for y in range(0, high, step)),
    )


__all__ = ["Packet", "packet_of", "packet_preview"]
