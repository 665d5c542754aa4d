"""The reports and maps of a published turn, one of each for every seat."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F

from campaign import engine
from campaign.base.documents import UNTOLD, Map
from campaign.models import Battle, CorrectionStage, PlayerTurn
from campaign.turn.correction_reports import corrections_told
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.plans_told import plans_told
from campaign.turn.told.map_building import War
from campaign.turn.told.player_projection import Names, Teller, battle_ids
from rules.orders import OrderKind
from rules.outcome import Outcome
from rules.reports.report import publications
from rules.state import BannerId, PlayerId


def tell_reports(held: LockedTurn, outcome: Outcome) -> None:
    """Set every seat's report and map of the turn."""
    board, movement = held.read_board(), outcome.movement
    war = War.of(board, held.seats.values(), held.campaign)
    born = engine.births(held.campaign, board, movement)
    names = Names.of(
        board, war.seats, (movement.start, movement.state), born, battle_ids(war.id_key, movement)
    )
    before = _maps_before(held)
    searching = _searching(outcome)
    corrections = corrections_told(held, CorrectionStage.OUTCOME, names)
    plans = plans_told(held, movement, names)
    happened = _happened(board, outcome)
    for player, told in publications(outcome, _seen_destroyed(held, outcome)).items():
        seat = held.seats[player]
        spied = outcome.spies.get(player, ())
        report, board_map = Teller(war, seat, names).report(
            told, before.get(seat.pk, UNTOLD), searching, spied
        )
        report = {**report, "corrections": corrections.get(player, []), "plan": plans[player]}
        if player in happened:
            report["happened"] = happened[player]
        held.tell_player(seat, report=report, map=board_map)


def _maps_before(held: LockedTurn) -> Mapping[int, Map]:
    """Each seat's map of the turn before."""
    before = PlayerTurn.objects.filter(
        turn__campaign=held.campaign, turn__number=held.turn.number - 1, map__isnull=False
    )
    return {seat: known or UNTOLD for seat, known in before.values_list("seat_id", "map")}


def _happened(board: engine.Board, outcome: Outcome) -> dict[PlayerId, list[str]]:
    """What each player is told of the triggers that fired, in an order that tells nothing of them."""
    told: dict[PlayerId, set[str]] = {}
    for trigger, firing in zip(outcome.state.triggers, outcome.firings, strict=True):
        words = board.triggers[trigger.id]
        if not firing.fired or not words.told:
            continue
        holder = () if trigger.holder is None else (trigger.holder,)
        for player in (one.id for one in outcome.state.players) if words.to_all else holder:
            told.setdefault(player, set()).add(words.told)
    return {player: sorted(texts) for player, texts in told.items()}


def _searching(outcome: Outcome) -> frozenset[BannerId]:
    """The banners with an effective search order."""
    return frozenset(
        banner
        for banner, orders in outcome.movement.orders.items()
        if orders.primary is not None and orders.primary.kind == OrderKind.SEARCH
    )


def _seen_destroyed(held: LockedTurn, outcome: Outcome) -> Mapping[PlayerId, frozenset[BannerId]]:
    """The enemy banners that earlier reports have shown each player destroyed: in its own battles.

    Only conditions that name banners ask for it.
    """
    if not any(one.banners for player in outcome.state.players for one in player.conditions):
        return {}
    keys = {seat.pk: PlayerId(key) for key, seat in held.seats.items()}
    gone: dict[PlayerId, set[BannerId]] = {}
    for mine, other in (("first", "second"), ("second", "first")):
        fought = Battle.objects.filter(
            turn__campaign=held.campaign,
            turn__number__lt=held.turn.number,
            turn__campaign__banners__key=F(other),
            turn__campaign__banners__gone_in=F("turn__number"),
        )
        for seat, banner in fought.values_list(f"seat_{mine}_id", other):
            gone.setdefault(keys[seat], set()).add(BannerId(banner))
    return {player: frozenset(banners) for player, banners in gone.items()}
