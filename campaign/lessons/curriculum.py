"""The lessons that are shipped, read once and checked: ``campaign/lessons/*.json``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from campaign.lessons.documents import Chapter, Lesson, LessonError, Step
from campaign.rulebook.sections import section_for
from rules.orders import ORDER
from rules.scenario import Scenario, ScenarioError, load

PLACE = Path(__file__).parent
FIRST = "four_turns"
"""The lesson that is offered to all."""
HINTS = "first_turn"
"""The hints of the first turn in a real seat."""

ANY = "*"
"""Any banner of the seat."""
MOST_STEPS, MOST_WORDS, MOST_WORDS_OF_STEP, MOST_TAPS = 28, 900, 40, 45


@lru_cache(maxsize=8)
def lesson(name: str) -> Lesson:
    """The lesson of this name. Raises ``LessonError`` if its file is not one, ``KeyError`` without a file."""
    if name not in names():
        raise KeyError(name)
    return read((PLACE / f"{name}.json").read_bytes())


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The lessons that there are."""
    return tuple(sorted(path.stem for path in PLACE.glob("*.json")))


def read(text: bytes) -> Lesson:
    """A lesson in a JSON text. Raises ``LessonError``."""
    try:
        found = msgspec.json.decode(text, type=Lesson)
    except msgspec.DecodeError as error:
        raise LessonError(str(error)) from error
    wrong = next(_faults(found), None)
    if wrong is not None:
        raise LessonError(wrong)
    return found


def turn_of(chapter: Chapter) -> Scenario:
    """A chapter's turn with the model plan and the enemies' plans. Raises ``ScenarioError``."""
    assert chapter.scenario is not None
    assert chapter.model is not None
    others = {player["id"] for player in chapter.scenario["players"]} - set(chapter.enemies)
    return load({**chapter.scenario, "plans": {**chapter.enemies, **dict.fromkeys(others, chapter.model)}})


def texts_of(found: Lesson) -> tuple[str, ...]:
    """All that is looked up in the reader's language, each text once."""
    said = [text for chapter in found.chapters for text in (chapter.title, chapter.missed)]
    said += [step.text for chapter in found.chapters for step in chapter.steps]
    named = (found.title, *found.armies.values(), *found.banners.values())
    return tuple(dict.fromkeys(text for text in (*named, *said) if text))


def words_of(found: Lesson) -> int:
    """How many words a reader meets, what is said of missed chapters included."""
    texts = [step.text for chapter in found.chapters for step in chapter.steps]
    return sum(len(text.split()) for text in (*texts, *(chapter.missed for chapter in found.chapters)))


def taps_of(found: Lesson) -> int:
    """How many taps the steps ask for: to open a banner is one more, unless it is open, as is to come back
    from the report; submitting takes the way to the plan, the button and its question.
    """
    taps, opened = 0, None
    for step in (step for chapter in found.chapters for step in chapter.steps):
        wants, banner = step.wants, step.anchor.banner
        if wants.kind == "submitted":
            taps, opened = taps + 3, None
        elif wants.kind == "read":
            taps += 2
        elif wants.kind == "plan_has":
            taps, opened = taps + 1 + (opened != banner), banner
        else:
            taps += 1
            opened = banner if wants.kind == "opened" else opened
    return taps


def _faults(found: Lesson) -> Iterator[str]:
    ids = [step.id for chapter in found.chapters for step in chapter.steps]
    yield from (f"two steps are called {one}" for one, count in Counter(ids).items() if count > 1)
    if found.turns and found.turns != len(found.chapters) - 1:
        yield "every chapter but the last has a scenario"
    if len(ids) > MOST_STEPS or words_of(found) > MOST_WORDS or taps_of(found) > MOST_TAPS:
        yield (
            f"it has {len(ids)} steps, {words_of(found)} words, {taps_of(found)} taps;"
            f" at most {MOST_STEPS}, {MOST_WORDS}, {MOST_TAPS} are allowed"
        )
    for number, chapter in enumerate(found.chapters):
        where = f"chapter {number + 1}"
        if (chapter.scenario is None) != (chapter.model is None) or (chapter.needs and not chapter.missed):
            yield f"{where} lacks its model plan, or what is said when it is missed"
        for step in chapter.steps:
            yield from (f"{where}, step {step.id}: {fault}" for fault in _step_faults(found, chapter, step))
        yield from (f"{where}: {fault}" for fault in _turn_faults(found, chapter))


def _step_faults(found: Lesson, chapter: Chapter, step: Step) -> Iterator[str]:
    if len(step.text.split()) > MOST_WORDS_OF_STEP:
        yield f"it has more than {MOST_WORDS_OF_STEP} words"
    if section_for(step.rule) is None:
        yield f"there is no section {step.rule} of the rules"
    kinds = {step.anchor.order, step.wants.order} - {None}
    yield from (f"there is no order {kind}" for kind in sorted(map(str, kinds)) if kind not in ORDER)
    banners = {step.anchor.banner, step.wants.banner, *(fact.banner for fact in step.says)}
    known = {*found.banners, ANY, None}
    yield from (f"there is no banner {one}" for one in sorted(map(str, banners - known)))
    named = {fact.army for fact in (*step.says, *chapter.needs)} - {*found.armies, None}
    yield from (f"there is no army {one}" for one in sorted(map(str, named)))


def _turn_faults(found: Lesson, chapter: Chapter) -> Iterator[str]:
    if chapter.scenario is None:
        return
    try:
        state = turn_of(chapter).state
    except ScenarioError as error:
        yield str(error)
        return
    if [str(player.id) for player in state.players] != sorted(found.armies):
        yield "its players are not the lesson's armies"
    if {str(banner.id) for banner in state.banners} - set(found.banners):
        yield "it has a banner without a name"
