"""The desk's part of battles, for programs: mission tables, reminders, claims, stand-ins for bots."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from battles.claims import services as claims
from battles.dates import date_reminders
from battles.desk import shapes
from battles.desk.desk_claims import DeskClaims, claim_of, claims_of, open_claims_of
from battles.missions import services as battle_missions
from battles.stand_ins.selectors import bot_places
from battles.stand_ins.services import ask_for_bot
from campaign.base.setup.mission_tables import tables_of
from campaign.base.setup.missions import TABLES
from campaign.desk.selectors import battle_of_campaign
from campaign.models import Campaign, ForfeitClaim, Turn
from campaign.turn.stored_turns import latest_turn
from campaign.web.api.base import DeskEndpoint, Once, once
from campaign.web.api.problems import invalid, not_found


def _turn_of(campaign: Campaign) -> Turn:
    """The latest turn. Raises ``ProblemError`` before the start."""
    turn = latest_turn(campaign)
    if turn is None:
        raise not_found()
    return turn


def _table(campaign: Campaign, name: str) -> shapes.MissionTable:
    """One mission table as it stands."""
    own = campaign.missions
    return shapes.MissionTable(name=name, changed=name in own, missions=tables_of(own)[name])


class MissionTables(DeskEndpoint):
    """The mission tables."""

    @extend_schema(operation_id="list_mission_tables")
    def get(self, request: Request, campaign_id: str) -> shapes.MissionTables:
        """List the mission tables of the campaign."""
        return shapes.MissionTables(tuple(_table(self.campaign, name) for name in TABLES))


class MissionTable(DeskEndpoint):
    """One mission table."""

    @extend_schema(operation_id="read_mission_table")
    def get(self, request: Request, campaign_id: str, name: str) -> shapes.MissionTable:
        """Read a mission table."""
        if name not in TABLES:
            raise not_found()
        return _table(self.campaign, name)

    @extend_schema(request=shapes.NewTable, operation_id="set_mission_table")
    @once
    def put(self, request: Request, campaign_id: str, name: str) -> Once[shapes.MissionTable]:
        """Put a mission table in place, or with null its default back.

        It counts for battles announced from then on.
        """
        if name not in TABLES:
            raise not_found()
        given = self.read(shapes.NewTable)
        yield
        battle_missions.set_mission_table(
            campaign=self.campaign, name=name, table=given["missions"], by=self.person
        )
        self.campaign.refresh_from_db()
        return _table(self.campaign, name)


class BattleReminders(DeskEndpoint):
    """Reminders of battles."""

    @extend_schema(request=shapes.BattlesToRemind, operation_id="remind_of_battles")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.RemindedSides]:
        """Remind the sides of these open battles that have told nothing; once a day each."""
        given = self.read(shapes.BattlesToRemind)
        turn = _turn_of(self.campaign)
        yield
        count = date_reminders.remind_of_battles(turn=turn, battle_ids=given["battles"], by=self.person)
        return shapes.RemindedSides(count)


class Claims(DeskEndpoint):
    """The forfeit claims of a battle."""

    @extend_schema(operation_id="list_claims")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> DeskClaims:
        """List the forfeit claims of a battle, with what the app's own times say."""
        return claims_of(battle_of_campaign(self.campaign, battle_id))

    @extend_schema(request=shapes.ClaimDecision, operation_id="decide_claim")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[DeskClaims]:
        """Grant a forfeit claim, which leaves the battle to the dice, or do not."""
        battle = battle_of_campaign(self.campaign, battle_id)
        given = self.read(shapes.ClaimDecision)
        try:
            claim = claim_of(battle, given["claim"])
        except ForfeitClaim.DoesNotExist:
            raise invalid("claim", "there is no claim of this id on the battle") from None
        yield
        claims.decide_claim(claim=claim, grant=given["grant"], reason=given["reason"], by=self.person)
        return claims_of(battle)


class OpenClaims(DeskEndpoint):
    """All forfeit claims that wait for a decision."""

    @extend_schema(operation_id="list_open_claims")
    def get(self, request: Request, campaign_id: str) -> shapes.OpenClaims:
        """List the claims of all battles that wait for a decision, oldest first."""
        return shapes.OpenClaims(open_claims_of(latest_turn(self.campaign)))

    @extend_schema(request=shapes.ClaimDecisions, operation_id="decide_claims")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.DecidedClaims]:
        """Decide many claims at once, for one reason; what cannot be decided any more is named."""
        given = self.read(shapes.ClaimDecisions)
        turn = _turn_of(self.campaign)
        decisions = {one["claim"]: one["grant"] for one in given["decisions"]}
        yield
        done = claims.decide_claims(turn=turn, decisions=decisions, reason=given["reason"], by=self.person)
        left = tuple(shapes.UndecidedClaim(claim, words) for claim, words in done.left.items())
        return shapes.DecidedClaims(open_claims_of(latest_turn(self.campaign)), done.decided, left)


class BotStandIns(DeskEndpoint):
    """Stand-ins for bots."""

    @extend_schema(operation_id="list_bot_stand_ins")
    def get(self, request: Request, campaign_id: str) -> shapes.BotPlaces:
        """List the bots, and who stands in for them or by which link somebody may."""
        return shapes.BotPlaces(bot_places(self.campaign))

    @extend_schema(request=shapes.OfBot, operation_id="ask_bot_stand_in")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.BotPlaces]:
        """Make a link for somebody to fight a bot's greatest battle of the next announcement."""
        given = self.read(shapes.OfBot)
        seat = self.seat_numbered(given["seat"], "seat")
        yield
        ask_for_bot(seat=seat, by=self.person)
        return shapes.BotPlaces(bot_places(self.campaign))
