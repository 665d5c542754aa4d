"""The engine's ids behind what a facilitator names: ids of banners, relics and features, numbers of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import Banner, Campaign, Feature, Relic, Seat, Trigger
from rules.state import Works

WORKS = tuple(works.value for works in Works)


@dataclass(frozen=True, slots=True)
class TruthIds:
    """Engine ids by what pages and programs call a thing."""

    banners: Mapping[str, str]
    relics: Mapping[str, str]
    features: Mapping[str, str]
    triggers: Mapping[str, str]
    seats: Mapping[int, str]


def truth_ids(campaign: Campaign) -> TruthIds:
    """The ids of everything in a campaign, banners that are gone included."""
    return TruthIds(
        banners=dict(Banner.objects.filter(campaign=campaign).values_list("public_id", "key")),
        relics=dict(Relic.objects.filter(campaign=campaign).values_list("public_id", "key")),
        features=dict(Feature.objects.filter(campaign=campaign).values_list("public_id", "key")),
        triggers=dict(Trigger.objects.filter(campaign=campaign).values_list("public_id", "key")),
        seats=dict(Seat.objects.filter(campaign=campaign).values_list("number", "key")),
    )
