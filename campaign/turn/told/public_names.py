"""What the things of a turn are called in public, by engine id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from campaign.engine import Birth, Board
from campaign.ids import derived_id
from campaign.models import Seat
from rules.outcome import Battle, Movement
from rules.state import BannerId, FeatureId, PlayerId, RelicId, State


@dataclass(frozen=True, slots=True)
class Names:
    """What the things of one turn are called in public, by engine id."""

    banners: Mapping[BannerId, str]
    relics: Mapping[RelicId, str]
    features: Mapping[FeatureId, str]
    words: Mapping[str, str]
    """Public id -> name, of all of them."""
    stories: Mapping[str, str]
    owners: Mapping[BannerId, PlayerId]
    battles: Mapping[frozenset[BannerId], str]
    numbers: Mapping[PlayerId, str]
    hints: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Public id of a feature or relic -> what is heard of it by who knows the one or carries the other."""

    @classmethod
    def of(
        cls,
        board: Board,
        seats: Iterable[Seat],
        states: Iterable[State],
        born: Mapping[BannerId, Birth] | None = None,
        battles: Mapping[frozenset[BannerId], str] | None = None,
    ) -> Names:
        """The names of all things on a board; ``states`` say whose the banners are, those just born too."""
        named = [*board.banners.values(), *board.relics.values(), *board.features.values()]
        made = (born or {}).values()
        return cls(
            banners={
                **{key: name.public_id for key, name in board.banners.items()},
                **{birth.key: birth.public_id for birth in made},
            },
            relics={key: name.public_id for key, name in board.relics.items()},
            features={key: name.public_id for key, name in board.features.items()},
            words={
                **{name.public_id: name.name for name in named},
                **{birth.public_id: birth.name for birth in made},
            },
            stories={name.public_id: name.story for name in named if name.story},
            owners={
                **{key: name.owner for key, name in board.banners.items() if name.owner is not None},
                **{banner.id: banner.owner for state in states for banner in state.banners},
            },
            battles=battles or {},
            numbers={PlayerId(seat.key): str(seat.number) for seat in seats},
            hints=_hints(board),
        )


def _hints(board: Board) -> dict[str, tuple[str, ...]]:
    """The hints of triggers by the public id of their thing, in an order that tells nothing of triggers."""
    found: dict[str, set[str]] = {}
    for trigger in board.state.triggers:
        hint = board.triggers[trigger.id].hint
        if trigger.feature is not None:
            thing = board.features.get(trigger.feature)
        else:
            thing = board.relics.get(trigger.relic) if trigger.relic is not None else None
        if hint and thing is not None:
            found.setdefault(thing.public_id, set()).add(hint)
    return {thing: tuple(sorted(hints)) for thing, hints in found.items()}


def battle_id(id_key: bytes, battle: Battle, turn: int) -> str:
    """The public id of a battle."""
    return derived_id(id_key, "battle", "", ":".join(battle.banners), turn)


def battle_ids(id_key: bytes, movement: Movement) -> dict[frozenset[BannerId], str]:
    """The public ids of a turn's battles by their two banners."""
    turn = movement.start.turn
    return {frozenset(battle.banners): battle_id(id_key, battle, turn) for battle in movement.battles}
