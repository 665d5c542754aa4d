"""The war of "Play now": small, soon over, and about one place; it is not among those to build from."""

from __future__ import annotations

import random
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from campaign.base.maps.war_ground import Ground
from campaign.base.maps.war_templates import TEMPLATE
from campaign.base.setup.documents import Condition
from rules.state import PlayerId, State

HEAD_START = 2
"""Levels that each banner of a person has more than those of recruits. With none a regular in the person's
seat loses most wars against two of them, with four it wins nearly all."""


def with_head_start(state: State, own: PlayerId) -> State:
    """The start of a war in which this player's banners are the greater ones."""
    banners = (
        replace(one, level=one.level + HEAD_START) if one.owner == own else one for one in state.banners
    )
    return replace(state, banners=tuple(banners))


def _for_two_turns(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """What a war for the crossing is about, but whoever holds the middle for two turns has won.

    For one turn it is won by a march: of 200 wars against recruits, 113 then ended without any battle.
    """
    goals = TEMPLATE["crossing"].goals(ground, chance)
    return {key: [{**one, "turns": 2} for one in wanted] for key, wanted in goals.items()}


SKIRMISH = replace(
    TEMPLATE["crossing"],
    key="skirmish",
    name=_("Skirmish"),
    story=_(
        "Three roads meet at one well, and every scout in these hills has sent the same word home: whoever"
        " holds the well when the rain comes holds the summer."
    ),
    about=_("One person against bots, on a small map: everybody wants the middle. Eight turns."),
    seats=(3, 4),
    side={3: 13, 4: 13},
    levels=(14, 11),
    home=(),
    between=TEMPLATE["crossing"].between[:1],
    goals=_for_two_turns,
    variables={"last_turn": 8},
)
