"""Seed 000, six other ways to activate; seed 003, the momentum track."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cache, partial
from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.documents.view import view
from tests.seeds import facts
from tests.seeds.orders import Check
from tests.seeds.seat import Seat, Traits


def three_dice() -> None:
    seat = Seat([{}] * 4, [{}] * 4, "three dice")
    seat.do("draw")
    first = seat.seen["drawn"]
    assert len(first) == facts.THREE_DICE.value
    assert first[0] == first[2] != first[1]


def points() -> None:
    start, most = facts.POINTS.value, facts.POINTS_AT_MOST.value
    assert most == facts.POINTS_AT_MOST_TIMES.value * start
    seat = Seat([{}, {}], [{}, {}], "action points")
    assert [side["points"] for side in seat.seen["sides"]] == [start, start]
    with pytest.raises(RefusedError):
        seat.do("bid", points=start + 1)
    seat.do("bid", points=start)
    seat.do("bid", player=1, points=0)
    seat.do("name", side=0)
    assert [side["points"] for side in seat.seen["sides"]] == [start, most]


def the_marker() -> None:
    for reserve in ({}, {"reserve": True, "entry": 2}):
        green: list[Traits] = [{}, reserve, reserve]
        assert Seat(green, [{}, {}], "action points").seen["marker"] == 1
    assert Seat([{}], [{}], "action points", attacker=1).seen["marker"] == 1


def tokens() -> None:
    seat = Seat([{}, {}, {}], [{}], "assigned tokens")
    free = [view(seat.game, player)["own"]["free"] for player in (0, 1)]
    most = list(range(facts.TOKENS_FROM.value, facts.TOKENS_FROM.value + 3))
    assert free == [most, most]
    numbered = Seat([{}, {}, {}], [{}], "numbered tokens").seen["units"]
    assert [unit["number"] for unit in numbered] == [1, 2, 3, 4]


def the_deck() -> None:
    seat = Seat([{}] * 7, [{}] * 8, "cards")
    held = [player["cards"] for player in seat.seen["players"]]
    assert held == [7 * facts.CARDS_PER_UNIT.value, 8 * facts.CARDS_PER_UNIT.value]
    assert seat.seen["deck"] + sum(held) == facts.DECK.value


def activated(rank: int) -> Seat:
    """Cards are played from King downward until Green acts by one of this rank."""
    seat = copy(_activated(rank))
    seat.events = list(seat.events)
    return seat


@cache
def _activated(rank: int) -> Seat:
    dealt = (
        Seat([{"pins": 3, "models": 5}] * 26, [{}] * 26, "cards", seed=bytes([n] * 32)) for n in range(9)
    )
    return next(seat for seat in dealt if _reaches(seat, rank))


def _reaches(seat: Seat, rank: int) -> bool:
    """Whether Green acts by a card of this rank, all going Down till then."""
    called: list[int] = []
    while (seen := seat.seen)["phase"] == "orders":
        if seen["acting"]:
            if seen["rank"] == rank and seen["acting"][-1]["side"] == 0:
                assert called == [one for one in facts.RANKS.value if one >= rank]
                return True
            _goes_down(seat, seen)
            continue
        if not called or called[-1] != seen["rank"]:
            called.append(seen["rank"])
        for player in (0, 1):
            own = view(seat.game, player)
            if own["stage"] == "cards" and own["own"]["hand"] and not own["own"]["ready"]:
                seat.do("play", player=player)
    return False


def _goes_down(seat: Seat, seen: dict[str, Any]) -> None:
    acting = seen["acting"][-1]
    unit = next(one for one in seen["units"] if one["side"] == acting["side"] and not one["order"])
    stragglers = [2] if acting["special"] == 7 and unit["models"] < unit["start"] else []
    seat.do("order", *stragglers, player=acting["side"], unit=unit["id"], order="down")


def suits() -> None:
    """Of one rank Spades go first, then Hearts, Diamonds, Clubs."""
    seat = Seat([{}] * 26, [{}] * 26, "cards")
    for player in (0, 1):
        seat.do("play", player=player)
    kings = []
    while (seen := seat.seen)["rank"] == 13 and seen["acting"]:
        kings.append(seen["acting"][-1]["card"][0])
        _goes_down(seat, seen)
    assert kings == [name[0].upper() for name in facts.SUITS.value]


def free_unit(seat: Seat) -> str:
    return next(one["id"] for one in seat.seen["units"] if one["side"] == 0 and not one["order"])


def a_seven() -> None:
    assert facts.SEVEN_DIE.value == 6
    for die in range(1, 7):
        seat = activated(7)
        key = free_unit(seat)
        seat.do("order", die, unit=key, order="down")
        back = int(die in facts.SEVEN_BRINGS_ONE_BACK_ON.value)
        assert seat.unit(key)["models"] == 5 + back
        assert seat.sides("card figure")[:1] == [facts.SEVEN_DIE.value]


def a_three() -> None:
    seat = activated(3)
    key = free_unit(seat)
    seat.do("order", unit=key, order="down")
    assert seat.unit(key)["pins"] == 3 - facts.THREE_TAKES_PINS.value


def rerolls(rank: int) -> None:
    """By which cards the order test, all hits or all damage dice are rolled again."""
    allowed = {
        6: facts.SIX_REROLLS.value,
        5: facts.FIVE_REROLLS.value,
        4: facts.FOUR_REROLLS.value,
        2: facts.TWO_REROLLS.value,
    }[rank]
    for what in ("order test", "hit", "damage"):
        assert _may_reroll(rank, what) is (what in allowed)


def _may_reroll(rank: int, what: str) -> bool:
    seat = activated(rank)
    key = next(one["id"] for one in seat.seen["units"] if one["side"] == 0 and not one["order"])
    if what == "order test":
        seat.do("order", 6, 5, unit=key, order="fire")
        if not seat.seen["acting"] or seat.seen["acting"][-1]["step"] != "test":
            return False
        seat.do("retest", 1, 1, reroll=True)
        return bool(seat.unit(key)["order"] == "fire")
    seat.do("order", 1, 1, unit=key, order="fire")
    target = next(one for one in seat.seen["units"] if one["side"] == 1)
    _fires(seat, key, target, what, open_hits=rank in (5, 2))
    attack = seat.seen["attack"]
    if attack is None or attack["step"] != what:
        return False
    assert attack["card_right"] == 0
    seat.do("reroll card", 2, 2)
    with pytest.raises(RefusedError):
        seat.do("reroll card", 2, 2)
    return True


def _fires(seat: Seat, key: str, target: Traits, what: str, *, open_hits: bool) -> None:
    """Two shots, both hits, whose damage dice are ones; they stop where the card may roll again."""
    values = {"shooter": key, "target": target["id"], "weapon": "Rifle", "shots": 2}
    dice = [6, 6] if open_hits else [6, 6, 1, 1]
    seat.do("shoot", *(dice if target["order"] else []), **values)
    if not target["order"]:
        seat.do("answer", *dice, player=1, how="stand")
    if open_hits and what == "damage":
        seat.do("go on", 1, 1)


def track(**settings: object) -> Seat:
    return Seat([{}], [{}], momentum=True, **settings)


def the_track() -> None:
    end = facts.TRACK_END.value
    for side, sign in ((0, -1), (1, 1)):
        seat = track()
        seat.do("momentum", **{f"side{side}": end})
        momentum = seat.seen["momentum"]
        assert (momentum["slider"], momentum["reward"]) == (sign * end, -1)
        assert sum(one["seals"] for one in seat.seen["sides"]) == 0
        seat.do("momentum", **{f"side{side}": 1})
        momentum = seat.seen["momentum"]
        assert (momentum["slider"], momentum["reward"]) == (facts.BACK_TO.value, side)
        assert seat.seen["sides"][1 - side]["seals"] == facts.SEALS.value


def overshoot() -> None:
    stood, gained, back = facts.OVERSHOOT.value
    seat = track()
    seat.do("momentum", side1=stood)
    seat.do("momentum", side1=gained)
    assert seat.seen["momentum"]["slider"] == back
    seat.do("reward", player=1, unit="b1", what="displacement")
    assert facts.DISPLACED_BY.value == 1
    assert [side["seals"] for side in seat.seen["sides"]] == [facts.SEALS.value, 0]
    assert seat.seen["momentum"]["reward"] == -1


def one_die() -> None:
    seat = track()
    seat.do("momentum", side0=facts.TRACK_END.value)
    seat.order("a1", "fire")
    seat.do("shoot", shooter="a1", target="b1", weapon="Rifle", shots=3)
    seat.do("answer", 1, 1, 1, player=1, how="stand")
    dice = [die["n"] for die in seat.seen["attack"]["dice"]]
    seat.do("reroll one", 2, die=dice[0])
    assert len(seat.told("reroll momentum")) == facts.DICE_REROLLED.value
    with pytest.raises(RefusedError):
        seat.do("reroll one", 2, die=dice[1])


def checks() -> Iterator[Check]:
    """All of them, by name."""
    yield "three dice", three_dice
    yield "points", points
    yield "marker", the_marker
    yield "tokens", tokens
    yield "deck", the_deck
    yield "suits", suits
    yield "a Seven", a_seven
    yield "a Three", a_three
    for rank in (6, 5, 4, 2):
        yield f"rerolls of {rank}", partial(rerolls, rank)
    yield "momentum", the_track
    yield "momentum overshoots", overshoot
    yield "momentum, one die", one_die
