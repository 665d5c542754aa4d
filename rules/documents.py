"""The documents of the scenario format, as ``rules.scenario`` writes them and programs read them.

A text beside a type says what it holds. Sectors are ``[x, y]``: x grows east, y grows south, both from 0.
"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypeAlias, TypedDict

At: TypeAlias = Annotated[list[int], "A sector [x, y]: x grows east, y grows south, both from 0."]
Levels: TypeAlias = Annotated[dict[str, int], "By the battle's two banners."]


# What decides a turn


class ScenarioSettings(TypedDict):
    """The ranges, and what keeps banners apart (Rules 1)."""

    battle_radius: int
    recon_radius: int
    search_radius: int
    engagement: str


class ScenarioCondition(TypedDict):
    """A victory condition (Rules 10)."""

    kind: str
    primary: bool
    turns: int
    held: int
    relic: NotRequired[str]
    sectors: NotRequired[list[At]]
    count: NotRequired[int]
    player: NotRequired[str]
    banners: NotRequired[list[str]]
    trigger: NotRequired[str]


class ScenarioPlayer(TypedDict):
    """A player."""

    id: str
    rules: list[str]
    node: str | None
    submitted: bool
    excused: bool
    conditions: list[ScenarioCondition]


class ScenarioBanner(TypedDict):
    """A banner; ``beaten_by`` is the one that it must retreat from."""

    id: str
    owner: str
    at: At
    level: int
    works: str
    retreating: bool
    beaten_by: str | None


class ScenarioSector(TypedDict):
    """A sector that somebody occupies, or that is disputed."""

    at: At
    occupier: str | None
    disputed: bool


class ScenarioFeature(TypedDict):
    """A feature of the map."""

    id: str
    at: At
    needs_search: bool
    effect: str | None
    known_to: list[str]


class RelicPlace(TypedDict):
    """Where a relic is: carried, or lying and known."""

    id: str
    carried_by: NotRequired[str]
    at: NotRequired[At]
    known_to: NotRequired[list[str]]


class ScenarioRelic(RelicPlace):
    """A relic."""

    destructible: bool


PlanOrder = TypedDict(
    "PlanOrder",
    {
        "order": str,
        "to": NotRequired[At],
        "from": NotRequired[str],
        "levels": NotRequired[int],
        "relic": NotRequired[str],
        "with": NotRequired[str],
        "name": NotRequired[str],
    },
)
PlanOrder.__doc__ = "An order, with what its kind carries (Rules 3)."


class PlanOrders(TypedDict):
    """The orders of a banner, by slot."""

    primary: NotRequired[PlanOrder]
    secondary: NotRequired[PlanOrder]
    special: NotRequired[PlanOrder]


class ScenarioPlan(TypedDict):
    """A player's plan: orders by banner."""

    node: str | None
    orders: dict[str, PlanOrders]


class BattleReport(TypedDict):
    """What a player has told of a battle."""

    battle: list[str]
    by: str
    method: str
    sacrifice: int
    winner: NotRequired[str | None]
    points_lost: NotRequired[Levels]


class BattleForfeit(TypedDict):
    """A battle that a player has forfeited."""

    battle: list[str]
    by: str


class BattleRuling(TypedDict):
    """What a facilitator has ruled on a battle."""

    battle: list[str]
    winner: str | None
    points_lost: Levels
    sacrifice: Levels


class ScenarioState(TypedDict):
    """Where everything stands."""

    turn: int
    settings: ScenarioSettings
    map: list[str]
    players: list[ScenarioPlayer]
    banners: list[ScenarioBanner]
    sectors: list[ScenarioSector]
    features: list[ScenarioFeature]
    relics: list[ScenarioRelic]
    house: NotRequired[list[dict[str, object]]]
    triggers: NotRequired[list[dict[str, object]]]


class Scenario(ScenarioState):
    """A scenario document; it has a seed once the campaign has ended."""

    plans: NotRequired[dict[str, ScenarioPlan]]
    reports: NotRequired[list[BattleReport]]
    forfeits: NotRequired[list[BattleForfeit]]
    rulings: NotRequired[list[BattleRuling]]
    seed: NotRequired[str]


# What it comes to


class BattleMet(TypedDict):
    """A battle that is met."""

    banners: list[str]
    levels: Levels
    sector: At
    city: bool
    attacker: str
    category: str
    mission_die: int
    auto: bool


class BattleFought(BattleMet):
    """A battle with its result."""

    method: str
    winner: str | None
    degree: str | None
    rolls: list[dict[str, list[int]]]
    points_lost: Levels | None
    inflicted: Levels
    lost: Levels


class BannerLost(TypedDict):
    """A banner that was destroyed, by whom and how."""

    id: str
    by: str | None
    cause: str


class OrderVoid(TypedDict):
    """An order that did not count."""

    banner: str
    order: str
    reason: str


class TurnState(TypedDict):
    """Where everything stands after a step of the turn."""

    banners: list[ScenarioBanner]
    heirs: dict[str, str]
    sectors: list[ScenarioSector]
    relics: list[RelicPlace]
    void: list[OrderVoid]
    destroyed: list[BannerLost]


class Movement(TurnState):
    """What ``adjudicate --stage movement`` prints."""

    battles: list[BattleMet]


class FeatureKnown(TypedDict):
    """A feature, and who knows it."""

    id: str
    known_to: list[str]


class BannerSeen(TypedDict):
    """An enemy's banner that is seen."""

    id: str
    at: At
    level: int | None


class Intelligence(TypedDict):
    """What a player learns of the others (Rules 9)."""

    banners: list[BannerSeen]
    sectors: list[ScenarioSector]
    features: list[str]
    relics: list[str]


class ConditionHeld(TypedDict):
    """How a condition stands."""

    met: bool
    held: int


class PlayerAfter(TypedDict):
    """A player after the turn."""

    id: str
    node: str | None
    conditions: list[ConditionHeld]


class Outcome(TurnState):
    """What ``adjudicate`` prints."""

    features: list[FeatureKnown]
    battles: list[BattleFought]
    intelligence: dict[str, Intelligence]
    players: list[PlayerAfter]
    victors: list[str]
