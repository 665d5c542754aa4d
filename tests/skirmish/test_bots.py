"""What a person meets in a skirmish: a battle soon, and bots that can be beaten."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from campaign.base.maps.bot_games import ahead
from campaign.base.maps.skirmish_template import SKIRMISH, with_head_start
from campaign.base.maps.war_templates import draw
from campaign.base.setup.boards import SEAT_KEYS
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import Place, state_of
from rules.bot.characters import Level
from rules.bot.opponent import plan
from rules.bot.selfplay import games_turns
from rules.orders import Plan
from rules.outcome import Outcome
from rules.plans.knowledge import Knowledge
from rules.state import PlayerId, State

LONG = pytest.param(200, marks=pytest.mark.long)
VARIABLES = Variables(battles="abstract")
SOON = 3
LAST = int(str(SKIRMISH.variables["last_turn"]))


def start(number: int, seats: int) -> State:
    """A skirmish's map and banners."""
    keys = SEAT_KEYS[:seats]
    return state_of(draw(SKIRMISH, keys, number), [Place(key, key) for key in keys], VARIABLES)


def seed(number: int) -> bytes:
    """The seed of a game."""
    return hashlib.sha256(f"skirmish/{number}".encode()).digest()


def a_recruit(own: Knowledge) -> Plan:
    """What a steady recruit plans."""
    return plan(own, level=Level.RECRUIT).plan


def against_recruits(number: int, seats: int, turns: int) -> Iterator[Outcome]:
    """A game of a regular, who sits where the person would, in each seat in turn, against recruits."""
    keys = SEAT_KEYS[:seats]
    own = whose(number, seats)
    minds = {PlayerId(key): a_recruit for key in keys if key != own}
    return games_turns(with_head_start(start(number, seats), own), seed(number), turns, minds)


def whose(number: int, seats: int) -> PlayerId:
    """The person's seat in a game."""
    return PlayerId(SEAT_KEYS[number % seats])


@pytest.mark.parametrize("games", [12, LONG])
def test_a_battle_comes_soon(games: int) -> None:
    """Of regulars, and against the recruits that whoever presses the button meets."""
    regulars = recruits = 0
    for number in range(games):
        seats = 3 + number % 2
        turns = games_turns(start(number, seats), seed(number), SOON)
        regulars += any(outcome.battles for outcome in turns)
        recruits += any(outcome.battles for outcome in against_recruits(number, seats, SOON))
    assert min(regulars, recruits) >= 0.9 * games, f"{regulars} and {recruits} of {games}"


@pytest.mark.parametrize("games", [12, LONG])
def test_a_regular_beats_two_recruits_and_not_by_a_march(games: int) -> None:
    won = fought = 0
    for number in range(games):
        outcomes = list(against_recruits(number, 3, LAST))
        last = outcomes[-1]
        won += (last.victors[0] if last.victors else ahead(last)) == whose(number, 3)
        fought += any(outcome.battles for outcome in outcomes)
    assert won >= games / 2, f"{won} of {games}"
    assert fought >= 0.9 * games, f"{fought} of {games}"
