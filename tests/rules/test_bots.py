"""Every bot plays by the rules, from what it knows; the same question always has the same answer."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from time import process_time

import pytest

from rules.areas import held_by
from rules.bot import campaigner, veteran
from rules.bot.belief import ghosts_of
from rules.bot.characters import VETERANS, Character, Level
from rules.bot.decision import Decision, Why
from rules.bot.documents import (
    answer,
    beliefs_from,
    decision_document,
    knowledge_document,
    knowledge_from,
    reasons_from,
)
from rules.bot.opponent import plan
from rules.bot.selfplay import at_home, games_turns, remember
from rules.bot.worlds import sampled
from rules.dice import Dice
from rules.maps.grid import distance
from rules.orders import BannerOrders, Order, OrderKind, Plan
from rules.outcome import Movement
from rules.plans.knowledge import Knowledge, Sighting, knowledge_of
from rules.plans.legality import problems
from rules.results import Results
from rules.scenario import load
from rules.state import BannerId, Condition, ConditionKind, PlayerId, State
from rules.turn import AFTERMATH, UNTOLD, next_state, resolve_aftermath, resolve_movement
from tests.rules.regular_plans import starts
from tests.rules.running import command

SEED = bytes(32)


def course(state: State, turns: int) -> Iterator[dict[str, Knowledge]]:
    """What everybody knows in each turn of a regulars' game."""
    knows = {player.id: at_home(knowledge_of(state, player.id)) for player in state.players}
    yield dict(knows)
    for outcome in games_turns(state, SEED, turns):
        after = next_state(outcome)
        knows = {player: remember(own, outcome, after) for player, own in knows.items()}
        yield dict(knows)


@cache
def boards() -> tuple[tuple[State, tuple[Knowledge, ...]], ...]:
    """Three boards of different templates, each with what two players know there who have enemies near."""
    found = []
    for number in (0, 2, 3):
        state = next(islice(starts(), number, None))
        knows = {player.id: at_home(knowledge_of(state, player.id)) for player in state.players}
        near: list[Knowledge] = []
        for outcome in games_turns(state, SEED, 25):
            state = next_state(outcome)
            knows = {player: remember(own, outcome, state) for player, own in knows.items()}
            near = [own for _player, own in sorted(knows.items()) if has_company(own)]
            if state.turn > 6 and len(near) >= 2:
                break
        found.append((state, tuple(near[:2])))
    assert [len(players) for _state, players in found] == [2, 2, 2]
    return tuple(found)


def has_company(own: Knowledge) -> bool:
    """Whether an enemy is in sight near one of the own banners."""
    now = [one.at for one in own.sightings if one.turn == own.turn - 1]
    return any(distance(at, banner.at) <= veteran.NEAR for at in now for banner in own.banners)


def midgame() -> list[Knowledge]:
    """A few players who have met enemies: with the presets' rules, on three kinds of map."""
    return [own for _state, players in boards() for own in players]


def decide(own: Knowledge, level: Level, character: Character = Character.STEADY) -> Decision:
    return plan(own, level=level, character=character, seed=hashlib.sha256(own.player.id.encode()).digest())


def test_every_plan_is_legal_and_has_a_reason_for_every_banner() -> None:
    for own in midgame():
        for level in Level:
            for character in Character if level is not Level.VETERAN else (Character.RAIDER,):
                made = decide(own, level, character)
                assert problems(own, made.plan) == ()
                assert list(made.plan.orders) == [banner.id for banner in own.banners]
                assert [reason.banner for reason in made.reasons] == [banner.id for banner in own.banners]


def test_a_question_and_its_answer_travel_as_json_and_come_back() -> None:
    own = midgame()[-1]
    document = json.loads(json.dumps(knowledge_document(own)))
    assert knowledge_from(document) == own
    made = decide(own, Level.VETERAN)
    asked = {"knowledge": document, "level": "veteran", "character": "steady", "more": 1}
    seed = hashlib.sha256(own.player.id.encode()).hexdigest()
    told = json.loads(json.dumps(answer({**asked, "seed": seed})))
    assert told == json.loads(json.dumps(decision_document(made)))
    assert (reasons_from(told["reasons"]), beliefs_from(told["beliefs"])) == (made.reasons, made.beliefs)


@pytest.mark.parametrize("given", ["", "[]", "{}", '{"knowledge": {}, "level": "general"}'])
def test_what_is_no_question_exits_with_2_and_one_line(given: str) -> None:
    run = command("plan", "-", given=given)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)


def test_beliefs_have_enemies_where_they_can_have_gone_and_nowhere_in_sight() -> None:
    """The truth is among what is believed; what is in sight is where it was seen."""
    state = next(starts())
    believed = held = 0
    outcomes = games_turns(state, SEED, 6)
    for knows, outcome in zip(course(state, 6), outcomes, strict=False):
        stood = {banner.id: banner for banner in outcome.movement.start.banners}
        for own in knows.values():
            for ghost in ghosts_of(own):
                if ghost.seen is None or ghost.id not in stood:
                    continue
                believed += 1
                held += stood[ghost.id].at in ghost.spots
                seen = next(one for one in own.sightings if one.id == ghost.id)
                if seen.turn == own.turn - 1:
                    assert ghost.spots == (seen.at,)
    assert believed >= 5
    assert held >= 0.9 * believed


def test_worlds_follow_from_the_seed_and_hold_only_what_the_player_may_believe() -> None:
    own = midgame()[0]
    ghosts = ghosts_of(own)
    assert ghosts
    worlds = sampled(own, ghosts, 8, SEED)
    assert worlds == sampled(own, ghosts, 8, SEED)
    for world in worlds:
        others = [one for one in world.state.banners if one.owner != own.player.id]
        assert {one.id for one in others} <= {ghost.id for ghost in ghosts}
        assert [one for one in world.state.banners if one.owner == own.player.id] == list(own.banners)


def test_with_fewer_than_eight_worlds_it_plays_as_a_regular(monkeypatch: pytest.MonkeyPatch) -> None:
    own = midgame()[0]
    monkeypatch.setattr(veteran, "BANNER_TURNS", 10)
    made = decide(own, Level.VETERAN)
    assert made.plan == decide(own, Level.REGULAR).plan
    assert made.reasons[0].why is Why.FEW_WORLDS


@pytest.mark.parametrize("board", range(3))
def test_a_veterans_decision_uses_no_more_than_its_budget(
    monkeypatch: pytest.MonkeyPatch, board: int
) -> None:
    """Counted where boards are adjudicated: what it says of itself is not asked."""
    adjudications = banner_turns = 0
    resolve = veteran.resolve_movement

    def counted(state: State, plans: Mapping[PlayerId, Plan], dice: Dice) -> Movement:
        nonlocal adjudications, banner_turns
        adjudications += 1
        banner_turns += len(state.banners)
        return resolve(state, plans, dice)

    monkeypatch.setattr(veteran, "resolve_movement", counted)
    used = 0
    for own in boards()[board][1]:
        adjudications = banner_turns = 0
        decide(own, Level.VETERAN)
        assert adjudications <= 200
        assert banner_turns <= 6_000
        used += adjudications
    assert used


def test_only_the_veteran_adjudicates() -> None:
    """So that the count above counts all."""
    rooms = Path(veteran.__file__).parent.glob("*.py")
    importing = {room.stem for room in rooms if "rules.turn" in room.read_text()}
    assert importing == {"veteran", "selfplay"}


@pytest.mark.long
@pytest.mark.parametrize("board", range(3))
def test_the_time_of_a_decision_over_that_of_one_adjudication(board: int) -> None:
    """By CPU time, in the same run: a regular's at most 2, a veteran's at most 300."""
    state, players = boards()[board]
    plans = {
        player.id: decide(knowledge_of(state, player.id), Level.REGULAR).plan for player in state.players
    }

    def once() -> None:
        dice = Dice(SEED)
        resolve_aftermath(resolve_movement(state, plans, dice), Results(), dice)

    turn = seconds(once, 50)
    for own in players:
        regular = seconds(lambda own=own: decide(own, Level.REGULAR), 50) / turn
        thinking = seconds(lambda own=own: decide(own, Level.VETERAN), 3) / turn
        sys.stdout.write(f"board {board}: regular {regular:.2f}, veteran {thinking:.0f} adjudications\n")
        assert regular <= 2
        assert 1 < thinking <= 300


def seconds(what: Callable[[], object], times: int) -> float:
    """The CPU time of one, as a median of three tries."""
    what()
    tries = []
    for _ in range(3):
        begun = process_time()
        for _number in range(times):
            what()
        tries.append((process_time() - begun) / times)
    return sorted(tries)[1]


def test_what_a_plan_is_judged_by_is_the_turn_as_it_is_but_for_what_nobody_reads() -> None:
    for state, _players in boards():
        plans = {
            player.id: decide(knowledge_of(state, player.id), Level.REGULAR).plan for player in state.players
        }
        told, untold = (
            resolve_aftermath(
                resolve_movement(state, plans, Dice(SEED)), Results(), Dice(SEED), phases=phases
            )
            for phases in (AFTERMATH, UNTOLD)
        )
        assert told.intelligence
        assert (untold.intelligence, untold.state, untold.conditions) == ({}, told.state, told.conditions)
        for player in state.players:
            assert held_by(untold.state.sectors, player.id) == held_by(tuple(told.state.sectors), player.id)


def test_in_the_first_turns_a_veteran_goes_on_to_an_enemy_that_is_no_greater() -> None:
    """It would else stand off from one that does not come by itself; ground draws it the other way."""
    position = {
        "turn": 5,
        "seed": "00" * 32,
        "map": ["." * 20] * 9,
        "players": [{"id": "alpha"}, {"id": "beta"}],
        "banners": [{"id": "a1", "owner": "alpha", "at": [6, 4], "level": 12}],
    }
    known = knowledge_of(load(position).state, PlayerId("alpha"))

    def goes(level: int, turn: int) -> int:
        seen = Sighting(BannerId("b1"), PlayerId("beta"), (12, 4), level, turn - 1)
        own = replace(known, turn=turn, sightings=(seen,))
        order = campaigner.plan(own, VETERANS[Character.CAUTIOUS]).orders[BannerId("a1")].primary
        return distance((6, 4) if order is None or order.to is None else order.to, seen.at)

    assert goes(9, 5) == 5
    assert goes(10, 5) > 5
    assert goes(9, campaigner.OPENING + 1) > 5


# What is shown and what is used


def test_a_death_is_shown_to_those_who_fought_and_to_nobody_else() -> None:
    """As a player's own reports have it (Rules 9): others keep the old sighting."""
    position = {
        "turn": 1,
        "seed": "00" * 32,
        "map": ["." * 20] * 4,
        "players": [{"id": name} for name in ("alpha", "beta", "gamma")],
        "banners": [
            {"id": "a1", "owner": "alpha", "at": [2, 1], "level": 18},
            {"id": "b1", "owner": "beta", "at": [5, 1], "level": 5},
            {"id": "g1", "owner": "gamma", "at": [18, 1], "level": 15},
        ],
    }
    state = load(position).state
    seen = Sighting(BannerId("b1"), PlayerId("beta"), (5, 1), 5, 0)
    before = {
        player.id: replace(knowledge_of(state, player.id), sightings=(seen,)) for player in state.players
    }
    plans = {PlayerId("alpha"): Plan({BannerId("a1"): BannerOrders(Order(OrderKind.MARCH, to=(3, 1)))})}
    dice = Dice(SEED)
    outcome = resolve_aftermath(resolve_movement(state, plans, dice), Results(), dice)
    assert [gone.id for gone in outcome.destroyed] == ["b1"]
    after = next_state(outcome)
    assert remember(before[PlayerId("alpha")], outcome, after).sightings == ()
    assert remember(before[PlayerId("gamma")], outcome, after).sightings == (seen,)


@pytest.mark.parametrize(
    ("character", "level", "uses"),
    [
        (Character.STEADY, 16, True),
        (Character.STEADY, 17, False),
        (Character.CAUTIOUS, 15, True),
        (Character.CAUTIOUS, 16, False),
        (Character.SEEKER, 16, True),
        (Character.RAIDER, 10, False),
        (Character.RAIDER, None, True),
    ],
)
def test_who_has_time_to_use_something_is_a_matter_of_character(
    character: Character, level: int | None, uses: bool
) -> None:
    """``level`` is that of an enemy nearby, None if there is none."""
    own = near_a_lever(level)
    made = decide(own, Level.REGULAR, character).plan
    assert (made.orders[BannerId("a1")].special is not None) == uses
    aim = Condition(ConditionKind.TRIGGER, trigger="any")
    bent = replace(own, player=replace(own.player, conditions=(aim,)))
    made = decide(bent, Level.REGULAR, character).plan
    assert made.orders[BannerId("a1")].special is not None


def near_a_lever(level: int | None) -> Knowledge:
    position = {
        "turn": 2,
        "seed": "00" * 32,
        "map": ["." * 9] * 9,
        "settings": {"special_orders": "use"},
        "players": [{"id": "alpha"}, {"id": "beta"}],
        "banners": [{"id": "a1", "owner": "alpha", "at": [4, 4], "level": 15}],
        "features": [{"id": "lever", "at": [4, 4], "known_to": ["alpha"]}],
    }
    known = knowledge_of(load(position).state, PlayerId("alpha"))
    seen = () if level is None else (Sighting(BannerId("b1"), PlayerId("beta"), (6, 4), level, 1),)
    return replace(known, hinted=("lever",), sightings=seen)
