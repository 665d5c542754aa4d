"""Battles of mine, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import BattleEndpoint, CampaignEndpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.reading import Nothing
from campaign.api.serializers import battles as shapes
from campaign.models import Battle, Scope, Seat
from campaign.selectors.battles import BATTLES_BY, battle_of, battle_page, battle_pages, own_battles
from campaign.services import battle_results


class BattleList(CampaignEndpoint):
    """Battles of mine."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.Battles, operation_id="list_battles")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List your battles, the newest turn first, by sector within a turn."""
        seat = self.seat()
        found, after = rows_after(request, own_battles(seat), BATTLES_BY)
        return Response(shapes.Battles({"items": battle_pages(seat, found), "next": after}).data)


class OneBattle(BattleEndpoint):
    """One of my battles; somebody else's is answered as if it did not exist."""

    write_scope = Scope.RESULT

    @extend_schema(responses=shapes.Battle, operation_id="read_battle")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Read one of your battles."""
        seat = self.seat()
        return Response(_document(seat, battle_of(seat, battle_id)))


class _Telling(BattleEndpoint):
    """Something that is told of a battle of mine."""

    write_scope = Scope.RESULT

    def tell(self, battle_id: str, act: Callable[[Battle, Seat], object]) -> Response:
        """Do ``act`` once and answer with the battle as it is then."""
        seat = self.seat()
        battle = battle_of(seat, battle_id)

        def effect() -> Mapping[str, Any]:
            act(battle, seat)
            return _document(seat, battle_of(seat, battle_id))

        return self.once(effect)


class BattleResult(_Telling):
    """What I tell of a battle."""

    @extend_schema(request=shapes.Claim, responses=shapes.Battle, operation_id="report_result")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Report a result.

        It may be told anew until both sides agree; then the battle is closed (Rules 7). What the two sides
        tell is seen by both, but for sacrifices, which stay sealed until the turn is published.
        """
        claim = battle_results.Claim(**self.read(shapes.Claim))
        return self.tell(
            battle_id,
            lambda battle, seat: battle_results.report_result(
                battle=battle, seat=seat, claim=claim, by=self.person
            ),
        )


class BattleConfirmation(_Telling):
    """That the other side has told it right."""

    @extend_schema(request=shapes.Confirmation, responses=shapes.Battle, operation_id="confirm_result")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Confirm what the other side has told, which closes the battle."""
        said = self.read(shapes.Confirmation)
        return self.tell(
            battle_id,
            lambda battle, seat: battle_results.confirm_result(
                battle=battle, seat=seat, by=self.person, **said
            ),
        )


class BattleSacrifice(_Telling):
    """The levels that I give up in a battle."""

    @extend_schema(request=shapes.Sacrifice, responses=shapes.Battle, operation_id="declare_sacrifice")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Declare a sacrifice, in a battle that is closed too, until the results are due (Rules 7)."""
        said = self.read(shapes.Sacrifice)
        return self.tell(
            battle_id,
            lambda battle, seat: battle_results.declare_sacrifice(
                battle=battle, seat=seat, by=self.person, **said
            ),
        )


class BattleReopening(_Telling):
    """That I want an agreed result opened again."""

    @extend_schema(request=Nothing, responses=shapes.Battle, operation_id="reopen_battle")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Ask for an agreed result to be opened again; it is once both sides have asked."""
        self.read(Nothing)
        return self.tell(
            battle_id,
            lambda battle, seat: battle_results.ask_to_reopen(battle=battle, seat=seat, by=self.person),
        )


class BattleDice(_Telling):
    """That the dice shall decide a battle beyond the battle load."""

    @extend_schema(request=Nothing, responses=shapes.Battle, operation_id="send_battle_to_dice")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Leave a battle beyond the battle load to the dice, without the other side's consent."""
        self.read(Nothing)
        return self.tell(
            battle_id,
            lambda battle, seat: battle_results.send_to_dice(battle=battle, seat=seat, by=self.person),
        )


def _document(seat: Seat, battle: Battle) -> Mapping[str, Any]:
    return shapes.Battle(battle_page(seat, battle)).data
