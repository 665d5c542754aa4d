"""The shapes of flags."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.press.moderation.selectors import FlagRow
from campaign.press.moderation.services import MOST_REASON
from campaign.web.api.fields import Line, Switch
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class MessageFlags(ListPart):
    """The flagged messages, the unsettled ones first."""

    items: tuple[FlagRow, ...]


class FlagReason(Strict):
    """What is wrong with a message."""

    reason = Line(max_length=MOST_REASON)


class Settling(Strict):
    """What becomes of a flagged message, and why."""

    hide = Switch()
    answer = Line(max_length=MOST_REASON)
