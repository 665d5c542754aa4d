"""What a random scenario is mostly about, so that rare meetings of rules become common in some of them."""

from dataclasses import dataclass

PRIMARY = ("march", "march", "march", "search", "none")
SECONDARY = (
    "fortify",
    "entrench",
    "unfortify",
    "resupply",
    "transfer",
    "transfer",
    "split",
    "join",
    "none",
    "none",
)


@dataclass(frozen=True)
class Theme:
    """Weights of a scenario: choices are drawn from tuples, so repetition is weight."""

    name: str
    rules: tuple[str, ...] = ()
    """Drawn for every player, each with a chance of one half."""
    all_have: str | None = None
    levels: tuple[int, ...] = ()
    rock: tuple[float, ...] = (0, 0, 0.05, 0.05, 0.15, 0.15, 0.3, 0.6)
    works: tuple[str, ...] = ("none", "none", "none", "fortified", "entrenched")
    crowd: tuple[float, ...] = (0.0, 0.3, 0.7, 0.95)
    own_centre: bool = False
    """Each player crowds around a place of its own instead of one for all."""
    together: float = 0.25
    retreating: float = 0.17
    primary: tuple[str, ...] = PRIMARY
    secondary: tuple[str, ...] = SECONDARY
    join: float = 0.3
    special: float = 0.06
    things: int = 0
    """Features and relics beyond the usual number."""


GENERAL = Theme("general")
THEMES = (
    GENERAL,
    GENERAL,
    GENERAL,
    Theme(
        "drift",
        all_have="teleport",
        rules=("mobilization",),
        levels=(11, 12, 12, 13),
        rock=(0, 0, 0.05),
        works=("none", "none", "fortified"),
        retreating=0.05,
        primary=("teleport", "teleport", "teleport", "march"),
        secondary=("none", "none", "none", "transfer", "join", "unfortify"),
    ),
    Theme(
        "nodes",
        all_have="hive_mentality",
        rules=("flexible_command", "very_tough", "mobilization", "suicide_troops", "blood_reward"),
        levels=(2, 7, 8, 9, 10, 11, 12, 14, 20),
        works=("none", "none", "none", "none", "fortified"),
        crowd=(0.7, 0.95),
        together=0.5,
        retreating=0.3,
        primary=("march", "none", "none"),
        secondary=("split", "split", "join", "transfer", "none"),
        join=0.5,
    ),
    Theme(
        "supply",
        rules=("tribal_animosity", "massive_armies", "battlelust", "slow_resupply"),
        levels=(0, 1, 2, 5, 11, 17, 18, 19, 20),
        works=("none", "none", "entrenched", "fortified"),
        crowd=(0.9,),
        own_centre=True,
        retreating=0.08,
        primary=("none", "none", "search", "march"),
        secondary=("transfer", "transfer", "transfer", "transfer", "resupply", "resupply", "split"),
        join=0.05,
        things=5,
    ),
    Theme(
        "heirs",
        all_have="blood_reward",
        rules=("hive_mentality", "mobilization", "massive_armies", "flexible_command"),
        levels=(3, 6, 9, 10, 12, 13, 19, 22),
        works=("none", "none", "none", "fortified"),
        together=0.6,
        retreating=0.25,
        primary=("none", "none", "march"),
        secondary=("join", "join", "split", "none"),
        join=0.8,
        things=3,
    ),
    Theme(
        "treasure",
        rules=("all_seeing_eye", "wots_a_recon", "superior_intelligence", "blitz"),
        crowd=(0.3, 0.9),
        own_centre=True,
        primary=("search", "search", "none", "march"),
        secondary=("transfer", "transfer", "transfer", "none"),
        special=0.3,
        things=8,
    ),
    Theme(
        "press",
        rules=("ponderous", "highly_mobile", "mobilization", "raiders", "steadfast"),
        levels=(10, 11, 11, 12),
        works=("none", "none", "none", "fortified"),
        crowd=(0.95,),
        retreating=0.25,
        primary=("march",),
        secondary=("none", "none", "fortify", "entrench", "unfortify", "transfer"),
    ),
)
