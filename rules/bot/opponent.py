"""The app's own player: knowledge in, legal plan and reasons out.

It plans from what its seat knows and from nothing else, in whole numbers and without a clock: the same
knowledge, level, character and seed make the same plan on every machine.
"""

from __future__ import annotations

import hashlib

from rules.bot import recruit, regular
from rules.bot.characters import VETERANS, WEIGHTS, Character, Level
from rules.bot.decision import Decision, Reason, Why
from rules.bot.reasons import beliefs_of, reasons_for, weighed
from rules.bot.veteran import WORLDS, think
from rules.plans.knowledge import Knowledge


def plan(
    own: Knowledge,
    *,
    level: Level = Level.REGULAR,
    character: Character = Character.STEADY,
    seed: bytes = b"",
) -> Decision:
    """The bot's plan for one turn: one entry per own banner, all orders legal (Rules 3)."""
    if level is Level.VETERAN:
        return _veteran(own, character, seed)
    weights = WEIGHTS[character]
    made = (recruit if level is Level.RECRUIT else regular).plan(own, weights)
    return Decision(made, reasons_for(own, made, weights))


def _veteran(own: Knowledge, character: Character, seed: bytes) -> Decision:
    weights = VETERANS[character]
    thought = think(own, weights, hashlib.sha256(seed).digest())
    if thought is None:
        decision = plan(own, level=Level.REGULAR, character=character, seed=seed)
        few = Reason(Why.FEW_WORLDS, count=WORLDS)
        return Decision(decision.plan, (few, *decision.reasons))
    plain = reasons_for(own, thought.plan, weights)
    return Decision(
        thought.plan,
        weighed(own, thought.plan, plain, thought.worlds, thought.better),
        beliefs_of(thought.ghosts, thought.worlds),
    )
