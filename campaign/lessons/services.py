"""A lesson is begun, gone through, left, taken up again; its war is founded like any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.engine import seeds
from campaign.founding.start.founding import CampaignSpec, SeatSpec
from campaign.founding.start.ready_wars import found_ready_war
from campaign.ids import random_id
from campaign.lessons.curriculum import FIRST, HINTS, lesson, turn_of
from campaign.lessons.documents import Chapter, Lesson
from campaign.lessons.machine import Act, OutOfOrderError, Place, answered, present
from campaign.lessons.selectors import first_turn_of, situation_of
from campaign.models import (
    Banner,
    Campaign,
    CampaignKind,
    Founding,
    LessonProgress,
    LessonState,
    Phase,
    ScriptedPlan,
    Seat,
    Turn,
    User,
)
from campaign.skirmish.allowance import check_day
from campaign.skirmish.erasing import erase_war
from campaign.skirmish.services import Begun, found_for_guest
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import run_now

MOST_PHASES = 6
"""The most steps from a turn's planning to its publication."""


def begin_as_guest(*, key: str, asker: str, name: str = FIRST) -> Begun:
    """Begin a lesson without an account: a guest is made for it, once for each key.

    Raises ``Refusal`` (``key``), ``TooManyError``.
    """
    return found_for_guest(key=key, asker=asker, found=lambda guest: _start_at(guest, name, None, Place()))


def begin(*, user: User, name: str = FIRST, instead_of: str = "") -> Campaign:
    """Begin a lesson, or go on with the one that is under way; gives its war.

    ``instead_of`` is the public id of the war that is given up for a new one: asked twice, it is given up
    once. Raises ``TooManyError`` for more new wars than there may be in a day.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        row = LessonProgress.objects.select_related("campaign").filter(user=user, lesson=name).first()
        if row is not None and row.campaign is not None and row.campaign.public_id != instead_of:
            row.state = LessonState.OPEN if row.state == LessonState.LEFT else row.state
            row.save()
            return row.campaign
        moment = clock.now()
        check_day(user, moment)
        campaign = _start_at(user, name, row, Place())
        Founding.objects.create(key=random_id(), user=user, campaign=campaign, at=moment)
        return campaign


def answer(*, user: User, campaign_id: str, step: str, act: Act) -> bool:
    """Take the answer to the present step of the lesson in this war, or to a hint of a first turn.

    Gives whether that was the lesson's last step. Raises ``OutOfOrderError`` for another step than the
    present one, ``Refusal`` (``no_lesson``) where there is none; nothing is stored then.
    """
    with transaction.atomic():
        locked = LessonProgress.objects.select_for_update(no_key=True).filter(
            user=user, campaign__public_id=campaign_id, campaign__kind=CampaignKind.LESSON
        )
        row = locked.first()
        if row is None:
            _answer_hint(user, campaign_id, step, act)
            return False
        taught, place = lesson(row.lesson), Place(row.chapter, row.step)
        seat = Seat.objects.select_related("campaign").get(campaign=row.campaign_id, user=user)
        now = situation_of(row, seat)[0]
        if act is Act.LEAVE:
            shown = present(taught, place, now)
            if step != shown.id:
                raise OutOfOrderError(shown)
            row.state = LessonState.LEFT
        else:
            place = answered(taught, place, now, step, act)
            row.chapter, row.step = place.chapter, place.step
            last = taught.chapters[-1]
            over = place.chapter == len(taught.chapters) - 1 and place.step >= len(last.steps)
            row.state = LessonState.DONE if over else row.state
        row.save()
        return row.state == LessonState.DONE


def go_on(*, user: User, campaign_id: str) -> Campaign:
    """Go on from the scenario of a chapter that could not begin from where things stand; gives its war.

    Of the end it is the last turn that is played again. Raises ``OutOfOrderError`` if nothing was missed,
    ``Refusal`` (``no_lesson``) where there is no lesson.
    """
    with transaction.atomic():
        locked = LessonProgress.objects.select_for_update(no_key=True).filter(
            user=user, campaign__public_id=campaign_id, campaign__kind=CampaignKind.LESSON
        )
        row = locked.first()
        if row is None:
            raise Refusal(_("There is no lesson in this campaign."), code="no_lesson")
        seat = Seat.objects.select_related("campaign").get(campaign=row.campaign_id, user=user)
        shown = present(lesson(row.lesson), Place(row.chapter, row.step), situation_of(row, seat)[0])
        if not shown.missed:
            raise OutOfOrderError(shown)
        chapter = min(shown.place.chapter, lesson(row.lesson).turns - 1)
        fresh = _start_at(user, row.lesson, row, Place(chapter))
        # It is still the same lesson to whoever plays it: the way back, other tabs and bookmarks lead to it.
        fresh.dice_id = fresh.public_id if fresh.beacon else ""
        fresh.public_id = campaign_id
        fresh.save(update_fields=("public_id", "dice_id"))
        return fresh


def ask_hints_again(*, user: User) -> None:
    """Show the hints of the first turn once more, in the next turn that is planned."""
    user.hints = 0
    user.save(update_fields=("hints",))


def _answer_hint(user: User, campaign_id: str, step: str, act: Act) -> None:
    me = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = first_turn_of(me, campaign_id)
    hints = lesson(HINTS)
    count = len(hints.chapters[0].steps)
    if now is None or me.hints >= count:
        raise Refusal(_("There is no lesson in this campaign."), code="no_lesson")
    shown = present(hints, Place(0, me.hints), now)
    if act is Act.LEAVE:
        if step != shown.id:
            raise OutOfOrderError(shown)
        me.hints = count
    else:
        me.hints = answered(hints, Place(0, me.hints), now, step, act).step
    me.save(update_fields=("hints",))


def _start_at(user: User, name: str, row: LessonProgress | None, place: Place) -> Campaign:
    """Found the lesson's war, play it by its own plans up to a place, and forget the one before."""
    taught = lesson(name)
    campaign = _found(user, taught)
    seat = campaign.seats.get(user=user)
    for chapter in taught.chapters[: place.chapter]:
        _play(seat, chapter)
    old = row.campaign if row is not None else None
    LessonProgress.objects.update_or_create(
        user=user,
        lesson=name,
        defaults={
            "campaign": campaign,
            "chapter": place.chapter,
            "step": place.step,
            "state": LessonState.OPEN,
        },
    )
    if old is not None:
        erase_war(old)
    return campaign


def _found(user: User, taught: Lesson) -> Campaign:
    chapters = [chapter for chapter in taught.chapters if chapter.scenario is not None]
    first, last = turn_of(chapters[0]), turn_of(chapters[-1])
    spec = CampaignSpec(
        name=_(taught.title),
        state=first.state,
        seats=tuple(
            SeatSpec(key, _(army), user if key == taught.player else None, bot=key != taught.player)
            for key, army in taught.armies.items()
        ),
        banners={key: _(called) for key, called in taught.banners.items()},
        variables=replace(Variables(), army_rules=False, last_turn=len(chapters), grace=0),
    )
    chain = seeds.make_chain(1, length=len(chapters), last_seed=last.seed)
    campaign = found_ready_war(kind=CampaignKind.LESSON, spec=spec, chain=chain)
    seats = {seat.key: seat for seat in campaign.seats.all()}
    ScriptedPlan.objects.bulk_create(
        ScriptedPlan(seat=seats[key], turn=number, plan=dict(plan))
        for number, chapter in enumerate(chapters, start=1)
        for key, plan in chapter.enemies.items()
    )
    return campaign


def _play(seat: Seat, chapter: Chapter) -> None:
    """Play a turn by the lesson's own plan, as if its person had, to its publication."""
    assert chapter.scenario is not None
    assert chapter.model is not None
    number = chapter.scenario["turn"]
    public = dict(Banner.objects.filter(seat=seat).values_list("key", "public_id"))
    orders: dict[str, Mapping[str, Json]] = {
        public[key]: given for key, given in chapter.model["orders"].items()
    }
    save_plan(seat=seat, number=number, plan={"node": None, "orders": orders}, by=seat.user, submit=True)
    turn = Turn.objects.get(campaign=seat.campaign_id, number=number)
    for _phase in range(MOST_PHASES):
        turn.refresh_from_db(fields=("phase",))
        if turn.phase == Phase.PUBLISHED:
            return
        run_now(turn.pk)
    raise Refusal(_("The lesson cannot go on just now. Try again in a moment."), code="no_lesson")
