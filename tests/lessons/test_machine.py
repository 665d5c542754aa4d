"""Where somebody is in a lesson: pure."""

from __future__ import annotations

import pytest

from campaign.lessons.curriculum import FIRST, lesson
from campaign.lessons.machine import Act, Given, OutOfOrderError, Place, Situation, answered, present

WAR = lesson(FIRST)
FIRST_STEPS = [step.id for step in WAR.chapters[0].steps]


class Known:
    """Knows that everything is so, or nothing."""

    def __init__(self, so=True):
        self.so = so

    def holds(self, fact):
        return self.so


def at(chapter=0, **more):
    return Situation(chapter, more.pop("known", Known()), **more)


def shown(place, now):
    return present(WAR, place, now).id


def test_what_is_read_waits_for_the_reader():
    place = Place()
    for step in FIRST_STEPS[:3]:
        assert shown(place, at()) == step
        place = answered(WAR, place, at(), step, Act.DONE)
    assert shown(place, at()) == "march"


def test_an_order_in_the_plan_moves_it_on_by_itself():
    place = Place(0, 3)
    assert shown(place, at(orders=[Given("scouts", "march", (4, 4))])) == "march"
    assert shown(place, at(orders=[Given("guard", "march", (5, 4))])) == "march"
    assert shown(place, at(orders=[Given("scouts", "march", (5, 4))])) == "saved"


def test_what_the_server_sees_cannot_be_claimed():
    with pytest.raises(OutOfOrderError) as refused:
        answered(WAR, Place(0, 3), at(), "march", Act.DONE)
    assert refused.value.early
    assert refused.value.present.id == "march"


@pytest.mark.parametrize("step", ["march", "film", "nonsense", "", "missed"])
@pytest.mark.parametrize("act", list(Act))
def test_another_step_than_the_present_one_changes_nothing(step, act):
    if act is Act.LEAVE:
        return
    with pytest.raises(OutOfOrderError) as refused:
        answered(WAR, Place(), at(), step, act)
    assert refused.value.present.id == "aim"
    assert not refused.value.early


def test_any_step_can_be_skipped():
    place = Place()
    for step in FIRST_STEPS:
        assert shown(place, at()) == step
        place = answered(WAR, place, at(), step, Act.SKIP)
    assert present(WAR, place, at()).step is None
    assert shown(place, at(1)) == "report-1"


def test_a_turn_that_is_over_brings_the_next_chapter_whatever_was_read():
    assert shown(Place(0, 1), at(1)) == "report-1"
    assert shown(Place(1, 3), at(3)) == "held"


def test_a_chapter_that_cannot_begin_says_so_and_waits():
    now = at(2, known=Known(so=False))
    found = present(WAR, Place(1, 7), now)
    assert (found.missed, found.id, found.place) == (True, "missed", Place(2, 0))
    for act in (Act.DONE, Act.SKIP):
        with pytest.raises(OutOfOrderError):
            answered(WAR, Place(1, 7), now, "missed", act)


def test_the_end_can_be_looked_at_even_if_it_was_missed():
    now = at(4, known=Known(so=False), submitted=True)
    place = answered(WAR, Place(3, 4), now, "missed", Act.SKIP)
    assert shown(place, now) == "reveal"


def test_a_final_plan_leaves_nothing_to_order():
    assert shown(Place(0, 3), at(submitted=True)) == "saved"
    assert present(WAR, Place(0, 5), at(submitted=True)).step is None
