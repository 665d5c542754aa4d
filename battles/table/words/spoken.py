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
TOLD = ("tested", "retested", "morale")
"""Their sentence says already what came of the dice."""


def spoken(game: Game, events: Sequence[ReadPlain]) -> list[str]:
    """For each event of an action what is read out: each wave once, at its end; empty for all others."""
    found: list[str] = []
    for kind, several in groupby(events, key=lambda event: str(event["kind"])):
        wave = list(several)
        if kind in COUNTED:
            found += [""] * (len(wave) - 1) + [_counted(game, kind, wave)]
        else:
            found += [_one(game, event) for event in wave]
    return found


def _counted(game: Game, kind: str, wave: Sequence[ReadPlain]) -> str:
    made = sum(_made(event) for event in wave)
    text = str(COUNTED[kind]) % {"made": made, "count": sum(len(event["dice"]) for event in wave)}
    # One lot says what it needed; of several each had its own need.
    return f"{sentence(game, wave[0])}. {text}" if len(wave) == 1 else text


def _made(event: ReadPlain) -> int:
    # A hit that needs seven or more needs a six first.
    most = 6 if event["kind"] == "hit rolls" else 7
    needed = min(most, max(2, int(event["values"]["needed"])))
    return sum(die["value"] >= needed for die in event["dice"])


def _one(game: Game, event: ReadPlain) -> str:
    if not event["dice"] or event["kind"] == "shuffled":
        return ""
    text = sentence(game, event)
    if event["kind"] in TOLD:
        return f"{text}."
    values = ", ".join(str(die["value"]) for die in event["dice"])
    return _("%(text)s: %(values)s.") % {"text": text, "values": values}
