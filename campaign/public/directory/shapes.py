"""What programs send and get about the list of wars, the asking for seats, and what all may see of a war."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rest_framework import serializers

from campaign.base.answers import one_of
from campaign.models import Experience
from campaign.public.directory.selectors import Ask
from campaign.public.directory.services import MOST_ADVERT, MOST_WORD
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.api.fields import Line, Switch, Text
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class Asks(ListPart):
    """Askings for seats: one's own, the latest first; of a war those that wait for an answer first."""

    items: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class WarAdvert:
    """Whether a war looks for players, and for whom."""

    open_to_all: Annotated[bool, "Whether anybody may read it; only then it may look for players."]
    seeking: bool
    language: str
    experience: Annotated[str, one_of(Experience)]
    word: str
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Fronts:
    """What all may see of a war, some turns late."""

    vision: Annotated[str, one_of(("facts", "front", "banners")), "``facts``: the public facts alone."]
    delay: Annotated[int, "How many turns late."]
    turns: Annotated[tuple[int, ...], "The turns that are shown by now, the first first."]


class AdvertToSave(Strict):
    """Whether a war looks for players, and for whom; what is left out is as in a new one."""

    seeking = Switch()
    language = Line(max_length=8, required=False, allow_blank=True, help_text="As de; empty: any.")
    experience = serializers.ChoiceField(choices=Experience.values, required=False)
    word = Line(max_length=MOST_ADVERT, required=False, allow_blank=True)


class Asking(Strict):
    """A word to the facilitators."""

    word = Text(max_length=MOST_WORD, required=False, allow_blank=True)


class AskAnswer(Strict):
    """The answer to somebody who asks for a seat, with a word."""

    accept = Switch()
    word = Text(max_length=MOST_WORD, required=False, allow_blank=True)


class VisionEnd(Strict):
    """Why all shall see nothing but the public facts from now on: all read it."""

    reason = Text(max_length=MOST_REASON)
