"""A scenario document played as a campaign: in the database, through the services, by the deadlines.

Plans are saved as players save them, with public ids, before the deadline. What the service refuses to save
(an illegal order, one for a banner that does not exist) is written as rows, as an old program might have left
it: the rules must then find it void. What is told of battles is written as rows too: a scenario may hold what
the battle page would not take any more, such as the report of a player who has forfeited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.engine import seeds
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign
from campaign.founding.start.services import begin
from campaign.models import (
    Battle,
    BattleResult,
    Campaign,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    Turn,
    User,
)
from campaign.turn import tick
from campaign.turn.locked_turn import locked_turn
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.services import save_plan
from rules.scenario import Scenario, load

Document = Mapping[str, Any]


def found(document: Document, **variables: Any) -> Turn:
    """The campaign of a scenario, at the beginning of its turn: nobody has planned yet."""
    scenario = load(document)
    settings = scenario.state.settings
    spec = CampaignSpec(
        name="A scenario",
        state=replace(scenario.state, players=scenario.state.players),
        seats=tuple(
            SeatSpec(key=player.id, army=f"Army of {player.id}", user=_user(player.id))
            for player in scenario.state.players
        ),
        variables=Variables(
            battle_radius=settings.battle_radius,
            recon_radius=settings.recon_radius,
            search_radius=settings.search_radius,
            engagement=settings.engagement.value,
            army_points=20,
            grace=0,
            early_close=False,
            **variables,
        ),
    )
    campaign = create_campaign(facilitator=_user("facilitator"), spec=spec)
    chain = seeds.make_chain(scenario.state.turn, length=1, last_seed=scenario.seed)
    with transaction.atomic():
        return begin(campaign, None, chain, deploy=False)


def _user(name: str) -> User:
    # No first turn of theirs, so no hints: those are in tests/lessons.
    return User.objects.create_user(email=f"{name.encode().hex()}@club.example", name=name, hints=5)


def play(document: Document, **variables: Any) -> Turn:
    """The scenario's turn, published."""
    turn = found(document, **variables)
    plan(turn, document)
    turn = pass_deadline(turn)
    if any(player.get("excused") for player in document["players"]):
        _excuse(turn, document)
    turn = pass_deadline(turn)
    assert turn.phase == Phase.BATTLES
    tell(turn, load(document))
    turn = pass_deadline(turn)
    return pass_deadline(turn)


def pass_deadline(turn: Turn) -> Turn:
    """Let the present phase's time come, and the clock tick."""
    turn.refresh_from_db()
    due = turn.resolve_after
    assert isinstance(due, datetime)
    tick.tick(now=due)
    turn.refresh_from_db()
    assert not turn.last_error, turn.last_error
    return turn


def plan(turn: Turn, document: Document) -> None:
    """Everybody who has submitted a plan saves it."""
    plans = document.get("plans", {})
    for player in document["players"]:
        if player.get("submitted", True):
            seat = Seat.objects.select_related("campaign", "user").get(
                campaign=turn.campaign, key=player["id"]
            )
            hand_in(seat, turn.number, plans.get(seat.key, {}))


def hand_in(seat: Seat, number: int, plan: Document) -> None:
    """Submit a plan with engine ids as its player would, or write it as it is if the service refuses it."""
    try:
        save_plan(seat=seat, number=number, plan=in_public(seat, plan), by=seat.user, submit=True)
    except Refusal:
        mine = PlayerTurn.objects.get(seat=seat, turn__number=number)
        Order.objects.bulk_create(
            Order(player_turn=mine, banner=banner, slot=slot, detail=order)
            for banner, orders in plan.get("orders", {}).items()
            for slot, order in orders.items()
        )
        mine.node = plan.get("node") or ""
        mine.state = PlanState.SUBMITTED
        mine.save()


def in_public(seat: Seat, plan: Document) -> Document:
    """A plan of a scenario as the seat's player would write it: with public ids of what the seat knows."""
    ids = view_of_seat(seat).ids
    names = {**ids.public_banners, **ids.public_relics}

    def order(document: Document) -> Document:
        named = {
            key: names.get(document[key], document[key])
            for key in ("from", "with", "relic")
            if key in document
        }
        return {**document, **named}

    return {
        "node": names.get(plan["node"], plan["node"]) if plan.get("node") else None,
        "orders": {
            names.get(banner, banner): {slot: order(one) for slot, one in orders.items()}
            for banner, orders in plan.get("orders", {}).items()
        },
    }


def _excuse(turn: Turn, document: Document) -> None:
    with locked_turn(turn.pk) as held:
        for player in document["players"]:
            mine = held.player_turn_of(held.seats[player["id"]])
            held.set_plan(mine, excused=player.get("excused", False))
        tick.recompute_movement(held)


def tell(turn: Turn, scenario: Scenario) -> None:
    """Write what both sides and the facilitator say of the battles."""
    seats = {seat.key: seat for seat in Seat.objects.filter(campaign=turn.campaign)}
    battles = {(battle.first, battle.second): battle for battle in Battle.objects.filter(turn=turn)}
    for report in scenario.results.reports:
        points = report.points_lost or (0, 0)
        BattleResult.objects.update_or_create(
            battle=battles[report.battle],
            seat=seats[report.by],
            defaults={
                "method": report.method.value,
                "winner": report.winner or "",
                "points_first": points[0],
                "points_second": points[1],
                "sacrifice": report.sacrifice,
            },
        )
    for forfeit in scenario.results.forfeits:
        battle = battles[forfeit.battle]
        side = "first" if battle.seat_first_id == seats[forfeit.by].pk else "second"
        Battle.objects.filter(pk=battle.pk).update(**{f"forfeit_{side}": True})
    for ruling in scenario.results.rulings:
        said = {
            "winner": ruling.winner,
            "points_lost": dict(zip(ruling.battle, ruling.points_lost, strict=True)),
            "sacrifice": dict(zip(ruling.battle, ruling.sacrifice, strict=True)),
        }
        Battle.objects.filter(pk=battles[ruling.battle].pk).update(ruling=said)


__all__ = ["Campaign", "found", "hand_in", "pass_deadline", "plan", "play", "tell"]
