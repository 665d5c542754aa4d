"""What needs me, over all campaigns; and my account."""

from __future__ import annotations

from dataclasses import replace

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from campaign.accounts.services import change_account
from campaign.home import shapes
from campaign.home.home_cards import Home as HomePage
from campaign.home.selectors import Account as OwnAccount
from campaign.home.selectors import account_of, home_of, invitations_for
from campaign.models import Scope
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.problems import invalid
from campaign.web.bounded_fields import whole

_PAGE = OpenApiParameter(
    "page",
    {"type": "string", "pattern": "^[1-9][0-9]{0,5}$"},
    description="Which of ``pages``; left out, the first. One beyond the last is the last.",
)


class Home(Endpoint):
    """What needs me, by when."""

    read_scope = Scope.READ
    parameters = ("page",)

    @extend_schema(parameters=[_PAGE], operation_id="read_home")
    def get(self, request: Request) -> HomePage:
        """Read what needs you, by when, over all your campaigns: plans, battles, decisions, reports."""
        number = whole(request.query_params.get("page", "1"))
        if not number:
            raise invalid("page", "must be a whole number from 1 on")
        return replace(home_of(self.person, number), invitations=invitations_for(self.person))


class Account(Endpoint):
    """My account."""

    read_scope = Scope.READ
    write_scope = Scope.ACCOUNT

    @extend_schema(operation_id="read_account")
    def get(self, request: Request) -> OwnAccount:
        """Read how you are called, read times and see pages."""
        return account_of(self.person)

    @extend_schema(request=shapes.AccountToSet, operation_id="set_account")
    @once
    def put(self, request: Request) -> Once[OwnAccount]:
        """Set how you are called, read times and see pages; address and password only on the pages."""
        said = self.read(shapes.AccountToSet)
        yield
        change_account(user=self.person, **said)
        return account_of(self.person)
