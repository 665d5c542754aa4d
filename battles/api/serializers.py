"""The shapes of what surrounds a battle."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from battles.models import PlaceKind
from battles.services.claims import LONGEST_EVIDENCE
from battles.services.dates import LONGEST_LINK, LONGEST_NOTE, LONGEST_PLACE, MOST_AT_ONCE
from battles.services.lists import LONGEST_LIST
from battles.services.stories import LONGEST_CAPTION
from campaign.api.reading import Strict
from campaign.api.serializers.fields import Text, Whole
from campaign.services.battle_checks import LONGEST_STORY
from campaign.services.pictures import MOST_BYTES

_BASE64 = MOST_BYTES * 4 // 3 + 8


class Slot(serializers.Serializer[Any]):
    """A date that is offered."""

    id = serializers.CharField()
    starts_at = serializers.DateTimeField()
    place_kind = serializers.CharField(source="kind")
    place = serializers.CharField(allow_blank=True)
    link = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    mine = serializers.BooleanField()


@extend_schema_serializer(component_name="MeetingPlace")
class Meeting(serializers.Serializer[Any]):
    """The date that was agreed on; its place is empty 30 days after it."""

    starts_at = serializers.DateTimeField()
    place = serializers.CharField(allow_blank=True)
    link = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    cancelled = serializers.BooleanField()


class ArmyList(serializers.Serializer[Any]):
    """A side's army list: sealed, only whether it is in."""

    here = serializers.BooleanField()
    at = serializers.DateTimeField(allow_null=True)
    open = serializers.BooleanField(help_text="Whether this side may read it.")
    text = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField(allow_null=True)
    counted = serializers.IntegerField(allow_null=True, help_text="What the points in the text add up to.")
    pictured = serializers.BooleanField()


@extend_schema_serializer(component_name="ForfeitClaim")
class Claim(serializers.Serializer[Any]):
    """A forfeit claim."""

    mine = serializers.BooleanField()
    evidence = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    made_at = serializers.DateTimeField()


class Deed(serializers.Serializer[Any]):
    """Something that a side did on the battle's page, and when."""

    mine = serializers.BooleanField()
    what = serializers.CharField()
    at = serializers.DateTimeField()


class Story(serializers.Serializer[Any]):
    """A side's story."""

    mine = serializers.BooleanField()
    text = serializers.CharField()


@extend_schema_serializer(component_name="StoryPicture")
class Picture(serializers.Serializer[Any]):
    """A picture; ``pictures/<id>/`` has its file."""

    id = serializers.CharField()
    mine = serializers.BooleanField()
    caption = serializers.CharField(allow_blank=True)
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class Clock(serializers.Serializer[Any]):
    """What the app's own times say of the other side (Rules 12)."""

    offered = serializers.IntegerField(help_text="How many dates this side has offered.")
    silent_until = serializers.DateTimeField(
        allow_null=True, help_text="When the silence is proved, if nothing is done until then."
    )
    silent = serializers.BooleanField()
    last_own = serializers.DateTimeField(allow_null=True)
    last_enemy = serializers.DateTimeField(allow_null=True)


class Surroundings(serializers.Serializer[Any]):
    """What surrounds a battle, as one of its two sides sees it."""

    meeting = Meeting(allow_null=True)
    offers = Slot(many=True)
    list_own = ArmyList(source="mine")
    list_enemy = ArmyList(source="theirs")
    points = serializers.IntegerField(help_text="What a list of this side may have.")
    clock = Clock()
    may_claim = serializers.BooleanField()
    claims = Claim(many=True)
    deeds = Deed(many=True)
    stories = Story(many=True)
    pictures = Picture(many=True)
    shared_own = serializers.BooleanField(help_text="Whether this side wants a link for everybody.")
    shared_enemy = serializers.BooleanField()
    share_token = serializers.CharField(allow_blank=True, help_text="Of the link, while both want it.")
    stand_in = serializers.CharField(allow_blank=True, help_text="Who stands in for this side.")
    stand_in_token = serializers.CharField(allow_blank=True, help_text="Of the link nobody has taken yet.")
    stood_in = serializers.BooleanField(help_text="Whether somebody stands in for the enemy.")


class Offer(Strict):
    """Dates to offer, and where to meet."""

    dates = serializers.ListField(
        child=serializers.DateTimeField(), min_length=1, max_length=MOST_AT_ONCE, help_text="With a zone."
    )
    place_kind = serializers.ChoiceField(choices=PlaceKind.values, required=False)
    place = Text(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    link = Text(required=False, allow_blank=True, max_length=LONGEST_LINK)
    note = Text(required=False, allow_blank=True, max_length=LONGEST_NOTE)


class Shift(Strict):
    """A Tactical Genius's secret declaration."""

    shift = Whole(min_value=-1, max_value=1)


class Night(Strict):
    """Whether the attacker chooses the night."""

    night = serializers.BooleanField()


class Sides(Strict):
    """Who attacks, where the mission says it."""

    attacker = serializers.ChoiceField(choices=("own", "enemy"))


def _bytes(text: str) -> bytes:
    """A picture sent as base64. Raises ``ValidationError``."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise serializers.ValidationError("must be base64") from None


class HandIn(Strict):
    """An army list."""

    text = Text(required=False, allow_blank=True, max_length=LONGEST_LIST, trim_whitespace=True)
    points = Whole(min_value=1, max_value=100_000)
    picture = serializers.CharField(required=False, max_length=_BASE64, help_text="As base64.")

    def validate_picture(self, value: str) -> bytes:
        """The bytes."""
        return _bytes(value)


class Tale(Strict):
    """This side's story; empty takes it back."""

    text = Text(allow_blank=True, max_length=LONGEST_STORY, trim_whitespace=True)


class NewPicture(Strict):
    """A picture to show to both sides."""

    picture = serializers.CharField(max_length=_BASE64, help_text="As base64.")
    caption = Text(required=False, allow_blank=True, max_length=LONGEST_CAPTION)

    def validate_picture(self, value: str) -> bytes:
        """The bytes."""
        return _bytes(value)


class PictureFile(serializers.Serializer[Any]):
    """A picture."""

    picture = serializers.CharField(help_text="A JPEG, as base64.")


class Evidence(Strict):
    """What shows that the other side has forfeited."""

    evidence = Text(max_length=LONGEST_EVIDENCE)


class Reply(Strict):
    """What is said to a claim."""

    answer = Text(max_length=LONGEST_EVIDENCE)


class Wanted(Strict):
    """Whether this side wants a link for everybody."""

    wanted = serializers.BooleanField()
