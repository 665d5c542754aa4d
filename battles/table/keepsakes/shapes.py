"""What programs send about a battle that is over, and what they read of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rest_framework import serializers

from battles.stories.sent_on import Summary, text_of
from battles.table.keepsakes.selectors import LuckRow
from battles.table.keepsakes.unit_cards import UnitCard
from campaign.web.api.request_parsing import Strict


class ShareTable(Strict):
    """Whether the summary has a link that anybody may open; without it the last one is void."""

    wanted = serializers.BooleanField()


@dataclass(frozen=True, slots=True)
class TableLuck:
    """The luck of each side by kind of dice; what players rolled themselves stands in rows of its own."""

    items: tuple[LuckRow, ...]


@dataclass(frozen=True, slots=True)
class TableCards:
    """The cards of all units that the caller may see."""

    items: tuple[UnitCard, ...]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What people send on of a battle, by its sides' names alone; ``token`` is that of its link, or empty."""

    summary: Summary
    text: Annotated[str, "The same as plain text."]
    token: str


@dataclass(frozen=True, slots=True)
class SummaryPicture:
    """The picture of a summary."""

    picture: Annotated[str, "A PNG, as base64."]


def as_sent_on(summary: Summary, token: str) -> TableSummary:
    """A summary as programs read it."""
    return TableSummary(summary, text_of(summary), token)
