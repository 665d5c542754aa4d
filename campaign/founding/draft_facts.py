"""A campaign that is being built as programs read it, and a starting packet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from campaign.base.answers import JsonObject, called, one_of
from campaign.base.dates.schedule import Schedule
from campaign.base.maps.war_templates import TEMPLATES
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.documents import Condition, EarlySighting
from campaign.base.setup.house_rules import HouseDocument, house_documents
from campaign.base.setup.setups import SetUp
from campaign.founding.checklist import Item, checklist_of
from campaign.founding.draft_parts import (
    board_version,
    dossier_version,
    house_version,
    lots_version,
    schedule_version,
    seats_version,
    settings_version,
    story_version,
)
from campaign.models import BotCharacter, BotLevel, Campaign, Draft, SeatStatus


@dataclass(frozen=True, slots=True)
class DraftDossier:
    """What a seat alone wants and knows from the start."""

    conditions: list[Condition]
    banners: list[str]
    letter: str
    sightings: list[EarlySighting]
    features: list[str]
    relics: list[str]


@dataclass(frozen=True, slots=True)
class DraftSeat:
    """A seat to be filled; the board speaks of it by ``key``."""

    number: int
    key: str
    army: str
    taken: bool
    bot: bool
    bot_level: Annotated[str | None, one_of(BotLevel), "How well the bot plays it; null unless it does."]
    bot_character: Annotated[
        str | None, one_of(BotCharacter), "What the bot likes to do in it; null unless it plays it."
    ]
    dossier: DraftDossier | None
    dossier_version: str | None


@dataclass(frozen=True, slots=True)
class DraftVersions:
    """The versions of the parts that are saved one by one."""

    story: str
    settings: str
    schedule: str
    seats: str
    house: str
    lots: str
    board: Annotated[str | None, "Null in a campaign that is set up blind."]


@called("Draft")
@dataclass(frozen=True, slots=True)
class DraftFacts:
    """A campaign that is being built."""

    id: str
    name: str
    story: str
    blind: bool
    automatic: bool
    template: str | None
    settings: JsonObject
    schedule: JsonObject
    house: list[HouseDocument]
    lots: Annotated[list[str], "Ready-made triggers that are put on the map by lot when it starts."]
    seats: tuple[DraftSeat, ...]
    versions: DraftVersions
    checklist: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class WarTemplate:
    """A war on the shelf."""

    key: str
    name: str
    story: str
    about: str
    fewest_seats: int
    most_seats: int


def draft_facts(campaign: Campaign, draft: Draft) -> DraftFacts:
    """Everything but the board, which has an address of its own; of a blind campaign no dossiers either."""
    set_up = SetUp(draft.board, draft.players, draft.campaign.house)
    return DraftFacts(
        id=campaign.public_id,
        name=campaign.name,
        story=campaign.story,
        blind=campaign.blind,
        automatic=campaign.automatic,
        template=draft.template or None,
        settings=Variables.of(campaign).document(),
        schedule=Schedule.of(campaign).document(),
        house=list(house_documents(campaign)),
        lots=draft.lots,
        seats=tuple(
            DraftSeat(
                number=seat.number,
                key=seat.key,
                army=seat.army,
                taken=seat.user_id is not None,
                bot=seat.status == SeatStatus.BOT,
                bot_level=seat.bot_level if seat.status == SeatStatus.BOT else None,
                bot_character=seat.bot_character if seat.status == SeatStatus.BOT else None,
                dossier=None if campaign.blind else _dossier(set_up, draft, seat.key),
                dossier_version=None if campaign.blind else dossier_version(draft, seat),
            )
            for seat in campaign.seats.order_by("number")
        ),
        versions=DraftVersions(
            story=story_version(campaign),
            settings=settings_version(campaign),
            schedule=schedule_version(campaign),
            seats=seats_version(campaign),
            house=house_version(campaign),
            lots=lots_version(draft),
            board=None if campaign.blind else board_version(draft),
        ),
        checklist=checklist_of(campaign, draft),
    )


def _dossier(set_up: SetUp, draft: Draft, key: str) -> DraftDossier:
    kept = set_up.dossier(key)

    def known(kind: str) -> list[str]:
        return [thing["id"] for thing in draft.board[kind] if key in thing["known_to"]]

    return DraftDossier(
        conditions=kept["conditions"],
        banners=kept["banners"],
        letter=kept["letter"],
        sightings=kept["sightings"],
        features=known("features"),
        relics=known("relics"),
    )


def template_facts() -> tuple[WarTemplate, ...]:
    """The wars on the shelf."""
    return tuple(
        WarTemplate(one.key, str(one.name), str(one.story), str(one.about), *one.seats) for one in TEMPLATES
    )
