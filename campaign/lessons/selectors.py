"""Which step of a lesson, or which hint of a first turn, somebody is to be shown now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from django.db.models import Exists, OuterRef, Q

from campaign.base.documents import Map
from campaign.lessons.curriculum import ANY, FIRST, HINTS, lesson
from campaign.lessons.documents import Fact, Lesson, Step
from campaign.lessons.learnt import Told
from campaign.lessons.machine import Given, Place, Present, Situation, present
from campaign.models import (
    Banner,
    CampaignKind,
    CampaignStatus,
    LessonProgress,
    LessonState,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    User,
)
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.selectors import written_plan
from rules.orders import Slot
from rules.plans.legality import effective, problems


@dataclass(frozen=True, slots=True)
class Hint:
    """A step as it is shown: ``number`` of ``count`` in its chapter; ``banners`` are the public ids of the
    seat's banners by those of the scenario. ``first``: a hint of the first turn in a real seat; ``won``:
    whether the lesson's war is over and won.
    """

    campaign_id: str
    lesson: Lesson
    present: Present
    turn: int
    banners: Mapping[str, str]
    first: bool = False
    won: bool = False

    @property
    def step(self) -> Step | None:
        """The step, if there is one."""
        return self.present.step

    @property
    def number(self) -> int:
        """Which of the chapter's steps it is, from 1."""
        return self.present.place.step + 1

    @property
    def count(self) -> int:
        """How many steps the chapter has."""
        return len(self.present.chapter.steps)

    @property
    def last_chapter(self) -> bool:
        """Whether no other chapter follows."""
        return self.present.place.chapter == len(self.lesson.chapters) - 1


class _Nothing:
    """What hints need to know: nothing."""

    def holds(self, fact: Fact) -> bool:
        """No hint asks."""
        raise LookupError(fact.fact)


@dataclass(frozen=True, slots=True)
class Standing:
    """A lesson that somebody has begun: where it stands; ``campaign_id`` is empty if its war is gone."""

    state: str
    campaign_id: str
    title: str
    chapter: int


def hint_for(user: User, campaign_id: str, kind: str) -> Hint | None:
    """What to show on a page of this campaign; None almost always, then without a query for accounts that
    have had their hints.
    """
    if kind == CampaignKind.LESSON:
        return _of_lesson(user, campaign_id)
    if user.hints >= len(lesson(HINTS).chapters[0].steps):
        return None
    return _of_first_turn(user, campaign_id)


def standing_of(user: User, name: str = FIRST) -> Standing | None:
    """How far somebody is in a lesson; None before it is begun."""
    row = LessonProgress.objects.select_related("campaign").filter(user=user, lesson=name).first()
    if row is None:
        return None
    place = Place(row.chapter, row.step)
    seat = Seat.objects.select_related("campaign").filter(campaign=row.campaign, user=user).first()
    if seat is not None:
        # A turn may be over that nobody has answered a step of yet.
        place = present(lesson(name), place, situation_of(row, seat)[0]).place
    there = row.campaign.public_id if row.campaign is not None else ""
    return Standing(row.state, there, lesson(name).chapters[place.chapter].title, place.chapter + 1)


def progress_in(user: User, campaign_id: str) -> LessonProgress | None:
    """The row of the lesson that is played in this campaign."""
    rows = LessonProgress.objects.select_related("campaign")
    return rows.filter(user=user, campaign__public_id=campaign_id, campaign__kind=CampaignKind.LESSON).first()


def situation_of(row: LessonProgress, seat: Seat) -> tuple[Situation, Mapping[str, str], int]:
    """How a lesson's war stands; the public ids of the seat's banners; the turn that runs."""
    taught = lesson(row.lesson)
    parts = PlayerTurn.objects.select_related("turn").filter(seat=seat).order_by("-turn__number")[:2]
    now, *before = list(parts)
    told = now if now.turn.phase == Phase.PUBLISHED else before[0]
    over = seat.campaign.status == CampaignStatus.ENDED
    submitted = over or now.turn.phase != Phase.PLANNING or now.state == PlanState.SUBMITTED
    banners = dict(Banner.objects.filter(seat=seat).values_list("key", "public_id"))
    numbers = dict(Seat.objects.filter(campaign=seat.campaign_id).values_list("key", "number"))
    known = Told(
        cast("Map", told.map),
        tuple((told.report or {}).get("told", {}).get("battles", ())),
        banners,
        numbers,
        champion=over and seat.campaign.champion_id == seat.pk,
    )
    chapter = len(taught.chapters) - 1 if over else now.turn.number - 1
    orders = () if submitted else tuple(_given(seat, now))
    return Situation(chapter, known, submitted, orders), banners, now.turn.number


def _of_lesson(user: User, campaign_id: str) -> Hint | None:
    row = progress_in(user, campaign_id)
    if row is None or row.state != LessonState.OPEN:
        return None
    seat = Seat.objects.select_related("campaign").get(campaign=row.campaign, user=user)
    now, banners, turn = situation_of(row, seat)
    shown = present(lesson(row.lesson), Place(row.chapter, row.step), now)
    won = now.known.holds(Fact(fact="won"))
    return Hint(campaign_id, lesson(row.lesson), shown, turn, banners, won=won)


def first_turn_of(user: User, campaign_id: str) -> Situation | None:
    """How the turn in planning stands, if it is the first that the user plans in a real seat: one query."""
    lesson_turn = Q(seat__campaign__kind=CampaignKind.LESSON)
    planned = PlayerTurn.objects.filter(seat__user=user, by_bot=False).exclude(state=PlanState.NOTHING)
    others = planned.exclude(lesson_turn).exclude(pk=OuterRef("pk"))
    orders = Order.objects.filter(player_turn=OuterRef("pk"), slot__in=[slot.value for slot in Slot])
    mine = PlayerTurn.objects.filter(
        seat__user=user,
        seat__campaign__public_id=campaign_id,
        seat__campaign__status=CampaignStatus.RUNNING,
        turn__phase=Phase.PLANNING,
    )
    told = mine.annotate(planned=Exists(others), ordered=Exists(orders))
    found = told.values_list("state", "planned", "ordered").first()
    if found is None or found[1]:
        return None
    state, _planned, ordered = found
    given = (Given(ANY, ANY),) if ordered else ()
    return Situation(0, _Nothing(), state == PlanState.SUBMITTED, given)


def _of_first_turn(user: User, campaign_id: str) -> Hint | None:
    now = first_turn_of(user, campaign_id)
    shown = present(lesson(HINTS), Place(0, user.hints), now) if now is not None else None
    if shown is None or shown.step is None:
        return None
    return Hint(campaign_id, lesson(HINTS), shown, 0, {}, first=True)


def _given(seat: Seat, part: PlayerTurn) -> Iterator[Given]:
    """The orders of the stored plan that are legal, by the rules' own judgement."""
    own = view_of_seat(seat).with_engine_ids()
    plan = written_plan(part.orders.all(), part.node).plan
    for banner, orders in effective(plan, problems(own, plan)).items():
        for order in (orders.primary, orders.secondary, orders.special):
            if order is not None:
                yield Given(banner, order.kind.value, order.to)
