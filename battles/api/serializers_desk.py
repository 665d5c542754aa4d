"""The shapes of the desk's part of battles."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.battles import Mission
from campaign.api.serializers.fields import Id, Text, Whole
from campaign.services.desk_rights import MOST_REASON
from campaign.setting_up.missions import FACES, TABLES


@extend_schema_serializer(component_name="ClaimDecision")
class Decision(Strict):
    """What a facilitator says to a claim."""

    claim = Id(help_text="The claim's id.")
    grant = serializers.BooleanField()
    reason = Text(max_length=MOST_REASON)


@extend_schema_serializer(component_name="BattleReminded")
class Reminded(serializers.Serializer[Any]):
    """How many sides were reminded."""

    reminded = serializers.IntegerField()


class Many(Strict):
    """Battles, by their ids."""

    battles = serializers.ListField(child=serializers.CharField(max_length=40), min_length=1, max_length=200)


class DeskClaim(serializers.Serializer[Any]):
    """A forfeit claim on the desk."""

    id = serializers.CharField()
    army = serializers.CharField()
    against = serializers.CharField()
    evidence = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    made_at = serializers.DateTimeField()
    silent = serializers.BooleanField(help_text="Whether the app's own times prove the silence.")


class OpenClaim(DeskClaim):
    """A claim that waits for a decision, with its battle."""

    battle = serializers.CharField(source="battle_id")


class OpenClaims(serializers.Serializer[Any]):
    """The claims of all battles that wait for a decision, oldest first."""

    items = OpenClaim(many=True)


class OneDecision(Strict):
    """What a facilitator says to one of many claims."""

    claim = Id(help_text="The claim's id.")
    grant = serializers.BooleanField()


class Decisions(Strict):
    """What a facilitator says to many claims, for one reason."""

    decisions = serializers.ListField(child=OneDecision(), min_length=1, max_length=200)
    reason = Text(max_length=MOST_REASON)


class Undecided(serializers.Serializer[Any]):
    """A claim that could not be decided, and why."""

    claim = serializers.CharField()
    reason = serializers.CharField()


class Decided(OpenClaims):
    """What has come of it, and the claims that still wait."""

    decided = serializers.IntegerField()
    left = Undecided(many=True)


class DeskClaims(serializers.Serializer[Any]):
    """The claims of a battle, oldest first."""

    items = DeskClaim(many=True)


class Table(serializers.Serializer[Any]):
    """A mission table."""

    name = serializers.ChoiceField(choices=TABLES)
    changed = serializers.BooleanField(help_text="Whether it differs from the default.")
    missions = Mission(many=True)


class Tables(serializers.Serializer[Any]):
    """All mission tables of a campaign."""

    items = Table(many=True)


class NewMission(Strict):
    """A mission of a table."""

    name = Text(max_length=200)
    setup = Text(max_length=1000)
    victory = Text(max_length=1000)
    night = serializers.BooleanField(required=False)
    sides = serializers.BooleanField(required=False)


class NewTable(Strict):
    """A mission table to put in place: six missions, or null for the default."""

    missions = serializers.ListField(child=NewMission(), min_length=FACES, max_length=FACES, allow_null=True)


class BotPlace(serializers.Serializer[Any]):
    """A bot's place: the link's token while nobody has taken it, else who has."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField()
    token = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)


class BotPlaces(serializers.Serializer[Any]):
    """The bots of a campaign."""

    items = BotPlace(many=True)


class OfBot(Strict):
    """A bot, by its seat's number."""

    seat = Whole(min_value=1, max_value=1000)
