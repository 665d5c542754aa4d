"""Another war for tonight after one that has ended: with the same choices, for the same people.

Nobody is drafted: whoever was there is led to it by the last page of the old war, and joins by its link.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from campaign.founding.tonight.offers import PLAYERS
from campaign.models import Campaign, CampaignStatus, Draft, Gathering, Seat, User


@dataclass(frozen=True, slots=True)
class Again:
    """What the last page of a war for tonight offers; with ``link`` there is another one already."""

    players: int
    pace: str
    level: str
    play: bool
    template: str
    bots: int
    link: str = ""
    here: int = 0
    """How many people are in the other one."""
    yours: bool = False
    """Whether the reader is one of them."""


def was_there(campaign: Campaign, user: User) -> bool:
    """Whether it is a war for tonight that has ended, in which the person had a seat, or which it hosted."""
    if campaign.status != CampaignStatus.ENDED:
        return False
    gathering = Gathering.objects.filter(campaign=campaign).first()
    if gathering is None:
        return False
    return gathering.host_id == user.pk or Seat.objects.filter(campaign=campaign, user=user).exists()


def another_after(campaign: Campaign) -> Gathering | None:
    """The war that has been founded after this one, until it has ended."""
    found = Gathering.objects.select_related("campaign", "invitation").filter(after=campaign)
    return found.exclude(campaign__status=CampaignStatus.ENDED).order_by("-id").first()


def again_for(campaign: Campaign, user: User) -> Again | None:
    """What it offers to this reader; None to whoever was not there."""
    if not was_there(campaign, user):
        return None
    gathering = Gathering.objects.get(campaign=campaign)
    seats = list(Seat.objects.filter(campaign=campaign).values_list("user", flat=True))
    draft = Draft.objects.filter(campaign=campaign).only("template").first()
    other = another_after(campaign)
    there = set(
        Seat.objects.filter(campaign=other.campaign_id, user__isnull=False).values_list("user", flat=True)
        if other is not None
        else ()
    )
    return Again(
        players=min(max(len(seats), PLAYERS[0]), PLAYERS[-1]),
        pace=gathering.pace,
        level=gathering.bot_level,
        play=user.pk in seats,
        template=draft.template if draft is not None else "",
        bots=min(sum(not one for one in seats), len(seats) - 1),
        link=way_to(other, user) if other is not None else "",
        here=len(there),
        yours=user.pk in there,
    )


def way_to(gathering: Gathering, user: User) -> str:
    """The address at which the person goes on: its page, or for whoever is not in it yet its invitation."""
    campaign = gathering.campaign
    inside = gathering.host_id == user.pk or Seat.objects.filter(campaign=campaign, user=user).exists()
    if inside or gathering.invitation is None:
        return reverse("gathering", args=[campaign.public_id])
    return reverse("join", args=[gathering.invitation.token])
