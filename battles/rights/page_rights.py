"""What every act on a battle's page asks first, and the note that it leaves (Rules 12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _

from battles.models import Act, ActKind
from campaign.access.membership import may_act, stands_in
from campaign.base.refusal import Refusal
from campaign.models import Battle, Phase, Seat, User
from campaign.turn.contact.battle_bounds import check_open, open_for
from campaign.turn.contact.battle_closing import touch
from campaign.turn.contact.battle_notices import tell_sides
from campaign.turn.contact.battle_status import place_of
from campaign.turn.locked_turn import LockedTurn, locked_turn


@dataclass(frozen=True, slots=True)
class At:
    """A side that acts on its battle, under the turn's lock; ``own`` is its place, 0 or 1."""

    held: LockedTurn
    battle: Battle
    seat: Seat
    own: int

    @property
    def other(self) -> Seat:
        """The other side's seat."""
        return (self.battle.seat_second, self.battle.seat_first)[self.own]

    def note(self, kind: ActKind) -> None:
        """Write down that this side did something, and tell both pages."""
        Act.objects.create(battle=self.battle, seat=self.seat, kind=kind, at=self.held.now)
        touch(self.battle)

    def tell_other(self, kind: str, *, about: str, detail: Mapping[str, object] | None = None) -> None:
        """Tell the other side."""
        known = {"battle": self.battle.public_id, **(detail or {})}
        tell_sides(
            self.held,
            self.battle,
            (self.other,),
            kind,
            about=f"{self.battle.public_id}:{about}",
            detail=known,
        )

    def tell_both(self, kind: str, *, about: str, detail: Mapping[str, object] | None = None) -> None:
        """Tell both sides."""
        known = {"battle": self.battle.public_id, **(detail or {})}
        sides = (self.battle.seat_first, self.battle.seat_second)
        tell_sides(
            self.held, self.battle, sides, kind, about=f"{self.battle.public_id}:{about}", detail=known
        )


@contextmanager
def still_to_fight(battle: Battle, seat: Seat, by: User | None) -> Iterator[At]:
    """Act on a battle that is still to be fought. Raises ``Refusal``: ``not_yours``, ``auto``, ``late``,
    ``closed``.
    """
    with locked_turn(battle.turn_id) as held:
        found, own = open_for(held, battle, seat, by)
        check_open(found)
        yield At(held, found, seat, own)


@contextmanager
def known_battle(battle: Battle, seat: Seat, by: User | None) -> Iterator[At]:
    """Act on a battle at any time after its announcement, for what does not touch its result.

    Raises ``Refusal`` with code ``not_yours`` or ``phase``.
    """
    with locked_turn(battle.turn_id) as held:
        found = Battle.objects.select_related("seat_first", "seat_second").get(pk=battle.pk)
        found.turn = held.turn
        own = place_of(found, seat)
        if own is None or (by is not None and not (may_act(by, seat) or stands_in(by, found, seat))):
            raise Refusal(_("This battle is not yours."), code="not_yours")
        if held.turn.phase not in (Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED):
            raise Refusal(_("The battles of this turn are not announced yet."), code="phase")
        yield At(held, found, seat, own)
