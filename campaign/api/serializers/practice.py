"""The shapes of the practice ground."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import Anything
from campaign.api.serializers.plans import Plan
from campaign.services.practice import HIGHEST

WORKS = ("none", "fortified", "entrenched")


class EnemyToGuess(Strict):
    """What I suppose of an enemy on my map; what is left out stays as it is first guessed."""

    id = serializers.CharField(max_length=64, help_text="The id on my map.")
    level = serializers.IntegerField(min_value=0, max_value=HIGHEST, required=False)
    works = serializers.ChoiceField(choices=WORKS, required=False)
    order = Anything(
        required=False, help_text="Its orders by slot as in a plan; it holds without: {} holds too."
    )
    gone = serializers.BooleanField(required=False, help_text="It stands there no more.")


class TurnToTry(Strict):
    """A turn to try out."""

    plan = Plan(required=False, help_text="My orders; all hold without.")
    enemies = EnemyToGuess(many=True, required=False)


class Supposed(serializers.Serializer[Any]):
    """An enemy as it is first guessed."""

    id = serializers.CharField()
    name = serializers.CharField()
    seat = serializers.IntegerField()
    at = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    level = serializers.IntegerField(help_text="15 where the map does not say.")
    works = serializers.ChoiceField(choices=WORKS)
    highest = serializers.IntegerField(help_text="The highest level that can be guessed.")


class Practice(serializers.Serializer[Any]):
    """What a trial would start from besides my own banners."""

    enemies = Supposed(many=True)


class Standing(serializers.Serializer[Any]):
    """Where a banner would stand."""

    id = serializers.CharField(help_text="As on my map; a banner split off has one of its own.")
    seat = serializers.IntegerField()
    at = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    level = serializers.IntegerField()
    works = serializers.ChoiceField(choices=WORKS)
    retreating = serializers.BooleanField()


class Trial(serializers.Serializer[Any]):
    """What came of a trial, this time."""

    banners = Standing(many=True)
    destroyed = serializers.ListField(child=serializers.CharField())
    lines = serializers.ListField(child=serializers.CharField())
