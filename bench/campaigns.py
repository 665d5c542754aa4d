"""Campaigns to measure on, made as the app makes them, with everybody's plans in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bench.engine import whole_turn
from bench.scenes import Scene, scene
from rules.review import deployed

Size = tuple[int, int, int]
"""Banners, sectors a side, players."""


def scene_with_everything(size: Size) -> Scene:
    """The first scene whose turn also frees sectors and makes banners: each size has the same to write."""
    banners, side, players = size
    for seed in range(1, 100):
        one = scene(banners=banners, side=side, players=players, seed=seed)
        start = deployed(one.state)
        outcome = whole_turn(replace(one, state=start))
        freed = {sector.at for sector in start.sectors} - {sector.at for sector in outcome.state.sectors}
        if freed and outcome.battles and len(outcome.state.banners) > banners:
            return one
    raise RuntimeError("no scene has everything in it")


def founded(one: Scene, **variables: Any) -> int:
    """One campaign with everybody's plans in it; gives its turn. No connection is left open."""
    from django.db import connections

    turn = stored(one, **variables)
    connections.close_all()
    return turn


def stored(one: Scene, **variables: Any) -> int:
    """As ``founded``, in a transaction that may still be open."""
    from campaign.base.setup.campaign_settings import Variables
    from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign, start_campaign
    from campaign.models import Order, PlanState, PlayerTurn, User
    from rules.scenario import order_document

    users = User.objects.bulk_create(
        User(email=f"{player.id}@bench.example", name=player.id) for player in one.state.players
    )
    spec = CampaignSpec(
        name="Bench",
        state=one.state,
        seats=tuple(
            SeatSpec(player.id, f"Army {player.id}", user)
            for player, user in zip(one.state.players, users, strict=True)
        ),
        variables=Variables(battles="abstract", army_points=9, early_close=False, **variables),
        automatic=True,
    )
    campaign = create_campaign(facilitator=None, spec=spec)
    turn = start_campaign(campaign=campaign, by=None)
    parts = {part.seat.key: part for part in PlayerTurn.objects.filter(turn=turn).select_related("seat")}
    Order.objects.bulk_create(
        Order(player_turn=parts[player], banner=banner, slot=slot, detail=order_document(order))
        for player, plan in one.plans.items()
        for banner, orders in plan.orders.items()
        for slot, order in (("primary", orders.primary), ("secondary", orders.secondary))
        if order is not None
    )
    PlayerTurn.objects.filter(turn=turn).update(state=PlanState.SUBMITTED, receipt="0" * 64)
    return turn.pk
