"""From the plan deadline to the announcement: plans are settled, movement computed, battles announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from django.utils.translation import gettext as _

from campaign import engine
from campaign.base.answers import JsonObject
from campaign.base.dates.downtime import DUE_OF_PHASE
from campaign.base.dates.schedule import publication_after
from campaign.base.failpoints import reach
from campaign.base.refusal import Refusal
from campaign.base.setup.missions import table_name
from campaign.base.words.log_messages import LogKind
from campaign.engine.corrections import CorrectionError, Plans, correct_input
from campaign.models import Battle, CampaignKind, CorrectionStage, Order, Phase, User
from campaign.outbox import services as notices_out
from campaign.turn.aftermath import close_battles
from campaign.turn.contact.battle_closing import open_battles
from campaign.turn.contact.battle_notices import tell_stand_ins
from campaign.turn.correction_reports import corrections_told
from campaign.turn.deadlines import LATE, NONE_LEFT, as_promised, battles_left, note_move, results_after
from campaign.turn.drawing import services as drawing
from campaign.turn.drawing.draw_dates import is_drawing, is_open, may_seal
from campaign.turn.locked_turn import LockedTurn, settled_document
from campaign.turn.missing_plans import counts_as_plan, settle_plans, stands, writes_plan
from campaign.turn.plans.selectors import written_plan
from campaign.turn.plans_told import plans_told
from campaign.turn.told.map_building import War
from campaign.turn.told.others_told import others_told
from campaign.turn.told.player_projection import Names, Teller, battle_id, battle_ids
from rules.club.triggers import Settlement
from rules.documents import Scenario
from rules.orders import Plan
from rules.outcome import Battle as Met
from rules.outcome import Movement
from rules.reports.report import announcements
from rules.scenario import movement_document
from rules.state import BannerId, PlayerId, State


def close_planning(held: LockedTurn) -> None:
    """The plan deadline has passed: settle the plans and compute the movement as a proposal.

    In an automatic campaign it takes effect at once. With open dice it waits until these are drawn.
    """
    reach("close_planning.locked")
    keys = {banner.owner for banner in held.read_board().state.banners}
    # By their seats as they were while plans were made: one that goes to the bot now may have sealed.
    played = may_seal(held.seats.values())
    settle_plans(held, frozenset(held.seats[key].pk for key in keys))
    if is_open(held.variables):
        drawing.freeze(held, _receipts(held), waits=played)
        held.set_turn(phase=Phase.MOVEMENT_REVIEW, planned_at=held.now)
        held.change_for_all()
        go_on(held)
        return
    compute_movement(held)
    reach("close_planning.resolved")
    held.note(LogKind.PLANS_CLOSED, public=True)
    _review(held)


def go_on(held: LockedTurn) -> None:
    """The movement review's time has come: that of its dice, where these are being drawn, or its end."""
    if not is_drawing(held.turn):
        announce(held)
        return
    drawn = drawing.draw(held, _receipts(held))
    compute_movement(held)
    reach("close_planning.resolved")
    if drawn:
        _review(held)
        return
    held.finish()
    reach("close_planning.stored")


def _receipts(held: LockedTurn) -> dict[int, str]:
    """The receipts of the plans that count, by the seats' numbers."""
    parts = ((seat.number, held.player_turn_of(seat)) for seat in held.seats_in_order())
    return {number: part.receipt for number, part in parts if stands(held, part)}


def _review(held: LockedTurn) -> None:
    """The movement is worked out: it is looked over, or takes effect at once."""
    if held.turn.phase == Phase.PLANNING:
        held.set_turn(phase=Phase.MOVEMENT_REVIEW, planned_at=held.now)
    held.set_turn(resolve_after=held.turn.announce_due)
    held.change_for_all()
    if held.campaign.automatic:
        announce(held)
        return
    held.tell_facilitators(notices_out.REVIEW_WAITING, about="movement")
    held.finish()
    reach("close_planning.stored")


def compute_movement(held: LockedTurn) -> None:
    """Work out the movement from the stored truth, the plans, and the corrections of the input.

    While the dice are being drawn there is none yet, only what it will be worked out from. Raises ``Refusal``
    with code ``correction`` if a correction cannot be made.
    """
    state, plans, settled = _input(held)
    held.movement = None if is_drawing(held.turn) else engine.move(held.turn, state, plans, settled)
    held.set_turn(
        input=engine.input_document(state, plans, settled),
        proposal=None if held.movement is None else movement_document(held.movement),
        movement=None,
    )


def input_so_far(held: LockedTurn) -> Scenario:
    """The document that the movement is worked out from, as the corrections made so far leave it.

    Raises ``Refusal`` with code ``correction`` if one of them cannot be made.
    """
    return engine.input_document(*_input(held))


def _input(held: LockedTurn) -> tuple[State, Plans, tuple[Settlement, ...]]:
    """The turn's start, plans and settlements, with the corrections made."""
    state, plans = _corrected(held, *_planned(held))
    return state, plans, _settled(held, state, plans)


def _settled(held: LockedTurn, state: State, plans: Plans) -> tuple[Settlement, ...]:
    """What is settled of the orders in words; what is settled of an order that no longer counts, rests."""
    if not held.settlements:
        return ()
    effective = engine.others(state, plans)
    told = [settled_document(one) for one in held.settlements if BannerId(one.banner) in effective]
    return engine.read_settled(engine.input_document(state, plans), told)


def settle_again(held: LockedTurn) -> None:
    """Put into the turn's document what is settled now; the movement, announced by then, stays equal."""
    document = cast("JsonObject", held.turn.input or {})
    effective = engine.others_in(document)
    told = [settled_document(one) for one in held.settlements if BannerId(one.banner) in effective]
    held.set_turn(input=engine.with_settlements(document, engine.read_settled(document, told)))
    held.movement = None


def _planned(held: LockedTurn) -> tuple[State, Plans]:
    """The turn's start and plans; who has none, though banners wait for it, has not submitted (Rules 2)."""
    board = held.read_board()
    living = {banner.owner for banner in board.state.banners}
    parts = {player.id: held.player_turn_of(held.seats[player.id]) for player in board.state.players}
    players = tuple(
        replace(
            player,
            submitted=player.id not in living or counts_as_plan(held, parts[player.id]),
            excused=parts[player.id].excused,
        )
        for player in board.state.players
    )
    return replace(board.state, players=players), _plans(held)


def _plans(held: LockedTurn) -> dict[PlayerId, Plan]:
    """The plans that count, with engine ids, from the order rows."""
    orders: dict[int, list[Order]] = {}
    for order in held.orders:
        orders.setdefault(order.player_turn_id, []).append(order)
    plans = {}
    for key, seat in held.seats.items():
        mine = held.player_turn_of(seat)
        if writes_plan(held, mine):
            plans[PlayerId(key)] = written_plan(orders.get(mine.pk, ()), mine.node).plan
    return plans


def _corrected(held: LockedTurn, state: State, plans: Plans) -> tuple[State, Plans]:
    made = held.changes(CorrectionStage.INPUT)
    if not made:
        return state, plans
    try:
        return correct_input(state, plans, made)
    except CorrectionError as error:
        raise Refusal(error.said(held.named), code="correction") from error


# The announcement


def announce(held: LockedTurn, by: User | None = None) -> None:
    """The movement takes effect and each side learns of its battles; nobody else learns of them.

    Raises ``Refusal`` with code ``drawing`` while the dice are being drawn: that is never cut short.
    """
    turn = held.turn
    if is_drawing(turn):
        raise Refusal(
            _("The dice of this turn are being drawn; the movement follows from them."), code="drawing"
        )
    movement = held.movement or engine.move_document(turn, turn.input or {}, held.seats)
    held.movement = movement
    reach("announce.resolved")
    board = held.read_board()
    born = engine.births(held.campaign, board, movement)
    held.set_truth(movement.state, born)
    held.battles = [_battle(held, board, born, met) for met in movement.battles]
    _forfeit(held.battles, movement)
    reach("announce.board")
    _tell_announcements(held, board, born, movement)
    held.set_turn(
        phase=Phase.BATTLES,
        announced_at=held.now,
        movement=movement_document(movement),
        proposal=None,
    )
    abstract = held.variables.battles == "abstract"
    if not abstract:
        held.finish()
        tell_stand_ins(held, open_battles(turn, held.now))
    _set_dates(held)
    held.note(LogKind.ANNOUNCED, by=by, public=True)
    held.change_for_all()
    if not (abstract and held.campaign.automatic):
        held.tell_all(notices_out.ANNOUNCED)
    reach("announce.told")
    if abstract:
        close_battles(held)


def _set_dates(held: LockedTurn) -> None:
    """The dates after the announcement: never earlier than promised, unless there is nothing to fight."""
    turn, number, automatic = held.turn, held.turn.number, held.campaign.automatic
    results = results_after(held, held.now)
    if held.variables.battles == "abstract":
        held.set_turn(results_due=held.now, resolve_after=held.now)
        return
    if turn.results_due is not None:
        results = max(results, turn.results_due)
    if held.variables.early_results and not battles_left(held):
        results = min(results, held.schedule.early_results(held.now))
    if turn.results_due is not None and results != turn.results_due:
        note_move(held, "results_due", results, NONE_LEFT if results < turn.results_due else LATE)
    publish = publication_after(held.schedule, number=number, results_at=results, automatic=automatic)
    publish = as_promised(held, "publish_due", publish)
    held.set_turn(results_due=results, publish_due=publish)
    held.set_turn(resolve_after=getattr(turn, DUE_OF_PHASE[Phase.BATTLES]))


def _battle(held: LockedTurn, board: engine.Board, born: Mapping[BannerId, engine.Birth], met: Met) -> Battle:
    first, second = met.banners
    seats = [held.seats[owner] for owner in met.owners]
    names = [born[one].name if one in born else board.banners[one].name for one in met.banners]
    return Battle(
        turn=held.turn,
        public_id=battle_id(bytes(held.campaign.id_key), met, held.turn.number),
        first=first,
        second=second,
        seat_first=seats[0],
        seat_second=seats[1],
        name_first=names[0],
        name_second=names[1],
        level_first=met.levels[0],
        level_second=met.levels[1],
        x=met.sector[0],
        y=met.sector[1],
        city=met.city,
        attacker=met.attacker,
        category=met.category.value,
        mission_die=met.mission_die,
        missions=held.campaign.missions.get(table_name(met.category.value, met.city), []),
        auto=met.auto,
        closed_at=held.now if met.auto else None,
    )


def _forfeit(battles: list[Battle], movement: Movement) -> None:
    """Who has no plan in the movement's own words, and no excuse, forfeits all its battles (Rules 2)."""
    missed = {one.id for one in movement.start.players if not (one.submitted or one.excused)}
    for battle in battles:
        battle.forfeit_first = not battle.auto and battle.seat_first.key in missed
        battle.forfeit_second = not battle.auto and battle.seat_second.key in missed


def _tell_announcements(
    held: LockedTurn, board: engine.Board, born: Mapping[BannerId, engine.Birth], movement: Movement
) -> None:
    war = War.of(board, held.seats.values(), held.campaign)
    names = Names.of(
        board,
        war.seats,
        (movement.start, movement.state),
        born,
        battle_ids(war.id_key, movement),
    )
    corrections = corrections_told(held, CorrectionStage.INPUT, names)
    plans = plans_told(held, movement, names)
    others = others_told(held, movement, names)
    for player, told in announcements(movement).items():
        seat = held.seats[player]
        if held.campaign.kind != CampaignKind.CAMPAIGN and seat.user_id is None:
            # Nobody reads it: a moment later the bot has its report.
            continue
        document = Teller(war, seat, names).announcement(told)
        more = {"corrections": corrections.get(player, []), "plan": plans[player], **others.get(player, {})}
        held.tell_player(seat, announcement={**document, **more})
