"""What happens for a seat without a plan: its fallback, else grace, else a missed turn; and the bot's plans.

All of it is from what the seat itself knows.
"""

from __future__ import annotations

from campaign.base.words.log_messages import LogKind
from campaign.models import CorrectionStage, PlanState, PlayerTurn, Seat, SeatStatus
from campaign.outbox import services as notices_out
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.plans.hinted_things import hinted_things, with_engine_features
from campaign.turn.plans.knowledge import SeatView, view_of_seat
from campaign.turn.plans.plan_codec import HOLD, Written, receipt_of
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import RETREAT, write_orders
from rules.bot import opponent as bot
from rules.maps.grid import distance
from rules.orders import SLOT_OF, BannerOrders, Order, OrderKind, Plan
from rules.plans.knowledge import Knowledge
from rules.plans.legality import options
from rules.state import At, Banner, BannerId


def settle_plans(held: LockedTurn, living: frozenset[int]) -> None:
    """Decide at the plan deadline what stands for each seat; ``living`` are those with banners."""
    for seat in held.seats_in_order():
        mine = held.player_turn_of(seat)
        if seat.pk not in living:
            continue
        if stands(held, mine):
            if seat.missed_in_a_row and not mine.by_bot:
                held.set_seat(seat, missed_in_a_row=0)
        elif seat.status == SeatStatus.BOT:
            plan_by_bot(held, mine)
        elif not mine.excused and seat.status == SeatStatus.PLAYER:
            _settle_missing(held, mine)


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
        held.set_plan(mine, excused=True, excuse_reason="first missed plan")
        held.note(LogKind.EXCUSED_FIRST, {"army": seat.army})
    else:
        held.note(LogKind.MISSED, {"army": seat.army})
    if missed >= held.variables.missed_limit:
        _hand_over(held, seat)


def _hand_over(held: LockedTurn, seat: Seat) -> None:
    """Give the seat to its deputy, else to the bot, until the player returns."""
    deputy = held.readers.acting.get(seat.pk)
    if not deputy:
        held.set_seat(seat, status=SeatStatus.BOT)
    kind = LogKind.SEAT_TO_DEPUTY if deputy else LogKind.SEAT_TO_BOT
    held.note(kind, {"army": seat.army, "count": seat.missed_in_a_row})
    held.tell_facilitators(
        notices_out.SEAT_MISSING, about=seat.key, detail={"army": seat.army, "deputy": bool(deputy)}
    )


def plan_by_bot(held: LockedTurn, mine: PlayerTurn) -> None:
    """Have the bot plan for a seat, from what the seat knows."""
    view = view_of_seat(mine.seat)
    written = Written(bot.plan(view.with_engine_ids(), hinted_things(view)))
    write_orders(mine, with_engine_features(view, written))
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
