"""The shapes of flags."""

from __future__ import annotations

from dataclasses import dataclass

from rest_framework import serializers

from campaign.models import FlagKind
from campaign.press.moderation.selectors import FlagRow
from campaign.press.moderation.services import MOST_REASON
from campaign.web.api.fields import Line, Switch
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class MessageFlags(ListPart):
    """What was flagged, the unsettled ones first."""

    items: tuple[FlagRow, ...]


class FlagReason(Strict):
    """What is wrong with a message; ``to_operators``: the site's operators are to see it, not moderators."""

    reason = Line(max_length=MOST_REASON)
    to_operators = Switch(required=False, default=False)


class FlagOfThing(Strict):
    """What is flagged, by its kind and id, and what is wrong with it."""

    kind = serializers.ChoiceField(choices=FlagKind.choices)
    id = Line(max_length=80)
    reason = Line(max_length=MOST_REASON)
    to_operators = Switch(required=False, default=False)


class Settling(Strict):
    """What becomes of something flagged, and why."""

    hide = Switch()
    answer = Line(max_length=MOST_REASON)
