"""The titles that players gave their army rules, and the rules of a seat's army under them.

Players may rename a rule for their army; id and effect stay (Rules 11). Armies and their rules are public,
and so is a title once the choice of army is approved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.base.words.army_rule_words import RuleWords
from campaign.models import ArmyPick, PickState, Seat
from rules.armies import ARMY_RULE

Titles = Mapping[str, str]
"""A player's own names by rule id."""


def titles_by_seat(seats: Iterable[Seat]) -> dict[int, Titles]:
    """The players' own titles of their rules, by the seat's primary key: one query."""
    picks = ArmyPick.objects.filter(seat__in=list(seats), state=PickState.APPROVED).order_by("seat")
    return dict(picks.values_list("seat_id", "called"))


def titles_of(seat: Seat) -> Titles:
    """The titles of one seat's rules."""
    return titles_by_seat([seat]).get(seat.pk, {})


def rules_of(seat: Seat, titles: Mapping[int, Titles]) -> tuple[RuleWords, ...]:
    """The rules of a seat's army, in the order that it has them."""
    own = titles.get(seat.pk, {})
    return tuple(
        RuleWords(key, ARMY_RULE[key].name, ARMY_RULE[key].text, str(own.get(key, "")))
        for key in seat.rules
        if key in ARMY_RULE
    )
