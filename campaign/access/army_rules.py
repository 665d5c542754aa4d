"""The titles that players gave their army rules, and the rules of a seat's army under them.

Players may rename a rule for their army; id and effect stay (Rules 11). Armies and their rules are public,
and so is a title once the choice of army is approved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.base.setup.house_rules import has_house, house_documents
from campaign.base.words.army_rule_words import RuleWords
from campaign.base.words.house_words import house_text
from campaign.models import ArmyPick, Campaign, PickState, Seat
from rules.armies import ARMY_RULE, ARMY_RULES

Titles = Mapping[str, str]
"""A player's own names by rule id."""


def titles_by_seat(seats: Iterable[Seat]) -> dict[int, Titles]:
    """The players' own titles of their rules, by the seat's primary key: one query."""
    picks = ArmyPick.objects.filter(seat__in=list(seats), state=PickState.APPROVED).order_by("seat")
    return dict(picks.values_list("seat_id", "called"))


def titles_of(seat: Seat) -> Titles:
    """The titles of one seat's rules."""
    return titles_by_seat([seat]).get(seat.pk, {})


@dataclass(frozen=True, slots=True)
class OfferedRule:
    """An army rule that players of a campaign may pick: one of the rulebook, or one of the club's own."""

    id: str
    name: str
    points: int
    text: str


def offered_rules(campaign: Campaign) -> tuple[OfferedRule, ...]:
    """What players may pick: the rulebook's army rules, and after them the campaign's own."""
    return (
        *(OfferedRule(rule.id.value, rule.name, rule.points, rule.text) for rule in ARMY_RULES),
        *(
            OfferedRule(rule["id"], rule["title"], rule["points"], house_text(rule))
            for rule in house_documents(campaign)
        ),
    )


def rules_of(seat: Seat, titles: Mapping[int, Titles]) -> tuple[RuleWords, ...]:
    """The rules of a seat's army, in the order that it has them; ``seat`` has its campaign."""
    own = titles.get(seat.pk, {})
    house = {rule["id"]: rule for rule in house_documents(seat.campaign)} if has_house(seat.rules) else {}
    found = []
    for key in seat.rules:
        if key in ARMY_RULE:
            name, text = ARMY_RULE[key].name, ARMY_RULE[key].text
        elif key in house:
            name, text = house[key]["title"], house_text(house[key])
        else:
            continue
        found.append(RuleWords(key, name, text, str(own.get(key, ""))))
    return tuple(found)
