"""Telling those who run a campaign that its people change."""

from __future__ import annotations

from campaign.base.dates import clock
from campaign.models import Campaign
from campaign.outbox import services as notices_out


def tell_facilitators(campaign: Campaign, what: str, army: str, who: str) -> None:
    """Tell the facilitators that somebody has come, gone, or waits for them."""
    readers = notices_out.readers_of(campaign, clock.now()).facilitators
    detail = {"what": str(what), "army": army, "who": who}
    notices_out.tell(campaign, notices_out.PEOPLE_CHANGED, readers, detail)
