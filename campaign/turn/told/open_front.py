"""What all may see of a war some turns late: a document of its own, built up and never stripped (Face C1).

Who holds which ground, who fought and won where; with banners also where each army's stood, with their
levels. No names, works, orders, features, relics or ids, and nothing that is younger than the delay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from campaign.base.answers import At, called
from campaign.base.coordinates import sign_of
from campaign.base.documents import Rows
from campaign.base.setup import open_vision
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Battle, Campaign, OpenFront, Seat
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.truth.truth_rows import TruthRows

Document = Mapping[str, Any]
_LAST = 1_000_000


class FrontBattle(TypedDict):
    """Two armies that fought, by their seats' numbers, the lower one first."""

    at: At
    armies: tuple[int, int]
    winner: Annotated[int | None, "The seat's number; null of a draw."]


class FrontBanner(TypedDict):
    """A banner of an army, as all may see it."""

    at: At
    army: Annotated[int, "The seat's number."]
    level: int


@called("OpenFront")
class Front(TypedDict):
    """The war as all may see it: as it stood at the end of a turn that was some turns before."""

    turn: Annotated[int, "The turn that it shows."]
    told: Annotated[int, "The turn with whose publication it was told."]
    territory: Annotated[Rows, "Who holds which sector: as in a map."]
    battles: Annotated[list[FrontBattle], "By their sectors."]
    banners: NotRequired[Annotated[list[FrontBanner], "By their sectors; where all agreed to show them."]]


def tell_front(held: LockedTurn) -> None:
    """Store what all may see from a publication on; nothing where that is the public facts alone."""
    if not open_vision.shows_front(held.variables):
        return
    shows = held.turn.number - held.variables.open_delay
    found = front_of(
        held.campaign, held.seats.values(), shows, banners=open_vision.shows_banners(held.variables)
    )
    if found is not None:
        document: Front = {**found, "told": held.turn.number}
        OpenFront.objects.create(turn=held.turn, shows=shows, document=document)


def front_of(campaign: Campaign, seats: Iterable[Seat], number: int, *, banners: bool) -> Front | None:
    """What a turn's end shows; None of a turn that there is not."""
    stored = TruthRows(campaign).document(number) if number >= 0 else None
    if stored is None:
        return None
    seats = list(seats)
    numbers = {seat.key: seat.number for seat in seats}
    fought = Battle.objects.filter(turn__campaign=campaign, turn__number=number)
    rows = campaign.map_rows.split("\n")
    front: Front = {
        "turn": number,
        "told": number,
        "territory": _territory(stored, (len(rows[0]), len(rows)), numbers),
        "battles": _battles(fought.order_by("id"), {seat.pk: seat.number for seat in seats}),
    }
    return {**front, "banners": _banners(stored, numbers)} if banners else front


def _territory(stored: Document, size: tuple[int, int], numbers: Mapping[str, int]) -> list[str]:
    land = [["."] * size[0] for _row in range(size[1])]
    for one in stored["sectors"]:
        x, y = one["at"]
        if one["disputed"]:
            land[y][x] = "*"
        elif one["occupier"]:
            land[y][x] = sign_of(numbers[one["occupier"]])
    return ["".join(row) for row in land]


def _battles(rows: Iterable[Battle], numbers: Mapping[int, int]) -> list[FrontBattle]:
    """The battles in an order that tells nothing of who attacked, or of the banners that fought."""
    found: list[FrontBattle] = []
    for one in rows:
        sides = {one.first: numbers[one.seat_first_id], one.second: numbers[one.seat_second_id]}
        lower, higher = sorted(sides.values())
        winner = str((one.result or {}).get("winner"))
        found.append({"at": [one.x, one.y], "armies": (lower, higher), "winner": sides.get(winner)})
    return sorted(found, key=lambda one: (*_place(one["at"]), one["armies"], one["winner"] or 0))


def _banners(stored: Document, numbers: Mapping[str, int]) -> list[FrontBanner]:
    found: list[FrontBanner] = [
        {"at": list(one["at"]), "army": numbers[one["owner"]], "level": one["level"]}
        for one in stored["banners"]
    ]
    return sorted(found, key=lambda one: (*_place(one["at"]), one["army"], -one["level"]))


def _place(at: Sequence[int]) -> tuple[int, int]:
    return at[1], at[0]


def read_front(document: Mapping[str, Any], size: tuple[int, int], armies: frozenset[int]) -> Front:
    """A front that comes from a file, made anew of what it says. Raises ``ValueError``."""
    wide, high = size
    signs = {".", "*", *map(sign_of, armies)}

    def number(value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(value)
        return value

    def army(value: object) -> int:
        if value not in armies:
            raise ValueError(value)
        return number(value, 0, max(armies))

    def place(at: Sequence[object]) -> list[int]:
        x, y = at
        return [number(x, 0, wide - 1), number(y, 0, high - 1)]

    rows = [str(row) for row in document["territory"]]
    if len(rows) != high or any(len(row) != wide or not signs >= set(row) for row in rows):
        raise ValueError(rows)
    front: Front = {
        "turn": number(document["turn"], 0, _LAST),
        "told": number(document["told"], 0, _LAST),
        "territory": rows,
        "battles": [
            {
                "at": place(one["at"]),
                "armies": (army(one["armies"][0]), army(one["armies"][1])),
                "winner": None if one["winner"] is None else army(one["winner"]),
            }
            for one in document["battles"]
        ],
    }
    if "banners" in document:
        front["banners"] = [
            {"at": place(one["at"]), "army": army(one["army"]), "level": number(one["level"], 0, _LAST)}
            for one in document["banners"]
        ]
    return front


# What is read of it


def fronts_of(campaign: Campaign) -> list[int]:
    """The turns that all may see now, the first first; none once it was switched off."""
    if not _shown(campaign):
        return []
    found = OpenFront.objects.filter(turn__campaign=campaign).order_by("shows")
    return list(found.values_list("shows", flat=True))


def front_seen(campaign: Campaign, number: int) -> Front | None:
    """What all may see of a turn; None of one that is not shown."""
    if not _shown(campaign):
        return None
    found = OpenFront.objects.filter(turn__campaign=campaign, shows=number)
    return cast("Front | None", found.values_list("document", flat=True).first())


def _shown(campaign: Campaign) -> bool:
    return open_vision.shows_front(Variables.of(campaign))
