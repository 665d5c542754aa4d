"""A turn as a scenario document: for facilitators, and when the campaign has ended for everybody.

It is the truth, so it is read through the engine and stands among the services, though it writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from campaign import engine
from campaign.base.answers import Json
from campaign.engine import seeds
from campaign.models import Campaign, CampaignStatus, Phase, Seat, Turn
from rules.documents import Scenario
from rules.plans.legality import Problem


def scenario_of(campaign: Campaign, number: int) -> Scenario:
    """The scenario document of a turn. Raises ``Turn.DoesNotExist``; turn 0, the deployment, has none.

    While plans are being made it holds no plans; what was told of battles is in it once the turn is
    published, and its seed once the campaign has ended, if one seed threw all its dice.
    """
    turn = Turn.objects.get(campaign=campaign, number=number, number__gt=0)
    if turn.phase == Phase.PLANNING or turn.input is None:
        seats = Seat.objects.filter(campaign=campaign).order_by("number")
        document = engine.input_document(engine.read_board(campaign, number, seats).state, {})
    else:
        document = cast("Scenario", dict(turn.input))
    if campaign.status == CampaignStatus.ENDED and seeds.binds(campaign, number):
        document["seed"] = seeds.thrown_by(turn).hex()
    return document


def voids_in(turn: Turn, movement: Mapping[str, Json]) -> dict[tuple[str, str], tuple[Problem, ...]]:
    """Why orders did not count in a turn's stored movement, by banner and order.

    The reasons are found again in the turn's input; an order for which the rules of now would give others is
    left out.
    """
    stored = {(one["banner"], one["order"]): one["reason"] for one in movement["void"]}
    found = engine.voids(turn.input or {}) if stored else ()
    return {
        (one.banner, one.order.value): one.problems
        for one in found
        if stored.get((one.banner, one.order.value)) == one.reason
    }


def ended(campaign: Campaign) -> bool:
    """Whether the campaign is over, and all of it may be known to all."""
    return campaign.status == CampaignStatus.ENDED
