"""Another skirmish after one that has ended: on a new map, against as many bots that play as well."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.access.play_keys import new_key
from campaign.models import BotLevel, Campaign, CampaignKind, Seat, User

USUAL = 2
"""Bots in a first skirmish, as after a lesson."""


@dataclass(frozen=True, slots=True)
class Another:
    """What the button begins; ``key`` is that of one click, ``learnt``: it comes after a lesson."""

    key: str
    bots: int
    level: str
    learnt: bool


def skirmish_after(campaign: Campaign, user: User) -> Another | None:
    """What the last page offers to whoever has played this war alone; None to all others."""
    alone = campaign.kind != CampaignKind.CAMPAIGN
    if not alone or not Seat.objects.filter(campaign=campaign, user=user).exists():
        return None
    if campaign.kind == CampaignKind.LESSON:
        return Another(new_key(), USUAL, BotLevel.RECRUIT, learnt=True)
    levels = list(Seat.objects.filter(campaign=campaign, user=None).values_list("bot_level", flat=True))
    return Another(new_key(), len(levels), levels[0], learnt=False)
