"""From the plan deadline to the announcement: plans are settled, movement computed, battles announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from campaign import engine
from campaign.corrections import CorrectionError, Plans, correct_input
from campaign.dates.schedule import dates_after_announcement, publication_after
from campaign.failpoints import reach
from campaign.models import Battle, CorrectionStage, Order, Phase, SeatStatus, User
from campaign.selectors.plan import written_plan
from campaign.services import notices_out
from campaign.services.absent import counts_as_plan, settle_plans
from campaign.services.aftermath import close_battles
from campaign.services.battle_closing import open_battles
from campaign.services.battle_told import tell_stand_ins
from campaign.services.corrected import corrections_told
from campaign.services.deadlines import DUE_OF_PHASE, battles_left, note_move
from campaign.services.errors import Refusal
from campaign.services.locked import LockedTurn
from campaign.services.maps import War
from campaign.services.told import Names, Teller, battle_id, battle_ids
from campaign.setting_up.missions import table_name
from rules.orders import Plan
from rules.outcome import Battle as Met
from rules.outcome import Movement
from rules.report import announcements
from rules.scenario import movement_document
from rules.state import BannerId, PlayerId, State


def close_planning(held: LockedTurn) -> None:
    """The plan deadline has passed: settle the plans and compute the movement as a proposal.

    In an automatic campaign it takes effect at once.
    """
    reach("close_planning.locked")
    keys = {banner.owner for banner in held.read_board().state.banners}
    settle_plans(held, frozenset(held.seats[key].pk for key in keys))
    compute_movement(held)
    reach("close_planning.resolved")
    held.set_turn(phase=Phase.MOVEMENT_REVIEW, planned_at=held.now, resolve_after=held.turn.announce_due)
    held.note("plans_closed", "The plan deadline has passed; the movement is worked out", public=True)
    held.change_for_all()
    if held.campaign.automatic:
        announce(held)
        return
    held.tell_facilitators(notices_out.REVIEW_WAITING, about="movement")
    held.finish()
    reach("close_planning.stored")


def compute_movement(held: LockedTurn) -> None:
    """Work out the movement from the stored truth, the plans, and the corrections of the input.

    Raises ``Refusal`` with code ``correction`` if a correction cannot be made.
    """
    board = held.read_board()
    living = {banner.owner for banner in board.state.banners}
    players = tuple(
        replace(
            player,
            submitted=player.id not in living or _has_plan(held, player.id),
            excused=held.player_turn_of(held.seats[player.id]).excused,
        )
        for player in board.state.players
    )
    state, plans = _corrected(held, replace(board.state, players=players), _plans(held))
    held.movement = engine.move(held.campaign, state, plans)
    held.set_turn(
        input=engine.input_document(state, plans), proposal=movement_document(held.movement), movement=None
    )


def _has_plan(held: LockedTurn, player: PlayerId) -> bool:
    seat = held.seats[player]
    acted_in = seat.status in (SeatStatus.PLAYER, SeatStatus.BOT)
    return acted_in and counts_as_plan(held, held.player_turn_of(seat))


def _plans(held: LockedTurn) -> dict[PlayerId, Plan]:
    """The plans that count, with engine ids, from the order rows."""
    orders: dict[int, list[Order]] = {}
    for order in held.orders:
        orders.setdefault(order.player_turn_id, []).append(order)
    plans = {}
    for key, seat in held.seats.items():
        mine = held.player_turn_of(seat)
        if _has_plan(held, PlayerId(key)):
            plans[PlayerId(key)] = written_plan(orders.get(mine.pk, ()), mine.node).plan
    return plans


def _corrected(held: LockedTurn, state: State, plans: Plans) -> tuple[State, Plans]:
    made = held.changes(CorrectionStage.INPUT)
    if not made:
        return state, plans
    try:
        return correct_input(state, plans, made)
    except CorrectionError as error:
        raise Refusal(str(error), code="correction") from error


# The announcement


def announce(held: LockedTurn, by: User | None = None) -> None:
    """The movement takes effect and each side learns of its battles; nobody else learns of them."""
    turn = held.turn
    movement = held.movement or engine.move_document(held.campaign, turn.number, turn.input or {}, held.seats)
    held.movement = movement
    reach("announce.resolved")
    board = held.read_board()
    born = engine.births(held.campaign, board, movement)
    held.set_truth(movement.state, born)
    held.battles = [_battle(held, board, born, met) for met in movement.battles]
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
    held.note("announced", "The battles are announced", by=by, public=True)
    held.change_for_all()
    if not (abstract and held.campaign.automatic):
        held.tell_all(notices_out.ANNOUNCED)
    reach("announce.told")
    if abstract:
        close_battles(held)


def _set_dates(held: LockedTurn) -> None:
    """The dates after the announcement: never earlier than promised, unless there is nothing to fight."""
    turn, number, automatic = held.turn, held.turn.number, held.campaign.automatic
    results = dates_after_announcement(held.schedule, held.variables, number=number, announced_at=held.now)
    if held.variables.battles == "abstract":
        held.set_turn(results_due=held.now, resolve_after=held.now)
        return
    if turn.results_due is not None:
        results = max(results, turn.results_due)
    if held.variables.early_results and not battles_left(held):
        results = min(results, held.schedule.daily(held.schedule.results, held.now))
    if turn.results_due is not None and results != turn.results_due:
        reason = (
            "no battle is left to play or report"
            if results < turn.results_due
            else "the announcement was late"
        )
        note_move(held, "results_due", results, reason=reason)
    publish = publication_after(held.schedule, number=number, results_at=results, automatic=automatic)
    held.set_turn(results_due=results, publish_due=publish)
    held.set_turn(resolve_after=getattr(turn, DUE_OF_PHASE[Phase.BATTLES]))


def _battle(held: LockedTurn, board: engine.Board, born: Mapping[BannerId, engine.Birth], met: Met) -> Battle:
    first, second = met.banners
    seats = [held.seats[owner] for owner in met.owners]
    names = [born[one].name if one in born else board.banners[one].name for one in met.banners]
    missed = [_forfeits(held, owner) for owner in met.owners]
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
        forfeit_first=missed[0] and not met.auto,
        forfeit_second=missed[1] and not met.auto,
        closed_at=held.now if met.auto else None,
    )


def _forfeits(held: LockedTurn, player: PlayerId) -> bool:
    """Whether a player has no plan and is not excused: all its battles are forfeited (Rules 2)."""
    return not _has_plan(held, player) and not held.player_turn_of(held.seats[player]).excused


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
    for player, told in announcements(movement).items():
        seat = held.seats[player]
        document = Teller(war, seat, names).announcement(told)
        held.tell_player(seat, announcement={**document, "corrections": corrections.get(player, [])})
