"""What exists only in the demo: time that can be told to pass."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.dates.downtime import DUE_OF_PHASE
from campaign.base.refusal import Refusal
from campaign.models import Campaign, Phase, Turn
from campaign.turn.tick import run_now

BEFORE_RESULTS = (Phase.PLANNING, Phase.MOVEMENT_REVIEW, Phase.BATTLES)
"""The phases that the results deadline has not ended yet."""


def run_deadline(campaign: Campaign) -> bool:
    """Let the present phase's time have come; False if the phase stayed (a dispute, a failure). ``Refusal``
    outside the demo.
    """
    if not (settings.DEMO and campaign.demo):
        raise Refusal(_("Deadlines are run by hand in the demo only."), code="no_demo")
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    if turn is None:
        return False
    moment = _bring_to_now(turn.pk)
    run_now(turn.pk)
    # Were it set before, an end of the battles while some are open would be given back as one too early.
    over = Turn.objects.filter(pk=turn.pk, results_due__gt=moment).exclude(phase__in=BEFORE_RESULTS)
    over.update(results_due=moment)
    # A turn that is closed draws its dice first, where these are open: that takes another press.
    stays = Turn.objects.filter(pk=turn.pk, phase=turn.phase, draw_due__isnull=turn.draw_due is None)
    return not stays.exists()


def _bring_to_now(turn_id: int) -> datetime:
    """Let the present deadline be now, and tell when that is: else the log would tell of days to come."""
    with transaction.atomic():
        turn = Turn.objects.select_for_update(no_key=True).get(pk=turn_id)
        moment = clock.now()
        if turn.resolve_after is None or turn.resolve_after <= moment:
            return moment
        name = DUE_OF_PHASE[Phase(turn.phase)]
        if turn.phase != Phase.BATTLES and getattr(turn, name) == turn.resolve_after:
            setattr(turn, name, moment)
        turn.resolve_after = moment
        if turn.draw_due is not None:
            turn.draw_due = moment
        turn.save(update_fields=(name, "draw_due", "resolve_after"))
    return moment
