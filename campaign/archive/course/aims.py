"""Everybody's aims, secondary ones too, turn by turn: for how long they held, and how much was done.

Read from the documents of published turns; before the end it is nobody's (spec: Who knows what).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, cast

from django.utils.translation import gettext as _

from campaign.archive.war_why import Why, why
from campaign.base.answers import Json, Named, called
from campaign.base.words.battle_words import GoalWords, pace_words
from campaign.models import Campaign, Phase, Seat, Turn
from rules.documents import Outcome, Scenario, ScenarioCondition
from rules.state import ConditionKind


@called("AimAfterTurn")
@dataclass(frozen=True, slots=True)
class AimTurn:
    """How an aim stood after a turn."""

    turn: int
    met: bool
    held: Annotated[int, "Turns in a row for which it held, this one included."]
    done: Annotated[int | None, "Sectors held, banners destroyed, relics carried; null where nothing counts."]
    wanted: Annotated[int | None, "How many of them are wanted."]


@called("AimCourse")
@dataclass(frozen=True, slots=True)
class AimCourse:
    """An aim, and how it stood after each turn."""

    aim: GoalWords
    turns: tuple[AimTurn, ...]

    @property
    def told(self) -> str:
        """How much of it was done at the end, and for how long it had held, where that counts."""
        if not self.turns:
            return ""
        last = self.turns[-1]
        many = last.done is not None and (last.wanted or 0) > 1
        said = _("%(done)d of %(wanted)d") % {"done": last.done, "wanted": last.wanted} if many else ""
        return ", ".join(part for part in (said, pace_words(last.held, self.aim.turns)) if part)

    @property
    def counts(self) -> bool:
        """Whether there is anything to count."""
        return any(turn.done is not None for turn in self.turns)


@called("SideAims")
@dataclass(frozen=True, slots=True)
class SideAims:
    """The aims of an army."""

    number: Annotated[int, Named("seat")]
    army: str
    aims: tuple[AimCourse, ...]


@called("WarAims")
@dataclass(frozen=True, slots=True)
class WarAims:
    """Everybody's aims, by seat."""

    sides: tuple[SideAims, ...]


def aims_of(campaign: Campaign, found: Why | None = None) -> WarAims:
    """The aims of all armies of a war that has ended, turn by turn; ``found`` is its ``why``, if known."""
    keys = dict(Seat.objects.filter(campaign=campaign).values_list("number", "key"))
    courses: dict[str, list[list[AimTurn]]] = {}
    turns = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0, outcome__isnull=False)
    wanted: dict[tuple[str, int], int] = {}
    for turn in turns.only("number", "input", "outcome").order_by("number"):
        outcome, began = cast("Outcome", turn.outcome), cast("Scenario | None", turn.input)
        for key, states in _after(turn.number, began, outcome, wanted):
            courses.setdefault(key, [[] for _state in states])
            for course, state in zip(courses[key], states, strict=False):
                course.append(state)
    sides = (found or why(campaign)).sides
    return WarAims(
        tuple(
            SideAims(
                side.number,
                side.army,
                tuple(
                    AimCourse(aim, tuple(course))
                    for aim, course in zip(side.aims, courses.get(keys[side.number], ()), strict=False)
                ),
            )
            for side in sides
        )
    )


def _after(
    number: int, began: Scenario | None, outcome: Outcome, wanted: dict[tuple[str, int], int]
) -> Iterator[tuple[str, list[AimTurn]]]:
    """Each player's conditions after a turn; ``wanted`` keeps how many banners each named at first."""
    stated = {one["id"]: one["conditions"] for one in began["players"]} if began is not None else {}
    for player in outcome["players"]:
        conditions = stated.get(player["id"], [])
        states = []
        for place, stands in enumerate(player["conditions"]):
            done, whole = None, None
            if place < len(conditions):
                at = (player["id"], place)
                done, whole = _counted(conditions[place], player["id"], outcome, at, wanted)
            states.append(AimTurn(number, stands["met"], stands["held"], done, whole))
        yield player["id"], states


def _counted(
    condition: ScenarioCondition,
    key: str,
    outcome: Outcome,
    at: tuple[str, int],
    wanted: dict[tuple[str, int], int],
) -> tuple[int | None, int | None]:
    """How much of a condition is done, and of how much."""
    if condition["kind"] == ConditionKind.OCCUPATION:
        own = {tuple(one["at"]) for one in outcome["sectors"] if one["occupier"] == key}
        named = condition.get("sectors")
        if named:
            return sum(tuple(one) in own for one in named), len(named)
        return len(own), condition.get("count", 0)
    if condition.get("banners"):
        return _destroyed(condition["banners"], outcome, at, wanted)
    if condition["kind"] == ConditionKind.RETRIEVAL:
        owners = {one["id"]: one["owner"] for one in outcome["banners"]}
        carriers = [one.get("carried_by") for one in outcome["relics"] if one["id"] == condition.get("relic")]
        return sum(owners.get(one or "") == key for one in carriers), 1
    if condition["kind"] == ConditionKind.TRIGGER:
        listed = cast("Mapping[str, Json]", outcome).get("triggers", ())
        return sum(one["id"] == condition.get("trigger") and key in one["fired_by"] for one in listed), 1
    return None, None


def _destroyed(
    banners: list[str], outcome: Outcome, at: tuple[str, int], wanted: dict[tuple[str, int], int]
) -> tuple[int, int]:
    """Of the banners that an aim names now those that are gone, with those that it named before."""
    living = {one["id"] for one in outcome["banners"]}
    heirs: Mapping[str, str] = outcome.get("heirs", {})
    alive = {heirs.get(one, one) for one in banners} & living
    whole = wanted.setdefault(at, len(banners))
    return max(0, whole - len(alive)), whole
