"""Where my programs are told that a turn was announced or published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint, Endpoint
from campaign.api.reading import Nothing
from campaign.api.serializers import hooks as shapes
from campaign.api.serializers.press import Done
from campaign.models import Scope
from campaign.selectors.hooks import hooks_of
from campaign.services.hooks import forget_hook, make_hook, remove_hook, test_hook


class Hooks(Endpoint):
    """My webhooks for programs."""

    # An answer that is kept for repetition would keep the secret.
    has_effect = False

    @extend_schema(responses=shapes.HookList, operation_id="list_hooks")
    def get(self, request: Request) -> Response:
        """List your webhooks for programs; secrets are not among it."""
        return Response(shapes.HookList({"items": hooks_of(self.person)}).data)

    @extend_schema(request=shapes.HookToMake, responses={201: shapes.NewHook}, operation_id="make_hook")
    def post(self, request: Request) -> Response:
        """Make a webhook; the answer holds its secret, which cannot be had again."""
        asked = self.read(shapes.HookToMake)
        hook, secret = make_hook(
            user=self.person, address=asked["address"], campaign_id=asked.get("campaign", "")
        )
        return Response({**shapes.Hook(hook).data, "secret": secret}, status=201)


class HookTest(Endpoint):
    """A try of a webhook."""

    @extend_schema(request=Nothing, responses=shapes.Hook, operation_id="test_hook")
    def post(self, request: Request, hook_id: str) -> Response:
        """Post a test to a webhook now."""
        self.read(Nothing)
        return Response(shapes.Hook(test_hook(user=self.person, public_id=hook_id)).data)


class StoppedHookRemoval(CampaignEndpoint):
    """A webhook of a campaign that has stopped."""

    write_scope = Scope.FACILITATE

    @extend_schema(request=Nothing, responses=Done, operation_id="forget_hook")
    def post(self, request: Request, campaign_id: str, hook_id: str) -> Response:
        """Show a webhook no more that stopped when the facilitator who had made it left."""
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            forget_hook(campaign=self.campaign, by=self.person, public_id=hook_id)
            return {"done": True}

        return self.once(effect)


class HookRemoval(Endpoint):
    """The end of a webhook."""

    @extend_schema(request=Nothing, responses=Done, operation_id="remove_hook")
    def post(self, request: Request, hook_id: str) -> Response:
        """Remove a webhook; its program is told nothing any more."""
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            remove_hook(user=self.person, public_id=hook_id)
            return {"done": True}

        return self.once(effect)
