"""What exists only in the demo: time that can be told to pass."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from campaign import clock
from campaign.models import Campaign, Phase, Turn
from campaign.services.deadlines import DUE_OF_PHASE
from campaign.services.errors import Refusal
from campaign.services.turns import run_now


def run_deadline(campaign: Campaign) -> bool:
    """Let the present phase's time have come; False if that changed nothing. ``Refusal`` outside the demo."""
    if not (settings.DEMO and campaign.demo):
        raise Refusal(_("Deadlines are run by hand in the demo only."), code="no_demo")
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    if turn is None:
        return False
    _bring_to_now(turn.pk)
    return run_now(turn.pk)


def _bring_to_now(turn_id: int) -> None:
    """Let the present deadline be now: were it now that is moved, the log would tell of days to come."""
    with transaction.atomic():
        turn = Turn.objects.select_for_update().get(pk=turn_id)
        moment = clock.now()
        if turn.resolve_after is None or turn.resolve_after <= moment:
            return
        name = DUE_OF_PHASE[Phase(turn.phase)]
        if getattr(turn, name) == turn.resolve_after:
            setattr(turn, name, moment)
        turn.resolve_after = moment
        turn.save(update_fields=(name, "resolve_after"))
