"""The shapes of the desk's part of battles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rest_framework import serializers

from battles.desk.desk_claims import OpenClaim
from battles.stand_ins.selectors import BotPlace
from campaign.base.answers import one_of
from campaign.base.setup.missions import FACES, TABLES, Mission
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.api.fields import Id, Line, Text, Whole
from campaign.web.api.request_parsing import Strict


class ClaimDecision(Strict):
    """What a facilitator says to a claim."""

    claim = Id(help_text="The claim's id.")
    grant = serializers.BooleanField()
    reason = Text(max_length=MOST_REASON)


@dataclass(frozen=True, slots=True)
class RemindedSides:
    """How many sides were reminded."""

    reminded: int


class BattlesToRemind(Strict):
    """Battles, by their ids."""

    battles = serializers.ListField(child=Line(max_length=40), min_length=1, max_length=200)


@dataclass(frozen=True, slots=True)
class OpenClaims:
    """The claims of all battles that wait for a decision, oldest first."""

    items: tuple[OpenClaim, ...]


class OneClaimDecision(Strict):
    """What a facilitator says to one of many claims."""

    claim = Id(help_text="The claim's id.")
    grant = serializers.BooleanField()


class ClaimDecisions(Strict):
    """What a facilitator says to many claims, for one reason."""

    decisions = serializers.ListField(child=OneClaimDecision(), min_length=1, max_length=200)
    reason = Text(max_length=MOST_REASON)


@dataclass(frozen=True, slots=True)
class UndecidedClaim:
    """A claim that could not be decided, and why."""

    claim: str
    reason: str


@dataclass(frozen=True, slots=True)
class DecidedClaims(OpenClaims):
    """What has come of it, and the claims that still wait."""

    decided: int
    left: tuple[UndecidedClaim, ...]


@dataclass(frozen=True, slots=True)
class MissionTable:
    """A mission table."""

    name: Annotated[str, one_of(TABLES)]
    changed: Annotated[bool, "Whether it differs from the default."]
    missions: tuple[Mission, ...]


@dataclass(frozen=True, slots=True)
class MissionTables:
    """All mission tables of a campaign."""

    items: tuple[MissionTable, ...]


class NewMission(Strict):
    """A mission of a table."""

    name = Line(max_length=200)
    setup = Text(max_length=1000)
    victory = Text(max_length=1000)
    night = serializers.BooleanField(required=False)
    sides = serializers.BooleanField(required=False)


class NewTable(Strict):
    """A mission table to put in place: six missions, or null for the default."""

    missions = serializers.ListField(child=NewMission(), min_length=FACES, max_length=FACES, allow_null=True)


@dataclass(frozen=True, slots=True)
class BotPlaces:
    """The bots of a campaign."""

    items: tuple[BotPlace, ...]


class OfBot(Strict):
    """A bot, by its seat's number."""

    seat = Whole(min_value=1, max_value=1000)
