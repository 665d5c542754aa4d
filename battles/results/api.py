"""Battles of mine, and what is told of them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from battles.results import services as battle_results
from battles.results import shapes
from battles.results.battle_pages import BattlePage
from battles.results.selectors import BATTLES_BY, battle_page, battle_pages
from campaign.models import Battle, Scope, Seat
from campaign.turn.contact.battle_status import battle_of, own_battles
from campaign.web.api.base import BattleEndpoint, CampaignEndpoint, Once, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.request_parsing import Nothing


class BattleList(CampaignEndpoint):
    """Battles of mine."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="list_battles")
    def get(self, request: Request, campaign_id: str) -> shapes.Battles:
        """List your battles, the newest turn first, by sector within a turn."""
        seat = self.seat()
        found, after = rows_after(request, own_battles(seat), BATTLES_BY)
        return shapes.Battles(after, battle_pages(seat, found))


class OneBattle(BattleEndpoint):
    """One of my battles; somebody else's is answered as if it did not exist."""

    read_scope = Scope.READ
    write_scope = Scope.RESULT

    @extend_schema(operation_id="read_battle")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> BattlePage:
        """Read one of your battles."""
        seat = self.seat()
        return battle_page(seat, battle_of(seat, battle_id))


class _Telling(BattleEndpoint):
    """Something that is told of a battle of mine."""

    write_scope = Scope.RESULT

    def sides(self, battle_id: str) -> tuple[Seat, Battle]:
        """My seat and the battle."""
        seat = self.seat()
        return seat, battle_of(seat, battle_id)


class BattleResult(_Telling):
    """What I tell of a battle."""

    @extend_schema(request=shapes.NewResult, operation_id="report_result")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[BattlePage]:
        """Report a result.

        It may be told anew until both sides agree; then the battle is closed (Rules 7). What the two sides
        tell is seen by both, but for sacrifices, which stay sealed until the turn is published.
        """
        claim = battle_results.Claim(**self.read(shapes.NewResult))
        seat, battle = self.sides(battle_id)
        yield
        battle_results.report_result(battle=battle, seat=seat, claim=claim, by=self.person)
        return battle_page(seat, battle_of(seat, battle_id))


class BattleConfirmation(_Telling):
    """That the other side has told it right."""

    @extend_schema(request=shapes.ResultConfirmation, operation_id="confirm_result")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[BattlePage]:
        """Confirm what the other side has told, which closes the battle."""
        said = self.read(shapes.ResultConfirmation)
        seat, battle = self.sides(battle_id)
        yield
        battle_results.confirm_result(battle=battle, seat=seat, by=self.person, **said)
        return battle_page(seat, battle_of(seat, battle_id))


class BattleSacrifice(_Telling):
    """The levels that I give up in a battle."""

    @extend_schema(request=shapes.Sacrifice, operation_id="declare_sacrifice")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[BattlePage]:
        """Declare a sacrifice, in a battle that is closed too, until the results are due (Rules 7)."""
        said = self.read(shapes.Sacrifice)
        seat, battle = self.sides(battle_id)
        yield
        battle_results.declare_sacrifice(battle=battle, seat=seat, by=self.person, **said)
        return battle_page(seat, battle_of(seat, battle_id))


class BattleReopening(_Telling):
    """That I want an agreed result opened again."""

    @extend_schema(request=Nothing, operation_id="reopen_battle")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[BattlePage]:
        """Ask for an agreed result to be opened again; it is once both sides have asked."""
        self.read(Nothing)
        seat, battle = self.sides(battle_id)
        yield
        battle_results.ask_to_reopen(battle=battle, seat=seat, by=self.person)
        return battle_page(seat, battle_of(seat, battle_id))


class BattleDice(_Telling):
    """That the dice shall decide a battle beyond the battle load."""

    @extend_schema(request=Nothing, operation_id="send_battle_to_dice")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[BattlePage]:
        """Leave a battle beyond the battle load to the dice, without the other side's consent."""
        self.read(Nothing)
        seat, battle = self.sides(battle_id)
        yield
        battle_results.send_to_dice(battle=battle, seat=seat, by=self.person)
        return battle_page(seat, battle_of(seat, battle_id))
