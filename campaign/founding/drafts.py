"""A campaign that is being built, for those who build it and for nobody else."""

from __future__ import annotations

from campaign.access.membership import keeps
from campaign.models import Campaign, CampaignStatus, Draft, User


def builds(user: User, campaign: Campaign) -> bool:
    """Whether the user builds this campaign: a facilitator, also one who will play, until it starts."""
    return (
        campaign.status == CampaignStatus.BUILDING
        and keeps(user, campaign)
        and Draft.objects.filter(campaign=campaign).exists()
    )


def draft_for(user: User, campaign: Campaign) -> Draft:
    """The campaign's draft, if the user builds it. Raises ``Draft.DoesNotExist``."""
    if not builds(user, campaign):
        raise Draft.DoesNotExist
    draft = Draft.objects.get(campaign=campaign)
    draft.campaign = campaign
    return draft


def board_for(user: User, campaign: Campaign) -> Draft:
    """The draft of a campaign whose board the user may see. Raises ``Draft.DoesNotExist``, also if blind."""
    if campaign.blind:
        raise Draft.DoesNotExist
    return draft_for(user, campaign)
