"""A small war that anybody may follow, and what all may see of it."""

from __future__ import annotations

from typing import Any

from campaign.models import Campaign
from tests.wars import CLOSE, War, begin_war, march


def open_war(vision: str = "banners", delay: int = 2, **variables: Any) -> War:
    """A war between two, open to all, in which all may see more; everybody has agreed to that."""
    war = begin_war(CLOSE, battles="abstract", **variables)
    campaign = war.campaign
    campaign.settings = {**campaign.settings, "open_vision": vision, "open_delay": delay}
    campaign.open_to_all = True
    campaign.save()
    return war


def played(war: War, turns: int) -> War:
    """Turns go by: in the first north's first marches at south's first, and the dice decide."""
    for _turn in range(turns):
        if war.turn.number == 1:
            war.plan("north", {"north1": march(2, 4)})
        war.publish()
    war.campaign = Campaign.objects.get(pk=war.campaign.pk)
    return war
