"""What programs send about a campaign's texts, and what they get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from campaign.people.texts.selectors import HouseText, TextVersion
from campaign.people.texts.services import MOST_TEXT
from campaign.web.api.fields import Line, Text, Whole
from campaign.web.api.request_parsing import Strict

MOST_VERSIONS = 32767


@dataclass(frozen=True, slots=True)
class Texts:
    """A campaign's texts."""

    version: Annotated[str, "Of all together, to be sent by whoever saves."]
    texts: Annotated[tuple[HouseText, ...], "As they are now, all five kinds."]
    versions: Annotated[tuple[TextVersion, ...], "Every one that was ever saved, the latest first."]


class TextsToSave(Strict):
    """Texts by kind; what is left out stays, what is empty is taken away."""

    version = Line(
        max_length=64,
        help_text="As it was read. If texts have been saved since, it is refused (409) with code changed.",
    )
    conduct = Text(max_length=MOST_TEXT, required=False, allow_blank=True)
    participation = Text(max_length=MOST_TEXT, required=False, allow_blank=True)
    army_lists = Text(max_length=MOST_TEXT, required=False, allow_blank=True)
    experience = Text(max_length=MOST_TEXT, required=False, allow_blank=True)
    substitutes = Text(max_length=MOST_TEXT, required=False, allow_blank=True)


class Agreeing(Strict):
    """The version of the participation text that one has read and agrees to."""

    agreed = Whole(min_value=1, max_value=MOST_VERSIONS)
