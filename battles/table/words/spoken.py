"""What is read out of a wave of dice: one sentence, for those who do not see them fall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.table.words.table_log import sentence
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import Game

COUNTED = {
    "hit rolls": lazy("Hits: %(made)s of %(count)s."),
    "damage rolls": lazy("Damage: %(made)s of %(count)s."),
    "saves": lazy("Saves: %(made)s of %(count)s."),
}
"""Waves of which it is said how many reached what they needed; a volley's groups are one wave."""
AGAIN = lazy("Rolled again: %(made)s of %(count)s.")
AT_ONCE = ("fought",)
"""Both sides roll: one sentence tells of both."""
TOLD = ("tested", "retested", "morale")
"""Their sentence says already what came of the dice."""


def spoken(game: Game, events: Sequence[ReadPlain]) -> list[str]:
    """For each event of an action what is read out: each wave once, at its end; empty for all others."""
    found = [""] * len(events)
    rolled = [at for at, event in enumerate(events) if event["dice"]]
    for kind, several in groupby(rolled, key=lambda at: str(events[at]["kind"])):
        # What is told between the dice of a wave, as that they cannot harm a third target, does not part it.
        places = list(several)
        wave = [events[at] for at in places]
        if kind in COUNTED:
            found[places[-1]] = _counted(game, kind, wave)
        elif kind == "reroll card" and "needed" in wave[0]["values"]:
            found[places[-1]] = _again(wave)
        elif kind in AT_ONCE:
            found[places[-1]] = "; ".join(_rolled(game, event) for event in wave) + "."
        else:
            for at in places:
                found[at] = _one(game, events[at])
    return found


def _counted(game: Game, kind: str, wave: Sequence[ReadPlain]) -> str:
    made = sum(_made(event) for event in wave)
    text = str(COUNTED[kind]) % {"made": made, "count": sum(len(event["dice"]) for event in wave)}
    # One lot says what it needed; of several each had its own need.
    return f"{sentence(game, wave[0])}. {text}" if len(wave) == 1 else text


def _again(wave: Sequence[ReadPlain]) -> str:
    count = sum(len(event["dice"]) for event in wave)
    return str(AGAIN) % {"made": sum(_made(event) for event in wave), "count": count}


def _made(event: ReadPlain) -> int:
    # A hit that needs seven or more needs a six first.
    most = 6 if event["kind"] == "hit rolls" or event["values"].get("step") == "hit" else 7
    needed = min(most, max(2, int(event["values"]["needed"])))
    return sum(die["value"] >= needed for die in event["dice"])


def _one(game: Game, event: ReadPlain) -> str:
    if event["kind"] == "shuffled":
        return ""
    if event["kind"] in TOLD:
        return f"{sentence(game, event)}."
    return f"{_rolled(game, event)}."


def _rolled(game: Game, event: ReadPlain) -> str:
    values = ", ".join(str(die["value"]) for die in event["dice"])
    return _("%(text)s: %(values)s") % {"text": sentence(game, event), "values": values}
