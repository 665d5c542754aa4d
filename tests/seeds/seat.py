"""A table that is played by `step` and read by `view`, with dice that are written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.tabletop.action import Action, Event
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.view import view
from rules.tabletop.game import step
from rules.tabletop.setup import new_game

Traits = dict[str, Any]
SEED = bytes(range(32))
CORRECTED = ("models", "pins", "nco", "immobilised", "reserve")
PLAIN = "Squad 10 men"


class Seat:
    """Green's units are a1, a2 and so on, Brown's b1: each with the traits that are given."""

    def __init__(
        self,
        green: Sequence[Traits],
        brown: Sequence[Traits],
        method: str = "dice bag",
        *,
        seed: bytes = SEED,
        **settings: Any,
    ) -> None:
        """Set the table up and begin; what cannot be entered before is corrected then."""
        self.game = new_game("Seeds", ("Green", "Brown"), (("Ada", 0), ("Ben", 1)))
        self.seed, self.next = seed, 0
        self.events: list[Event] = []
        self.do("settings", method=method, **settings)
        for player, units in enumerate((green, brown)):
            self.do("roster", player=player, roster="\n".join([PLAIN] * len(units)))
        keyed = [
            (f"{letter}{number}", traits)
            for letter, units in (("a", green), ("b", brown))
            for number, traits in enumerate(units, 1)
        ]
        for key, traits in keyed:
            early = {name: value for name, value in traits.items() if name not in CORRECTED}
            reserve = {"reserve": True} if traits.get("reserve") else {}
            self.do("edit unit", player=int(key[0] == "b"), unit=key, **{"nco": True, **early, **reserve})
        self.do("begin")
        for key, traits in keyed:
            late = {name: traits[name] for name in CORRECTED if name in traits and name != "reserve"}
            if late:
                self.correct(key, **late)

    def do(self, kind: str, /, *dice: int, player: int = 0, **values: Any) -> list[Event]:
        """One action with exactly these dice; draws and shuffles are the table's own."""
        # Who has the marker first may have to be drawn, too.
        rolled = TableDice(self.seed, "seeds", self.next, None if kind == "begin" else dice)
        done = step(self.game, Action(kind, player, values), rolled)
        self.game, self.next = done.game, rolled.next
        self.events += done.events
        return list(done.events)

    def correct(self, key: str, **values: Any) -> None:
        """What both sides agree on, so that the table is as the check needs it."""
        self.do("correct", unit=key, reason="as the check needs it", **values)

    @property
    def seen(self) -> dict[str, Any]:
        """What everybody sees."""
        return view(self.game, -1)

    def unit(self, key: str) -> dict[str, Any]:
        """A unit as everybody sees it."""
        found = next(unit for unit in self.seen["units"] if unit["id"] == key)
        return dict(found)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """What was told of a kind."""
        return [dict(event.values) for event in self.events if event.kind == kind]

    def sides(self, kind: str) -> list[int]:
        """The sides of the dice of what was told last of a kind."""
        return [die.sides for event in self.events[::-1] if event.kind == kind for die in event.dice]

    def order(self, key: str, order: str, *dice: int, **values: Any) -> None:
        """The side's die is drawn, and its unit is given this order."""
        side = int(key[0] == "b")
        self.do("draw", side=side)
        self.do("order", *dice, player=side, unit=key, order=order, **values)

    def declare(self, **values: Any) -> dict[str, Any]:
        """a1 fires at b1, which is asked whether it goes Down; the attack as everybody sees it."""
        self.do("shoot", **{"shooter": "a1", "target": "b1", "shots": 1, **values})
        attack = self.seen["attack"]
        assert attack is not None
        return dict(attack)

    def shoot(self, *dice: int, how: str = "stand", **values: Any) -> None:
        """a1 fires at b1, which stands or goes Down; then these dice fall."""
        self.declare(**values)
        self.do("answer", *dice, player=1, how=how)

    def end_turn(self, keep: Sequence[str] = ()) -> None:
        """All that have no order go Down; only what is named keeps it."""
        while self.seen["phase"] == "orders":
            if not self.seen["acting"]:
                self.do("draw")
            acting = self.seen["acting"][-1]
            if acting["step"] == "act":
                self.do("done", player=acting["side"])
                continue
            free = (one for one in self.seen["units"] if one["side"] == acting["side"] and not one["order"])
            key = next(one["id"] for one in free if not one["destroyed"])
            self.do("order", player=acting["side"], unit=key, order="down")
        for side in (0, 1):
            self.do("keep", player=side, units=[key for key in keep if int(key[0] == "b") == side])


def duel(shooter: Traits | None = None, target: Traits | None = None, order: str = "fire") -> Seat:
    """a1 follows an order; beside it stands a2, against it b1 and b2."""
    seat = Seat([shooter or {}, {}], [target or {}, {}])
    dice = [1, 1] if (shooter or {}).get("pins") else []
    seat.order("a1", order, *dice)
    return seat
