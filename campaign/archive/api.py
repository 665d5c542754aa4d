"""A war that has ended, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access import membership
from campaign.archive import selectors as war_end
from campaign.archive.documents import War
from campaign.archive.war_statistics import Statistics, statistics
from campaign.archive.war_why import Why, why
from campaign.models import Scope
from campaign.web.api.base import ReadersEndpoint
from campaign.web.api.problems import ProblemError, there


class _Ended(ReadersEndpoint):
    def must_have_ended(self) -> None:
        """Let in after the end only. Raises ``ProblemError``."""
        if not membership.has_ended(self.campaign):
            raise ProblemError("refused", "This is shown when the campaign has ended.", code="not_ended")


class WarStatistics(_Ended):
    """A finished war in numbers."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_statistics")
    def get(self, request: Request, campaign_id: str) -> Statistics:
        """Read each army's standing after each turn; refused (409) until the campaign ends."""
        self.must_have_ended()
        return statistics(self.campaign)


class WarReasons(_Ended):
    """Why a finished war ended as it did."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_why")
    def get(self, request: Request, campaign_id: str) -> Why:
        """Read everybody's aims, what decided, and each army's disputes; refused (409) until the end."""
        self.must_have_ended()
        return why(self.campaign)


class WarReplay(_Ended):
    """A turn of a finished war."""

    read_scope = Scope.READ

    @extend_schema(operation_id="replay_turn")
    def get(self, request: Request, campaign_id: str, number: int) -> war_end.ReplayTurn:
        """Read a turn as it was and as each army knew it; refused (409) until the campaign ends."""
        self.must_have_ended()
        return there(war_end.replay_document(self.campaign, number))


class WholeWar(_Ended):
    """A finished war as one document."""

    read_scope = Scope.READ

    @extend_schema(operation_id="export_war")
    def get(self, request: Request, campaign_id: str) -> War:
        """Read all turns with all plans; refused (409) until the campaign ends."""
        self.must_have_ended()
        return war_end.war_document(self.campaign)
