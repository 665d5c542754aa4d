"""The shapes of the practice ground."""

from __future__ import annotations

from dataclasses import dataclass

from rest_framework import serializers

from campaign.base.setup.boards import WORKS
from campaign.warmap.plan.shapes import Plan
from campaign.warmap.practice.services import HIGHEST, Guess
from campaign.web.api.fields import Anything, Line
from campaign.web.api.request_parsing import Strict


class EnemyToGuess(Strict):
    """What I suppose of an enemy on my map; what is left out stays as it is first guessed."""

    id = Line(max_length=64, help_text="The id on my map.")
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


@dataclass(frozen=True, slots=True)
class Practice:
    """What a trial would start from besides my own banners."""

    enemies: tuple[Guess, ...]
