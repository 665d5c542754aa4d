"""Where my programs are told what has happened."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.base.answers import document_of
from campaign.models import ApiToken, Scope
from campaign.notices.webhooks import shapes
from campaign.notices.webhooks.selectors import hooks_of
from campaign.notices.webhooks.services import forget_hook, make_hook, remove_hook, test_hook
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.fields import Acknowledgement
from campaign.web.api.request_parsing import Nothing


class Hooks(Endpoint):
    """My webhooks for programs."""

    # An address may hold a key.
    read_scope = Scope.ACCOUNT
    write_scope = Scope.ACCOUNT
    # An answer that is kept for repetition would keep the secret.
    has_effect = False

    @extend_schema(operation_id="list_hooks")
    def get(self, request: Request) -> shapes.HookList:
        """List your webhooks for programs; secrets are not among it."""
        return shapes.HookList(tuple(shapes.hook_of(row) for row in hooks_of(self.person)))

    @extend_schema(request=shapes.HookToMake, responses={201: shapes.NewHook}, operation_id="make_hook")
    def post(self, request: Request) -> Response:
        """Make a webhook; the answer holds its secret, which cannot be had again."""
        asked = self.read(shapes.HookToMake)
        hook, secret = make_hook(
            user=self.person,
            address=asked["address"],
            campaign_id=asked.get("campaign", ""),
            token=request.auth if isinstance(request.auth, ApiToken) else None,
        )
        return Response(document_of(shapes.new_hook_of(hook, secret)), status=201)


class HookTest(Endpoint):
    """A try of a webhook."""

    write_scope = Scope.ACCOUNT

    @extend_schema(request=Nothing, operation_id="test_hook")
    def post(self, request: Request, hook_id: str) -> shapes.Hook:
        """Post a test to a webhook now."""
        self.read(Nothing)
        return shapes.hook_of(test_hook(user=self.person, public_id=hook_id))


class StoppedHookRemoval(CampaignEndpoint):
    """A webhook of a campaign that has stopped."""

    write_scope = Scope.FACILITATE

    @extend_schema(request=Nothing, operation_id="forget_hook")
    @once
    def post(self, request: Request, campaign_id: str, hook_id: str) -> Once[Acknowledgement]:
        """Show a webhook no more that stopped when the facilitator who had made it left."""
        self.read(Nothing)
        yield
        forget_hook(campaign=self.campaign, by=self.person, public_id=hook_id)
        return Acknowledgement()


class HookRemoval(Endpoint):
    """The end of a webhook."""

    write_scope = Scope.ACCOUNT

    @extend_schema(request=Nothing, operation_id="remove_hook")
    @once
    def post(self, request: Request, hook_id: str) -> Once[Acknowledgement]:
        """Remove a webhook; its program is told nothing any more."""
        self.read(Nothing)
        yield
        remove_hook(user=self.person, public_id=hook_id)
        return Acknowledgement()
