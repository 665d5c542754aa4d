"""Triggers to start from: a vault and a crown, a listening array, a plague well (Rules 14.4).

A facilitator takes one over and changes it. A campaign that is set up blind draws some when it starts,
on features that nobody knows yet, so that whoever builds it and plays cannot know them either.
"""

from __future__ import annotations

import hashlib
import random

from django.utils.translation import gettext as _

from campaign.base.setup.documents import Board, BoardTrigger

ARRAY_REACH = 4
"""How far a listening array hears, in sectors."""


def vault_and_crown(own: str, feature: str, crown: str, treasure: str = "") -> BoardTrigger:
    """Who carries the crown to the vault, or uses it there, opens it: a sealed relic, else fresh strength."""
    return {
        "id": own,
        "feature": feature,
        "repeat": "once",
        "when": [{"is": "carries", "relic": crown}],
        "do": [{"do": "unseal", "relic": treasure} if treasure else {"do": "level", "by": 2, "on": "all"}],
        "hint": _("There is a lock in the shape of a crown."),
        "told": _("The crown turns in the lock, and the vault opens."),
        "told_to": "holder",
    }


def listening_array(own: str, feature: str) -> BoardTrigger:
    """Who has held the array for two turns hears what moves about it, every turn."""
    return {
        "id": own,
        "feature": feature,
        "repeat": "turn",
        "when": [{"is": "held", "turns": 2}],
        "do": [{"do": "spy", "radius": ARRAY_REACH}],
        "hint": _("It could be made to listen, by somebody with time."),
        "told": _("The array is listening for you."),
        "told_to": "holder",
    }


def plague_well(own: str, feature: str) -> BoardTrigger:
    """Whoever holds the well may fall ill of it: a banner beside it loses strength."""
    return {
        "id": own,
        "feature": feature,
        "repeat": "each",
        "when": [{"is": "held", "turns": 2}, {"is": "die", "sides": 6, "at_least": 3}],
        "do": [{"do": "level", "by": -2}],
        "hint": _("The water is clear, and nobody lives near it."),
        "told": _("The well was poisoned."),
        "told_to": "holder",
    }


def with_triggers(board: Board, secret: bytes) -> Board:
    """A drawn board with triggers: on about every second feature that nobody knows from the start."""
    chance = random.Random(hashlib.sha256(b"blind triggers/" + secret).hexdigest())
    unknown = [feature["id"] for feature in board["features"] if not feature["known_to"]]
    triggers: list[BoardTrigger] = []
    for number, feature in enumerate(sorted(chance.sample(unknown, (len(unknown) + 1) // 2)), start=1):
        own = f"t{number}"
        made = [listening_array(own, feature), plague_well(own, feature)]
        if board["relics"]:
            made.append(vault_and_crown(own, feature, chance.choice(board["relics"])["id"]))
        triggers.append(chance.choice(made))
    return {**board, "triggers": triggers}
