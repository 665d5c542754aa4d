"""The starting packet: all that a player knows when the war begins, on one page to read and print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, cast

from campaign.access.army_rules import rules_of, titles_by_seat
from campaign.access.page_frame import Frame, frame_of
from campaign.base.answers import PAGE, Json, Named, called
from campaign.base.coordinates import sector_name
from campaign.base.documents import Goal, Map, MapFeature, MapRelic
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.conditions import DESTRUCTION, TRIGGER, marks_of
from campaign.base.setup.documents import Board, BoardFeature, BoardRelic, EarlySighting
from campaign.base.setup.ground_words import drawn_as
from campaign.base.words.army_rule_words import RuleWords
from campaign.base.words.battle_words import goal_words
from campaign.base.words.report_words import Names
from campaign.base.words.sighting_words import GRADE_WORDS, age_words
from campaign.founding.selectors import DossierPage
from campaign.models import DOCUMENTS, Campaign, Draft, PlayerTurn, Seat, Turn, documents
from campaign.people.texts.selectors import HouseText, texts_of
from rules.maps.terrain import TERRAIN_OF

CELL = 10
"""Units of the picture a sector is wide."""


@called("PacketLine")
@dataclass(frozen=True, slots=True)
class Line:
    """A thing in a packet: what it is called, where it is, and what is told of it."""

    name: str
    where: str
    text: str = ""
    level: int | None = None
    effect: Annotated[str, PAGE] = ""
    rumours: Annotated[tuple[str, ...], "What is said of it, beside its description."] = ()
    age: Annotated[int, "Of an enemy: how many turns before the war it was seen."] = 0
    grade: Annotated[str | None, "Of an enemy: how far it is true, where that is told."] = None

    @property
    def heard(self) -> str:
        """When it was seen before the war and how true it is, in words."""
        truth = str(GRADE_WORDS[self.grade]) if self.grade else ""
        return ", ".join(part for part in (age_words(self.age), truth) if part)


@dataclass(frozen=True, slots=True)
class PacketAim:
    """A victory condition in words."""

    text: str
    primary: bool
    told: Annotated[str, PAGE] = ""
    """How far it is when the war begins."""


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
    """Your starting packet."""

    frame: Annotated[Frame, PAGE]
    army: str
    number: Annotated[int, Named("seat")]
    story: str
    texts: tuple[HouseText, ...]
    letter: str
    rules: tuple[RuleWords, ...]
    aims: tuple[PacketAim, ...]
    banners: tuple[Line, ...]
    features: tuple[Line, ...]
    relics: tuple[Line, ...]
    enemies: tuple[Line, ...]
    armies: Annotated[tuple[tuple[int, str, tuple[str, ...]], ...], PAGE]
    variables: Annotated[Mapping[str, object], PAGE]
    automatic: Annotated[bool, PAGE]
    picture: Annotated[Picture, PAGE]
    dates: Annotated[Turn | None, PAGE] = None
    preview: Annotated[bool, PAGE] = False
    """Whether the campaign has not started and ranges show nothing yet."""


def packet_of(seat: Seat) -> Packet | None:
    """The packet of a seat of a campaign that has started; None before."""
    campaign = seat.campaign
    part = (
        PlayerTurn.objects.filter(seat=seat, map__isnull=False)
        .select_related("turn")
        .defer("report", "announcement", *documents("turn"))
        .order_by("turn__number")
        .first()
    )
    if part is None:
        return None
    board = cast("Map", part.map)
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
        aims=tuple(
            PacketAim(one.text, one.primary, one.tally)
            for one in (goal_words(goal, names, board) for goal in board["goals"])
        ),
        features=tuple(_line(one, _hints_of(board, one)) for one in board["features"]),
        relics=tuple(_line(one, _hints_of(board, one)) for one in board["relics"]),
        enemies=tuple(
            Line(
                armies.get(str(one["seat"]), "?"),
                sector_name(*one["at"]),
                one.get("mark", ""),
                one.get("level"),
                age=max(0, board["turn"] - one["turn"]),
                grade=one.get("grade"),
            )
            for one in board["sightings"]
        ),
        picture=_picture(board["terrain"], _marks(board, seat.number)),
        dates=Turn.objects.filter(campaign=campaign, number=part.turn.number + 1)
        .only("number", "plan_due", "announce_due", "results_due", "publish_due")
        .first(),
    )


def packet_preview(campaign: Campaign, draft: Draft, dossier: DossierPage) -> Packet:
    """What a seat's packet will hold, for those who build the campaign."""
    board: Board = draft.board
    seat = dossier.seat
    numbers = {one.key: one.number for one in (seat, *dossier.rivals)}
    own = [one for one in board["banners"] if one["owner"] == seat.key]
    carried = {one["carried_by"]: one["name"] for one in board["relics"] if "carried_by" in one}
    features = [one for one in board["features"] if seat.key in one["known_to"]]
    relics = [one for one in board["relics"] if seat.key in one["known_to"] and "at" in one]
    briefed = {one.id for one in dossier.enemies if one.known}
    enemies = [one for one in board["banners"] if one["id"] in briefed]
    marks = [
        *(_mark(one["at"], 0, "pin") for one in (*features, *relics)),
        *(_mark(one["at"], numbers.get(_owner(one, board), 0), "shield") for one in dossier.sightings),
        *(_mark(one["at"], numbers.get(one["owner"], 0), "shield") for one in (*enemies, *own)),
    ]
    return Packet(
        **_common(campaign, seat),
        frame=frame_of(campaign, None, None),
        letter=dossier.letter,
        banners=tuple(
            Line(one["name"], sector_name(*one["at"]), carried.get(one["id"], ""), one["level"])
            for one in own
        ),
        aims=tuple(_aims(dossier, board, numbers)),
        features=tuple(_line(one, _hints_at(board, one)) for one in features),
        relics=tuple(_line(one, _hints_at(board, one)) for one in relics),
        enemies=(
            *(Line(one.name, one.where) for one in dossier.enemies if one.known),
            *_heard(dossier, board),
        ),
        picture=_picture(board["terrain"], marks),
        preview=True,
    )


def _common(campaign: Campaign, seat: Seat) -> dict[str, Json]:
    seats = list(campaign.seats.order_by("number"))
    titles = titles_by_seat(seats)
    return {
        "story": campaign.story,
        "texts": texts_of(campaign),
        "army": seat.army,
        "number": seat.number,
        "rules": rules_of(seat, titles),
        "armies": tuple(
            (one.number, one.army, tuple(rule.called for rule in rules_of(one, titles)))
            for one in seats
            if one.pk != seat.pk
        ),
        "variables": Variables.of(campaign).document(),
        "automatic": campaign.automatic,
    }


def _aims(dossier: DossierPage, board: Board, numbers: Mapping[str, int]) -> Iterator[PacketAim]:
    """The aims as the player will read them: banners to be destroyed by their mark, never by their names."""
    marks = marks_of(dossier.conditions)
    owners = {one["id"]: one["owner"] for one in board["banners"]}
    armies = {str(one.number): one.army for one in dossier.rivals}
    for place, (condition, aim) in enumerate(zip(dossier.conditions, dossier.aims, strict=True)):
        text = aim.text
        if place in marks:
            counted = Counter(numbers.get(owners.get(one, ""), 0) for one in condition["banners"])
            goal: Goal = {
                "kind": DESTRUCTION,
                "primary": condition["primary"],
                "turns": condition["turns"],
                "met": None,
                "held": None,
                "banners": len(condition["banners"]),
                "title": marks[place],
                "armies": [{"seat": seat, "banners": counted[seat]} for seat in sorted(counted)],
            }
            text = goal_words(goal, Names(armies, {})).text
        elif condition["kind"] == TRIGGER:
            told: Goal = {
                "kind": TRIGGER,
                "primary": aim.primary,
                "turns": condition["turns"],
                "met": None,
                "held": None,
            }
            text = goal_words({**told, "title": condition.get("title", "")}, Names(armies, {})).text
        yield PacketAim(text, aim.primary)


def _heard(dossier: DossierPage, board: Board) -> Iterator[Line]:
    """The sightings from before the war as the player will read them: of an army, whatever they are of."""
    armies = {one.key: one.army for one in dossier.rivals}
    for one in dossier.sightings:
        yield Line(
            armies.get(_owner(one, board), "?"),
            sector_name(*one["at"]),
            level=one["level"],
            age=one["age"],
            grade=one["grade"] if one["marked"] else None,
        )


def _owner(sighting: EarlySighting, board: Board) -> str:
    """Whose banner a sighting is of; empty if that is no longer there."""
    if "seat" in sighting:
        return sighting["seat"]
    return next((one["owner"] for one in board["banners"] if one["id"] == sighting["banner"]), "")


def _latest(campaign: Campaign) -> Turn | None:
    return Turn.objects.filter(campaign=campaign).defer(*DOCUMENTS).order_by("-number").first()


def _hints_of(board: Map, thing: MapFeature | MapRelic) -> tuple[str, ...]:
    """What the player's own map tells of a thing, beside its description."""
    return tuple(hint["text"] for hint in board.get("hints", ()) if hint["thing"] == thing["id"])


def _hints_at(board: Board, thing: BoardFeature | BoardRelic) -> tuple[str, ...]:
    """The same of a campaign that is being built, as ``player_projection`` will tell it."""
    found = {
        one["hint"]
        for one in board.get("triggers", ())
        if one.get("hint") and thing["id"] == (one.get("feature") or one.get("relic"))
    }
    return tuple(sorted(found))


def _line(thing: MapFeature | MapRelic | BoardFeature | BoardRelic, hints: tuple[str, ...] = ()) -> Line:
    return Line(
        thing["name"],
        sector_name(*thing["at"]),
        thing.get("description", ""),
        effect=str(thing.get("effect") or ""),
        rumours=hints,
    )


def _marks(board: Map, number: int) -> list[Mark]:
    return [
        *(_mark(one["at"], 0, "pin") for one in (*board["features"], *board["relics"])),
        *(_mark(one["at"], one["seat"], "shield") for one in board["sightings"]),
        *(_mark(one["at"], number, "shield") for one in board["banners"]),
    ]


def board_picture(campaign: Campaign, draft: Draft) -> Picture:
    """The whole map with all that stands on it, for those who build the campaign."""
    board: Board = draft.board
    numbers = dict(campaign.seats.values_list("key", "number"))
    things = (*board["features"], *board["relics"])
    marks = [
        *(_mark(one["at"], 0, "pin") for one in things if "at" in one),
        *(_mark(one["at"], numbers.get(one["owner"], 0), "shield") for one in board["banners"]),
    ]
    return _picture(board["terrain"], marks)


def _mark(at: list[int], number: int, sign: str) -> Mark:
    x, y = at
    return Mark(x, y, number, sign)


def _picture(terrain: Iterable[str], marks: Iterable[Mark]) -> Picture:
    rows = list(terrain)
    wide, high = len(rows[0]), len(rows)
    ground = []
    for y, row in enumerate(rows):
        x = 0
        for letter, run in groupby(row):
            length = len(list(run))
            if kind := drawn_as(TERRAIN_OF[letter]):
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


__all__ = ["Packet", "board_picture", "packet_of", "packet_preview"]
