"""From the results deadline to publication: results are found, reviewed, told, and the next turn opens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext as _

import rules
from campaign import engine
from campaign.base.answers import Json
from campaign.base.dates.schedule import publication_after
from campaign.base.failpoints import reach
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.setup.conditions import conditions_document
from campaign.base.words.log_messages import LogKind
from campaign.engine.corrections import CorrectionError
from campaign.models import (
    Battle,
    CampaignStatus,
    CorrectionStage,
    Phase,
    User,
)
from campaign.models import BattleResult as Told
from campaign.outbox import services as notices_out
from campaign.turn.contact.battle_closing import ask_for_dice, close_if_settled
from campaign.turn.contact.battle_notices import tell_dispute, tell_sides
from campaign.turn.contact.battle_status import sides_named
from campaign.turn.contact.dice_shown import dice_of_result
from campaign.turn.deadlines import as_promised, give_back_time
from campaign.turn.ending import Ending, ending_of
from campaign.turn.explaining import Explainer
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.missing_plans import stands
from campaign.turn.opening import open_turn, renew_seeds
from campaign.turn.plans.plan_codec import SACRIFICE
from campaign.turn.publication import tell_reports
from campaign.turn.replay import kept_outcome
from campaign.turn.told.open_front import tell_front
from campaign.turn.told.promise_keeping import keep_promises
from rules.outcome import Movement, Outcome
from rules.results import BattleReport, InDispute, Method, Pair, Results
from rules.state import BannerId, PlayerId


def close_battles(held: LockedTurn) -> None:
    """The results deadline has passed: find all results, or wait while some are in dispute."""
    if give_back_time(held):
        return
    try:
        outcome = outcome_of(held)
    except InDispute as dispute:
        if not _is_given_up(held):
            _wait_for_rulings(held, dispute.pairs)
            return
        _leave_to_dice(held, dispute.pairs)
        outcome = outcome_of(held)
    reach("close_battles.resolved")
    due = publication_after(
        held.schedule, number=held.turn.number, results_at=held.now, automatic=held.campaign.automatic
    )
    due = as_promised(held, "publish_due", due)
    held.set_turn(phase=Phase.AFTERMATH_REVIEW, results_at=held.now, publish_due=due, resolve_after=due)
    held.note(LogKind.BATTLES_CLOSED, public=True)
    held.change_for_all()
    if held.variables.battles == "abstract":
        _show_dice(held, outcome)
    if held.campaign.automatic:
        publish(held, outcome=outcome)
        return
    _propose(held, outcome)
    held.tell_facilitators(notices_out.REVIEW_WAITING, about="aftermath")
    held.finish()
    reach("close_battles.stored")


def compute_outcome(held: LockedTurn) -> Outcome:
    """Work out the outcome again as a proposal. Raises ``InDispute``, and ``Refusal`` (``correction``)."""
    outcome = outcome_of(held)
    _propose(held, outcome)
    return outcome


def _propose(held: LockedTurn, outcome: Outcome) -> None:
    ending = ending_of(outcome, held.variables)
    contenders = ending.contenders if ending is not None and len(ending.contenders) > 1 else ()
    held.set_turn(
        proposal=kept_outcome(held.campaign, outcome),
        explained=Explainer(held, outcome).truth(),
        contenders=list(contenders),
    )


def outcome_of(held: LockedTurn) -> Outcome:
    """The turn's outcome from what is stored. Raises ``InDispute``, and ``Refusal`` (``correction``)."""
    movement = movement_of(held)
    changes = held.changes(CorrectionStage.OUTCOME)
    try:
        return engine.finish(held.turn, movement, results_of(held), changes)
    except CorrectionError as error:
        raise Refusal(error.said(held.named), code="correction") from error


def movement_of(held: LockedTurn) -> Movement:
    """The turn's movement, worked out from its stored input."""
    if held.movement is None:
        held.movement = engine.move_document(held.turn, held.turn.input or {}, held.seats)
    return held.movement


def battles_of(held: LockedTurn) -> list[Battle]:
    """The turn's battles, in the order of their banners."""
    if held.battles is None:
        held.battles = list(Battle.objects.filter(turn=held.turn).order_by("first", "second"))
    return held.battles


def results_of(held: LockedTurn) -> Results:
    """All that has been said about the turn's battles."""
    battles = battles_of(held)
    keys = {seat.pk: seat.key for seat in held.seats.values()}
    if held.variables.battles != "abstract":
        told = Told.objects.filter(battle__turn=held.turn).order_by("id")
        return engine.results_in(battles, told, keys)
    said = engine.results_in(battles, (), keys)
    return Results(_sacrifices(held, battles), said.forfeits, said.rulings)


def _sacrifices(held: LockedTurn, battles: Iterable[Battle]) -> tuple[BattleReport, ...]:
    """Where all battles are abstract, the sacrifices are part of the plans that count."""
    counted = {part.pk for part in held.player_turns.values() if stands(held, part) or part.used_fallback}
    levels = {
        order.banner: order.detail["levels"]
        for order in held.orders
        if order.slot == SACRIFICE and order.player_turn_id in counted
    }
    seats = {seat.pk: seat.key for seat in held.seats.values()}
    reports = []
    for battle in battles:
        pair = (BannerId(battle.first), BannerId(battle.second))
        standing = (battle.level_first, battle.level_second)
        for banner, seat, level in zip(
            pair, (battle.seat_first_id, battle.seat_second_id), standing, strict=True
        ):
            if banner in levels and not battle.auto:
                given = min(levels[banner], level)
                reports.append(BattleReport(pair, PlayerId(seats[seat]), Method.ABSTRACT, sacrifice=given))
    return tuple(reports)


def _show_dice(held: LockedTurn, outcome: Outcome) -> None:
    """Where all battles are abstract they are bound from the start: their dice may be seen at once."""
    results = {result.battle.banners: result for result in outcome.battles}
    accounts = outcome.explained.battles if outcome.explained is not None else ()
    parts = {account.banners: account.attempts for account in accounts}
    for battle in battles_of(held):
        result = results[(BannerId(battle.first), BannerId(battle.second))]
        battle.closed_at = held.now
        if result.method == Method.ABSTRACT:
            battle.dice = dice_of_result(result, parts)
    stored = [battle for battle in battles_of(held) if battle.pk is not None]
    rows.update(Battle, ("closed_at", "dice"), [(one.pk, one.closed_at, one.dice) for one in stored])


# Disputes


def _is_given_up(held: LockedTurn) -> bool:
    """Whether the time for rulings is over."""
    due = held.turn.results_due
    return due is not None and held.now >= due + timedelta(hours=held.variables.dispute_hours)


def _wait_for_rulings(held: LockedTurn, pairs: Iterable[Pair]) -> None:
    due = held.turn.results_due or held.now
    held.set_turn(resolve_after=due + timedelta(hours=held.variables.dispute_hours))
    seats = {seat.pk: seat for seat in held.seats.values()}
    for battle in _among(held, pairs):
        tell_dispute(held, battle, (seats[battle.seat_first_id], seats[battle.seat_second_id]), fresh=False)
    held.note(LogKind.DISPUTES_WAIT, {"count": len(tuple(pairs))})


def _leave_to_dice(held: LockedTurn, pairs: Iterable[Pair]) -> None:
    """Replace both results where nobody ruled by requests for abstract resolution, and tell both sides."""
    seats = {seat.pk: seat for seat in held.seats.values()}
    for battle in _among(held, pairs):
        battle.turn = held.turn
        ask_for_dice(battle, (seats[battle.seat_first_id], seats[battle.seat_second_id]))
        close_if_settled(battle, held.now)
        held.note(LogKind.DISPUTE_TO_DICE, sides_named(battle))
        sides = (seats[battle.seat_first_id], seats[battle.seat_second_id])
        detail = {"battle": battle.public_id, "dice": True}
        tell_sides(held, battle, sides, notices_out.RULED, about=f"{battle.public_id}:dice", detail=detail)


def _among(held: LockedTurn, pairs: Iterable[Pair]) -> list[Battle]:
    wanted = set(pairs)
    return [battle for battle in battles_of(held) if (battle.first, battle.second) in wanted]


# Publication


def publish(
    held: LockedTurn,
    by: User | None = None,
    *,
    champion: str | None = None,
    outcome: Outcome | None = None,
) -> None:
    """Make the outcome final, tell every seat its report, and open the next turn or end the campaign.

    ``champion`` is a seat's key, needed where only the id decides and a person publishes. Raises ``Refusal``
    with code ``champion``, and ``InDispute``.
    """
    outcome = outcome or outcome_of(held)
    ending = ending_of(outcome, held.variables)
    chosen = _champion(held, ending, champion, by)
    reach("publish.resolved")
    documents = kept_outcome(held.campaign, outcome)
    explainer = Explainer(held, outcome)
    held.set_truth(outcome.state, engine.births(held.campaign, held.read_board(), outcome.movement))
    _keep_seats(held, outcome)
    _keep_results(held, documents["battles"])
    reach("publish.board")
    tell_reports(held, outcome, explainer)
    keep_promises(held, outcome)
    tell_front(held)
    held.set_turn(
        input=engine.with_results(held.turn.input or {}, results_of(held)),
        outcome=documents,
        explained=explainer.truth(),
        proposal=None,
        contenders=[],
        phase=Phase.PUBLISHED,
        published_at=held.now,
        resolve_after=None,
    )
    held.note(LogKind.PUBLISHED, by=by, public=True)
    held.change_for_all()
    reach("publish.told")
    if ending is not None:
        _end(held, ending, chosen, by)
        return
    held.tell_all(notices_out.PUBLISHED)
    held.finish()
    _open_next(held)
    reach("publish.opened")


def _champion(
    held: LockedTurn, ending: Ending | None, champion: str | None, by: User | None
) -> PlayerId | None:
    """The champion: the best, or the facilitator's choice among those whom only the id tells apart."""
    contenders = () if ending is None else ending.contenders
    if champion is not None and champion not in contenders:
        armies = ", ".join(held.seats[one].army for one in contenders)
        message = (
            _("The champion can only be one of: %(armies)s.") % {"armies": armies}
            if contenders
            else _("Nobody has won in this turn, so there is no champion to choose.")
        )
        raise Refusal(message, code="champion", field="champion")
    if champion is not None:
        return PlayerId(champion)
    if by is not None and len(contenders) > 1:
        raise Refusal(
            _("Only their ids tell the victors apart: choose the champion."),
            code="champion",
            field="champion",
        )
    return contenders[0] if contenders else None


def _keep_seats(held: LockedTurn, outcome: Outcome) -> None:
    """Nodes, and how conditions stand, with heirs in place of banners joined away."""
    for player in outcome.state.players:
        seat = held.seats[player.id]
        node, conditions = player.node or "", conditions_document(player.conditions, seat.conditions)
        if (node, conditions) != (seat.node, seat.conditions):
            held.set_seat(seat, node=node, conditions=conditions)


def _keep_results(held: LockedTurn, documents: list[dict[str, Json]]) -> None:
    by_pair = {tuple(one["banners"]): one for one in documents}
    for battle in battles_of(held):
        battle.result = by_pair[(battle.first, battle.second)]
        battle.closed_at = battle.closed_at or held.now
    stored = [battle for battle in battles_of(held) if battle.pk is not None]
    rows.update(Battle, ("result", "closed_at"), [(one.pk, one.result, one.closed_at) for one in stored])


def _end(held: LockedTurn, ending: Ending, champion: PlayerId | None, by: User | None) -> None:
    seat = held.seats[champion] if champion is not None else None
    held.set_campaign(status=CampaignStatus.ENDED, ended_at=held.now, champion=seat)
    held.note(ending.kind, {} if seat is None else {"army": seat.army}, by=by, public=True)
    held.tell_all(notices_out.CAMPAIGN_ENDED)


def _open_next(held: LockedTurn) -> None:
    """Open the next turn; a chain of seeds that has run out is renewed, and everybody told."""
    number = held.turn.number + 1
    if held.turn.rules_version not in (rules.VERSION, *rules.EQUAL):
        held.note(LogKind.RULES, {"version": rules.VERSION, "turn": number}, public=True)
    if renew_seeds(held.campaign, number):
        held.set_campaign(
            sealed_seed=held.campaign.sealed_seed,
            chain_start=held.campaign.chain_start,
            commitment=held.campaign.commitment,
            old_chains=held.campaign.old_chains,
        )
        held.note(LogKind.COMMITMENT, {"commitment": held.campaign.commitment}, public=True)
        held.tell_all(
            notices_out.NEW_COMMITMENT, about=str(number), detail={"commitment": held.campaign.commitment}
        )
    open_turn(held.campaign, held.seats.values(), number, moment=held.now, away=held.vacations_ahead)
