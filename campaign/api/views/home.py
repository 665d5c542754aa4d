"""What needs me, over all campaigns; and my account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import Endpoint
from campaign.api.serializers import home as shapes
from campaign.selectors.home import home_of
from campaign.selectors.invitations import waiting_for
from campaign.services.accounts import change_account


class Home(Endpoint):
    """What needs me, by when."""

    @extend_schema(responses=shapes.Home, operation_id="read_home")
    def get(self, request: Request) -> Response:
        """Read what needs you, by when, over all your campaigns: plans, battles, decisions, reports."""
        page = home_of(self.person)
        shown = {
            "invitations": waiting_for(self.person),
            "seats": page.seats,
            "stands": page.stands,
            "desks": page.desks,
            "watched": page.watched,
        }
        return Response(shapes.Home(shown).data)


class Account(Endpoint):
    """My account."""

    @extend_schema(responses=shapes.Account, operation_id="read_account")
    def get(self, request: Request) -> Response:
        """Read how you are called, read times and see pages."""
        return Response(self._shown())

    @extend_schema(request=shapes.AccountToSet, responses=shapes.Account, operation_id="set_account")
    def put(self, request: Request) -> Response:
        """Set how you are called, read times and see pages; address and password only on the pages."""
        said = self.read(shapes.AccountToSet)

        def effect() -> Mapping[str, Any]:
            change_account(user=self.person, **said)
            return self._shown()

        return self.once(effect)

    def _shown(self) -> Mapping[str, Any]:
        return shapes.Account(self.person).data
