"""The regular is the bot of old: five hundred of its plans are pinned."""

from __future__ import annotations

import json
from dataclasses import replace

from rules.bot import opponent, regular
from rules.bot.characters import Character, Level
from rules.bot.selfplay import remember
from rules.dice import Dice
from rules.outcome import Outcome
from rules.plans.knowledge import Knowledge, knowledge_of
from rules.results import Results
from rules.state import State
from rules.turn import next_state, resolve_aftermath, resolve_movement
from tests.rules.regular_plans import PINNED, PLANS, fingerprint, starts


def test_five_hundred_plans_are_as_they_were() -> None:
    kept: list[str] = json.loads(PINNED.read_text())
    assert len(set(kept)) == len(kept) == PLANS
    wars = list(starts())
    shares = [PLANS // len(wars)] * (len(wars) - 1)
    shares.append(PLANS - sum(shares))
    found: list[str] = []
    for number, (state, share) in enumerate(zip(wars, shares, strict=True)):
        found += _plans(state, number, share)
    assert found == kept


def _plans(state: State, number: int, share: int) -> list[str]:
    made: list[str] = []
    memory = {player.id: knowledge_of(state, player.id) for player in state.players}
    while len(made) < share:
        plans = {player: regular.plan(own) for player, own in memory.items()}
        made += [fingerprint(memory[player], plans[player]) for player in sorted(memory)]
        dice = Dice(bytes([number]) * 31 + bytes([state.turn]))
        outcome = resolve_aftermath(resolve_movement(state, plans, dice), Results(), dice)
        state = next_state(outcome)
        memory = {
            player.id: told_all_deaths(remember(memory[player.id], outcome, state), outcome)
            for player in state.players
        }
    return made[:share]


def told_all_deaths(own: Knowledge, outcome: Outcome) -> Knowledge:
    """The knowledge for which the plans are pinned: at that time games of bots told all of every death."""
    gone = {banner.id for banner in outcome.destroyed}
    return replace(own, sightings=tuple(one for one in own.sightings if one.id not in gone))


def test_a_steady_regular_is_that_bot() -> None:
    for state in starts():
        own = knowledge_of(state, state.players[0].id)
        decision = opponent.plan(own, level=Level.REGULAR, character=Character.STEADY, seed=b"any")
        assert decision.plan == regular.plan(own)
