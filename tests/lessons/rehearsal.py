"""The lesson played by the rules alone: its model plans under any seed, and what its seat knows then."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from campaign.lessons.curriculum import turn_of
from campaign.lessons.documents import Chapter, Fact, Lesson
from rules.outcome import Outcome
from rules.review import look_around
from rules.scenario import Scenario, adjudicate
from rules.state import PlayerId


def seeds(count: int) -> list[bytes]:
    """So many seeds, always the same."""
    return [hashlib.sha256(f"lesson {number}".encode()).digest() for number in range(count)]


def outcome_of(chapter: Chapter, seed: bytes) -> Outcome:
    """A chapter's turn as the model plan plays it, with these dice."""
    return adjudicate(replace(turn_of(chapter), seed=seed))


def carried_on(chapter: Chapter, before: Outcome, seed: bytes) -> Scenario:
    """A chapter's turn from where another one has led, with its own plans."""
    turn = turn_of(chapter)
    players = {player.id: player for player in before.state.players}
    state = replace(
        before.state, turn=turn.state.turn, players=tuple(players[one] for one in sorted(players))
    )
    return replace(turn, state=state, seed=seed)


@dataclass(frozen=True)
class Rehearsed:
    """What the lesson's seat knows after the last of these outcomes."""

    lesson: Lesson
    outcomes: tuple[Outcome, ...]

    @property
    def player(self) -> PlayerId:
        """The one who learns."""
        return PlayerId(self.lesson.player)

    def holds(self, fact: Fact) -> bool:
        """Whether this is so, by the rules."""
        return bool(getattr(self, f"_{fact.fact}")(fact))

    def _own(self, fact: Fact):
        return next((one for one in self.outcomes[-1].state.banners if one.id == fact.banner), None)

    def _stands(self, fact: Fact) -> bool:
        own = self._own(fact)
        return own is not None and own.at == fact.at

    def _retreats(self, fact: Fact) -> bool:
        own = self._own(fact)
        return own is not None and own.retreating

    def _seen(self, fact: Fact) -> bool:
        known = self.outcomes[-1].intelligence[self.player].sightings
        return any(
            one.owner == fact.army and one.at == fact.at and fact.level in (None, one.level is not None)
            for one in known
        )

    def _ghost(self, fact: Fact) -> bool:
        """Seen there then, not seen now, and nobody could stand there unseen no more."""
        then = next(one for one in self.outcomes if one.movement.start.turn == fact.turn)
        if not Rehearsed(self.lesson, (then,))._seen(fact):
            return False
        now = self.outcomes[-1]
        if any(one.owner == fact.army for one in now.intelligence[self.player].sightings):
            return False
        moved = tuple(
            replace(one, at=fact.at) if one.owner == fact.army else one for one in now.state.banners
        )
        seen = look_around(replace(now.state, banners=moved))[self.player].sightings
        return not any(one.owner == fact.army for one in seen)

    def _lost(self, fact: Fact) -> bool:
        return any(
            fact.banner in one.battle.banners and one.winner not in (None, fact.banner)
            for one in self.outcomes[-1].battles
        )

    def _won(self, fact: Fact) -> bool:
        return self.outcomes[-1].victors[:1] == (self.player,)

    def _held(self, fact: Fact) -> bool:
        return self.outcomes[-1].conditions[self.player][0].held == fact.turns
