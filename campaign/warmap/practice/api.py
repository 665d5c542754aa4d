"""The practice ground: a turn on a copy of what I know."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.models import Scope
from campaign.warmap.practice import shapes
from campaign.warmap.practice.services import Trial, guesses_of, known_enemies, try_out
from campaign.web.api.base import CampaignEndpoint


class PracticeGround(CampaignEndpoint):
    """A turn tried out; nothing is stored, so it may be asked again and again."""

    read_scope = Scope.READ
    write_scope = Scope.READ
    has_effect = False

    @extend_schema(operation_id="read_practice")
    def get(self, request: Request, campaign_id: str) -> shapes.Practice:
        """Read which enemies you know of, and what is first guessed of them."""
        return shapes.Practice(tuple(known_enemies(self.seat())))

    @extend_schema(request=shapes.TurnToTry, operation_id="try_turn")
    def post(self, request: Request, campaign_id: str) -> Trial:
        """Try orders and guesses on a copy of what you know, with fresh dice.

        Nothing of the real turn is asked or touched; the same request may come out otherwise.
        """
        seat, asked = self.seat(), self.read(shapes.TurnToTry)
        guesses = guesses_of(seat, asked.get("enemies", ()))
        return try_out(seat=seat, plan=asked.get("plan", {"orders": {}}), guesses=guesses)
