"""Where somebody is in a lesson, and where to next: pure, from the lesson's data and what the seat knows.

What the server can see for itself moves the lesson on at once: an order that stands in the stored plan, a
plan that is submitted, a turn that is over. All else waits for the reader to say so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from campaign.lessons.documents import Chapter, Fact, Lesson, Step, Wants


class Act(StrEnum):
    """What a reader does with the present step."""

    DONE = "done"
    SKIP = "skip"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a lesson: ``step`` is the number of the chapter's steps when all of them are done."""

    chapter: int = 0
    step: int = 0


class Known(Protocol):
    """What a seat knows after the last published turn."""

    def holds(self, fact: Fact) -> bool:
        """Whether this is so."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order that stands in the stored plan and is legal; ``banner`` is the id of the scenario."""

    banner: str
    order: str
    to: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """How a war stands for the one who learns: ``chapter`` is that of the turn in planning, or of the end."""

    chapter: int
    known: Known
    submitted: bool = False
    orders: Collection[Given] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Present:
    """What is to be shown: ``step`` None once the chapter's steps are done; ``missed`` if the chapter cannot
    begin from where things stand.
    """

    place: Place
    chapter: Chapter
    step: Step | None
    missed: bool = False

    @property
    def id(self) -> str:
        """What an answer to it must name."""
        if self.missed:
            return "missed"
        return self.step.id if self.step is not None else ""


class OutOfOrderError(ValueError):
    """An answer to a step that is not the present one, or one whose wants are not met: nothing changes."""

    def __init__(self, present: Present, *, early: bool = False) -> None:
        super().__init__(present.id)
        self.present = present
        self.early = early


def present(lesson: Lesson, place: Place, now: Situation) -> Present:
    """The step at which the lesson stands, past all that the server sees to be done."""
    if now.chapter > place.chapter:
        place = Place(now.chapter)
        chapter = lesson.chapters[place.chapter]
        if not all(map(now.known.holds, chapter.needs)):
            return Present(place, chapter, None, missed=True)
    chapter = lesson.chapters[place.chapter]
    step = _settled(chapter.steps, place.step, now)
    found = chapter.steps[step] if step < len(chapter.steps) else None
    return Present(Place(place.chapter, step), chapter, found)


def answered(lesson: Lesson, place: Place, now: Situation, step: str, act: Act) -> Place:
    """The place after the reader has answered a step. Raises ``OutOfOrderError``, whatever was asked for.

    A chapter that was missed can be skipped if it is the last: the others need its scenario.
    """
    shown = present(lesson, place, now)
    if step != shown.id or not step:
        raise OutOfOrderError(shown)
    if shown.missed:
        last = shown.place.chapter == len(lesson.chapters) - 1
        if act is not Act.SKIP or not last:
            raise OutOfOrderError(shown, early=True)
        return shown.place
    if act is Act.DONE and shown.step is not None and seen_by_server(shown.step.wants):
        raise OutOfOrderError(shown, early=True)
    return present(lesson, Place(shown.place.chapter, shown.place.step + 1), now).place


def seen_by_server(wants: Wants) -> bool:
    """Whether the server finds out by itself that a step is done."""
    return wants.kind in ("plan_has", "submitted")


def _settled(steps: Sequence[Step], number: int, now: Situation) -> int:
    while number < len(steps) and _is_met(steps[number].wants, now):
        number += 1
    return number


def _is_met(wants: Wants, now: Situation) -> bool:
    if wants.kind == "submitted" or (wants.kind == "plan_has" and now.submitted):
        # In a plan that is final nothing can be changed any more.
        return now.submitted
    if wants.kind != "plan_has":
        return False
    return any(
        wants.banner in (None, given.banner)
        and wants.order in (None, given.order)
        and wants.to in (None, given.to)
        for given in now.orders
    )
