"""The bot's plans are made ahead of the deadline, so that no tick has to wait for them.

What it knows does not change while a turn is in planning. They are made in a child process with limits; what
it does not bring back, ended or failed, is a regular's plan, and its operator alone is told. A seat that got
none in time gets a regular's at the deadline.
"""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import zip_longest

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from campaign.base.dates import clock
from campaign.base.jobs.singly import each
from campaign.base.refusal import Refusal
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.models import (
    BotDecision,
    BotShortfall,
    CampaignKind,
    CampaignStatus,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    SeatStatus,
)
from campaign.turn.plans.bot_knowledge import Asked, asked_for, keep_decision
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import save_plan
from rules.bot.characters import Level
from rules.bot.documents import DecisionDocument, decision_document
from rules.bot.opponent import plan
from rules.scenario import load_plan

logger = logging.getLogger(__name__)

AHEAD = timedelta(hours=6)
AT_A_TIME = 50
LIMITS = Limits(seconds=600, megabytes=768, clock=1200, sealed=True)
"""What a child may use for all that it is asked; of the truth it can open nothing."""
PATIENCE = 60
"""Seconds, roughly, that one plan may take: a veteran needs a few on the greatest boards."""

Waiting = tuple[int, int]
"""A seat's key and the number of its turn."""


def plan_ahead(limit: int = AT_A_TIME) -> int:
    """Plan for seats that the bot plays and whose deadline comes near; gives for how many."""
    waiting, done = deque(_waiting()), 0
    # What cannot be planned takes no place from the others.
    while waiting and done < limit:
        some: dict[int, int] = {}
        while waiting and len(some) < limit - done:
            seat, number = waiting.popleft()
            some[seat] = number
        done += _plan_for(some)
    return done


def _plan_for(numbers: Mapping[int, int]) -> int:
    """Plan for these seats' turns; gives for how many."""
    asked: dict[int, Asked] = {}

    def ask(seat_id: int) -> int:
        seat = Seat.objects.select_related("campaign").get(pk=seat_id)
        asked[seat_id] = asked_for(seat, numbers[seat_id])
        return 0

    each(numbers, ask, log=logger, what="the bot's plan for seat")
    made = dict(zip(asked, decided(list(asked.values())), strict=True))
    return each(
        made,
        lambda seat: _keep(asked[seat], numbers[seat], *made[seat]),
        log=logger,
        what="the bot's plan for seat",
    )


def _waiting() -> Iterator[Waiting]:
    """The seats that wait: those with a date first, by it; then skirmishes, by whose they are in turn."""
    moment = clock.now()
    found = _unplanned()
    dated = found.filter(turn__plan_due__gt=moment, turn__plan_due__lte=moment + AHEAD)
    yield from dated.order_by("turn__plan_due", "id").values_list("seat", "turn__number")
    people = Seat.objects.filter(campaign=OuterRef("turn__campaign"), user__isnull=False).order_by("number")
    rest = found.filter(turn__plan_due__isnull=True).annotate(whose=Subquery(people.values("user")[:1]))
    # By person, not by war: whoever has three of them open waits three times as long for each.
    of_each: dict[int | None, list[Waiting]] = {}
    ordered = rest.order_by("turn__opened_at", "turn__campaign", "id")
    for whose, seat, number in ordered.values_list("whose", "seat", "turn__number"):
        of_each.setdefault(whose, []).append((seat, number))
    for row in zip_longest(*of_each.values()):
        yield from (one for one in row if one is not None)


def waits_undated() -> bool:
    """Whether the bot has still to plan in a turn without dates."""
    return _unplanned().filter(turn__plan_due=None).exists()


def _unplanned() -> QuerySet[PlayerTurn]:
    """The parts of turns that the bot has still to plan; what it does in lessons is written there."""
    parts = PlayerTurn.objects.filter(
        turn__phase=Phase.PLANNING,
        turn__campaign__status=CampaignStatus.RUNNING,
        seat__status=SeatStatus.BOT,
        seat__banners__alive=True,
        state=PlanState.NOTHING,
    )
    return parts.exclude(turn__campaign__kind=CampaignKind.LESSON).distinct()


def _keep(asked: Asked, number: int, made: DecisionDocument, shortfall: BotShortfall) -> bool:
    seat = asked.view.seat
    if shortfall:
        asked = replace(asked, level=Level.REGULAR)
    document = public_document(written_by_bot(made), asked.view.ids)
    try:
        with transaction.atomic():
            save_plan(seat=seat, number=number, plan=document, by=None, submit=True)
            mine = PlayerTurn.objects.only("pk").get(seat=seat, turn__number=number)
            keep_decision(mine, asked, made, shortfall, clock.now())
    except Refusal:
        return False  # the deadline has passed, or the player was faster
    return True


def written_by_bot(made: DecisionDocument) -> Written:
    """The plan of a decision, with engine ids; features have their public ids."""
    orders = made["plan"]["orders"]
    assert isinstance(orders, dict)
    return Written(load_plan(made["plan"], set(orders)))


def decided(asked: Sequence[Asked]) -> Iterator[tuple[DecisionDocument, BotShortfall]]:
    """What children decide, in order: who ends one gets a regular's plan, and another goes on behind it."""
    done = 0
    while done < len(asked):
        try:
            for answer in _answers(asked[done:]):
                yield _answered(asked[done], answer, "it found no plan")
                done += 1
            why = "one plan took too long, or its process ended early"
        except ChildFailedError as error:
            why = str(error)
        if done < len(asked):
            yield _answered(asked[done], None, why)
            done += 1


def _answers(asked: Sequence[Asked]) -> Iterator[DecisionDocument | None]:
    """The answers of one child, as far as it comes before its patience ends. Raises ``ChildFailedError``."""
    given = "".join(json.dumps(one.document()) + "\n" for one in asked).encode()
    beats = 0
    with closing(children.lines("campaign.base.sandbox.bot_planning", given, LIMITS)) as out:
        for line in out:
            beats = 0 if line else beats + 1
            if beats > PATIENCE:
                return
            if line:
                yield json.loads(line)


def _answered(
    asked: Asked, answer: DecisionDocument | None, why: str
) -> tuple[DecisionDocument, BotShortfall]:
    if answer is not None:
        return answer, BotShortfall.NONE
    # In the operator's log and nowhere else: who plays is told nothing of how long a bot has thought.
    logger.error("the bot planned for seat %s as a regular: %s", asked.view.seat.pk, why)
    return decision_document(plan(asked.own, character=asked.character)), BotShortfall.KILLED


def forget_plan(seat: Seat) -> None:
    """Take back what the bot has planned for a turn that is still in planning: a person plays again."""
    with transaction.atomic():
        mine = PlayerTurn.objects.select_for_update(no_key=True).filter(
            seat=seat, turn__phase=Phase.PLANNING, by_bot=True
        )
        for part in mine.defer("announcement", "report", "map"):
            Order.objects.filter(player_turn=part).delete()
            BotDecision.objects.filter(player_turn=part).delete()
            part.state, part.receipt, part.by_bot = PlanState.NOTHING, "", False
            part.saved_at = part.submitted_at = None
            part.node = ""
            part.save(update_fields=("state", "receipt", "by_bot", "saved_at", "submitted_at", "node"))
