"""The shapes of what is public of a campaign."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.paging import Part
from campaign.api.serializers.fields import Anything
from campaign.models import CampaignStatus, Phase

ROLES = ("player", "deputy", "facilitator", "arbiter", "observer")


class SeatFacts(serializers.Serializer[Any]):
    """A seat; ``number`` is what maps and reports call it."""

    number = serializers.IntegerField()
    army = serializers.CharField()
    preset = serializers.CharField(allow_blank=True)
    rules = serializers.ListField(child=serializers.CharField(), help_text="Ids of army rules.")
    bot = serializers.BooleanField()
    you = serializers.BooleanField()


class TurnFacts(serializers.Serializer[Any]):
    """A turn and its dates."""

    number = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=Phase.values)
    plan_due = serializers.DateTimeField(allow_null=True)
    announce_due = serializers.DateTimeField(allow_null=True)
    results_due = serializers.DateTimeField(allow_null=True)
    publish_due = serializers.DateTimeField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    announced_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    plans_in = serializers.IntegerField(
        allow_null=True, help_text="How many plans are in; null when planning is over."
    )


class Turns(Part):
    """A campaign's turns, the latest first; turn 0 is the deployment."""

    items = TurnFacts(many=True)


class Notice(serializers.Serializer[Any]):
    """Something that was told to all, with its reason."""

    at = serializers.DateTimeField()
    turn = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    text = serializers.CharField()


class CampaignLine(serializers.Serializer[Any]):
    """A campaign in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=CampaignStatus.values)
    role = serializers.ChoiceField(choices=ROLES)
    seat = serializers.IntegerField(allow_null=True, help_text="The number of the seat in which you act.")
    turn = serializers.IntegerField(allow_null=True)
    phase = serializers.ChoiceField(choices=Phase.values, allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When the phase ends.")


class Campaigns(Part):
    """The campaigns in which you take part, the newest first."""

    items = CampaignLine(many=True)


class Campaign(serializers.Serializer[Any]):
    """What is public of a campaign."""

    id = serializers.CharField()
    name = serializers.CharField()
    story = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=CampaignStatus.values)
    automatic = serializers.BooleanField()
    role = serializers.ChoiceField(choices=ROLES)
    seat = serializers.IntegerField(allow_null=True, help_text="The number of the seat in which you act.")
    pause_reason = serializers.CharField(allow_blank=True)
    settings = Anything(help_text="Every variable of the campaign by its name.")
    schedule = Anything(help_text="Weekdays and hours of the deadlines, holidays, time zone.")
    terrain = serializers.ListField(
        child=serializers.CharField(),
        help_text="One string per row, north first: . normal, C city, # impassable.",
    )
    seats = SeatFacts(many=True)
    turn = TurnFacts(allow_null=True, help_text="The latest turn.")
    notices = Notice(many=True, help_text="What was told to all: moved dates, holds, pauses.")
    commitment = serializers.CharField(allow_blank=True)
    champion = serializers.IntegerField(allow_null=True, help_text="The number of the champion's seat.")
    ended_at = serializers.DateTimeField(allow_null=True)


class Commitment(serializers.Serializer[Any]):
    """What binds dice before they are thrown."""

    first_turn = serializers.IntegerField(help_text="The turn whose seed it binds, and all after it.")
    commitment = serializers.CharField(help_text="SHA-256 of that turn's seed, in hex.")


class Commitments(serializers.Serializer[Any]):
    """What binds a campaign's dice (Rules 4), the present commitment first; none before its start."""

    items = Commitment(many=True)


class Die(serializers.Serializer[Any]):
    """One die: its turn, label, sides and value."""

    turn = serializers.IntegerField()
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="What it was for, with the banners' true ids (Rules 4)."
    )
    sides = serializers.IntegerField()
    value = serializers.IntegerField()


class DiceLog(serializers.Serializer[Any]):
    """What one commitment binds; the verifier on the dice page reads it as it is."""

    commitment = serializers.CharField(help_text="64 hex digits.")
    first_turn = serializers.IntegerField()
    seeds = serializers.DictField(child=serializers.CharField(), help_text="64 hex digits by turn.")
    dice = Die(many=True)


class DiceLogs(serializers.Serializer[Any]):
    """All logs of a campaign."""

    items = DiceLog(many=True)
