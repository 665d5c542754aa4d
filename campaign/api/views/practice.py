"""The practice ground: a turn on a copy of what I know."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.serializers import practice as shapes
from campaign.services.practice import guesses_of, known_enemies, try_out


class PracticeGround(CampaignEndpoint):
    """A turn tried out; nothing is stored, so it may be asked again and again."""

    has_effect = False

    @extend_schema(responses=shapes.Practice, operation_id="read_practice")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read which enemies you know of, and what is first guessed of them."""
        return Response(shapes.Practice({"enemies": known_enemies(self.seat())}).data)

    @extend_schema(request=shapes.TurnToTry, responses=shapes.Trial, operation_id="try_turn")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Try orders and guesses on a copy of what you know, with fresh dice.

        Nothing of the real turn is asked or touched; the same request may come out otherwise.
        """
        seat, asked = self.seat(), self.read(shapes.TurnToTry)
        guesses = guesses_of(seat, asked.get("enemies", ()))
        trial = try_out(seat=seat, plan=asked.get("plan", {"orders": {}}), guesses=guesses)
        return Response(shapes.Trial(trial).data)
