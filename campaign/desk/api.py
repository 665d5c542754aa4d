"""The facilitator's desk: the board, the dry run, and every act on the turn that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.access.membership import facilitates
from campaign.desk import services as desk
from campaign.desk import shapes
from campaign.desk.pages import DeskPage
from campaign.desk.review.selectors import ReviewPage, review_page
from campaign.desk.review.shapes import read_change
from campaign.desk.review.truth_ids import truth_ids
from campaign.desk.selectors import (
    battle_of_campaign,
    desk_page,
    log_entries,
    log_rows,
    open_entries,
    shown_mark,
)
from campaign.desk.time import services as desk_dates
from campaign.models import Campaign, Scope, Turn
from campaign.turn.stored_turns import latest_turn
from campaign.turn.turn_rights import mark_of
from campaign.turn.turn_scenario import ended, scenario_of
from campaign.web.api.authentication import carries, need_scope
from campaign.web.api.base import CampaignEndpoint, DeskEndpoint, Once, ReadersEndpoint, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import ProblemError
from campaign.web.api.request_parsing import Nothing, Strict
from rules.documents import Scenario


class Desk(DeskEndpoint):
    """The desk."""

    @extend_schema(operation_id="read_desk")
    def get(self, request: Request, campaign_id: str) -> DeskPage:
        """Read the desk: who is missing, which battles are open, what needs a decision."""
        return desk_page(self.campaign, _running(self.campaign))


class Proposal(DeskEndpoint):
    """The dry run."""

    @extend_schema(operation_id="read_proposal")
    def get(self, request: Request, campaign_id: str) -> ReviewPage:
        """Read what the turn would come to so far: positions, contacts, occupation."""
        page = review_page(self.campaign, _running(self.campaign))
        if page is None:
            raise ProblemError(
                "refused",
                "Plans are still being made; nobody sees them before the deadline.",
                code="planning",
            )
        return page


class Log(ReadersEndpoint):
    """The log."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="read_log")
    def get(self, request: Request, campaign_id: str) -> shapes.Log:
        """Read the campaign's log, the latest first: for facilitators, and when it has ended for everybody.

        Until the end a token needs the scope ``facilitate``.
        """
        if not ended(self.campaign):
            need_scope(request, Scope.FACILITATE)
            self.must_facilitate()
        runs = carries(request, Scope.FACILITATE) and facilitates(self.person, self.campaign)
        found = log_entries(self.campaign) if runs else open_entries(self.campaign)
        entries, after = rows_after(request, found, ("-id",))
        return shapes.Log(after, log_rows(entries))


class _Act(DeskEndpoint):
    """Something that a facilitator does to the turn that runs."""

    @once
    def act(self, form: type[Strict], do: Callable[[Turn, dict[str, Any]], object]) -> Once[DeskPage]:
        """Read ``form``, do it once, and answer with the desk as it is then."""
        said = self.read(form)
        yield
        turn = _running(self.campaign)
        if "seen" in said:
            said["seen"] = _mark(turn, said["seen"])
        do(turn, said)
        self.campaign.refresh_from_db()
        return desk_page(self.campaign, _running(self.campaign))


class Announcement(_Act):
    """The announcement of the battles."""

    @extend_schema(request=shapes.Seen, responses=DeskPage, operation_id="announce")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Announce the battles before the announcement is due."""
        return self.act(shapes.Seen, lambda turn, said: desk.announce_now(turn=turn, by=self.person, **said))


class Publication(_Act):
    """The publication of the turn."""

    @extend_schema(request=shapes.Publication, responses=DeskPage, operation_id="publish")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Publish the turn before its publication is due; nothing of it can change afterwards."""

        def do(turn: Turn, said: dict[str, Any]) -> None:
            if "champion" in said:
                said["champion"] = self.seat_numbered(said["champion"], "champion").public_id
            desk.publish_now(turn=turn, by=self.person, **said)

        return self.act(shapes.Publication, do)


class Hold(_Act):
    """The hold of a review."""

    @extend_schema(request=shapes.Hold, responses=DeskPage, operation_id="hold")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Hold a review, once, for at most 7 days; the reason is shown to all."""
        return self.act(
            shapes.Hold, lambda turn, said: desk_dates.hold_review(turn=turn, by=self.person, **said)
        )


class Extension(_Act):
    """The extension of a deadline."""

    @extend_schema(request=shapes.Extension, responses=DeskPage, operation_id="extend")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Move a deadline that has not passed to a later moment, and the later ones with it."""

        def do(turn: Turn, said: dict[str, Any]) -> None:
            name = said.pop("date")
            desk_dates.extend_deadline(turn=turn, by=self.person, name=name, **said)

        return self.act(shapes.Extension, do)


class Excuse(_Act):
    """The excuse of a player."""

    @extend_schema(request=shapes.Excuse, responses=DeskPage, operation_id="excuse")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Excuse a player without a plan before the announcement: no orders, but no forfeit (Rules 2)."""

        def do(turn: Turn, said: dict[str, Any]) -> None:
            said["seat"] = self.seat_numbered(said["seat"], "seat")
            desk.excuse_player(turn=turn, by=self.person, **said)

        return self.act(shapes.Excuse, do)


class Corrections(_Act):
    """The corrections of a review."""

    @extend_schema(request=shapes.Correction, responses=DeskPage, operation_id="correct")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Correct the input of the movement, or the outcome of the turn, in its review.

        It is worked out anew at once; those whom the correction touches are shown it with its reason.
        """

        def do(turn: Turn, said: dict[str, Any]) -> None:
            said["change"] = read_change(said["change"], truth_ids(self.campaign))
            correct = desk.correct_input if said.pop("stage") == "input" else desk.correct_outcome
            correct(turn=turn, by=self.person, **said)

        return self.act(shapes.Correction, do)


class Withdrawal(_Act):
    """A correction that is taken back."""

    @extend_schema(request=shapes.Withdrawal, responses=DeskPage, operation_id="withdraw_correction")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Take back a correction of the review that runs; it is worked out anew at once."""
        return self.act(
            shapes.Withdrawal,
            lambda turn, said: desk.withdraw_correction(turn=turn, by=self.person, **said),
        )


class EarlyClose(_Act):
    """The plan deadline that was brought forward."""

    @extend_schema(request=shapes.Reason, responses=DeskPage, operation_id="stop_early_close")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Put back the plan deadline that was brought forward because all plans were in."""
        return self.act(
            shapes.Reason, lambda turn, said: desk_dates.stop_early_close(turn=turn, by=self.person, **said)
        )


class Reminder(DeskEndpoint):
    """The reminder of who is missing."""

    @extend_schema(request=Nothing, operation_id="remind")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Reminded]:
        """Remind every seat of whose plan there is nothing, at most once an hour."""
        self.read(Nothing)
        yield
        return shapes.Reminded(desk_dates.remind_missing(turn=_running(self.campaign), by=self.person))


class Pause(_Act):
    """The pause of the campaign."""

    @extend_schema(request=shapes.Reason, responses=DeskPage, operation_id="pause")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Stop the campaign's clock, with a reason that all read."""
        return self.act(
            shapes.Reason,
            lambda turn, said: desk_dates.pause_campaign(campaign=self.campaign, by=self.person, **said),
        )


class Resumption(_Act):
    """The end of a pause."""

    @extend_schema(request=Nothing, responses=DeskPage, operation_id="resume")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Let the clock go on; the deadline leaves at least what was left."""
        return self.act(
            Nothing, lambda turn, said: desk_dates.resume_campaign(campaign=self.campaign, by=self.person)
        )


class Ruling(_Act):
    """A ruling on a battle."""

    @extend_schema(request=shapes.Ruling, responses=DeskPage, operation_id="rule")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Rule on a battle: it stands above everything that was told (Rules 7)."""
        battle = battle_of_campaign(self.campaign, battle_id)

        def do(turn: Turn, said: dict[str, Any]) -> None:
            points = (said.pop("points_first"), said.pop("points_second"))
            given = (said.pop("sacrifice_first", 0), said.pop("sacrifice_second", 0))
            desk.rule_on_battle(battle=battle, by=self.person, points=points, sacrifices=given, **said)

        return self.act(shapes.Ruling, do)


class Forfeit(_Act):
    """A side's forfeit of a battle."""

    @extend_schema(request=shapes.Forfeit, responses=DeskPage, operation_id="forfeit")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Say that a side has forfeited a battle: the dice decide, with 5 less for that side (Rules 7)."""
        battle = battle_of_campaign(self.campaign, battle_id)
        return self.act(
            shapes.Forfeit, lambda turn, said: desk.set_forfeit(battle=battle, by=self.person, **said)
        )


class TurnScenario(CampaignEndpoint):
    """A turn as a scenario document."""

    read_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_scenario")
    def get(self, request: Request, campaign_id: str, number: int) -> Scenario:
        """Read a turn as a scenario document; when the campaign has ended everybody may, with its seed."""
        if not ended(self.campaign):
            self.must_facilitate()
        return scenario_of(self.campaign, number)


def _running(campaign: Campaign) -> Turn:
    turn = latest_turn(campaign)
    if turn is None:
        raise ProblemError("refused", "The campaign has not started.", code="phase")
    return turn


def _mark(turn: Turn, shown: str) -> str:
    """The mark behind what was shown; one that fits nothing if the turn has changed since."""
    return mark_of(turn) if shown == shown_mark(turn) else "changed"
