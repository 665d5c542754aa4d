"""My plan: read, saved, checked, submitted; and what may be ordered."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.base.jobs.wake import TICK, wake
from campaign.models import Scope
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.selectors import fallback_of, options_of
from campaign.turn.plans.services import FALLBACKS, check_plan, save_plan, set_fallback
from campaign.warmap.plan import shapes
from campaign.warmap.plan.selectors import MyPlan as WarPlan
from campaign.warmap.plan.selectors import my_plan
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import invalid, not_found


class _Planning(CampaignEndpoint):
    """Something about my plan."""

    write_scope = Scope.PLAN

    def save(self, number: int, *, submit: bool) -> Once[shapes.Receipt]:
        """Save what was sent, once, and answer with its receipt."""
        seat, plan = self.seat(), self.read(shapes.Plan)
        yield
        receipt = save_plan(seat=seat, number=number, plan=plan, by=self.person, submit=submit)
        if submit:
            wake(TICK)
        return shapes.Receipt(number, receipt.hash, receipt.saved_at, receipt.state)


class MyPlan(_Planning):
    """My plan of a turn."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_plan")
    def get(self, request: Request, campaign_id: str, number: int) -> WarPlan:
        """Read your plan of a turn as it was written."""
        return my_plan(self.seat(), number)

    @extend_schema(request=shapes.Plan, operation_id="save_plan")
    @once
    def put(self, request: Request, campaign_id: str, number: int) -> Once[shapes.Receipt]:
        """Save a draft.

        The last acknowledged save before the deadline is the plan, where drafts count. A plan with an
        illegal order is refused whole, with every problem.
        """
        return (yield from self.save(number, submit=False))


class PlanCheck(_Planning):
    """What would come of a plan."""

    has_effect = False
    write_scope = Scope.READ

    @extend_schema(request=shapes.Plan, operation_id="check_plan")
    def post(self, request: Request, campaign_id: str, number: int) -> shapes.Check:
        """Check a plan against the rules without storing anything."""
        checked = check_plan(seat=self.seat(), number=number, plan=self.read(shapes.Plan), by=self.person)
        return shapes.Check(checked.legal, checked.receipt, checked.problems)


class PlanSubmission(_Planning):
    """That my plan is done."""

    @extend_schema(request=shapes.Plan, operation_id="submit_plan")
    @once
    def post(self, request: Request, campaign_id: str, number: int) -> Once[shapes.Receipt]:
        """Submit a plan: it is saved, final, and says that you are done."""
        return (yield from self.save(number, submit=True))


class PlanReceipt(_Planning):
    """The receipt of my plan."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_receipt")
    def get(self, request: Request, campaign_id: str, number: int) -> shapes.Receipt:
        """Read the receipt of the plan that stands; empty if there is none."""
        mine = my_plan(self.seat(), number)
        return shapes.Receipt(number, mine.receipt, mine.saved_at, mine.state)


class BannerOptions(CampaignEndpoint):
    """What a banner of mine may be ordered."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_options")
    def get(self, request: Request, campaign_id: str, banner_id: str) -> shapes.Options:
        """Read what one of your banners may be ordered now, and why not the rest."""
        offered = options_of(view_of_seat(self.seat()))
        if banner_id not in offered:
            raise not_found()
        return {"banner": banner_id, "orders": offered[banner_id]}


class MyFallback(_Planning):
    """What my banners do when no plan stands."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_fallback")
    def get(self, request: Request, campaign_id: str) -> shapes.KeptFallback:
        """Read what your banners do when no plan of yours stands at the deadline."""
        return {"banners": fallback_of(self.seat())}

    @extend_schema(request=shapes.Fallback, operation_id="save_fallback")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.KeptFallback]:
        """Keep what your banners do when no plan of yours stands at the deadline."""
        seat, banners = self.seat(), self.read(shapes.Fallback)["banners"]
        for banner, what in banners.items():
            if not isinstance(what, str):
                raise invalid(f"banners.{banner}", f"must be one of {', '.join(FALLBACKS)}")
        yield
        set_fallback(seat=seat, fallback=banners, by=self.person)
        return {"banners": banners}
