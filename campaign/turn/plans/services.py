"""Plans: saved as drafts, submitted with a receipt, read again at the deadline.

The last acknowledged save before the deadline is the plan. Whoever saves locks the seat's part of the turn,
then reads the turn and the clock: what is answered with a receipt is seen by whoever resolves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import acts_as_deputy, may_act
from campaign.base.dates import clock
from campaign.base.dates.downtime import will_be_spared
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.rows.prepared_query import Kept, together
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.order_words import Objection, problem_reason, with_names
from campaign.models import (
    DOCUMENTS,
    Campaign,
    CampaignStatus,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    User,
    documents,
)
from campaign.turn.deadlines import consider_early_close
from campaign.turn.plans.knowledge import FACTS, SeatView, feature_keys, view_from, view_of_seat
from campaign.turn.plans.plan_codec import (
    HOLD,
    SACRIFICE,
    WireError,
    Written,
    features_named,
    read_plan,
    receipt_of,
    renamed,
    wire_document,
    with_features,
    without_words,
)
from campaign.turn.plans.readiness import lock_ready, resolve_if_ready
from rules.armies import Trait
from rules.club.house import traits_of
from rules.orders import OrderKind, Slot
from rules.plans.legality import problems
from rules.scenario import order_document

STORED = ("node", "state", "submitted_at", "receipt", "saved_at", "by_bot", "by_deputy")
"""What a plan changes in the seat's part of the turn, beside the orders."""

"""What of a turn is large, and nothing to a plan."""

HIGHEST = 2**31 - 1
"""The highest number that the database's column takes: a program may ask for any."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a plan was saved: the hash of its canonical JSON, when, and what the board says of it now."""

    hash: str
    saved_at: datetime
    state: PlanState


def save_plan(
    *,
    seat: Seat,
    number: int,
    plan: Mapping[str, object],
    by: User | None,
    submit: bool = False,
    over: str | None = None,
) -> Receipt:
    """Save the seat's plan for turn ``number``; with ``submit`` it is final and says that the seat is done.

    ``plan`` is a plan on the wire (``campaign.turn.plans.plan_codec``), with public ids; ``by`` is None for
    the bot, whose the seat is only while nobody has come back to it. ``over`` is the receipt of the plan that
    this one is to take the place of, if whoever saves says so. Raises ``Refusal`` and stores nothing:
    ``not_yours``, ``no_turn``, ``late``, ``final``, ``malformed`` with the field, ``unknown`` for a banner or
    relic that is not the seat's, ``changed`` if another plan than ``over`` stands, ``illegal`` with all
    problems.
    """
    if by is not None and not may_act(by, seat):
        raise Refusal(_("Only the seat's player, or its deputy, plans for it."), code="not_yours")
    with transaction.atomic():
        lock_ready(seat, number)
        mine, moment, facts = _lock(seat, number)
        turn, campaign = mine.turn, mine.seat.campaign
        variables = Variables.of(campaign)
        _check_open(mine, by, moment)
        view = view_from(mine.seat, *facts, of_others=False)
        written = _read(view, plan, variables)
        written = without_words(written) if by is not None and by.guest else written
        receipt = receipt_of(wire_document(written))
        if _is_final(mine, variables, by) and receipt == mine.receipt:
            return Receipt(receipt, mine.saved_at or moment, PlanState.SUBMITTED)
        _check_replaceable(mine, receipt, over, final=_is_final(mine, variables, by))
        _check_legal(view, written)
        keys = feature_keys(mine.seat, features_named(written))
        engine = with_features(renamed(written, view.ids.banners, view.ids.relics), keys)
        mine.state = _state_after(mine, written, submit)
        mine.submitted_at = moment if mine.state == PlanState.SUBMITTED else None
        mine.receipt, mine.saved_at = receipt, moment
        mine.by_bot = by is None
        mine.by_deputy = acts_as_deputy(by, mine.seat)
        with rows.at_once():
            write_orders(mine, engine)
            rows.update(PlayerTurn, STORED, [(mine.pk, *(getattr(mine, name) for name in STORED))])
        _note_return(mine.seat, by)
        if mine.state == PlanState.SUBMITTED:
            _hasten(turn, variables, moment)
        return Receipt(receipt, moment, PlanState(mine.state))


def _hasten(turn: Turn, variables: Variables, moment: datetime) -> None:
    """Somebody has submitted: a turn may be due now, or sooner than it was."""
    if turn.plan_due is None:
        resolve_if_ready(turn, moment)
    elif variables.early_close:
        transaction.on_commit(lambda: consider_early_close(turn.pk))


@dataclass(frozen=True, slots=True)
class Check:
    """What would come of saving a plan: the receipt it would get, and why orders in it are illegal."""

    receipt: str
    problems: tuple[Objection, ...]

    @property
    def legal(self) -> bool:
        """Whether it would be taken."""
        return not self.problems


def check_plan(*, seat: Seat, number: int, plan: Mapping[str, object], by: User) -> Check:
    """Check a plan as ``save_plan`` would, and store nothing. Raises ``Refusal`` but for ``illegal``."""
    if not may_act(by, seat):
        raise Refusal(_("Only the seat's player, or its deputy, plans for it."), code="not_yours")
    turns = Turn.objects.select_related("campaign").defer(*DOCUMENTS)
    turn = turns.filter(campaign=seat.campaign_id, number=number).first()
    if turn is None:
        raise Refusal(
            _("There is no turn %(number)s to plan.") % {"number": number}, code="no_turn", field="number"
        )
    check_time(turn, turn.campaign, clock.now())
    view = view_of_seat(seat, of_others=False)
    written = _read(view, plan, Variables.of(turn.campaign))
    found = problems(view.knowledge, written.plan)
    objections = tuple(Objection.of(with_names(problem, view.ids.named)) for problem in found)
    return Check(receipt_of(wire_document(written)), objections)


def _lock(seat: Seat, number: int) -> tuple[PlayerTurn, datetime, list[Any]]:
    """The seat's part of the turn, locked, with the seat, its campaign and the turn; what time it is; and
    what the seat's view is made from.

    All of it is read after the lock, by statements of their own: what a statement joins to the row for which
    it had to wait is as it was before the wait.
    """
    if number > HIGHEST:
        raise Refusal(
            _("There is no turn %(number)s to plan.") % {"number": number}, code="no_turn", field="number"
        )
    which = (seat.pk, number)
    known = (query.asked(seat.pk) for query in _KNOWN)
    _locked, found, *facts = together(_LOCK.asked(*which), _LOCKED.asked(*which), *known)
    if not found:
        raise Refusal(
            _("There is no turn %(number)s to plan.") % {"number": number}, code="no_turn", field="number"
        )
    return found[0], clock.told(found[0].moment), facts


_KNOWN = tuple(Kept(query) for query in FACTS)
_LOCK: Kept[object] = Kept(
    lambda seat, number: (
        PlayerTurn.objects.select_for_update(no_key=True, of=("self",))
        .filter(seat=seat, turn__number=number)
        .values_list("pk")
    )
)
_LOCKED: Kept[object] = Kept(
    lambda seat, number: (
        PlayerTurn.objects.select_related("seat__campaign", "turn")
        .annotate(moment=clock.DatabaseClock())
        .filter(seat=seat, turn__number=number)
        .defer("announcement", "report", "map", "seat__campaign__story", *documents("turn"))
    )
)


def check_time(turn: Turn, campaign: Campaign, moment: datetime) -> None:
    """The deadline, by the clock read after the lock. While a campaign is paused its clock stands still."""
    if turn.phase != Phase.PLANNING:
        raise Refusal(
            _("Turn %(number)s is no longer in planning: its plan deadline has passed.")
            % {"number": turn.number},
            code="late",
        )
    if campaign.status == CampaignStatus.PAUSED and campaign.paused_at is not None:
        moment = min(moment, campaign.paused_at)
    elif campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended."), code="late")
    if turn.plan_due is not None and moment >= turn.plan_due and not will_be_spared(turn, moment):
        raise Refusal(
            _("The plan deadline of turn %(number)s has passed; nothing was saved.")
            % {"number": turn.number},
            code="late",
        )


def _is_final(mine: PlayerTurn, variables: Variables, by: User | None) -> bool:
    """Whether the plan may not be changed. What the bot planned for an absent player may always be."""
    if mine.by_bot and by is not None:
        return False
    return mine.state == PlanState.SUBMITTED and not variables.plan_revision


def _check_open(mine: PlayerTurn, by: User | None, moment: datetime) -> None:
    """Whether it can be planned now, and the bot (``by`` None) still plans for the seat: whoever came back
    while it thought, or whose plan was saved by then, has been told so.
    """
    check_time(mine.turn, mine.seat.campaign, moment)
    unplanned = mine.state == PlanState.NOTHING or mine.by_bot
    if by is None and not (unplanned and mine.seat.status == SeatStatus.BOT):
        raise Refusal(_("Only the seat's player, or its deputy, plans for it."), code="not_yours")


def _check_replaceable(mine: PlayerTurn, receipt: str, over: str | None, *, final: bool) -> None:
    """The plan that stands is not final, and known to whoever saves: a page that was left open, on another
    device or the deputy's, must not put its older orders over newer ones. What the bot planned is nobody's.
    """
    if final:
        raise Refusal(_("This plan has been submitted and is final."), code="final")
    if over is None or mine.by_bot or mine.receipt in (over, receipt):
        return
    raise Refusal(
        _(
            "Not saved: your plan was changed elsewhere after this page was opened, on another device, in"
            " another tab or by your deputy."
        ),
        code="changed",
    )


def _state_after(mine: PlayerTurn, written: Written, submit: bool) -> PlanState:
    if submit or (mine.state == PlanState.SUBMITTED and not mine.by_bot):
        return PlanState.SUBMITTED
    return PlanState.DRAFT if written.decides else PlanState.NOTHING


def _read(view: SeatView, plan: Mapping[str, object], variables: Variables) -> Written:
    orders = plan.get("orders") if isinstance(plan, Mapping) else None
    for banner in orders if isinstance(orders, Mapping) else ():
        if banner not in view.ids.banners:
            raise Refusal(
                _("You have no banner %(banner)s. Yours are %(names)s.")
                % {"banner": banner, "names": _listed(view)},
                code="unknown",
                field=f"orders.{banner}",
            )
    try:
        written = read_plan(plan, view.ids.banners)
    except WireError as error:
        raise error.refusal() from error
    if written.sacrifices:
        _check_sacrifices(view, variables, f"orders.{next(iter(written.sacrifices))}.sacrifice")
    if written.plan.node is not None and written.plan.node not in view.ids.banners:
        raise Refusal(
            _("The node must be one of your banners: %(names)s.") % {"names": _listed(view)},
            code="unknown",
            field="node",
        )
    return written


def _listed(view: SeatView) -> str:
    return ", ".join(sorted(view.ids.names[banner] for banner in view.ids.banners)) or _("none")


def _check_sacrifices(view: SeatView, variables: Variables, field: str) -> None:
    if variables.battles != "abstract":
        raise Refusal(
            _(
                "A sacrifice is declared with the battle's result; it is part of the plan only where all"
                " battles are abstract."
            ),
            code="malformed",
            field=field,
        )
    if Trait.SACRIFICE not in traits_of(view.knowledge.player.rules, view.knowledge.house):
        raise Refusal(_("Only an army with Sacrifice gives up levels."), code="malformed", field=field)


def _check_legal(view: SeatView, written: Written) -> None:
    """Refuse an illegal plan with every problem at once, and what an order names must be the seat's."""
    found = tuple(with_names(one, view.ids.named) for one in problems(view.knowledge, written.plan))
    if found:
        first = found[0]
        text = f"{view.ids.names[first.banner]}, {_(first.order.value)}: {problem_reason(first)}"
        more = " " + _("There are %(count)s such problems.") % {"count": len(found)} if len(found) > 1 else ""
        raise Refusal(
            _("This plan cannot be carried out. %(text)s (Rules %(rule)s).%(more)s")
            % {"text": text, "rule": first.rule, "more": more},
            code="illegal",
            field=f"orders.{first.banner}.{first.slot}",
            problems=found,
        )


def write_orders(mine: PlayerTurn, written: Written) -> None:
    """Make a plan with engine ids the rows of a player turn."""
    orders = [
        (mine.pk, banner, slot.value, order_document(order))
        for banner, given in written.plan.orders.items()
        for slot, order in (
            (Slot.PRIMARY, given.primary),
            (Slot.SECONDARY, given.secondary),
            (Slot.SPECIAL, given.special),
        )
        if order is not None
    ]
    holds: list[rows.Row] = [(mine.pk, banner, HOLD, {}) for banner in written.holds]
    given_up = [(mine.pk, banner, SACRIFICE, {"levels": n}) for banner, n in written.sacrifices.items()]
    rows.delete_of(Order, "player_turn", mine.pk)
    rows.insert(Order, ("player_turn", "banner", "slot", "detail"), [*orders, *holds, *given_up])
    mine.node = written.plan.node or ""


def _note_return(seat: Seat, by: User | None) -> None:
    """A player whose seat the bot had taken over is back."""
    if by is not None and seat.status == SeatStatus.BOT and seat.user_id == by.pk:
        Seat.objects.filter(pk=seat.pk).update(status=SeatStatus.PLAYER, missed_in_a_row=0)


RETREAT = OrderKind.RETREAT.value
"""As a fallback: a march away from known enemies."""
FALLBACKS = (HOLD, OrderKind.FORTIFY.value, OrderKind.RESUPPLY.value, RETREAT)
"""What a banner may do when no plan stands: hold, one order that names nothing, march away."""


def set_fallback(*, seat: Seat, fallback: Mapping[str, str], by: User) -> None:
    """Keep what the seat's banners do when no plan stands: public banner id -> one of ``FALLBACKS``.

    Raises ``Refusal`` with code ``not_yours``, ``unknown`` or ``malformed``.
    """
    if not may_act(by, seat):
        raise Refusal(_("Only the seat's player, or its deputy, plans for it."), code="not_yours")
    ids = view_of_seat(seat).ids
    for banner, what in fallback.items():
        if banner not in ids.banners:
            raise Refusal(
                _("You have no banner %(banner)s.") % {"banner": banner},
                code="unknown",
                field=f"banners.{banner}",
            )
        if what not in FALLBACKS:
            raise Refusal(
                _("%(what)s is no fallback; there are %(allowed)s.")
                % {"what": repr(what), "allowed": ", ".join(FALLBACKS)},
                code="malformed",
                field=f"banners.{banner}",
            )
    seat.fallback = {ids.banners[banner]: what for banner, what in sorted(fallback.items())}
    seat.save(update_fields=["fallback"])
