"""What a bot decides: a plan, and why, from a closed list."""

from __future__ import annotations

from enum import StrEnum

from rules.orders import Plan
from rules.state import At, BannerId, PlayerId
from rules.values import value


class Why(StrEnum):
    """Why a banner was ordered what it was; ``FEW_WORLDS`` is about the whole plan."""

    RETREAT = "retreat"
    USE = "use"
    SEARCH = "search"
    RELIC = "relic"
    GROUND = "ground"
    HUNT = "hunt"
    SHUN = "shun"
    STAND = "stand"
    WEAKER = "weaker"
    STRONGER = "stronger"
    BETTER = "better"
    FEW_WORLDS = "few_worlds"


@value
class Reason:
    """Why one banner was ordered what it was.

    ``to`` is where it marches; ``enemy`` the banner that it is about, as its player calls it. ``WEAKER`` and
    ``STRONGER``: in ``count`` of ``worlds`` worlds that enemy had ``level`` or less, or more. ``BETTER``: in
    ``count`` of them this came out better than what a regular would have done. ``FEW_WORLDS``: only
    ``worlds`` fitted into the time, so the plan is a regular's.
    """

    why: Why
    banner: BannerId | None = None
    to: At | None = None
    enemy: BannerId | None = None
    level: int = 0
    count: int = 0
    worlds: int = 0


@value
class Belief:
    """Where an enemy was thought to be, and how strong.

    ``places`` are sectors with the number of worlds in which it stood there, the most first; ``lowest`` and
    ``highest`` its levels in them. ``enemy`` is empty for one that nobody had seen.
    """

    enemy: BannerId | None
    owner: PlayerId
    places: tuple[tuple[At, int], ...]
    lowest: int
    highest: int
    worlds: int


@value
class Decision:
    """A plan with its reasons, in the order of the own banners, and what was believed of enemies."""

    plan: Plan
    reasons: tuple[Reason, ...] = ()
    beliefs: tuple[Belief, ...] = ()
