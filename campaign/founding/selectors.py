"""The builder's pages: its steps and how they stand, the dates to come, a seat's dossier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.access.page_frame import Frame, frame_of
from campaign.base.coordinates import sector_name
from campaign.base.dates.schedule import Dates, Schedule, dates_of_turn, first_contact
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.conditions import marks_of
from campaign.base.setup.documents import (
    Board,
    BoardBanner,
    BoardFeature,
    BoardRelic,
    Condition,
    EarlySighting,
)
from campaign.base.setup.early_sightings import sighting_fault
from campaign.base.setup.house_rules import Traits, house_of
from campaign.base.setup.setups import SetUp
from campaign.base.words.dossier_words import aim_words
from campaign.base.words.sighting_words import sighting_words
from campaign.base.words.trigger_words import ThingNames
from campaign.founding.aim_faults import aim_fault
from campaign.founding.checklist import Item, checklist_of
from campaign.founding.own_sight import OwnSight
from campaign.models import Campaign, Draft, Seat
from rules.armies import Trait
from rules.tables import battle_radius, pace

SHOWN_TURNS = 4

STEPS: tuple[tuple[str, str, Promise], ...] = (
    ("story", "build_story", _("Name and story")),
    ("template", "build_template", _("A ready-made war")),
    ("map", "build_map", _("Map")),
    ("things", "build_things", _("Features and relics")),
    ("balance", "build_balance", _("Balance check")),
    ("settings", "build_settings", _("Settings")),
    ("house", "build_house", _("House army rules")),
    ("schedule", "build_schedule", _("Schedule")),
    ("seats", "build_seats", _("Seats")),
    ("players", "build_players", _("Aims and secrets")),
    ("texts", "build_texts", _("Texts")),
    ("people", "people", _("People and invitations")),
)
"""The steps in order: key, name of the address, what it is called."""

NOT_BLIND = ("map", "players", "balance")
_ELSEWHERE = {"arbiter": "people"}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the builder: ``state`` is missing, done or open."""

    key: str
    name: str
    url: str
    state: str


@dataclass(frozen=True, slots=True)
class BuildPage:
    """What every page of the builder shows."""

    frame: Frame
    steps: tuple[Step, ...]
    items: tuple[Item, ...]
    blind: bool

    @property
    def missing(self) -> tuple[Item, ...]:
        """What must be done before the start."""
        return tuple(item for item in self.items if item.blocking)

    @property
    def odd(self) -> tuple[Item, ...]:
        """What is hardly meant, but may be."""
        return tuple(item for item in self.items if not item.blocking)

    def linked(self) -> list[tuple[bool, list[Item], Step | None]]:
        """What is missing, then what is odd, together for each step that mends it; True is missing."""
        steps = {step.key: step for step in self.steps}
        groups: dict[tuple[bool, str], list[Item]] = {}
        for item in self.items:
            groups.setdefault((item.blocking, _ELSEWHERE.get(item.step, item.step)), []).append(item)
        return [(blocking, items, steps.get(key)) for (blocking, key), items in groups.items()]

    def after(self, key: str) -> str:
        """The address of the step after this one, the overview's after the last."""
        keys = [step.key for step in self.steps]
        place = keys.index(key) + 1 if key in keys else len(keys)
        if place < len(keys):
            return self.steps[place].url
        return reverse("build", args=[self.frame.campaign_id])


def build_page(campaign: Campaign, draft: Draft) -> BuildPage:
    """The frame of the builder's pages, and how each step stands."""
    items = checklist_of(campaign, draft)
    missing = {_ELSEWHERE.get(item.step, item.step) for item in items if item.blocking}
    steps = []
    for key, route, name in STEPS:
        if campaign.blind and key in NOT_BLIND:
            continue
        try:
            url = reverse(route, args=[campaign.public_id])
        except NoReverseMatch:
            continue
        done = key in draft.seen or (key == "map" and draft.board_version > 0)
        state = "missing" if key in missing else "done" if done else "open"
        steps.append(Step(key, str(name), url, state))
    return BuildPage(frame_of(campaign, None, None), tuple(steps), items, campaign.blind)


# The dates to come


@dataclass(frozen=True, slots=True)
class TurnAhead:
    """A turn as it would be if the campaign started now."""

    number: int
    opens: datetime
    dates: Dates
    short: bool


def turns_ahead(campaign: Campaign, draft: Draft, now: datetime) -> Iterator[TurnAhead]:
    """The first turns if the campaign started now and nothing moved."""
    variables, schedule = Variables.of(campaign), _with_contact(campaign, draft)
    opens = now
    for number in range(1, SHOWN_TURNS + 1):
        dates = dates_of_turn(
            schedule, variables, number=number, opened_at=opens, automatic=campaign.automatic
        )
        yield TurnAhead(number, opens, dates, schedule.is_short(number))
        opens = dates.publish_due


def _with_contact(campaign: Campaign, draft: Draft) -> Schedule:
    """The schedule with the first turn in which banners could meet; unknown when blind."""
    schedule, variables = Schedule.of(campaign), Variables.of(campaign)
    if campaign.blind:
        return schedule
    house = house_of(campaign)
    rules = {seat.key: Traits.of(seat.rules, house) for seat in campaign.seats.all()}
    starts = []
    for banner in draft.board["banners"]:
        own = rules.get(banner["owner"], Traits((), ()))
        radius, step = battle_radius(variables, own.ids, own.mods), pace(own.ids, own.mods)
        starts.append((banner["owner"], tuple(banner["at"]), step, radius, Trait.TELEPORT in own))
    return replace(schedule, first_contact=first_contact(starts))


# The seats and what each alone knows


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the map that a seat may know of from the start."""

    id: str
    name: str
    where: str
    known: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A sighting from before the war in words, and what is wrong with it, if anything.

    ``hidden``: the seat's own ranges reach there, so that it will see for itself and not be told.
    """

    text: str
    wrong: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class AimLine:
    """A condition in words; ``wrong`` is why it can never be met on the map as it is."""

    text: str
    primary: bool
    wrong: str


@dataclass(frozen=True, slots=True)
class DossierPage:
    """What one seat wants and knows from the start."""

    seat: Seat
    aims: tuple[AimLine, ...]
    features: tuple[Thing, ...]
    relics: tuple[Thing, ...]
    enemies: tuple[Thing, ...]
    rivals: tuple[Seat, ...]
    letter: str
    conditions: tuple[Condition, ...]
    all_relics: tuple[Thing, ...]
    sightings: tuple[EarlySighting, ...]
    heard: tuple[Heard, ...]
    triggers: tuple[tuple[str, str], ...]
    """The ids of all triggers, each with what it is about."""


def dossiers(campaign: Campaign, draft: Draft) -> tuple[DossierPage, ...]:
    """The dossiers of all seats, by number."""
    seats = list(campaign.seats.order_by("number"))
    return tuple(_dossier(campaign, draft, seat, seats) for seat in seats)


def dossier_of(campaign: Campaign, draft: Draft, number: int) -> DossierPage:
    """The dossier of one seat. Raises ``Seat.DoesNotExist``."""
    seats = list(campaign.seats.order_by("number"))
    seat = next((one for one in seats if one.number == number), None)
    if seat is None:
        raise Seat.DoesNotExist
    return _dossier(campaign, draft, seat, seats)


def _heard(
    campaign: Campaign, board: Board, seat: Seat, seats: list[Seat], sightings: list[EarlySighting]
) -> Iterator[Heard]:
    if not sightings:
        return
    armies, sight = {one.key: one.army for one in seats}, OwnSight(campaign, board, seats)
    for one in sightings:
        wrong = sighting_fault(one, board, seat.key, armies)
        yield Heard(sighting_words(one, board, armies), wrong, not wrong and sight.hides(one, seat))


def _dossier(campaign: Campaign, draft: Draft, seat: Seat, seats: list[Seat]) -> DossierPage:
    board: Board = draft.board
    dossier = SetUp(board, draft.players).dossier(seat.key)
    armies = {one.key: one.army for one in seats}

    def things(kind: list[BoardFeature] | list[BoardRelic]) -> tuple[Thing, ...]:
        return tuple(
            Thing(one["id"], one["name"], _where(one, board), seat.key in one["known_to"]) for one in kind
        )

    relics, marks = things(board["relics"]), marks_of(dossier["conditions"])
    return DossierPage(
        seat=seat,
        aims=tuple(
            AimLine(
                aim_words(one, board, armies, marks.get(place, "")),
                one["primary"],
                aim_fault(one, board, seat.key, armies),
            )
            for place, one in enumerate(dossier["conditions"])
        ),
        features=things(board["features"]),
        relics=tuple(relic for relic in relics if _lies(relic.id, board)),
        enemies=tuple(
            Thing(
                banner["id"],
                f"{banner['name']} ({armies.get(banner['owner'], '?')})",
                _where(banner, board),
                banner["id"] in dossier["banners"],
            )
            for banner in board["banners"]
            if banner["owner"] != seat.key
        ),
        rivals=tuple(one for one in seats if one.key != seat.key),
        letter=dossier["letter"],
        conditions=tuple(dossier["conditions"]),
        all_relics=relics,
        sightings=tuple(dossier["sightings"]),
        heard=tuple(_heard(campaign, board, seat, seats, dossier["sightings"])),
        triggers=tuple(
            (one["id"], f"{ThingNames.on(board).of(one)} ({one['id']})") for one in board.get("triggers", ())
        ),
    )


def _lies(relic: str, board: Board) -> bool:
    return any(one["id"] == relic and "at" in one for one in board["relics"])


def _where(thing: BoardFeature | BoardRelic | BoardBanner, board: Board) -> str:
    if "at" in thing:
        return sector_name(*thing["at"])
    names = {banner["id"]: banner["name"] for banner in board["banners"]}
    return names.get(thing.get("carried_by", ""), "?")
