"""How reliable one has been, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.models import Scope
from campaign.people.reliability.selectors import OwnReliability, own_reliability
from campaign.web.api.base import Endpoint


class MyReliability(Endpoint):
    """My plans, battles and wars."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_reliability")
    def get(self, request: Request) -> OwnReliability:
        """Read your counts as facilitators whom you ask do, and each miss, which nobody else reads."""
        return own_reliability(self.person)
