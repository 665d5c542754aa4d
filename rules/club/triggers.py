"""Triggers and settlements: their words, and the values that hold them (Rules 14.3, 14.4)."""

from __future__ import annotations

from enum import StrEnum

from rules.state import At, BannerId, FeatureId, PlayerId, RelicId
from rules.state import TriggerId as TriggerId
from rules.values import value


class Repeat(StrEnum):
    """How often a trigger may fire: once ever, once for each player, every turn (closed list)."""

    ONCE = "once"
    EACH = "each"
    TURN = "turn"


class TermKind(StrEnum):
    """What a trigger asks for (closed list); the first three are asked of one banner together."""

    USED = "used"
    ORDER = "order"
    CARRIES = "carries"
    HELD = "held"
    KNOWS = "knows"
    OCCUPIES = "occupies"
    TURN = "turn"
    DIE = "die"


class DeedKind(StrEnum):
    """What a trigger or a settlement does (closed list); only a settlement's start moves."""

    LEVEL = "level"
    REVEAL = "reveal"
    UNSEAL = "unseal"
    SPY = "spy"
    MOVE = "move"


class Receiver(StrEnum):
    """Whose level a trigger changes (closed list)."""

    ACTOR = "actor"
    ALL = "all"


class Audience(StrEnum):
    """To whom something is revealed: the holder (of a settlement the owner), or everybody (closed list)."""

    HOLDER = "holder"
    ALL = "all"


@value
class Term:
    """One thing that must hold for a trigger to fire; which fields are set depends on ``kind``.

    ``order`` is the kind of an order; ``first`` and ``last`` are turns, both inclusive.
    """

    kind: TermKind
    order: str | None = None
    relic: RelicId | None = None
    turns: int = 0
    feature: FeatureId | None = None
    sectors: tuple[At, ...] = ()
    first: int | None = None
    last: int | None = None
    sides: int = 0
    at_least: int = 0


@value
class Deed:
    """One thing that a trigger or a settlement does; which fields are set depends on ``kind``.

    ``at`` is where a spy looks, None where the trigger's thing is, or where a settled banner moves to;
    ``banner`` None is the settled banner itself.
    """

    kind: DeedKind
    by: int = 0
    on: Receiver = Receiver.ACTOR
    banner: BannerId | None = None
    feature: FeatureId | None = None
    relic: RelicId | None = None
    to: Audience = Audience.HOLDER
    radius: int = 0
    at: At | None = None


@value
class Trigger:
    """What happens by itself at a feature or with a relic: exactly one of the two is set.

    ``holder`` has had it for ``held`` turns in a row; ``fired_by`` are the players for whom it has fired,
    sorted.
    """

    id: TriggerId
    feature: FeatureId | None = None
    relic: RelicId | None = None
    repeat: Repeat = Repeat.ONCE
    holder: PlayerId | None = None
    held: int = 0
    fired_by: tuple[PlayerId, ...] = ()
    when: tuple[Term, ...] = ()
    do: tuple[Deed, ...] = ()


@value
class Firing:
    """What became of a trigger in a turn; ``actor`` is None unless it fired by a banner."""

    id: TriggerId
    fired: bool
    actor: BannerId | None


@value
class Settlement:
    """What comes of an effective ``other`` order: before the movement, and after the searches."""

    banner: BannerId
    start: tuple[Deed, ...] = ()
    end: tuple[Deed, ...] = ()
