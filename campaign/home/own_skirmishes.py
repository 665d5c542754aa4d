"""A person's skirmishes in short, for the first page and for all that is about them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max, QuerySet

from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, CampaignKind, CampaignStatus, Seat, User


@dataclass(frozen=True, slots=True)
class OwnSkirmish:
    """A skirmish of a person: how far it is, and as which army."""

    id: str
    name: str
    army: str
    number: int
    turn: int
    last_turn: int | None
    ended: bool
    won: bool


def skirmishes_of(user: User) -> QuerySet[Campaign]:
    """The skirmishes of a person, the newest first."""
    return Campaign.objects.filter(kind=CampaignKind.SKIRMISH, seats__user=user).order_by("-id")


def own_skirmishes(user: User) -> tuple[OwnSkirmish, ...]:
    """A person's skirmishes, open ones first, then the newest: one query."""
    seats = Seat.objects.filter(user=user, campaign__kind=CampaignKind.SKIRMISH).select_related("campaign")
    told = [
        OwnSkirmish(
            id=seat.campaign.public_id,
            name=seat.campaign.name,
            army=seat.army,
            number=seat.number,
            turn=seat.turn,
            last_turn=Variables.of(seat.campaign).last_turn,
            ended=seat.campaign.status == CampaignStatus.ENDED,
            won=seat.campaign.champion_id == seat.pk,
        )
        for seat in seats.annotate(turn=Max("campaign__turns__number")).order_by("-campaign")
    ]
    return tuple(sorted(told, key=lambda one: one.ended))
