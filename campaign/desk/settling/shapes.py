"""The shapes of settlements: as they are sent, and the list that is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from campaign.base.answers import called
from campaign.base.refusal import Refusal
from campaign.desk.review.other_pages import OtherRow
from campaign.desk.review.truth_ids import TruthIds
from campaign.desk.settling.services import MOST_WORDS
from campaign.desk.shapes import Seen
from campaign.web.api.fields import Anything, Text

NAMED = ("banner", "feature", "relic")
"""The keys of an effect that hold ids."""


@called("OrdersInWords")
@dataclass(frozen=True, slots=True)
class Others:
    """The orders in words that count in the turn that runs, and what has been settled of them."""

    turn: int
    orders: tuple[OtherRow, ...]


class Effects(serializers.ListField):
    """Effects in order; the service reads them and names what is wrong."""

    child = Anything()


class Settlement(Seen):
    """What comes of an order in words."""

    start = Effects(
        required=False,
        help_text=(
            "Before the movement, in the movement review only: {do: level, by, banner}; one {do: move, to}."
        ),
    )
    end = Effects(
        required=False,
        help_text=(
            "After the searches: {do: level, by, banner}, {do: reveal, feature or relic, to}, {do: unseal,"
            " relic}, {do: spy, radius, at}. Banners, relics and features by id."
        ),
    )
    words = Text(
        required=False, allow_blank=True, max_length=MOST_WORDS, help_text="What the order's player reads."
    )


def with_engine_ids(given: Sequence[Any], name: str, ids: TruthIds) -> list[dict[str, Any]]:
    """Effects with engine ids for what programs and pages name. Raises ``Refusal`` with the path."""
    known = {"banner": ids.banners, "feature": ids.features, "relic": ids.relics}
    return [
        {key: _key(known, key, value, f"{name}[{place}].{key}") for key, value in deed.items()}
        for place, deed in enumerate(given)
    ]


def _key(known: Mapping[str, Mapping[str, str]], key: str, value: Any, path: str) -> Any:
    if key not in known or not isinstance(value, str):
        return value
    if value not in known[key]:
        raise Refusal(
            _("%(path)s: there is no such %(thing)s in this campaign") % {"path": path, "thing": key},
            code="settlement",
            field=path,
        )
    return known[key][value]
