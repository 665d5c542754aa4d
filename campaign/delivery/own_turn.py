"""What a seat was told of its own plan and its own battles in one turn, in a few words: for its mails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.base.words.plan_words import battle_in_short, plan_words
from campaign.models import PlanCounted, PlayerTurn, Seat, Turn
from rules.reports.report import announcement_from


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """The seat's plan in words (nothing where none was asked for), its battles as announced, its receipt."""

    plan: str
    battles: tuple[str, ...]
    receipt: str


def own_turn(seat: Seat, turn: Turn) -> OwnTurn | None:
    """What the seat was told at the turn's announcement; None before it."""
    parts = PlayerTurn.objects.filter(seat=seat, turn=turn, announcement__isnull=False)
    found = parts.values_list("announcement", "receipt").first()
    if found is None:
        return None
    document: Any = found[0]
    told, names = announcement_from(document["told"]), document["names"]
    battles = []
    for one in told.battles:
        said = battle_in_short(one, names)
        battles.append(_("%(battle)s: not fought (Rules 5.12)") % {"battle": said} if one.auto else said)
    plan = document.get("plan")
    counted = plan is not None and plan["state"] in (PlanCounted.SUBMITTED, PlanCounted.DRAFT)
    words = plan_words(plan, told.battles, names)
    return OwnTurn(words, tuple(battles), found[1] if counted else "")
