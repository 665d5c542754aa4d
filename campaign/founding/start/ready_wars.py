"""A war without dates for one person against bots: founded and started at once, with nobody to run it.

Skirmishes and lessons are made of it: the same rows, services and pages as every campaign.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from campaign.base.dates.schedule import Schedule
from campaign.engine import seeds
from campaign.founding.start.founding import CampaignSpec, create_campaign
from campaign.founding.start.services import begin
from campaign.models import Campaign, CampaignKind


@transaction.atomic
def found_ready_war(*, kind: CampaignKind, spec: CampaignSpec, chain: seeds.Chain | None = None) -> Campaign:
    """Found and start a war that goes on whenever its person has submitted a plan.

    ``spec`` says all else: its state and seats (bots are seats with ``bot``), names and story, and variables,
    but for those by which people would wait for one another. ``chain`` None draws new dice. The bots of a
    skirmish plan on the heavy queue (``campaign.turn.bot_plans``), those of a lesson as it is written. Raises
    ``Refusal`` (``spec``).
    """
    variables = replace(spec.variables, battles="abstract", press="none", vacation_days=0, early_close=False)
    undated = replace(
        spec,
        kind=kind,
        automatic=True,
        blind=True,
        variables=variables,
        schedule=Schedule(time_zone=spec.schedule.time_zone, short_turns=False, ready=True),
    )
    campaign = create_campaign(facilitator=None, spec=undated)
    begin(campaign, None, chain or seeds.make_chain(1))
    return campaign
