"""A campaign that has not started is called off: it is deleted, and whoever had a place in it is told."""

from __future__ import annotations

from campaign.models import Campaign, CampaignKind, User
from campaign.outbox import services as notices_out
from campaign.people.seats.roles import people_of


def call_off(*, campaign: Campaign, by: User, left: bool = False) -> None:
    """Delete it, and tell all its people but ``by``, in the same transaction.

    ``left``: whoever built it has gone for good. The notices belong to no campaign, and so they outlive it.
    """
    told = sorted({reader for reader, _seat in people_of(campaign, but=by)})
    detail = {"name": campaign.name, "left": left}
    if campaign.kind == CampaignKind.CAMPAIGN:
        notices_out.tell_people(told, notices_out.CALLED_OFF, about=campaign.public_id, detail=detail)
    Campaign.objects.filter(pk=campaign.pk).delete()
