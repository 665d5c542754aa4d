"""Builds that are broken on purpose, each as somebody might write it: the rig has to find them all.

Only the rig's own processes look at ``RIG_BROKEN``. Where a fault needs a kill at the right moment, the build
is also slow there, as a busy machine would be.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from campaign.base.dates import clock, jumps

SLOWLY = 0.15
_chance = random.Random()


def break_it(name: str) -> None:
    """Break this process in the way of that name; an empty name leaves it whole."""
    if name:
        BREAKAGES[name]()


def _no_transactions() -> None:
    """Whoever resolves commits each statement on its own."""
    from campaign.turn import tick

    step = tick._go

    def atomic(*arguments: Any, **options: Any) -> AbstractContextManager[None]:
        return nullcontext()

    def no_lock(query: QuerySet[Any], **options: Any) -> QuerySet[Any]:
        return query

    def slowly(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith("SELECT"):
            time.sleep(SLOWLY / 5)
        return execute(sql, params, many, context)

    def bare(start: Any, *, watch: bool) -> Any:
        before = transaction.atomic, QuerySet.select_for_update
        transaction.atomic, QuerySet.select_for_update = atomic, no_lock  # type: ignore[assignment, method-assign]
        try:
            with connection.execute_wrapper(slowly):
                return step(start, watch=watch)
        finally:
            transaction.atomic, QuerySet.select_for_update = before  # type: ignore[assignment, method-assign]

    tick._go = bare


def _acknowledged_before_the_commit() -> None:
    """A receipt is given at once, and the plan is stored a little later."""
    from campaign.models import PlanState
    from campaign.turn.plans.plan_codec import read_plan, receipt_of, wire_document
    from campaign.turn.plans.services import Receipt
    from campaign.warmap.plan import api

    save = api.save_plan

    def later(**asked: Any) -> None:
        time.sleep(SLOWLY)
        try:
            save(**asked)
        finally:
            connection.close()

    def at_once(**asked: Any) -> Receipt:
        threading.Thread(target=later, kwargs=asked, daemon=True).start()
        hash = receipt_of(wire_document(read_plan(asked["plan"], asked["plan"]["orders"])))
        return Receipt(hash, clock.now(), PlanState.DRAFT)

    api.save_plan = at_once


def _late_plans_count() -> None:
    """The deadline is not looked at: what comes until the turn is resolved counts."""
    from campaign.turn.plans import services

    check = services.check_time

    def kind(turn: Any, campaign: Any, moment: Any) -> None:
        check(turn, campaign, moment - timedelta(seconds=2))

    services.check_time = kind


def _a_notice_is_lost() -> None:
    """The last of several readers is forgotten."""
    from campaign.outbox import services

    store = services.store
    services.store = lambda notices: store(notices[:-1] if len(notices) > 2 else notices)


def _mails_leave_twice() -> None:
    """A mail that has been sent is now and then not written down as sent."""
    from campaign.models import NoticeState
    from campaign.outbox import leases

    close = leases.close

    def forgetful(notice: Any, state: NoticeState, **values: object) -> None:
        if state == NoticeState.SENT and notice.attempts == 1 and _chance.random() < 0.3:
            leases.held(notice).update(state=NoticeState.QUEUED, leased_until=None)
            return
        close(notice, state, **values)

    leases.close = forgetful


def _mails_go_astray() -> None:
    """A mail goes now and then to who had the one before it."""
    from campaign.delivery import services

    post = services._post_mail
    before: list[list[str]] = []

    def astray(message: Any) -> None:
        before.append(message.to)
        if _chance.random() < 0.3:
            message.to = before[-2:][0]
        post(message)

    services._post_mail = astray


def _a_stale_report() -> None:
    """What a seat is told is the report of the turn before, where there is one."""
    from campaign.models import PlayerTurn
    from campaign.turn.locked_turn import LockedTurn

    tell = LockedTurn.tell_player

    def stale(held: LockedTurn, seat: Any, **documents: Any) -> None:
        if "map" in documents:
            before = PlayerTurn.objects.filter(seat=seat, turn__number=held.turn.number - 1).first()
            if before is not None and before.map is not None:
                documents["map"] = before.map
        tell(held, seat, **documents)

    LockedTurn.tell_player = stale  # type: ignore[method-assign]


def _leases_without_comparing() -> None:
    """Who takes a mail asks nobody whether somebody has it."""
    from campaign.base.jobs import lease
    from campaign.outbox import leases

    lease.free = lambda moment, length: Q()
    leases.renew = lambda notice: time.sleep(SLOWLY / 3) is None


def _dead_mail_moves_deadlines() -> None:
    """That no mail leaves is taken for downtime."""
    from campaign.models import Downtime
    from campaign.outbox import breakers

    fault = breakers._fault

    def noted(host: str, *, probe: bool) -> None:
        fault(host, probe=probe)
        moment = clock.now()
        Downtime.objects.create(down_from=moment - timedelta(minutes=30), down_until=moment)

    breakers._fault = noted


def _results_are_lost() -> None:
    """A result is taken back in one of two cases, and acknowledged: a round has few battles."""
    from battles.results import services

    store = services._store

    def forgetful(held: Any, battle: Any, seat: Any, own: int, claim: Any, by: Any) -> Any:
        if _chance.random() > 1 / 2:
            return store(held, battle, seat, own, claim, by)
        point = transaction.savepoint()
        done = store(held, battle, seat, own, claim, by)
        transaction.savepoint_rollback(point)
        return done

    services._store = forgetful


def _shares_are_lost() -> None:
    """A share of the dice is taken back in one of three cases, and acknowledged."""
    from campaign.warmap.dice import api

    store = api.open_seal

    def forgetful(**asked: Any) -> Any:
        if _chance.random() > 1 / 3:
            return store(**asked)
        point = transaction.savepoint()
        done = store(**asked)
        transaction.savepoint_rollback(point)
        return done

    api.open_seal = forgetful


def _the_key_before_the_effect() -> None:
    """A request's answer is kept before it has had its effect: who asks again hears that all is well."""
    from campaign.access.idempotency import Answer
    from campaign.models import IdempotencyKey
    from campaign.web.api import base

    def early(*, user: Any, key: str, request_hash: str, effect: Callable[[], Answer]) -> Answer:
        kept = IdempotencyKey.objects.filter(user=user, key=key).first()
        if kept is not None:
            return Answer(kept.status, kept.answer, repeated=True)
        IdempotencyKey.objects.create(user=user, key=key, request_hash=request_hash, status=200, answer={})
        time.sleep(SLOWLY)
        return effect()

    base.answer_once = early


def _keys_are_not_looked_at() -> None:
    """Whoever asks again has it done again."""
    from campaign.access.idempotency import Answer
    from campaign.web.api import base

    def again(*, user: Any, key: str, request_hash: str, effect: Callable[[], Answer]) -> Answer:
        answer = effect()
        time.sleep(SLOWLY)
        return answer

    base.answer_once = again


def _published_twice() -> None:
    """What is due is read in one transaction and done in another."""
    from campaign.turn import tick

    def in_two(start: Any, *, watch: bool) -> tuple[bool, bool]:
        with transaction.atomic():
            held = tick.claim(start.turn, wait=False)
        if held is None or not tick._may_step(held, watch=watch):
            return False, False
        time.sleep(SLOWLY)
        try:
            with transaction.atomic():
                tick.STEPS[held.turn.phase](held)
                held.finish()
        except Exception:
            return False, False
        return True, False

    tick._go = in_two


def _jumps_are_not_noticed() -> None:
    """Whatever the clock shows is believed."""
    jumps.look = lambda: True
    jumps.steady = lambda moment: True


BREAKAGES: Mapping[str, Callable[[], None]] = {
    "no-transactions": _no_transactions,
    "acknowledged-early": _acknowledged_before_the_commit,
    "late-plans": _late_plans_count,
    "notice-lost": _a_notice_is_lost,
    "mail-twice": _mails_leave_twice,
    "mail-astray": _mails_go_astray,
    "stale-report": _a_stale_report,
    "lease-without-cas": _leases_without_comparing,
    "mail-moves-deadlines": _dead_mail_moves_deadlines,
    "results-lost": _results_are_lost,
    "share-lost": _shares_are_lost,
    "key-before-effect": _the_key_before_the_effect,
    "keys-ignored": _keys_are_not_looked_at,
    "published-twice": _published_twice,
    "jumps-ignored": _jumps_are_not_noticed,
}
