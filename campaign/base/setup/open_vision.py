"""What all may see of a war beside its public facts, some turns late, and who has agreed to that (Face C1).

Every holder of a seat agrees before the start; bots do. Whoever takes a seat later reads it first. What was
agreed to is kept as it was, so that another choice, or another delay, voids it.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.base.setup.campaign_settings import BANNERS, FACTS, Variables
from campaign.models import Campaign, CampaignStatus, Seat


def asked_of(variables: Variables) -> str:
    """What is to be agreed to, as a seat keeps it; empty where nothing is asked."""
    if variables.open_vision == FACTS:
        return ""
    return f"{variables.open_vision}:{variables.open_delay}"


def lacks_consent(campaign: Campaign, seat: Seat) -> bool:
    """Whether the seat's player has still to agree, before the war starts."""
    if campaign.status != CampaignStatus.BUILDING or seat.user_id is None:
        return False
    asked = asked_of(Variables.of(campaign))
    return bool(asked) and seat.open_agreed != asked


def without_consent(campaign: Campaign, seats: Iterable[Seat]) -> list[Seat]:
    """The seats whose players have still to agree."""
    return [seat for seat in seats if lacks_consent(campaign, seat)]


def shows_front(variables: Variables) -> bool:
    """Whether all see the front, turns late."""
    return variables.open_vision != FACTS


def shows_banners(variables: Variables) -> bool:
    """Whether all see banners, too."""
    return variables.open_vision == BANNERS
