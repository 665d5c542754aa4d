"""The shapes of disputes, as an arbiter sees them: who fought, and what both have told. Never where."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.paging import Part
from campaign.services.desk import SIDES


class DisputeForce(serializers.Serializer[Any]):
    """One side of a battle in dispute; the level is the one it fights at."""

    name = serializers.CharField()
    army = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    level = serializers.IntegerField()
    most_points = serializers.IntegerField()
    most_sacrifice = serializers.IntegerField()
    attacks = serializers.BooleanField()


class DisputeWord(serializers.Serializer[Any]):
    """What a side has told; points stand in the order of the forces."""

    method = serializers.ChoiceField(choices=("tabletop", "abstract"))
    winner = serializers.ChoiceField(choices=(*SIDES, "draw"))
    points = serializers.ListField(child=serializers.IntegerField())
    sacrifice = serializers.IntegerField()
    story = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by_app = serializers.BooleanField()


class Dispute(serializers.Serializer[Any]):
    """A battle in dispute: who fought, and what each side has told."""

    id = serializers.CharField()
    forces = DisputeForce(many=True)
    told_first = DisputeWord()
    told_second = DisputeWord()


class Disputes(Part):
    """The battles in dispute."""

    items = Dispute(many=True)


class Settled(serializers.Serializer[Any]):
    """The battle that has been ruled on."""

    id = serializers.CharField()
