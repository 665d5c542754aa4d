"""Why each preset has its army rules: what a player who takes one need not write (Rules 11).

A justification is a sentence of the army's own story; its player may write another.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.armies import PRESETS, Trait

WHY: Mapping[str, Mapping[Trait, Promise]] = {
    "Chaos": {
        Trait.BLOOD_REWARD: _("Every skull taken brings new believers to the camp."),
        Trait.MASSIVE_ARMIES: _("Warbands without number gather behind one banner that wins."),
        Trait.TRIBAL_ANIMOSITY: _("No warlord lends his men to another, and some never come back."),
    },
    "Dark Eldar": {
        Trait.HIGHLY_MOBILE: _("They ride on skimmers, and are gone before the alarm is."),
        Trait.UNSEEN_PRESENCE: _("They come out of gates that no patrol has found."),
        Trait.RAIDERS: _("They come for captives. Nobody of theirs ever dug a trench."),
    },
    "Eldar": {
        Trait.TACTICAL_GENIUS: _("Their seers have watched this battle before it began."),
        Trait.MOBILIZATION: _("What they build they can leave between two breaths."),
        Trait.ALL_SEEING_EYE: _("Runes are cast where scouts cannot go."),
        Trait.IRREPLACEABLE_TROOPS: _("They are a dying people: each who falls is missed for centuries."),
    },
    "Imperial Guard": {
        Trait.MASSIVE_ARMIES: _("There is always another regiment on the way."),
        Trait.SACRIFICE: _("The line is held by those who were ordered to stay."),
        Trait.PONDEROUS: _("Orders pass through many offices, and columns are long and loud."),
    },
    "Necron": {
        Trait.TELEPORT: _("They step from tomb to tomb, not always to the right one."),
        Trait.UNSEEN_PRESENCE: _("What does not breathe is hard to find."),
        Trait.IRREPLACEABLE_TROOPS: _("Nobody living can make another of them."),
        Trait.IMPETUOUS: _("They have slept long enough: they advance, and do not dig."),
    },
    "Orks": {
        Trait.BATTLELUST: _("They hear a fight from two hills away, and come."),
        Trait.TOUGH: _("It takes more than one hole to stop one."),
        Trait.WOTS_A_RECON: _("A scout who is told to look goes to bash instead."),
        Trait.SACRIFICE: _("There are small ones to be thrown in front."),
    },
    "Sisters of Battle": {
        Trait.HATRED: _("They do not stop when the enemy runs."),
    },
    "Space Marines": {
        Trait.STEADFAST: _("Where they stand is a fortress before evening."),
    },
    "Tau": {
        Trait.SUPERIOR_INTELLIGENCE: _("Drones and pathfinders go ahead of every column."),
        Trait.IRREPLACEABLE_TROOPS: _("A cadre grows up together, and cannot be filled from a list."),
    },
    "Tyranids": {
        Trait.INFESTATION: _("Where the swarm has passed, the ground itself is hers."),
        Trait.MASSIVE_ARMIES: _("The swarm grows as long as there is something to eat."),
        Trait.BLOOD_REWARD: _("The dead of both sides go back into the pools."),
        Trait.HIVE_MENTALITY: _("One mind thinks for all; without it they are beasts."),
        Trait.IMPETUOUS: _("Hunger does not wait in trenches."),
    },
}
"""The sentence of each rule, by preset."""

assert {name: set(why) for name, why in WHY.items()} == {name: set(rules) for name, rules in PRESETS}


def preset_why(name: str) -> dict[str, str]:
    """The justifications of a preset's rules, by the rule's id; none for no preset."""
    return {rule.value: str(text) for rule, text in WHY.get(name, {}).items()}
