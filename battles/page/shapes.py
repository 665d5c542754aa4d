"""The shapes of what is done around a battle."""

from __future__ import annotations

import base64
import binascii

from rest_framework import serializers

from battles.claims.services import LONGEST_EVIDENCE
from battles.dates.services import LONGEST_LINK, LONGEST_NOTE, LONGEST_PLACE, MOST_AT_ONCE
from battles.lists.services import LONGEST_LIST
from battles.lists.shapes import TOO_LONG
from battles.models import PlaceKind
from battles.stories.services import LONGEST_CAPTION
from campaign.turn.contact.battle_bounds import LONGEST_STORY
from campaign.web.api.fields import Line, RawPicture, Text, Whole
from campaign.web.api.request_parsing import Strict
from rules.tabletop.lists import bounds


class Offer(Strict):
    """Dates to offer, and where to meet."""

    dates = serializers.ListField(
        child=serializers.DateTimeField(), min_length=1, max_length=MOST_AT_ONCE, help_text="With a zone."
    )
    place_kind = serializers.ChoiceField(choices=PlaceKind.values, required=False)
    place = Line(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    link = Line(required=False, allow_blank=True, max_length=LONGEST_LINK)
    note = Line(required=False, allow_blank=True, max_length=LONGEST_NOTE)


class Shift(Strict):
    """A Tactical Genius's secret declaration."""

    shift = Whole(min_value=-1, max_value=1)


class Night(Strict):
    """Whether the attacker chooses the night."""

    night = serializers.BooleanField()


class Sides(Strict):
    """Who attacks, where the mission says it."""

    attacker = serializers.ChoiceField(choices=("own", "enemy"))


class HandIn(Strict):
    """An army list: a text, a photograph, or a roster file (.ros, .rosz, JSON, text).

    What a file leaves open is asked (422); ``answers`` are by number of the unit and key of the question,
    with ``usual`` the usual ones are taken, and with ``later`` the rest is asked at the table.
    """

    text = Text(required=False, allow_blank=True, max_length=LONGEST_LIST, trim_whitespace=True)
    points = Whole(min_value=1, max_value=100_000)
    picture = RawPicture(required=False)
    file = serializers.CharField(
        required=False,
        max_length=bounds.MOST_BYTES * 4 // 3 + 8,
        error_messages=TOO_LONG,
        help_text="A roster file as base64, at most 1 MiB.",
    )
    answers = serializers.DictField(
        child=serializers.DictField(child=Line(max_length=bounds.LONGEST_ANSWER)), required=False
    )
    usual = serializers.BooleanField(default=False)
    later = serializers.BooleanField(default=False)

    def validate_file(self, value: str) -> bytes:
        """The bytes."""
        try:
            return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError("must be base64") from None


class Tale(Strict):
    """This side's story; empty takes it back."""

    text = Text(allow_blank=True, max_length=LONGEST_STORY, trim_whitespace=True)


class NewPicture(Strict):
    """A picture to show to both sides."""

    picture = RawPicture()
    caption = Line(required=False, allow_blank=True, max_length=LONGEST_CAPTION)


class Evidence(Strict):
    """What shows that the other side has forfeited."""

    evidence = Text(max_length=LONGEST_EVIDENCE)


class Reply(Strict):
    """What is said to a claim."""

    answer = Text(max_length=LONGEST_EVIDENCE)


class Wanted(Strict):
    """Whether this side wants a link for everybody."""

    wanted = serializers.BooleanField()
