"""The course of a war that has ended, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import has_ended
from campaign.archive.course import selectors as reading
from campaign.archive.course.aims import WarAims
from campaign.archive.course.moments import Moment
from campaign.archive.course.pledges import WarPledges, pledges_of
from campaign.archive.course.selectors import CourseTurn
from campaign.archive.course.summary import summary_of
from campaign.models import Scope
from campaign.web.api.base import ReadersEndpoint
from campaign.web.api.problems import not_found


class _AtTheEnd(ReadersEndpoint):
    read_scope = Scope.READ

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Let in after the end only; before, there is nothing here."""
        super().initial(request, *args, **kwargs)
        if not has_ended(self.campaign):
            raise not_found()


class WarFacts(_AtTheEnd):
    """What is worth telling of a finished war."""

    @extend_schema(operation_id="list_war_facts")
    def get(self, request: Request, campaign_id: str) -> tuple[Moment, ...]:
        """List the notable facts of a finished war, the most telling first; 404 until it ends."""
        return summary_of(self.campaign).moments


class AimsTurnByTurn(_AtTheEnd):
    """Everybody's aims in a finished war."""

    @extend_schema(operation_id="read_war_aims")
    def get(self, request: Request, campaign_id: str) -> WarAims:
        """Read how each army's aims stood after each turn; 404 until the war ends."""
        return summary_of(self.campaign).aims


class WarPromises(_AtTheEnd):
    """Who promised what in a finished war."""

    @extend_schema(operation_id="read_war_promises")
    def get(self, request: Request, campaign_id: str) -> WarPledges:
        """Read all promises that were made, kept or broken; 404 until the war ends."""
        return WarPledges(pledges_of(self.campaign))


class TurnTold(_AtTheEnd):
    """A turn of a finished war."""

    @extend_schema(operation_id="read_war_turn")
    def get(self, request: Request, campaign_id: str, number: int) -> CourseTurn:
        """Read a turn in sentences: plans, what came of them, beliefs, corrections; 404 until the end."""
        found = reading.course_turn(self.campaign, number)
        if found is None:
            raise not_found()
        return found
