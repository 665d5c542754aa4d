"""The shapes of records, availability, stand-ins' links and shared battles."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import Translated, Whole


@extend_schema_field({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"})
class TimeOfDay(serializers.TimeField):
    """A time of the day in the person's own zone: ``18:30`` or ``18:30:00``. One with an offset from UTC is
    refused, or it would be read as if it had none.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M:%S", input_formats=("%H:%M", "%H:%M:%S"), **options)


class Honour(serializers.Serializer[Any]):
    """A battle honour."""

    name = serializers.CharField()
    why = serializers.CharField()
    turn = serializers.IntegerField()
    battle = serializers.CharField()


class BannerRecord(serializers.Serializer[Any]):
    """A banner's battles and honours."""

    name = serializers.CharField()
    fought = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    honours = Honour(many=True)


class Versus(serializers.Serializer[Any]):
    """The record against one enemy."""

    army = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    fought = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points_own = serializers.IntegerField()
    points_enemy = serializers.IntegerField()


class SeatRecord(serializers.Serializer[Any]):
    """What a seat has to show for its published battles."""

    army = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    banners = BannerRecord(many=True)
    versus = Versus(many=True)


class Records(serializers.Serializer[Any]):
    """The own record; after the end everybody's."""

    items = SeatRecord(many=True)


class Window(serializers.Serializer[Any]):
    """A window of a weekday in which somebody can usually play."""

    weekday = serializers.IntegerField(help_text="0 is Monday.")
    starts = TimeOfDay()
    ends = TimeOfDay()


class Windows(serializers.Serializer[Any]):
    """When somebody can usually play."""

    windows = Window(many=True)


class NewWindow(Strict):
    """A window of a weekday."""

    weekday = Whole(min_value=0, max_value=6)
    starts = TimeOfDay()
    ends = TimeOfDay()


class NewWindows(Strict):
    """All windows; those of before are forgotten."""

    windows = serializers.ListField(child=NewWindow(), max_length=7)


class StandInPlace(serializers.Serializer[Any]):
    """A stand-in's place: for whom and by when, nothing of the battle."""

    campaign = serializers.CharField()
    campaign_id = serializers.CharField(allow_blank=True, help_text="Once you have taken the place.")
    army = serializers.CharField()
    bot = serializers.BooleanField()
    taken = serializers.BooleanField(help_text="Whether you have taken it.")
    battle_id = serializers.CharField(allow_blank=True, help_text="Once announced and taken.")
    due = serializers.DateTimeField(allow_null=True)


class StandInPlaces(serializers.Serializer[Any]):
    """The places that somebody has taken."""

    items = StandInPlace(many=True)


class SharedSide(serializers.Serializer[Any]):
    """A side of a shared battle."""

    army = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    points_lost = serializers.IntegerField(allow_null=True)
    story = serializers.CharField(allow_blank=True)
    won = serializers.BooleanField()


class SharedPicture(serializers.Serializer[Any]):
    """A picture of a shared battle."""

    id = serializers.CharField()
    caption = serializers.CharField(allow_blank=True)
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class SharedBattle(serializers.Serializer[Any]):
    """A battle as strangers see it."""

    campaign = serializers.CharField()
    turn = serializers.IntegerField()
    city = serializers.BooleanField()
    mission = Translated(allow_blank=True)
    sides = SharedSide(many=True)
    draw = serializers.BooleanField()
    pictures = SharedPicture(many=True)
