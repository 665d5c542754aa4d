"""A published turn resolved again from what was stored, to be compared byte by byte."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from campaign import engine
from campaign.base.answers import Json
from campaign.base.refusal import Refusal
from campaign.models import Campaign, CampaignKind, Correction, CorrectionStage, Phase, Turn
from rules import EQUAL, VERSION
from rules.outcome import Outcome
from rules.scenario import outcome_document, to_text


def kept_outcome(campaign: Campaign, outcome: Outcome) -> dict[str, Json]:
    """An outcome as it is stored: what explains it lies beside it.

    Of skirmishes and lessons, of which there are many, it is kept without what each side has seen: that
    stands in its report.
    """
    document = outcome_document(replace(outcome, explained=None))
    return document if campaign.kind == CampaignKind.CAMPAIGN else {**document, "intelligence": {}}


def replay(turn: Turn) -> str:
    """What the turn's stored input comes to now, as text. Raises ``Refusal`` with code ``not_published``."""
    if turn.phase != Phase.PUBLISHED or turn.input is None:
        raise Refusal(
            _("Turn %(number)s has not been resolved and published.") % {"number": turn.number},
            code="not_published",
        )
    standing = Correction.objects.filter(turn=turn, stage=CorrectionStage.OUTCOME, withdrawn_at=None)
    changes = standing.order_by("id")
    made = list(changes.values_list("change", flat=True))
    outcome = engine.adjudicate(turn, turn.input, made)
    return to_text(kept_outcome(turn.campaign, outcome))


def is_equal(turn: Turn) -> bool:
    """Whether the turn comes to the same again, byte by byte."""
    return replay(turn) == to_text(turn.outcome)


def has_same_rules(turn: Turn) -> bool:
    """Whether the turn was resolved under rules that come to the same: only then must a replay be equal."""
    return turn.rules_version in (VERSION, *EQUAL)
