"""What comes of a dispute on which nobody rules, and when: for those who rule."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from campaign.base.dates.times import when
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.battle_words import unruled_words
from campaign.models import Campaign, CampaignStatus, Role, RoleKind, Seat, Turn


def unruled_by(campaign: Campaign, turn: Turn | None) -> str:
    """When the dice decide instead, with the date unless the clock stands still."""
    hours = Variables.of(campaign).dispute_hours
    said = unruled_words(hours)
    if turn is None or turn.results_due is None or campaign.status != CampaignStatus.RUNNING:
        return said
    at = when(turn.results_due + timedelta(hours=hours))
    return _("%(sentence)s That is on %(date)s.") % {"sentence": said, "date": at}


def ruler_of(campaign: Campaign) -> str:
    """Who may rule on a dispute: ``facilitator``, ``arbiter``, or empty where nobody may.

    A facilitator who plays, or to whom nothing is shown, rules on nothing (Roles).
    """
    playing = Seat.objects.filter(campaign=campaign, user__isnull=False).values("user")
    roles = Role.objects.filter(campaign=campaign).exclude(kind=RoleKind.FACILITATOR, user__in=playing)
    kinds = set(roles.values_list("kind", flat=True))
    if RoleKind.FACILITATOR in kinds and not campaign.blind:
        return "facilitator"
    return "arbiter" if RoleKind.ARBITER in kinds else ""
