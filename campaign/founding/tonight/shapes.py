"""The shapes of a war for tonight."""

from __future__ import annotations

from rest_framework import serializers

from campaign.base.dates.schedule_presets import QUICK
from campaign.founding.draft_saving import MOST_NAME
from campaign.founding.tonight.offers import PLAYERS
from campaign.founding.tonight.services import FILLS
from campaign.models import BotCharacter, BotLevel
from campaign.web.api.fields import Id, Line, Switch, Whole
from campaign.web.api.request_parsing import Strict


class TonightWish(Strict):
    """A war for tonight; only the number of players must be said."""

    players = Whole(min_value=PLAYERS[0], max_value=PLAYERS[-1])
    pace = serializers.ChoiceField(
        choices=[pace.key for pace in QUICK], required=False, help_text="evening unless you say another."
    )
    level = serializers.ChoiceField(choices=BotLevel.values, required=False)
    play = Switch(required=False, help_text="Whether you play too: true unless you say false.")
    template = Id(required=False, help_text="The key of a war that fits; one goes with pace and number.")
    name = Line(max_length=MOST_NAME, required=False)
    bots = Whole(min_value=0, max_value=PLAYERS[-1] - 1, required=False)
    starts_at = serializers.DateTimeField(required=False, help_text="With its offset from UTC.")
    after = Id(
        required=False,
        help_text="A war for tonight of yours that has ended: asked twice, there is one other war after it.",
    )


class TonightStart(Strict):
    """The start of a war for tonight."""

    fill = serializers.ChoiceField(
        choices=FILLS, required=False, help_text="What becomes of empty seats: bots unless you say fewer."
    )
    level = serializers.ChoiceField(choices=BotLevel.values, required=False)


class TonightTime(Strict):
    """When a war for tonight starts by itself; null: when all are in."""

    starts_at = serializers.DateTimeField(allow_null=True, help_text="With its offset from UTC.")


class BotsFill(Strict):
    """How bots play that are given all empty seats: without more they are steady regulars."""

    level = serializers.ChoiceField(choices=BotLevel.values, required=False)
    character = serializers.ChoiceField(choices=BotCharacter.values, required=False)
