"""The arbiter's part: the battles in dispute, and the ruling on one."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import arbitrates
from campaign.desk.disputes import shapes
from campaign.desk.disputes.selectors import Dispute, dispute, dispute_of, disputed_battles
from campaign.desk.services import rule_on_battle
from campaign.desk.shapes import Ruling
from campaign.models import Scope
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import ProblemError


class _Arbiter(CampaignEndpoint):
    """An address for arbiters."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Let in arbiters only."""
        super().initial(request, *args, **kwargs)
        if not arbitrates(self.person, self.campaign):
            raise ProblemError("forbidden", "Only an arbiter of the campaign may do this.")


class DisputeList(_Arbiter):
    """The battles in dispute."""

    parameters = (AFTER,)

    @extend_schema(operation_id="list_disputes")
    def get(self, request: Request, campaign_id: str) -> shapes.Disputes:
        """List the battles in dispute, with both results."""
        found, after = rows_after(request, disputed_battles(self.campaign), ("public_id",))
        return shapes.Disputes(after, tuple(dispute(battle) for battle in found))


class OneDispute(_Arbiter):
    """A battle in dispute."""

    @extend_schema(operation_id="read_dispute")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> Dispute:
        """Read both results of a battle in dispute."""
        return dispute_of(self.campaign, battle_id)[1]


class DisputeRuling(_Arbiter):
    """An arbiter's ruling."""

    @extend_schema(request=Ruling, operation_id="rule_as_arbiter")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[shapes.Settled]:
        """Rule on a battle in dispute: it stands above everything that was told (Rules 7)."""
        battle, _told = dispute_of(self.campaign, battle_id)
        said = self.read(Ruling)
        said.pop("seen", None)
        points = (said.pop("points_first"), said.pop("points_second"))
        given = (said.pop("sacrifice_first", 0), said.pop("sacrifice_second", 0))
        yield
        rule_on_battle(battle=battle, by=self.person, points=points, sacrifices=given, **said)
        return shapes.Settled(battle.public_id)
