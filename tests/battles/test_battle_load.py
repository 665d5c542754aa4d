"""Battles beyond a player's load, and the early end of the battles."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from battles.results.services import send_to_dice
from campaign.base.refusal import Refusal
from campaign.models import Battle, Turn
from campaign.turn.contact.battle_status import Standing
from tests.fights import (
    WON,
    battle_in,
    confirm,
    meet,
    seen_by,
    tell,
    while_fighting,
)

pytestmark = pytest.mark.django_db


THREE = {"north": ((2, 3), (9, 1)), "south": ((2, 6), (3, 6), (4, 6), (9, 8))}
"""North's first banner marches into the battle ranges of three."""


def test_only_battles_beyond_the_load_are_sent_to_the_dice() -> None:
    war = meet(where=THREE)
    found = list(Battle.objects.filter(turn=war.turn).order_by("second"))
    assert len(found) == 3
    send = partial(send_to_dice, seat=war.seat("north"), by=war.users["north"])
    assert all(seen_by(war, "north", battle).may_send for battle in found)
    with while_fighting(war, hours=49), pytest.raises(Refusal, match="48 hours") as late:
        send(battle=found[0])
    assert late.value.code == "late"
    with while_fighting(war, hours=47):
        assert send(battle=found[0]) == Standing.ABSTRACT
        with pytest.raises(Refusal, match="beyond 2") as enough:
            send(battle=found[1])
    assert enough.value.code == "load"
    assert not seen_by(war, "north", found[1]).may_send
    assert seen_by(war, "south", found[0]).result is not None


@pytest.mark.parametrize(("hours", "until"), [(24, 24), (240, 48)])
def test_until_when_they_may_be_sent_is_never_later_than_results_are_due(hours: int, until: int) -> None:
    war = meet(battle_load=0)
    turn = war.turn
    announced = turn.announced_at
    assert announced is not None
    Turn.objects.filter(pk=turn.pk).update(results_due=announced + timedelta(hours=hours))
    assert seen_by(war, "north").send_until == announced + timedelta(hours=until)


def test_a_battle_that_has_been_told_of_is_not_sent_to_the_dice() -> None:
    war = meet(where=THREE)
    battle = battle_in(war)
    tell(war, "south", WON, battle)
    with while_fighting(war), pytest.raises(Refusal) as told:
        send_to_dice(battle=battle, seat=war.seat("north"), by=war.users["north"])
    assert told.value.code == "told"


def test_when_no_battle_is_left_the_results_are_due_at_the_next_daily_hour() -> None:
    war = meet()
    before = war.turn.results_due
    tell(war, "north", WON)
    assert war.turn.results_due == before
    confirm(war, "south")
    after = war.turn.results_due
    assert before is not None
    assert after is not None
    with while_fighting(war) as now:
        assert now < after <= now + timedelta(days=1)
    assert after < before


def test_early_results_are_a_setting() -> None:
    war = meet(early_results=False)
    before = war.turn.results_due
    tell(war, "north", WON)
    confirm(war, "south")
    assert war.turn.results_due == before
