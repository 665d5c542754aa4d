"""The bot plays by the rules, from what it knows, and wars of bots come to blows and to an end."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from config.demo.wars import KARST_GATE, WARS, War, state_of
from rules.bot import regular as bot
from rules.bot.selfplay import games_turns, play, remember
from rules.plans.knowledge import knowledge_of
from rules.plans.legality import problems
from rules.state import PlayerId
from rules.turn import next_state


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


@pytest.mark.long
@pytest.mark.parametrize("games", [30, pytest.param(200, marks=pytest.mark.long)])
def test_games_have_early_battles_and_mostly_a_victor(games: int) -> None:
    played = [play(state_of(KARST_GATE), seed(number)) for number in range(games)]
    early = [game for game in played if game.first_battle is not None and game.first_battle <= 6]
    decided = [game for game in played if game.victors]
    assert len(early) >= 0.9 * games
    assert len(decided) >= 0.5 * games


@pytest.mark.parametrize("war", WARS, ids=lambda war: war.name)
def test_no_order_of_the_bot_is_ever_void(war: War) -> None:
    for number in range(3):
        for outcome in games_turns(state_of(war), seed(number), turns=25):
            assert outcome.void == ()


def test_the_same_knowledge_makes_the_same_plan() -> None:
    own = knowledge_of(state_of(KARST_GATE), state_of(KARST_GATE).players[0].id)
    assert bot.plan(own) == bot.plan(own)


def test_every_plan_of_a_fresh_war_is_legal_and_orders_every_banner() -> None:
    for war in WARS:
        state = state_of(war)
        for player in state.players:
            own = knowledge_of(state, player.id)
            plan = bot.plan(own)
            assert problems(own, plan) == ()
            assert set(plan.orders) == {banner.id for banner in own.banners}


def test_a_bot_without_banners_has_nothing_to_say() -> None:
    state = state_of(KARST_GATE)
    own = replace(knowledge_of(state, state.players[0].id), banners=())
    assert bot.plan(own).orders == {}


@pytest.mark.parametrize("war", WARS, ids=lambda war: war.name)
def test_the_starts_of_the_demo_lie_close(war: War) -> None:
    state = state_of(war)
    for player in state.players:
        mine = [banner.at for banner in state.banners if banner.owner == player.id]
        others = [banner.at for banner in state.banners if banner.owner != player.id]
        nearest = min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in mine for b in others)
        assert nearest <= 8


@pytest.mark.parametrize("luck", range(3))
def test_the_first_seat_of_the_demo_has_something_to_plan_against(luck: int) -> None:
    """Whoever opens the demo plans the fourth turn of Karst Gate: there has been a fight by then."""
    fought, knows = 0, knowledge_of(state_of(KARST_GATE), PlayerId("p1"))
    for outcome in islice(games_turns(state_of(KARST_GATE), bytes([luck]) * 32, 3), 3):
        fought += sum("p1" in result.battle.owners for result in outcome.battles)
        knows = remember(knows, outcome, next_state(outcome))
    assert fought
    assert len({sighting.owner for sighting in knows.sightings}) >= 2
    assert len(knows.banners) == 3
    assert [feature.id for feature in knows.features] == ["depot", "vault"]
