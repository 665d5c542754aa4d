"""The gate of the lessons' data: what a text says comes true, whatever the dice say."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import pairwise

import pytest

from campaign.lessons.curriculum import (
    FIRST,
    HINTS,
    MOST_STEPS,
    MOST_TAPS,
    MOST_WORDS,
    MOST_WORDS_OF_STEP,
    PLACE,
    LessonError,
    lesson,
    read,
    taps_of,
    turn_of,
    words_of,
)
from rules.dice import seed_before
from rules.plans.knowledge import knowledge_of
from rules.plans.legality import problems
from rules.scenario import adjudicate
from rules.turn import next_state
from tests.lessons.rehearsal import Rehearsed, carried_on, outcome_of, seeds

SEEDS = 200 if os.environ.get("TEST_LONG") else 40
WAR = lesson(FIRST)
TURNS = [chapter for chapter in WAR.chapters if chapter.scenario is not None]


def test_the_lesson_has_four_turns_and_an_end():
    assert [turn_of(chapter).state.turn for chapter in TURNS] == [1, 2, 3, 4]
    assert len(WAR.chapters) == 5
    assert len(WAR.armies) == 3


def test_it_asks_for_little():
    steps = [step for chapter in WAR.chapters for step in chapter.steps]
    assert len(steps) <= MOST_STEPS == 28
    assert words_of(WAR) <= MOST_WORDS == 900
    assert taps_of(WAR) <= MOST_TAPS == 45
    assert max(len(step.text.split()) for step in steps) <= MOST_WORDS_OF_STEP == 40


@pytest.mark.parametrize("chapter", TURNS, ids=lambda chapter: chapter.title)
def test_no_plan_of_it_has_a_problem(chapter):
    turn = turn_of(chapter)
    assert set(turn.plans) == {player.id for player in turn.state.players}
    for player, plan in turn.plans.items():
        assert not problems(knowledge_of(turn.state, player), plan)
    own = {one.id for one in turn.state.banners if one.owner == WAR.player}
    assert set(turn.plans[WAR.player].orders) == own, "every banner is told something"


@pytest.mark.parametrize("chapter", TURNS, ids=lambda chapter: chapter.title)
def test_the_steps_lead_to_the_model_plan(chapter):
    given = {
        (banner, order["order"], tuple(order.get("to") or ()))
        for banner, orders in chapter.model["orders"].items()
        for order in orders.values()
    }
    wanted = {
        (step.wants.banner, step.wants.order, tuple(step.wants.to or ()))
        for step in chapter.steps
        if step.wants.kind == "plan_has"
    }
    assert wanted == given
    assert chapter.steps[-1].wants.kind == "submitted"


def test_each_chapter_begins_where_the_one_before_ends_by_the_public_seeds():
    for chapter, after in pairwise(TURNS):
        first, second = turn_of(chapter), turn_of(after)
        assert next_state(adjudicate(first)) == second.state
        assert first.seed == seed_before(second.seed), "the seeds are the chain of a campaign"


@pytest.mark.wider
@pytest.mark.parametrize("own", [False, True], ids=["its own scenarios", "carried on"])
def test_what_is_needed_and_what_is_said_comes_true_by_all_dice(own):
    for seed in seeds(SEEDS):
        outcomes = []
        for number, chapter in enumerate(WAR.chapters):
            if outcomes:
                known = Rehearsed(WAR, tuple(outcomes))
                said = [fact for step in chapter.steps for fact in step.says]
                wrong = [fact for fact in (*chapter.needs, *said) if not known.holds(fact)]
                assert not wrong, (seed.hex(), chapter.title, wrong)
            if number < len(TURNS):
                on = own and outcomes
                turn = carried_on(chapter, outcomes[-1], seed) if on else None
                outcomes.append(adjudicate(turn) if turn else outcome_of(chapter, seed))


def test_what_the_first_steps_say_is_so_at_the_start():
    state = turn_of(TURNS[0]).state
    standing = {one.id: one.at for one in state.banners}
    said = [fact for step in TURNS[0].steps for fact in step.says]
    assert said
    assert all(fact.fact == "stands" and standing[fact.banner] == fact.at for fact in said)


def _long(data):
    data["chapters"][0]["steps"][0]["text"] = "word " * 41
    data["chapters"][0]["steps"][1]["text"] = "word"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data["chapters"][0]["steps"][0]["anchor"].update(on="moon"), "moon"),
        (lambda data: data["chapters"][0]["steps"][0]["wants"].update(kind="luck"), "luck"),
        (lambda data: data["chapters"][0]["steps"][0].update(id="march"), "two steps are called march"),
        (_long, "more than 40 words"),
        (lambda data: data["chapters"][0]["steps"][0].update(rule="99"), "no section 99"),
        (lambda data: data["chapters"][0]["steps"][1]["anchor"].update(banner="ghosts"), "no banner ghosts"),
        (lambda data: data["chapters"][0]["steps"][1]["anchor"].update(order="march"), "banner has no order"),
        (lambda data: data["chapters"][1].update(missed=""), "missed"),
        (
            lambda data: data["chapters"][1]["needs"].append({"fact": "seen", "army": "tithe"}),
            "seen needs at",
        ),
        (lambda data: data["chapters"][1]["scenario"].update(extra=1), "extra"),
        (lambda data: data.update(more=1), "unknown field `more`"),
        (lambda data: data["chapters"][0].update(missed="word " * 9), "908 words"),
    ],
)
def test_a_lesson_that_is_none_is_refused_with_its_reason(change, why):
    data = json.loads((PLACE / f"{FIRST}.json").read_bytes())
    change(data)
    with pytest.raises(LessonError) as refused:
        read(json.dumps(data).encode())
    assert why in str(refused.value)


def test_the_hints_of_the_first_turn_are_five():
    chapter = lesson(HINTS).chapters[0]
    assert [step.id for step in chapter.steps] == ["aims", "banner", "orders", "saved", "submit"]
    assert chapter.scenario is None


def test_a_text_that_promises_too_much_is_found():
    """The gate shuts: with a weaker enemy the battle that a text calls lost is not always lost."""
    chapter = TURNS[1]
    weaker = dict(chapter.scenario)
    weaker["banners"] = [
        {**one, "level": 12} if one["id"] == "hammer" else one for one in chapter.scenario["banners"]
    ]
    lost = next(fact for fact in TURNS[2].needs if fact.fact == "lost")
    turn = turn_of(TURNS[1].__class__(chapter.title, chapter.steps, weaker, chapter.model, chapter.enemies))
    found = {Rehearsed(WAR, (adjudicate(replace(turn, seed=seed)),)).holds(lost) for seed in seeds(20)}
    assert found == {True, False}
