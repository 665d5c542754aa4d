"""A player's knowledge as one document (``docs/exchange.md``)."""

from __future__ import annotations

from typing import Annotated, TypedDict

from campaign.base.answers import JsonObject, one_of
from campaign.base.documents import Map, Told
from campaign.models import Phase


class KnownCampaign(TypedDict):
    """What the campaign is called."""

    id: str
    name: str
    story: str


class KnownArmy(TypedDict):
    """An army, with its rules and what its player calls them."""

    seat: int
    army: str
    rules: list[str]
    titles: dict[str, str]


class KnownTurn(TypedDict):
    """A turn as the seat knows it; what it has not been told of it is null."""

    turn: int
    phase: Annotated[str, one_of(Phase)]
    plan: JsonObject | None
    receipt: str
    announcement: Told | None
    report: Told | None
    map: Map | None


class Knowledge(TypedDict):
    """What a seat knows, turn by turn, the first first; ids are the seat's own."""

    format: str
    version: int
    campaign: KnownCampaign
    settings: JsonObject
    terrain: list[str]
    armies: list[KnownArmy]
    seat: int
    turns: list[KnownTurn]
