"""What exists only in the demo: time that can be told to pass."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from campaign.models import Campaign, Phase, Turn
from campaign.services.errors import Refusal
from campaign.services.turns import run_now


def run_deadline(campaign: Campaign) -> bool:
    """Let the present phase's time have come; False if that changed nothing. ``Refusal`` outside the demo."""
    if not (settings.DEMO and campaign.demo):
        raise Refusal(_("Deadlines are run by hand in the demo only."), code="no_demo")
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    return turn is not None and run_now(turn.pk)
