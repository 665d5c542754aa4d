"""What holds in every state that can be reached, whatever people do: corrections, absence and leaving too."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tabletop.absence import ENTERED, waits_for
from rules.tabletop.action import RefusedError
from rules.tabletop.activation import assigned
from rules.tabletop.documents.view import view
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.tables import METHODS, ORDERS, RANKS, TURRET_ARCS
from rules.tabletop.weapons import WEAPONS
from tests.rules.tabletop.playing import Robot, check, three_sides, two_sides
from tests.rules.tabletop.test_whole import scrambled

LONG = bool(os.environ.get("TEST_LONG"))
EXAMPLES, STEPS = (150, 120) if LONG else (6, 45)
HIDING = ("action points", "assigned tokens", "assigned tokens and points", "cards")


class Meddler(Robot):
    """A robot that also does what nobody asked for: corrects, hands over, concedes, calls strikes."""

    def one(self) -> None:
        """Something wanted, and now and then something else before it."""
        if self.random.random() < 0.25:
            self.meddle()
            check(self.table)
        if self.table.game.phase != "over":
            super().one()

    def meddle(self) -> None:
        """Something that may be refused, but never leaves the table in disorder."""
        game = self.table.game
        unit, player = self.random.choice(game.units), self.random.randrange(len(game.players))
        deeds = {
            "correct": {
                "unit": unit.id,
                "reason": "so it stands",
                **self.random.choice(
                    (
                        {"models": self.random.randint(0, unit.start)},
                        {"destroyed": self.random.random() < 0.5},
                        {"order": self.random.choice(("", *ORDERS))},
                        {"pins": self.random.randint(0, 12)},
                        {"officer": self.random.choice(("", *RANKS))},
                        {"weapons": [self.random.choice(tuple(WEAPONS))]},
                        {"lost": {str(self.random.randrange(len(unit.groups))): self.random.randint(0, 5)}},
                        {"jams": {"1": self.random.choice(("free", *TURRET_ARCS))}},
                        {self.random.choice(("nco", "immobilised")): self.random.random() < 0.5},
                        {"reserve": self.random.random() < 0.5},
                    )
                ),
            },
            "absent": {"who": player},
            "leave": {"who": player, "by": self.random.randrange(len(game.players))},
            "back": {},
            "call strike": {
                "strike": self.random.choice(("air", "barrage", "smoke")),
                "side": game.players[player].side,
                "target": unit.id,
            },
            "spring": {"unit": unit.id},
            "turret check": {"unit": unit.id, "arc": "side"},
        }
        if len(game.living_sides()) > 2 and self.random.random() < 0.1:
            deeds = {"concede": {"side": game.players[player].side}}
        kind = self.random.choice(sorted(deeds))
        with suppress(RefusedError):
            self.table.do(kind, player, **deeds[kind])  # type: ignore[arg-type]


@pytest.mark.wider
@pytest.mark.shared(2)
@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(chance=st.integers(0, 2**32), seed=st.binary(min_size=32, max_size=32), three=st.booleans())
def test_dice_and_cards_are_constant_and_every_state_goes_on(
    method: str, chance: int, seed: bytes, three: bool
) -> None:
    table = three_sides(method, momentum=True) if three else two_sides(method, momentum=True)
    table.seed = seed

    def hidden_and_stored() -> None:
        game = table.game
        assert game_from_plain(json.loads(json.dumps(game_to_plain(game)))) == game
        if method not in HIDING or game.stage == assigned.TOKENS:
            return
        for player in range(len(game.players)):
            other = scrambled(game, player)
            assert json.dumps(view(other, player)) == json.dumps(view(game, player))

    Meddler(table, chance).go(STEPS, hidden_and_stored)


@pytest.mark.parametrize("method", METHODS)
def test_an_absent_player_never_holds_up_a_secret_choice(method: str) -> None:
    """Whatever waits for one who is away and can be entered for him is entered, and the game goes on."""
    entered = set()
    for chance in range(3):
        table = three_sides(method)
        robot = Robot(table, chance)
        for _ in range(60):
            for player in range(len(table.game.players)):
                kind = waits_for(table.game, player)
                if kind:
                    assert kind in ENTERED
                    entered.add(kind)
                    table.do("absent", 0, who=player)
                    check(table)
            if table.game.phase == "over":
                break
            robot.one()
    secret = {"action points": "bid", "cards": "play", "assigned tokens": "tokens"}
    assert secret.get(method, "answer") in entered


@pytest.mark.parametrize(
    ("method", "kind", "field"), [("action points", "bid", "points"), ("assigned tokens", "tokens", "tokens")]
)
def test_what_is_entered_for_somebody_is_what_the_rules_say(method: str, kind: str, field: str) -> None:
    table = two_sides(method)
    assert waits_for(table.game, 1) == kind
    table.do("absent", 0, who=1)
    if kind == "bid":
        assert table.game.sides[1].bid == 0
    else:
        mine = [unit.token for unit in table.game.units if unit.player == 1]
        assert mine == list(range(1, len(mine) + 1))
    with pytest.raises(RefusedError, match="nothing waits"):
        table.do("absent", 0, who=1)


def test_of_cards_it_is_not_told_who_was_ready() -> None:
    """Entered for one who had pressed ready already, it changes nothing and says the same."""
    told = []
    for ready in (False, True):
        table = three_sides("cards")
        if ready:
            table.do("play", 1)
        told.append([event for event in table.do("absent", 0, who=1) if event.secret_to is None])
    assert told[0] == told[1]


def test_a_unit_brought_back_while_tokens_are_placed_has_a_number_too() -> None:
    """Found by chance: there were fewer numbers than units, and nobody could go on."""
    table = three_sides("assigned tokens and points", momentum=True)
    table.seed = hashlib.sha256(bytes([55, 0])).digest()
    Meddler(table, 55).go(120)
    assert table.game.turn > 1
