"""The plans of a lesson's enemies: written beforehand, whatever the one who learns does."""

from __future__ import annotations

from campaign.models import ScriptedPlan
from campaign.turn.plans.knowledge import SeatView
from campaign.turn.plans.plan_codec import Written
from rules.orders import Plan
from rules.plans.legality import effective, problems
from rules.scenario import load_plan


def scripted_plan(view: SeatView, number: int) -> Written:
    """What a seat's script has for a turn, for the banners that live; what is not legal now is left out."""
    found = ScriptedPlan.objects.filter(seat=view.seat, turn=number).values_list("plan", flat=True).first()
    own = view.with_engine_ids()
    living = {banner.id for banner in own.banners}
    orders = {key: given for key, given in (found or {}).get("orders", {}).items() if key in living}
    plan = load_plan({"node": None, "orders": orders}, living)
    return Written(Plan(effective(plan, problems(own, plan))))
