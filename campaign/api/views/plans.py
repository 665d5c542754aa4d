"""My plan: read, saved, checked, submitted; and what may be ordered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.problems import invalid, not_found
from campaign.api.serializers import plans as shapes
from campaign.models import Scope
from campaign.selectors.knowledge import view_of_seat
from campaign.selectors.my_turns import my_plan
from campaign.selectors.plan import fallback_of, options_of
from campaign.services.plans import FALLBACKS, check_plan, save_plan, set_fallback


class _Planning(CampaignEndpoint):
    """Something about my plan."""

    write_scope = Scope.PLAN

    def save(self, number: int, *, submit: bool) -> Response:
        """Save what was sent, once, and answer with its receipt."""
        seat, plan = self.seat(), self.read(shapes.Plan)

        def effect() -> Mapping[str, Any]:
            receipt = save_plan(seat=seat, number=number, plan=plan, by=self.person, submit=submit)
            return _receipt(number, receipt.hash, receipt.saved_at, receipt.state)

        return self.once(effect)


class MyPlan(_Planning):
    """My plan of a turn."""

    @extend_schema(responses=shapes.MyPlan, operation_id="read_plan")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read your plan of a turn as it was written."""
        return Response(shapes.MyPlan(my_plan(self.seat(), number)).data)

    @extend_schema(request=shapes.Plan, responses=shapes.Receipt, operation_id="save_plan")
    def put(self, request: Request, campaign_id: str, number: int) -> Response:
        """Save a draft.

        The last acknowledged save before the deadline is the plan, where drafts count. A plan with an
        illegal order is refused whole, with every problem.
        """
        return self.save(number, submit=False)


class PlanCheck(_Planning):
    """What would come of a plan."""

    has_effect = False
    write_scope = Scope.READ

    @extend_schema(request=shapes.Plan, responses=shapes.Check, operation_id="check_plan")
    def post(self, request: Request, campaign_id: str, number: int) -> Response:
        """Check a plan against the rules without storing anything."""
        checked = check_plan(seat=self.seat(), number=number, plan=self.read(shapes.Plan), by=self.person)
        return Response(shapes.Check(checked).data)


class PlanSubmission(_Planning):
    """That my plan is done."""

    @extend_schema(request=shapes.Plan, responses=shapes.Receipt, operation_id="submit_plan")
    def post(self, request: Request, campaign_id: str, number: int) -> Response:
        """Submit a plan: it is saved, final, and says that you are done."""
        return self.save(number, submit=True)


class PlanReceipt(_Planning):
    """The receipt of my plan."""

    @extend_schema(responses=shapes.Receipt, operation_id="read_receipt")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read the receipt of the plan that stands; empty if there is none."""
        mine = my_plan(self.seat(), number)
        return Response(_receipt(number, mine.receipt, mine.saved_at, mine.state))


class BannerOptions(CampaignEndpoint):
    """What a banner of mine may be ordered."""

    @extend_schema(responses=shapes.Options, operation_id="read_options")
    def get(self, request: Request, campaign_id: str, banner_id: str) -> Response:
        """Read what one of your banners may be ordered now, and why not the rest."""
        offered = options_of(view_of_seat(self.seat()))
        if banner_id not in offered:
            raise not_found()
        return Response({"banner": banner_id, "orders": offered[banner_id]})


class MyFallback(_Planning):
    """What my banners do when no plan stands."""

    @extend_schema(responses=shapes.Fallback, operation_id="read_fallback")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read what your banners do when no plan of yours stands at the deadline."""
        return Response({"banners": fallback_of(self.seat())})

    @extend_schema(request=shapes.Fallback, responses=shapes.Fallback, operation_id="save_fallback")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Keep what your banners do when no plan of yours stands at the deadline."""
        seat, banners = self.seat(), self.read(shapes.Fallback)["banners"]
        for banner, what in banners.items():
            if not isinstance(what, str):
                raise invalid(f"banners.{banner}", f"must be one of {', '.join(FALLBACKS)}")

        def effect() -> Mapping[str, Any]:
            set_fallback(seat=seat, fallback=banners, by=self.person)
            return {"banners": banners}

        return self.once(effect)


def _receipt(number: int, receipt: str, saved_at: object, state: str) -> Mapping[str, Any]:
    return shapes.Receipt({"turn": number, "receipt": receipt, "saved_at": saved_at, "state": state}).data
