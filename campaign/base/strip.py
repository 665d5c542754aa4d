"""How a seat's aims stand, for the strip on its pages and the pins on its map."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.base.answers import Json
from campaign.base.documents import Map
from campaign.base.progress import Progress, progress_of
from campaign.base.words.battle_words import GoalWords, goal_words
from campaign.base.words.report_lines import Names

MOST_PIPS = 8
"""The most turns in a row that are shown one by one."""


@dataclass(frozen=True, slots=True)
class AimNow:
    """A victory condition as it stands."""

    words: GoalWords
    progress: Progress
    turns: int
    held: int

    @property
    def counts(self) -> bool:
        """Whether a bar says more than the words."""
        return self.progress.done is not None and (self.progress.wanted or 0) > 1

    @property
    def pips(self) -> tuple[bool, ...]:
        """The turns for which it must hold, and whether it has."""
        if not 1 < self.turns <= MOST_PIPS or self.words.state == "unknown":
            return ()
        return tuple(number < self.held for number in range(self.turns))


@dataclass(frozen=True, slots=True)
class Strip:
    """All conditions of a seat; ``lead`` is the first primary one that is not met, else the first."""

    aims: tuple[AimNow, ...]

    @property
    def lead(self) -> AimNow | None:
        """The condition that is told first."""
        open_ones = (aim for aim in self.aims if aim.words.primary and aim.words.state != "met")
        return next(open_ones, self.aims[0] if self.aims else None)

    @property
    def met(self) -> int:
        """How many primary conditions are met."""
        return sum(aim.words.primary and aim.words.state == "met" for aim in self.aims)

    @property
    def primary(self) -> int:
        """How many primary conditions there are."""
        return sum(aim.words.primary for aim in self.aims)

    @property
    def document(self) -> list[dict[str, Json]]:
        """What the page's script pins on the map."""
        return [
            {
                "text": aim.words.text,
                "told": ", ".join(filter(None, (aim.words.told, aim.words.standing))),
                "places": [{"mark": place.mark.value, "at": list(place.at)} for place in aim.progress.places],
            }
            for aim in self.aims
        ]


def strip_of(known: Map) -> Strip:
    """The seat's conditions, from its map alone."""
    names = Names({str(seat["n"]): seat["army"] for seat in known["seats"]}, {})
    return Strip(
        tuple(
            AimNow(goal_words(goal, names, known), progress_of(goal, known), goal["turns"], goal["held"] or 0)
            for goal in known["goals"]
        )
    )
