"""The orders in words of the turn that runs, and what the facilitator settles of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.desk.review.others import others_of
from campaign.desk.review.truth_ids import truth_ids
from campaign.desk.selectors import shown_mark
from campaign.desk.settling import services, shapes
from campaign.models import Turn
from campaign.turn.stored_turns import latest_turn
from campaign.turn.turn_rights import mark_of
from campaign.web.api.base import DeskEndpoint, Once, once
from campaign.web.api.problems import ProblemError, not_found
from campaign.web.api.request_parsing import Nothing


class _Settling(DeskEndpoint):
    """Something about orders in words."""

    def running(self) -> Turn:
        """The turn that runs. Raises ``ProblemError`` before the start."""
        turn = latest_turn(self.campaign)
        if turn is None:
            raise ProblemError("refused", "The campaign has not started.", code="phase")
        return turn

    def others(self) -> shapes.Others:
        """The list as it is now."""
        turn = self.running()
        return shapes.Others(turn.number, others_of(self.campaign, turn))

    def key(self, banner_id: str) -> str:
        """The engine's id of a banner. Raises ``ProblemError``."""
        found = truth_ids(self.campaign).banners.get(banner_id)
        if found is None:
            raise not_found()
        return found


class Settlements(_Settling):
    """The orders in words."""

    @extend_schema(operation_id="list_settlements")
    def get(self, request: Request, campaign_id: str) -> shapes.Others:
        """List the orders in words that count in the turn that runs, and what has been settled of them."""
        return self.others()


class OneSettlement(_Settling):
    """What is settled of one order in words."""

    @extend_schema(request=shapes.Settlement, operation_id="settle")
    @once
    def put(self, request: Request, campaign_id: str, banner_id: str) -> Once[shapes.Others]:
        """Say what comes of a banner's order in words, in place of what was said (Rules 14.3)."""
        given: dict[str, Any] = self.read(shapes.Settlement)
        key, ids = self.key(banner_id), truth_ids(self.campaign)
        said = services.Said(
            shapes.with_engine_ids(given["start"], "start", ids) if "start" in given else None,
            shapes.with_engine_ids(given.get("end", []), "end", ids),
            given.get("words", ""),
        )
        yield
        turn = self.running()
        seen = given.get("seen")
        if seen is not None:
            seen = mark_of(turn) if seen == shown_mark(turn) else "changed"
        services.settle(turn=turn, banner=key, said=said, by=self.person, seen=seen)
        return self.others()


class SettlementRemoval(_Settling):
    """What was settled of an order in words, taken back."""

    @extend_schema(request=Nothing, operation_id="unsettle")
    @once
    def post(self, request: Request, campaign_id: str, banner_id: str) -> Once[shapes.Others]:
        """Take back what was said of a banner's order, before it takes effect."""
        self.read(Nothing)
        key = self.key(banner_id)
        yield
        services.unsettle(turn=self.running(), banner=key, by=self.person)
        return self.others()
