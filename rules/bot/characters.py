"""What kinds of bot there are: how well each plays, and what each likes to do, as weights."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules.state import MAX_LEVEL
from rules.values import value


class Level(StrEnum):
    """How well a bot plays."""

    RECRUIT = "recruit"
    REGULAR = "regular"
    VETERAN = "veteran"


class Character(StrEnum):
    """What a bot likes to do."""

    STEADY = "steady"
    CAUTIOUS = "cautious"
    RAIDER = "raider"
    SEEKER = "seeker"


@value
class Weights:
    """What a banner's target costs, and when a bot does what.

    ``fresh``: a sighting older than so many turns is not acted upon. An enemy more than ``margin`` levels
    greater is shunned, at ``shun`` for each sector too near; another within ``reach`` sectors is hunted, at
    ``hunt`` for each sector away. ``relic`` and ``ground`` are the cost of each march to the nearest one
    that is wanted, ``crowd`` that of a sector to which another banner goes. A relic of which nothing is known
    is searched for every ``look`` turns. A banner splits from level ``split_from`` while there are fewer
    than ``split_below`` and, if ``split_unseen``, no enemy is in sight. In a war's first turns one banner of
    a veteran goes on to an enemy that is at most ``challenge`` levels greater.
    """

    fresh: int = 3
    margin: int = 1
    shun: int = 12
    hunt: int = 3
    reach: int = 6
    relic: int = 4
    ground: int = 2
    crowd: int = 4
    look: int = 3
    split_from: int = MAX_LEVEL
    split_below: int = 3
    split_unseen: bool = True
    challenge: int = 0


WEIGHTS: Mapping[Character, Weights] = {
    Character.STEADY: Weights(),
    Character.CAUTIOUS: Weights(margin=0, shun=16, reach=2),
    Character.RAIDER: Weights(margin=9, hunt=8, reach=12, ground=1),
    Character.SEEKER: Weights(relic=7, look=4, reach=5),
}
"""The characters; ``steady`` is how the bot played before it had any."""

VETERANS: Mapping[Character, Weights] = {
    Character.STEADY: Weights(margin=5, relic=8),
    Character.CAUTIOUS: Weights(margin=1, relic=8, shun=16, reach=3, challenge=-3),
    Character.RAIDER: Weights(margin=9, relic=8, hunt=6, reach=12, challenge=3),
    Character.SEEKER: Weights(margin=4, relic=12, reach=4),
}
"""The same for veterans, whose weights count other things besides."""
