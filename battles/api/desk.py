"""The desk's part of battles, for programs: mission tables, reminders, claims, stand-ins for bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api import serializers_desk as shapes
from battles.selectors.for_desk import claims_of, open_claims_of
from battles.selectors.stand_ins import bot_places
from battles.services import claims, reminding
from battles.services.stand_ins import ask_for_bot
from campaign.api.base import DeskEndpoint
from campaign.api.problems import invalid, not_found
from campaign.models import Battle, Campaign
from campaign.selectors.desk import battle_of_campaign
from campaign.selectors.turns import latest_turn
from campaign.services import battle_missions
from campaign.setting_up.mission_tables import tables_of
from campaign.setting_up.missions import TABLES


def _table(campaign: Campaign, name: str) -> dict[str, Any]:
    """One mission table as it stands."""
    own = campaign.missions
    return {"name": name, "changed": name in own, "missions": tables_of(own)[name]}


class MissionTables(DeskEndpoint):
    """The mission tables."""

    @extend_schema(responses=shapes.Tables, operation_id="list_mission_tables")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List the mission tables of the campaign."""
        return Response(shapes.Tables({"items": [_table(self.campaign, name) for name in TABLES]}).data)


class MissionTable(DeskEndpoint):
    """One mission table."""

    @extend_schema(responses=shapes.Table, operation_id="read_mission_table")
    def get(self, request: Request, campaign_id: str, name: str) -> Response:
        """Read a mission table."""
        if name not in TABLES:
            raise not_found()
        return Response(shapes.Table(_table(self.campaign, name)).data)

    @extend_schema(request=shapes.NewTable, responses=shapes.Table, operation_id="set_mission_table")
    def put(self, request: Request, campaign_id: str, name: str) -> Response:
        """Put a mission table in place, or with null its default back.

        It counts for battles announced from then on.
        """
        if name not in TABLES:
            raise not_found()
        given = self.read(shapes.NewTable)

        def effect() -> Mapping[str, Any]:
            battle_missions.set_mission_table(
                campaign=self.campaign, name=name, table=given["missions"], by=self.person
            )
            self.campaign.refresh_from_db()
            return shapes.Table(_table(self.campaign, name)).data

        return self.once(effect)


class BattleReminders(DeskEndpoint):
    """Reminders of battles."""

    @extend_schema(request=shapes.Many, responses=shapes.Reminded, operation_id="remind_of_battles")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Remind the sides of these open battles that have told nothing; once a day each."""
        given = self.read(shapes.Many)
        turn = latest_turn(self.campaign)
        if turn is None:
            raise not_found()

        def effect() -> Mapping[str, Any]:
            count = reminding.remind_of_battles(turn=turn, battle_ids=given["battles"], by=self.person)
            return shapes.Reminded({"reminded": count}).data

        return self.once(effect)


class Claims(DeskEndpoint):
    """The forfeit claims of a battle."""

    @extend_schema(responses=shapes.DeskClaims, operation_id="list_claims")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """List the forfeit claims of a battle, with what the app's own times say."""
        return Response(self.document(battle_of_campaign(self.campaign, battle_id)))

    @extend_schema(request=shapes.Decision, responses=shapes.DeskClaims, operation_id="decide_claim")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Grant a forfeit claim, which leaves the battle to the dice, or do not."""
        battle = battle_of_campaign(self.campaign, battle_id)
        given = self.read(shapes.Decision)
        claim = next((one for one in claims_of(battle).all if one.id == given["claim"]), None)
        if claim is None:
            raise invalid("claim", "there is no claim of this id on the battle")

        def effect() -> Mapping[str, Any]:
            claims.decide_claim(claim=claim.row, grant=given["grant"], reason=given["reason"], by=self.person)
            return self.document(battle)

        return self.once(effect)

    def document(self, battle: Battle) -> Mapping[str, Any]:
        """The battle's claims."""
        return shapes.DeskClaims({"items": claims_of(battle).all}).data


class OpenClaims(DeskEndpoint):
    """All forfeit claims that wait for a decision."""

    @extend_schema(responses=shapes.OpenClaims, operation_id="list_open_claims")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List the claims of all battles that wait for a decision, oldest first."""
        return Response(self.document())

    @extend_schema(request=shapes.Decisions, responses=shapes.Decided, operation_id="decide_claims")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Decide many claims at once, for one reason; what cannot be decided any more is named."""
        given = self.read(shapes.Decisions)
        turn = latest_turn(self.campaign)
        if turn is None:
            raise not_found()
        decisions = {one["claim"]: one["grant"] for one in given["decisions"]}

        def effect() -> Mapping[str, Any]:
            done = claims.decide_claims(
                turn=turn, decisions=decisions, reason=given["reason"], by=self.person
            )
            left = [{"claim": key, "reason": words} for key, words in done.left.items()]
            return shapes.Decided({"decided": done.decided, "left": left, **self.document()}).data

        return self.once(effect)

    def document(self) -> Mapping[str, Any]:
        """The claims that are open."""
        return shapes.OpenClaims({"items": open_claims_of(latest_turn(self.campaign))}).data


class BotStandIns(DeskEndpoint):
    """Stand-ins for bots."""

    @extend_schema(responses=shapes.BotPlaces, operation_id="list_bot_stand_ins")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List the bots, and who stands in for them or by which link somebody may."""
        return Response(self.document())

    @extend_schema(request=shapes.OfBot, responses=shapes.BotPlaces, operation_id="ask_bot_stand_in")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Make a link for somebody to fight a bot's greatest battle of the next announcement."""
        given = self.read(shapes.OfBot)
        seat = self.seat_numbered(given["seat"], "seat")

        def effect() -> Mapping[str, Any]:
            ask_for_bot(seat=seat, by=self.person)
            return self.document()

        return self.once(effect)

    def document(self) -> Mapping[str, Any]:
        """The bots' places."""
        return shapes.BotPlaces({"items": bot_places(self.campaign)}).data
