"""A campaign's turns, without the large documents that only few pages show."""

from __future__ import annotations

from campaign.access.membership import campaigns_of
from campaign.models import DOCUMENTS, Campaign, Turn, User


def latest_turn(campaign: Campaign) -> Turn | None:
    """The turn that is not published yet, else the last one; None before the campaign has started."""
    return Turn.objects.filter(campaign=campaign).defer(*DOCUMENTS).order_by("-number").first()


def turn_of(campaign: Campaign, number: int) -> Turn:
    """A turn by its number. Raises ``Turn.DoesNotExist``."""
    return Turn.objects.get(campaign=campaign, number=number)


def latest_number(user: User, campaign_id: str) -> int | None:
    """The number of the campaign's latest turn, which is public; None for a stranger, or before the start."""
    known = Turn.objects.filter(campaign__in=campaigns_of(user).filter(public_id=campaign_id).values("pk"))
    found: int | None = known.order_by("-number").values_list("number", flat=True).first()
    return found
