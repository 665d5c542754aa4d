"""The shapes of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rest_framework import serializers

from campaign.models import ArticleKind
from campaign.press.news.selectors import Piece
from campaign.press.news.services import MOST_CAPTION
from campaign.press.news.services import MOST_TEXT as MOST_ARTICLE
from campaign.press.news.services import MOST_TITLE as MOST_HEADLINE
from campaign.web.api.fields import Line, RawPicture, Switch, Text, Whole
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class Paper(ListPart):
    """All pieces, the latest first, and the text to share."""

    open_to_all: bool
    share: str
    items: tuple[Piece, ...]


class ArticleToWrite(Strict):
    """A piece to be stored as a draft, or changed."""

    kind = serializers.ChoiceField(choices=ArticleKind.values)
    title = Line(max_length=MOST_HEADLINE)
    text = Text(max_length=MOST_ARTICLE)
    turn = Whole(required=False, allow_null=True, default=None, min_value=0, max_value=1_000_000)


@dataclass(frozen=True, slots=True)
class PlateFile:
    """A picture of the paper, or the one under the map."""

    picture: Annotated[str, "The picture as base64."]
    media_type: str


class PlateToAdd(Strict):
    """A picture as base64, and what it shows."""

    picture = RawPicture()
    caption = Line(max_length=MOST_CAPTION)


class Opening(Strict):
    """Whether anybody may read what is public of the campaign."""

    open_to_all = Switch()
