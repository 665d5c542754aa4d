"""Posters and films as programs ask for them and read of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rest_framework import serializers

from campaign.base.answers import one_of, shaped
from campaign.film.making.selectors import FILMS, LIGHTS, POSTERS
from campaign.models import FilmFormat, FilmKind, FilmState
from campaign.web.api.request_parsing import Strict


class FilmToMake(Strict):
    """A poster or a film to make."""

    kind = serializers.ChoiceField(choices=FilmKind.choices)
    eyes = serializers.IntegerField(min_value=0, max_value=999, help_text="A seat's number, 0 for the truth.")
    first = serializers.IntegerField(min_value=0, max_value=999_999, help_text="The first turn.")
    last = serializers.IntegerField(
        min_value=0, max_value=999_999, help_text="The last turn; of a poster the first."
    )
    format = serializers.ChoiceField(
        choices=FilmFormat.choices, help_text="Of a poster png; mp4 where the operator has ffmpeg."
    )
    size = serializers.ChoiceField(choices=(*POSTERS, *FILMS), help_text="The first two are of posters.")
    light = serializers.ChoiceField(choices=LIGHTS)


@dataclass(frozen=True, slots=True)
class FilmFile:
    """A poster or a film on its way."""

    id: str
    kind: Annotated[str, one_of(FilmKind)]
    format: Annotated[str, one_of(FilmFormat)]
    state: Annotated[
        str,
        one_of(FilmState),
        "Ask again while it waits or runs. ``refused``: error says why; ``failed``: the site.",
    ]
    eyes: Annotated[int, "A seat's number, 0 for the truth."]
    first: int
    last: int
    size: Annotated[str, "As asked for; a film may be smaller, to fit into 8 MiB."]
    light: Annotated[str, one_of(LIGHTS)]
    name: Annotated[str, "What the file is called."]
    bytes: Annotated[int, "0 while it is not made."]
    asked_at: datetime
    ended_at: datetime | None
    expires_at: Annotated[datetime, "Then this, and the file, are deleted."]
    error: str | None
    ask: Annotated[str, "Where to ask how far it is.", shaped(format="uri")]
    file: Annotated[str | None, "Where to fetch it, once it is ``done``.", shaped(format="uri")]


@dataclass(frozen=True, slots=True)
class FilmFiles:
    """Your posters and films of a campaign."""

    files: Annotated[Sequence[FilmFile], "The latest first."]
