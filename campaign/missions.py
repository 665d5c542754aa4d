"""The default mission tables: one per category, one mission per face of the mission die (Rules 5.12).

The app shows them and enforces nothing: what is fought on the table is the players' own affair (Rules 12).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mission:
    """One mission: how the table is set up, how it is won, and whether the attacker may choose the night."""

    name: str
    setup: str
    victory: str
    night: bool = False


CATEGORY_NAMES: Mapping[str, str] = {
    "battle": "Battle",
    "raid": "Raid",
    "breakthrough": "Breakthrough",
}
CATEGORY_REASONS: Mapping[str, str] = {
    "battle": "Both sides, or neither, came by march or teleport, and the defender has no works.",
    "raid": "One side came up on the other, who stood in the open.",
    "breakthrough": "The defender stands in field works.",
}

MISSIONS: Mapping[str, tuple[Mission, ...]] = {
    "battle": (
        Mission(
            "Head-on",
            "The armies set up along opposite long edges, a foot deep, and march straight at each other.",
            "Most of the enemy's points destroyed when the game ends.",
            night=True,
        ),
        Mission(
            "The crossroads",
            "One objective lies in the middle of the table. Set up along opposite long edges.",
            "Be the only side with a unit within three inches of the objective at the end.",
            night=True,
        ),
        Mission(
            "Three strongpoints",
            "Three objectives on the centre line, a foot apart. Set up along opposite long edges.",
            "Hold more objectives than the enemy at the end.",
            night=True,
        ),
        Mission(
            "Across the diagonal",
            "Each side has a quarter of the table, corner to corner, and keeps nine inches from the centre.",
            "Hold more quarters of the table than the enemy at the end.",
            night=True,
        ),
        Mission(
            "Running fight",
            "Half of each army sets up, the rest comes on from its own edge from the second turn.",
            "Most of the enemy's points destroyed; a unit off the enemy's edge counts as destroyed for him.",
            night=True,
        ),
        Mission(
            "Cut off the head",
            "Each side names one officer's unit in the open before it sets up along its long edge.",
            "The enemy's named unit is gone and your own is not.",
            night=True,
        ),
    ),
    "raid": (
        Mission(
            "Ambush",
            "The defender is strung out along the middle of the table; the attacker comes on from both long "
            "edges.",
            "The attacker wins if half of the defender's points are destroyed; else the defender does.",
            night=True,
        ),
        Mission(
            "Supply dump",
            "Three crates lie in the defender's half. The attacker sets up along the opposite edge.",
            "The attacker wins with two crates destroyed or carried off, the defender with two left.",
            night=True,
        ),
        Mission(
            "Prisoners",
            "One objective stands for prisoners in the middle of the defender's half, under guard.",
            "The side that has the prisoners at the end, or has brought them off its own edge, wins.",
            night=True,
        ),
        Mission(
            "Scouting party",
            "The attacker comes on from one short edge, the defender holds the middle third.",
            "The attacker wins with three units within six inches of the far edge; else the defender does.",
            night=True,
        ),
        Mission(
            "Silence the guns",
            "The defender places three guns (or markers) in his half, at least a foot apart.",
            "The attacker wins with two guns destroyed; the defender with two left in action.",
            night=True,
        ),
        Mission(
            "Hit and away",
            "The attacker comes on from any one edge, and from the fourth turn may leave by the same edge.",
            "Most of the enemy's points destroyed; units that have left safely cannot be lost.",
            night=True,
        ),
    ),
    "breakthrough": (
        Mission(
            "Breakout",
            "The attacker is surrounded: he sets up in the middle, the defender along both short edges.",
            "The attacker wins with a third of his points off a short edge; else the defender does.",
            night=True,
        ),
        Mission(
            "Blitz",
            "The defender holds one half of the table behind works; the attacker comes on along one edge.",
            "The attacker wins with two units in the defender's deployment zone at the end.",
            night=True,
        ),
        Mission(
            "The trench line",
            "A line of works crosses the table; the defender sets up in and behind it.",
            "Hold more of the line's three sections than the enemy at the end.",
        ),
        Mission(
            "Bunker assault",
            "One fortification stands in the middle of the defender's half with a unit in it.",
            "The side that has a unit in the fortification at the end wins.",
        ),
        Mission(
            "Last stand",
            "The defender holds a foot around the centre; the attacker comes on from every edge.",
            "The defender wins with a unit within three inches of the centre at the end.",
        ),
        Mission(
            "War of attrition",
            "The defender sets up half a table deep in his works; the attacker's destroyed units come back "
            "once each.",
            "The defender wins with a quarter of his points left; else the attacker does.",
        ),
    ),
}


def mission(category: str, die: int) -> Mission:
    """The default mission of a category for a mission die of 1 to 6 (Rules 5.12)."""
    return MISSIONS[category][die - 1]
