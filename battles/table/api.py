"""Tables for programs: open, join, see, act, agree, read the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from battles.models import Phone, Table
from battles.table import presence, selectors, services, words
from battles.table.opening import table_for
from battles.table.shapes import (
    Agreement,
    AwayAnswer,
    JoinTable,
    OneView,
    OpenTable,
    OwnDice,
    RevealPlace,
    RosterText,
    TableDeed,
    TableLog,
    TableRows,
    TableShape,
    shape_of,
)
from campaign.api.base import CampaignEndpoint, Endpoint
from campaign.api.reading import Nothing
from campaign.ids import random_id
from campaign.models import Scope
from campaign.selectors.battles import battle_of
from campaign.services.errors import Refusal
from rules.tabletop.view import view


class TableList(Endpoint):
    """Tables of mine."""

    write_scope = Scope.RESULT

    @extend_schema(responses=TableRows, operation_id="list_tables")
    def get(self, request: Request) -> Response:
        """List your tables, the last used first."""
        rows = [
            {"id": one.public_id, "name": one.name, "over": one.over}
            for one in selectors.tables_of(self.person, [])
        ]
        return Response({"items": rows})

    @extend_schema(request=OpenTable, responses={201: TableShape}, operation_id="open_table")
    def post(self, request: Request) -> Response:
        """Open a quick battle."""
        asked = self.read(OpenTable)
        players = [(one["name"], one["side"]) for one in asked.get("players", ())]
        players = players or [(name, number) for number, name in enumerate(asked["sides"])]
        if any(number >= len(players) for number in asked["here"]):
            raise Refusal(_("There is no such side."), code="impossible", field="here")

        def effect() -> Mapping[str, Any]:
            phone = services.open_table(
                name=asked["name"],
                sides=asked["sides"],
                players=players,
                user=self.person,
                numbers=sorted(set(asked["here"])),
                settings={"method": asked["method"], "momentum": asked["momentum"]},
            )
            return shape_of(phone.table, phone)

        return self.once(effect, status=201)


class _AtTable(Endpoint):
    """An address of a table at which the caller sits; any other is answered as if it did not exist."""

    write_scope = Scope.RESULT

    def seated(self, table_id: str) -> tuple[Table, Phone]:
        """The table and the caller's phone at it. Raises ``DoesNotExist``."""
        table = selectors.table_by_id(table_id)
        phone = selectors.phone_of(table, None, self.person)
        if phone is None:
            raise Table.DoesNotExist
        presence.heard(phone)
        return table, phone


class OneTable(_AtTable):
    """One table."""

    @extend_schema(responses=TableShape, operation_id="read_table")
    def get(self, request: Request, table_id: str) -> Response:
        """Read a table as your places may see it."""
        return Response(shape_of(*self.seated(table_id)))


class TableJoin(Endpoint):
    """A place at a table."""

    write_scope = Scope.RESULT

    @extend_schema(request=JoinTable, responses=TableShape, operation_id="join_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Sit down at a table whose code you have."""
        asked = self.read(JoinTable)
        table = Table.objects.get(public_id=table_id, code=asked["code"].upper(), battle=None)

        def effect() -> Mapping[str, Any]:
            phone = services.join(table=table, user=self.person, numbers=asked["places"])
            return shape_of(table, phone)

        return self.once(effect)


class TableActions(_AtTable):
    """What is done at a table."""

    @extend_schema(request=TableDeed, responses=TableShape, operation_id="act_at_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Do something at a table; what others have to agree to waits in ``proposal``."""
        asked = self.read(TableDeed)
        table, phone = self.seated(table_id)
        deed = services.Request(
            cid=request.headers.get("Idempotency-Key", "")[:40] or random_id(),
            kind=asked["kind"],
            player=asked["player"],
            values=asked["values"],
            typed=asked.get("typed", () if phone.own_dice else None),
        )

        def effect() -> Mapping[str, Any]:
            try:
                services.act(table, phone, deed)
            except services.WantDice as want:
                text = _("Type in %(count)s more dice of %(sides)s sides: %(what)s.") % {
                    "count": want.count,
                    "sides": want.sides,
                    "what": words.DICE.get(want.what, want.what),
                }
                raise Refusal(text, code="dice", field="typed") from None
            return shape_of(table, phone)

        return self.once(effect)


class TableAgreement(_AtTable):
    """What a side says to a proposal."""

    @extend_schema(request=Agreement, responses=TableShape, operation_id="agree_at_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Agree to what is proposed at a table, or refuse it."""
        asked = self.read(Agreement)
        table, phone = self.seated(table_id)

        def effect() -> Mapping[str, Any]:
            services.answer(table, phone, side=asked["side"], agree=asked["agree"], alone=asked["alone"])
            return shape_of(table, phone)

        return self.once(effect)


class TableRoster(_AtTable):
    """The lists of units of a table that is being set up."""

    @extend_schema(request=RosterText, responses=TableShape, operation_id="enter_table_roster")
    def post(self, request: Request, table_id: str) -> Response:
        """Enter units as people type them: "2x Regular rifle squad 10 men 100 pts"."""
        asked = self.read(RosterText)
        table, phone = self.seated(table_id)
        values = {"roster": asked["roster"], "again": asked["again"]}
        cid = request.headers.get("Idempotency-Key", "")[:40] or random_id()

        def effect() -> Mapping[str, Any]:
            services.act(table, phone, services.Request(cid, "roster", asked["player"], values))
            return shape_of(table, phone)

        return self.once(effect)


class TableReveal(_AtTable):
    """The secrets of one place, where a program plays several."""

    @extend_schema(request=RevealPlace, responses=OneView, operation_id="reveal_at_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Read what one of your places may see, for its owner's four digits; five wrong ones bar a minute."""
        asked = self.read(RevealPlace)
        table, phone = self.seated(table_id)
        game = services.game_of(table)
        if asked["player"] not in phone.numbers:
            raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
        services.check_pin(table, asked["player"], asked["pin"])
        return Response({"view": view(game, asked["player"])})


class TableDice(_AtTable):
    """Dice of the players' own."""

    @extend_schema(request=OwnDice, responses=TableShape, operation_id="use_own_dice_at_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Say that you roll your own dice: an action that needs some is then refused until they are typed."""
        asked = self.read(OwnDice)
        table, phone = self.seated(table_id)

        def effect() -> Mapping[str, Any]:
            phone.own_dice = asked["own"]
            phone.save(update_fields=["own_dice"])
            return shape_of(table, phone)

        return self.once(effect)


class TableAnswer(_AtTable):
    """What a side that is back says to what was done without it."""

    @extend_schema(request=AwayAnswer, responses=TableShape, operation_id="respond_at_table")
    def post(self, request: Request, table_id: str) -> Response:
        """Let stand, or contest, what was done while you were away."""
        asked = self.read(AwayAnswer)
        table, phone = self.seated(table_id)

        def effect() -> Mapping[str, Any]:
            services.respond(table, phone, n=asked["n"], side=asked["side"], contest=asked["contest"])
            return shape_of(table, phone)

        return self.once(effect)


class TableLogFile(_AtTable):
    """The log of a table."""

    @extend_schema(responses=TableLog, operation_id="read_table_log")
    def get(self, request: Request, table_id: str) -> Response:
        """Read all actions and dice of a table that you may see; with the seed once it is over."""
        table, phone = self.seated(table_id)
        numbers = selectors.acts_for(services.game_of(table), phone)
        return Response(selectors.log_document(table, numbers[0] if len(numbers) == 1 else -1))


class BattleTable(CampaignEndpoint):
    """The table of a campaign's battle."""

    write_scope = Scope.RESULT

    @extend_schema(request=Nothing, responses=TableShape, operation_id="open_battle_table")
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Response:
        """Sit down at the table of one of your battles; it is opened by whoever comes first."""
        self.read(Nothing)
        seat = self.seat()
        battle = battle_of(seat, battle_id)

        def effect() -> Mapping[str, Any]:
            phone = table_for(battle, seat, self.person)
            return shape_of(phone.table, phone)

        return self.once(effect)
