"""Where a skirmish begins."""

from __future__ import annotations

from campaign.models import Banner, Campaign, User


def first_banner(campaign: Campaign, user: User) -> str:
    """The id of the banner that is selected first: the strongest of the person's own."""
    mine = Banner.objects.filter(campaign=campaign, seat__user=user, alive=True).order_by("-level", "id")
    return mine.values_list("public_id", flat=True).first() or ""
