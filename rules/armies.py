"""The army rules as data, the presets and the points check (Rules 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.club.house import House

POINTS_LIMIT = 2
"""What a player's army rules may be worth in all, unless the campaign says otherwise (Rules 11)."""


class Trait(StrEnum):
    """The ids of the army rules, in the table's order (Rules 11)."""

    HIGHLY_MOBILE = "highly_mobile"
    TELEPORT = "teleport"
    INFESTATION = "infestation"
    VERY_TOUGH = "very_tough"
    SUPERIOR_INTELLIGENCE = "superior_intelligence"
    UNSEEN_PRESENCE = "unseen_presence"
    TOUGH = "tough"
    STEADFAST = "steadfast"
    MASSIVE_ARMIES = "massive_armies"
    HATRED = "hatred"
    BATTLELUST = "battlelust"
    TACTICAL_GENIUS = "tactical_genius"
    SACRIFICE = "sacrifice"
    BLOOD_REWARD = "blood_reward"
    ALL_SEEING_EYE = "all_seeing_eye"
    MOBILIZATION = "mobilization"
    FLEXIBLE_COMMAND = "flexible_command"
    RAIDERS = "raiders"
    EASILY_OBSERVABLE = "easily_observable"
    SUICIDE_TROOPS = "suicide_troops"
    BLITZ = "blitz"
    IMPETUOUS = "impetuous"
    HIVE_MENTALITY = "hive_mentality"
    WOTS_A_RECON = "wots_a_recon"
    PONDEROUS = "ponderous"
    SLOW_RESUPPLY = "slow_resupply"
    TRIBAL_ANIMOSITY = "tribal_animosity"
    IRREPLACEABLE_TROOPS = "irreplaceable_troops"


@dataclass(frozen=True, slots=True)
class ArmyRule:
    """One army rule: what it is called, what it costs (below 0: a drawback) and what it does."""

    id: Trait
    name: str
    points: int
    text: str


ARMY_RULES: tuple[ArmyRule, ...] = (
    ArmyRule(
        Trait.HIGHLY_MOBILE,
        "Highly Mobile",
        3,
        "Marches and retreats of up to two sectors; what lies between does not matter.",
    ),
    ArmyRule(
        Trait.TELEPORT,
        "Teleport",
        3,
        "May teleport to any passable sector, and then drifts by a die in a random direction.",
    ),
    ArmyRule(
        Trait.INFESTATION,
        "Infestation",
        3,
        "Keeps its sectors until an enemy in range fortifies, entrenches, searches or resupplies there.",
    ),
    ArmyRule(Trait.VERY_TOUGH, "Very Tough", 3, "Loses two levels less in every battle."),
    ArmyRule(
        Trait.SUPERIOR_INTELLIGENCE,
        "Superior Intelligence",
        3,
        "The recon range reaches one sector further.",
    ),
    ArmyRule(
        Trait.UNSEEN_PRESENCE, "Unseen Presence", 2, "Enemy searches do not see its banners; recon does."
    ),
    ArmyRule(Trait.TOUGH, "Tough", 2, "Loses one level less in every battle."),
    ArmyRule(
        Trait.STEADFAST,
        "Steadfast",
        2,
        "Entrenches without fortifying first, and may march and fortify in one turn.",
    ),
    ArmyRule(
        Trait.MASSIVE_ARMIES,
        "Massive Armies",
        2,
        "Resupply and Blood Reward may raise a banner above level 20; it fights and splits as level 20.",
    ),
    ArmyRule(Trait.HATRED, "Hatred", 2, "Whoever fights it loses one level more, whether it wins or loses."),
    ArmyRule(Trait.BATTLELUST, "Battlelust", 1, "The battle range is as wide as the recon range."),
    ArmyRule(
        Trait.TACTICAL_GENIUS,
        "Tactical Genius",
        1,
        "May shift the mission die of its battles up or down by one.",
    ),
    ArmyRule(
        Trait.SACRIFICE,
        "Sacrifice",
        1,
        "May give up to three levels of its own in a battle; the enemy loses as many and one more.",
    ),
    ArmyRule(
        Trait.BLOOD_REWARD, "Blood Reward", 1, "Gains a level for every three levels it makes an enemy lose."
    ),
    ArmyRule(
        Trait.ALL_SEEING_EYE,
        "All Seeing Eye",
        1,
        "Its searches also see into disputed sectors and under enemy battle ranges.",
    ),
    ArmyRule(
        Trait.MOBILIZATION,
        "Mobilization",
        1,
        "Marches, teleports, splits and joins straight out of its works, which are lost.",
    ),
    ArmyRule(
        Trait.FLEXIBLE_COMMAND,
        "Flexible Command",
        1,
        "Splits as if two levels higher, already from level 8.",
    ),
    ArmyRule(
        Trait.RAIDERS,
        "Raiders",
        -3,
        "Never fortifies nor entrenches; attacks where the attacker would be random.",
    ),
    ArmyRule(
        Trait.EASILY_OBSERVABLE, "Easily Observable", -3, "Everybody always knows where its banners are."
    ),
    ArmyRule(Trait.SUICIDE_TROOPS, "Suicide Troops", -2, "Loses one level more in every battle."),
    ArmyRule(Trait.BLITZ, "Blitz", -2, "Occupies only what its banners have in battle range."),
    ArmyRule(Trait.IMPETUOUS, "Impetuous", -2, "Never entrenches."),
    ArmyRule(
        Trait.HIVE_MENTALITY,
        "Hive Mentality",
        -2,
        "One banner is the node: if it is destroyed, all the others lose levels and must retreat.",
    ),
    ArmyRule(
        Trait.WOTS_A_RECON,
        "Wots a Recon?",
        -2,
        "Has no search range: a search looks no further than recon.",
    ),
    ArmyRule(
        Trait.PONDEROUS,
        "Ponderous",
        -1,
        "Marches after everybody else, and its level is seen already from beside it.",
    ),
    ArmyRule(Trait.SLOW_RESUPPLY, "Slow Resupply", -1, "Resupplies only while entrenched."),
    ArmyRule(
        Trait.TRIBAL_ANIMOSITY,
        "Tribal Animosity",
        -1,
        "Never splits nor joins, and every transfer of levels loses one.",
    ),
    ArmyRule(
        Trait.IRREPLACEABLE_TROOPS, "Irreplaceable Troops", -1, "Loses one level more in a battle it loses."
    ),
)
"""All army rules in the table's order (Rules 11)."""

ARMY_RULE: Mapping[str, ArmyRule] = {rule.id.value: rule for rule in ARMY_RULES}
"""The army rules by id."""

PRESETS: tuple[tuple[str, tuple[Trait, ...]], ...] = (
    ("Chaos", (Trait.BLOOD_REWARD, Trait.MASSIVE_ARMIES, Trait.TRIBAL_ANIMOSITY)),
    ("Dark Eldar", (Trait.HIGHLY_MOBILE, Trait.UNSEEN_PRESENCE, Trait.RAIDERS)),
    (
        "Eldar",
        (Trait.TACTICAL_GENIUS, Trait.MOBILIZATION, Trait.ALL_SEEING_EYE, Trait.IRREPLACEABLE_TROOPS),
    ),
    ("Imperial Guard", (Trait.MASSIVE_ARMIES, Trait.SACRIFICE, Trait.PONDEROUS)),
    ("Necron", (Trait.TELEPORT, Trait.UNSEEN_PRESENCE, Trait.IRREPLACEABLE_TROOPS, Trait.IMPETUOUS)),
    ("Orks", (Trait.BATTLELUST, Trait.TOUGH, Trait.WOTS_A_RECON, Trait.SACRIFICE)),
    ("Sisters of Battle", (Trait.HATRED,)),
    ("Space Marines", (Trait.STEADFAST,)),
    ("Tau", (Trait.SUPERIOR_INTELLIGENCE, Trait.IRREPLACEABLE_TROOPS)),
    (
        "Tyranids",
        (
            Trait.INFESTATION,
            Trait.MASSIVE_ARMIES,
            Trait.BLOOD_REWARD,
            Trait.HIVE_MENTALITY,
            Trait.IMPETUOUS,
        ),
    ),
)
"""Armies with the rules that suit them, offered when a player picks (Rules 11)."""


def points_of(rules: Iterable[str], house: House = ()) -> int:
    """What these army rules are worth in all; KeyError for an unknown id (Rules 11, 14.1)."""
    own = {rule.id: rule.points for rule in house}
    return sum(own[rule] if rule in own else ARMY_RULE[rule].points for rule in rules)


def problems_with(
    rules: Iterable[str], limit: int = POINTS_LIMIT, house: House = ()
) -> tuple[tuple[str, Mapping[str, str | int]], ...]:
    """Everything that is wrong with a choice of army rules; empty if it may be played (Rules 11).

    Each is a code of ``sentences.ARMIES`` with what fills its sentence.
    """
    chosen = tuple(rules)
    known = {*ARMY_RULE, *(rule.id for rule in house)}
    problems: list[tuple[str, Mapping[str, str | int]]] = [
        ("unknown", {"id": repr(rule)}) for rule in chosen if rule not in known
    ]
    repeated = sorted({rule for rule in chosen if chosen.count(rule) > 1})
    problems += [("repeated", {"id": repr(rule)}) for rule in repeated]
    points = points_of((rule for rule in chosen if rule in known), house)
    if points > limit:
        problems.append(("too_dear", {"points": points, "most": limit}))
    return tuple(problems)
