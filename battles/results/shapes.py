"""The shapes of lists of battles, and of what is told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from battles.results.battle_pages import METHODS, WINNERS, BattlePage
from campaign.models.fighting import MOST_POINTS
from campaign.web.api.fields import Id, Text, Whole
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict
from rules.tables import MOST_SACRIFICED

LONGEST_STORY = 5000


@dataclass(frozen=True, slots=True)
class Battles(ListPart):
    """The battles of a seat, the newest turn first, by sector within a turn."""

    items: tuple[BattlePage, ...]


class NewResult(Strict):
    """What a side tells of a battle: the result of the table, or that the dice shall decide."""

    method = serializers.ChoiceField(choices=METHODS)
    winner = serializers.ChoiceField(
        choices=WINNERS, required=False, help_text="Of a battle on the table; draw if left out."
    )
    points_own = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    points_enemy = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)
    story = Text(required=False, allow_blank=True, max_length=LONGEST_STORY, trim_whitespace=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ask for what a result of the table needs, and refuse it beside a request for the dice."""
        table = ("winner", "points_own", "points_enemy")
        if attrs["method"] == "tabletop":
            wrong = {name: ["a battle on the table needs it"] for name in table if name not in attrs}
        else:
            wrong = {name: ["the dice decide it; leave it out"] for name in table if name in attrs}
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class ResultConfirmation(Strict):
    """That the other side has told it right."""

    seen = Id(
        required=False,
        help_text="The mark of what is confirmed: refused if the other side has changed it since.",
    )
    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)


class Sacrifice(Strict):
    """How many levels are given up in a battle."""

    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED)
