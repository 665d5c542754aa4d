"""What needs a person, and the person's account, as programs read and write them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import Text
from campaign.models import Theme


class Errand(serializers.Serializer[Any]):
    """Something to do about a battle."""

    battle_id = serializers.CharField()
    text = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True, help_text="By when; null: while the phase lasts.")


class Place(serializers.Serializer[Any]):
    """A campaign of mine, and where it stands."""

    campaign_id = serializers.CharField()
    campaign = serializers.CharField(help_text="Its name.")
    status = serializers.CharField()
    turn = serializers.IntegerField(allow_null=True, help_text="Null before the start and after the end.")
    phase = serializers.CharField(allow_blank=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When the phase ends.")
    new_report = serializers.IntegerField(
        allow_null=True, help_text="The turn of a report you have not read."
    )
    champion = serializers.CharField(allow_blank=True)


class _Card(serializers.Serializer[Any]):
    place = Place()
    wanted = serializers.BooleanField(help_text="Whether something is wanted of you now.")


class HomeSeat(_Card):
    """A seat in which I act."""

    army = serializers.CharField()
    number = serializers.IntegerField()
    deputy = serializers.BooleanField()
    plan = serializers.CharField(help_text="Of this turn: nothing, draft, submitted.")
    excused = serializers.BooleanField()
    idle = serializers.ListField(
        child=serializers.CharField(), help_text="Names of banners for which the plan says nothing."
    )
    to_report = serializers.IntegerField(help_text="Battles of which nobody has told the result.")
    to_confirm = serializers.IntegerField(help_text="Battles whose result waits for your word.")
    disputed = serializers.IntegerField()
    errands = Errand(many=True)


class HomeStandIn(_Card):
    """A battle that I fight for somebody else."""

    army = serializers.CharField()
    number = serializers.IntegerField()
    enemy = serializers.CharField(allow_blank=True)
    battle_id = serializers.CharField(allow_blank=True, help_text="Empty: a bot's next battle.")
    errands = Errand(many=True)


class HomeDesk(_Card):
    """A campaign that I run."""

    missing = serializers.IntegerField(help_text="Plans that are missing.")
    open_battles = serializers.IntegerField()
    disputes = serializers.IntegerField()
    claims = serializers.IntegerField(help_text="Forfeit claims to decide.")
    held = serializers.BooleanField()


class HomeInvitation(serializers.Serializer[Any]):
    """An invitation that was mailed to me."""

    campaign = serializers.CharField(source="campaign.name")
    kind = serializers.CharField()
    token = serializers.CharField(help_text="For ``invitations/{token}/``.")
    until = serializers.DateTimeField(source="expires_at")


class Home(serializers.Serializer[Any]):
    """What needs me, by when; of each part what is wanted first, the nearest date first."""

    invitations = HomeInvitation(many=True)
    seats = HomeSeat(many=True)
    stands = HomeStandIn(many=True)
    desks = HomeDesk(many=True)
    watched = Place(many=True)


class Account(serializers.Serializer[Any]):
    """My account, without its address and what it is opened with."""

    name = serializers.CharField()
    time_zone = serializers.CharField()
    theme = serializers.ChoiceField(choices=Theme.values)


class AccountToSet(Strict):
    """How I am called, read times and see pages."""

    name = Text(max_length=60)
    time_zone = Text(max_length=64, help_text="A name as Europe/Berlin, or UTC.")
    theme = serializers.ChoiceField(choices=Theme.values)
