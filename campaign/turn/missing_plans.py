"""What happens for a seat without a plan: its fallback, else grace, else a missed turn; and the bot's plans.

All of it is from what the seat itself knows.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import FIRST_MISSED
from campaign.models import (
    BotShortfall,
    CampaignKind,
    CorrectionStage,
    PlanState,
    PlayerTurn,
    Seat,
    SeatStatus,
)
from campaign.outbox import services as notices_out
from campaign.turn.bot_plans import written_by_bot
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.plans.bot_knowledge import Asked, asked_for, keep_decision
from campaign.turn.plans.bot_limits import level_by_itself
from campaign.turn.plans.knowledge import SeatView, feature_keys, view_of_seat
from campaign.turn.plans.plan_codec import HOLD, Written, features_named, receipt_of, with_features
from campaign.turn.plans.scripts import scripted_plan
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import RETREAT, write_orders
from rules.bot import opponent as bot
from rules.bot.characters import Level
from rules.bot.documents import DecisionDocument, decision_document
from rules.maps.grid import distance
from rules.orders import SLOT_OF, BannerOrders, Order, OrderKind, Plan
from rules.plans.knowledge import Knowledge
from rules.plans.legality import options
from rules.state import At, Banner, BannerId

logger = logging.getLogger(__name__)

AT_THE_DEADLINE = 800_000
"""What bots may look at within a deadline, in sectors of their maps: no tick is to be late because of them.

It is only for those who got no plan before; whoever comes too late for it holds.
"""
HOLDING: DecisionDocument = {"plan": {"node": None, "orders": {}}, "reasons": [], "beliefs": []}


def settle_plans(held: LockedTurn, living: frozenset[int]) -> None:
    """Decide at the plan deadline what stands for each seat; ``living`` are those with banners."""
    late: list[PlayerTurn] = []
    for seat in held.seats_in_order():
        mine = held.player_turn_of(seat)
        if seat.pk not in living:
            continue
        if stands(held, mine):
            if seat.missed_in_a_row and not mine.by_bot:
                held.set_seat(seat, missed_in_a_row=0)
        elif seat.status == SeatStatus.BOT:
            late.append(mine)
        elif not mine.excused and seat.status == SeatStatus.PLAYER:
            _settle_missing(held, mine)
    if late:
        _plan_late(held, late)


def _plan_late(held: LockedTurn, late: list[PlayerTurn]) -> None:
    """Plan for the bots that have no plan, as many as there is time for: another one first in each turn."""
    first = held.turn.number % len(late)
    rows = held.campaign.map_rows
    enough = max(1, AT_THE_DEADLINE // len(rows))
    for place, mine in enumerate((*late[first:], *late[:first])):
        plan_by_bot(held, mine, think=place < enough)


def stands(held: LockedTurn, mine: PlayerTurn) -> bool:
    """Whether a plan counts at the deadline: submitted, or a draft where drafts count."""
    if mine.state == PlanState.DRAFT:
        return held.variables.drafts_count
    return mine.state == PlanState.SUBMITTED


def counts_as_plan(held: LockedTurn, mine: PlayerTurn) -> bool:
    """Whether the player has a plan for the rules: a fallback counts as one, and so do corrected orders."""
    return writes_plan(held, mine) or is_corrected(held, mine.seat)


def writes_plan(held: LockedTurn, mine: PlayerTurn) -> bool:
    """Whether what was written for the seat, by whomever, counts as its plan."""
    acted_in = mine.seat.status in (SeatStatus.PLAYER, SeatStatus.BOT)
    return acted_in and (stands(held, mine) or mine.used_fallback)


def is_corrected(held: LockedTurn, seat: Seat) -> bool:
    """Whether a facilitator has given orders to the seat's banners: from then on it has a plan."""
    return any(change.get("plan") == seat.key for change in held.changes(CorrectionStage.INPUT))


def _settle_missing(held: LockedTurn, mine: PlayerTurn) -> None:
    seat = mine.seat
    if seat.fallback:
        written = fallback_plan(view_of_seat(seat), seat)
        write_orders(mine, written)
        mine.save(update_fields=["node"])
        held.set_plan(mine, used_fallback=True)
        if seat.missed_in_a_row:
            held.set_seat(seat, missed_in_a_row=0)
        held.note(LogKind.FALLBACK, {"army": seat.army})
        return
    missed = seat.missed_in_a_row + 1
    held.set_seat(seat, missed_in_a_row=missed)
    if seat.grace_left > 0:
        held.set_seat(seat, grace_left=seat.grace_left - 1)
        held.set_plan(mine, excused=True, excuse_reason=FIRST_MISSED)
        held.note(LogKind.EXCUSED_FIRST, {"army": seat.army})
    else:
        held.note(LogKind.MISSED, {"army": seat.army})
    if missed >= held.variables.missed_limit:
        _hand_over(held, seat)


def _hand_over(held: LockedTurn, seat: Seat) -> None:
    """Give the seat to its deputy, else to the bot, until the player returns."""
    deputy = held.readers.acting.get(seat.pk)
    if not deputy:
        held.set_seat(seat, status=SeatStatus.BOT, bot_level=level_by_itself(seat, held.seats.values()))
    kind = LogKind.SEAT_TO_DEPUTY if deputy else LogKind.SEAT_TO_BOT
    held.note(kind, {"army": seat.army, "count": seat.missed_in_a_row})
    held.tell_facilitators(
        notices_out.SEAT_MISSING, about=seat.key, detail={"army": seat.army, "deputy": bool(deputy)}
    )


def plan_by_bot(held: LockedTurn, mine: PlayerTurn, *, think: bool) -> None:
    """Have the bot plan at the deadline, from what the seat knows: a veteran as a regular, for want of time.

    Without ``think`` there is not even time for that: then all its banners hold, as they do if it fails. What
    the enemies of a lesson do is written in it.
    """
    if held.campaign.kind == CampaignKind.LESSON:
        view = view_of_seat(mine.seat)
        _count(held, mine, scripted_plan(view, held.turn.number), view)
        return
    asked, shortfall = asked_for(mine.seat, held.turn.number, of_others=think), BotShortfall.NONE
    if asked.level is Level.VETERAN:
        asked, shortfall = replace(asked, level=Level.REGULAR), BotShortfall.LATE
    made = _decided(asked, mine) if think else None
    if made is None:
        shortfall = BotShortfall.HELD
        written = Written(Plan({}), tuple(banner.id for banner in asked.own.banners))
    else:
        written = written_by_bot(made)
    keep_decision(mine, asked, made or HOLDING, shortfall, held.now)
    _count(held, mine, written, asked.view)


def _decided(asked: Asked, mine: PlayerTurn) -> DecisionDocument | None:
    """What a regular decides, None if it fails."""
    try:
        decision = bot.plan(asked.own, level=asked.level, character=asked.character, seed=asked.seed)
        made = decision_document(decision)
        written_by_bot(made)
    except Exception:
        logger.exception("the bot found no plan for seat %s: all hold", mine.seat_id)
        return None
    return made


def _count(held: LockedTurn, mine: PlayerTurn, written: Written, view: SeatView) -> None:
    """Store what the bot has planned as the seat's plan."""
    write_orders(mine, with_features(written, feature_keys(mine.seat, features_named(written))))
    mine.save(update_fields=["node"])
    held.set_plan(
        mine,
        state=PlanState.SUBMITTED,
        by_bot=True,
        saved_at=held.now,
        receipt=receipt_of(public_document(written, view.ids)),
    )


def fallback_plan(view: SeatView, seat: Seat) -> Written:
    """The seat's fallback as a plan with engine ids: what is not legal now is left out."""
    orders: dict[BannerId, BannerOrders] = {}
    for banner in view.knowledge.banners:
        engine_id = view.ids.banners[banner.id]
        chosen = _fallback(view.knowledge, banner, seat.fallback.get(engine_id, HOLD))
        if chosen is not None:
            orders[engine_id] = chosen
    return Written(Plan(orders))


def _fallback(known: Knowledge, banner: Banner, what: str) -> BannerOrders | None:
    """One banner's fallback; a banner that must retreat does so on its own."""
    legal = {option.order: option for option in options(known, banner.id) if option.legal}
    if what in legal and what != RETREAT:
        return BannerOrders(**{SLOT_OF[OrderKind(what)].value: Order(OrderKind(what))})
    if what == RETREAT and OrderKind.MARCH in legal:
        target = _away(known, banner, legal[OrderKind.MARCH].targets)
        return None if target is None else BannerOrders(primary=Order(OrderKind.MARCH, to=target))
    return None


def _away(known: Knowledge, banner: Banner, targets: tuple[At, ...]) -> At | None:
    """The sector in reach farthest from the nearest known enemy, None if that is where it stands."""
    enemies = [sighting.at for sighting in known.sightings]
    if not enemies:
        return None

    def safety(at: At) -> int:
        return min(distance(at, enemy) for enemy in enemies)

    best = max(targets, key=lambda at: (safety(at), -at[1], -at[0]))
    return best if safety(best) > safety(banner.at) else None
