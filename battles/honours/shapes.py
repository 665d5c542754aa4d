"""The shapes of records, availability and stand-ins' places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from battles.dates.selectors import TIME_OF_DAY, Window
from battles.honours.selectors import SeatRecord
from battles.stand_ins.selectors import Place
from campaign.web.api.fields import Whole
from campaign.web.api.request_parsing import Strict


@extend_schema_field({"type": "string", "pattern": TIME_OF_DAY})
class TimeOfDay(serializers.TimeField):
    """A time of the day in the person's own zone: ``18:30`` or ``18:30:00``. One with an offset from UTC is
    refused, or it would be read as if it had none.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M:%S", input_formats=("%H:%M", "%H:%M:%S"), **options)


@dataclass(frozen=True, slots=True)
class Records:
    """The own record; after the end everybody's."""

    items: tuple[SeatRecord, ...]


@dataclass(frozen=True, slots=True)
class Windows:
    """When somebody can usually play."""

    windows: tuple[Window, ...]


class NewWindow(Strict):
    """A window of a weekday."""

    weekday = Whole(min_value=0, max_value=6)
    starts = TimeOfDay()
    ends = TimeOfDay()


class NewWindows(Strict):
    """All windows; those of before are forgotten."""

    windows = serializers.ListField(child=NewWindow(), max_length=7)


@dataclass(frozen=True, slots=True)
class StandInPlaces:
    """The places that somebody has taken."""

    items: tuple[Place, ...]
