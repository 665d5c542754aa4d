"""The canary: a fixed scenario that is founded, resolved and stored as any war is, and then taken back.

Where it ends well the machine is; so a turn that kills its worker is told from a machine that does.
"""

from __future__ import annotations

from django.db import transaction

from campaign.base.dates import clock
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Phase, Turn
from campaign.turn.tick import close_planning
from rules.scenario import load

_DOCUMENT = {
    "turn": 1,
    "seed": "00" * 32,
    "map": ["........", "..C.....", "........", ".....C..", "........", "........"],
    "players": [{"id": "north"}, {"id": "south"}],
    "banners": [
        {"id": "n1", "owner": "north", "at": [2, 1], "level": 12},
        {"id": "n2", "owner": "north", "at": [5, 1], "level": 8},
        {"id": "s1", "owner": "south", "at": [2, 4], "level": 12},
        {"id": "s2", "owner": "south", "at": [5, 4], "level": 8},
    ],
}


class SickError(Exception):
    """The canary came to another end than it always does."""


def sing() -> None:
    """Found the war, resolve a turn of it and take all of it back. Raises whatever goes wrong."""
    spec = CampaignSpec(
        name="Canary",
        state=load(_DOCUMENT).state,
        seats=(SeatSpec("north", "North", bot=True), SeatSpec("south", "South", bot=True)),
        variables=Variables(army_points=20, battles="abstract"),
        automatic=True,
    )
    with transaction.atomic(), clock.at(clock.now()):
        campaign = create_campaign(facilitator=None, spec=spec)
        start_campaign(campaign=campaign, by=None)
        turn = Turn.objects.get(campaign=campaign, number=1)
        close_planning(turn.pk)
        turn.refresh_from_db()
        transaction.set_rollback(True)
    if turn.phase != Phase.PUBLISHED or not turn.outcome:
        raise SickError(f"its turn is in {turn.phase}")
