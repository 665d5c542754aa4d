"""What the first page of the end says of the whole war, kept for a while: it changes no more."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language

from campaign.archive.course.aims import WarAims, aims_of
from campaign.archive.course.moments import Moment, moments_of
from campaign.archive.war_why import Why
from campaign.models import Campaign

KEPT = 3600


@dataclass(frozen=True, slots=True)
class Summary:
    """Everybody's aims turn by turn, and the moments of the war."""

    aims: WarAims
    moments: tuple[Moment, ...]


def summary_of(campaign: Campaign, why: Why | None = None) -> Summary:
    """The summary of a war that has ended, in the reader's language."""
    key = f"war-course-1:{campaign.public_id}:{campaign.ended_at}:{get_language()}".replace(" ", "_")
    found = cache.get(key)
    if not isinstance(found, Summary):
        aims = aims_of(campaign, why)
        found = Summary(aims, moments_of(campaign, aims))
        cache.set(key, found, KEPT)
    return found
