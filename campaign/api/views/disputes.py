"""The arbiter's part: the battles in dispute, and the ruling on one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.problems import ProblemError
from campaign.api.serializers import disputes as shapes
from campaign.api.serializers.desk import Ruling
from campaign.models import Scope
from campaign.selectors.access import arbitrates
from campaign.selectors.disputes import dispute, dispute_of, disputed_battles
from campaign.services.desk import rule_on_battle


class _Arbiter(CampaignEndpoint):
    """An address for arbiters."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in arbiters only."""
        super().initial(request, *args, **kwargs)
        if not arbitrates(self.person, self.campaign):
            raise ProblemError("forbidden", "Only an arbiter of the campaign may do this.")


class DisputeList(_Arbiter):
    """The battles in dispute."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.Disputes, operation_id="list_disputes")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List the battles in dispute, with both results."""
        found, after = rows_after(request, disputed_battles(self.campaign), ("public_id",))
        items = [dispute(battle) for battle in found]
        return Response(shapes.Disputes({"items": items, "next": after}).data)


class OneDispute(_Arbiter):
    """A battle in dispute."""

    @extend_schema(responses=shapes.Dispute, operation_id="read_dispute")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Read both results of a battle in dispute."""
        return Response(shapes.Dispute(dispute_of(self.campaign, battle_id)[1]).data)


class DisputeRuling(_Arbiter):
    """An arbiter's ruling."""

    @extend_schema(request=Ruling, responses=shapes.Settled, operation_id="rule_as_arbiter")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Rule on a battle in dispute: it stands above everything that was told (Rules 7)."""
        battle, _told = dispute_of(self.campaign, battle_id)
        said = self.read(Ruling)
        said.pop("seen", None)
        points = (said.pop("points_first"), said.pop("points_second"))
        given = (said.pop("sacrifice_first", 0), said.pop("sacrifice_second", 0))

        def effect() -> Mapping[str, Any]:
            rule_on_battle(battle=battle, by=self.person, points=points, sacrifices=given, **said)
            return {"id": battle.public_id}

        return self.once(effect)
