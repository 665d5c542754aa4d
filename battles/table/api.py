"""Tables for programs: open, join, see, act, agree, read the log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from battles.lists.intake import read_whole
from battles.lists.shapes import answers_of, bytes_of, field_of
from battles.models import Table
from battles.table import selectors, services
from battles.table.documents import TableLog
from battles.table.intake.endpoint import AtTable
from battles.table.intake.entered import mark_of, must_be_new, values_of
from battles.table.intake.guessing import trial
from battles.table.intake.lists import check_place, with_list
from battles.table.intake.opening import table_for
from battles.table.log_file import log_document
from battles.table.shapes import (
    Agreement,
    AwayAnswer,
    JoinTable,
    LaidDice,
    OpenTable,
    OwnDice,
    OwnLists,
    PlaceView,
    RevealPlace,
    RosterText,
    TableDeed,
    TableRow,
    TableRows,
    TableState,
    own_list,
    state_of,
)
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import Scope
from campaign.turn.contact.battle_status import battle_of
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.request_parsing import Nothing
from rules.tabletop.documents.view import view


class TableList(Endpoint):
    """Tables of mine."""

    read_scope = Scope.READ
    write_scope = Scope.RESULT

    @extend_schema(operation_id="list_tables")
    def get(self, request: Request) -> TableRows:
        """List your tables, the last used first."""
        rows: list[TableRow] = [
            {"id": one.public_id, "name": one.name, "over": one.over}
            for one in selectors.tables_of(self.person, [])
        ]
        return {"items": rows}

    @extend_schema(request=OpenTable, operation_id="open_table")
    @once(status=201)
    def post(self, request: Request) -> Once[TableState]:
        """Open a quick battle."""
        asked = self.read(OpenTable)
        players = [(one["name"], one["side"]) for one in asked.get("players", ())]
        players = players or [(name, number) for number, name in enumerate(asked["sides"])]
        if any(number >= len(players) for number in asked["here"]):
            raise Refusal(_("There is no such side."), code="impossible", field="here")
        yield
        phone = services.open_table(
            services.Setup(name=asked["name"], sides=asked["sides"], players=players),
            user=self.person,
            numbers=sorted(set(asked["here"])),
            settings={"method": asked["method"], "momentum": asked["momentum"]},
        )
        return state_of(phone.table, phone)


class OneTable(AtTable):
    """One table."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_table")
    def get(self, request: Request, table_id: str) -> TableState:
        """Read a table as your places may see it."""
        return state_of(*self.seated(table_id))


class TableJoin(Endpoint):
    """A place at a table."""

    write_scope = Scope.RESULT

    @extend_schema(request=JoinTable, operation_id="join_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Sit down at a table whose code you have."""
        asked = self.read(JoinTable)
        with trial(request._request, self.person) as tried:
            table = Table.objects.filter(public_id=table_id, code=asked["code"].upper(), battle=None).first()
            tried.right = table is not None
        if table is None:
            raise Table.DoesNotExist
        yield
        phone = services.join(table=table, user=self.person, numbers=asked["places"])
        return state_of(table, phone)


class TableActions(AtTable):
    """What is done at a table."""

    @extend_schema(request=TableDeed, operation_id="act_at_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Do something at a table; what others must agree to is in ``proposal``, wanted dice in ``waits``."""
        asked = self.read(TableDeed)
        table, phone = self.seated(table_id)
        deed = services.Request(
            cid=request.headers.get("Idempotency-Key", "")[:40] or random_id(),
            kind=asked["kind"],
            player=asked["player"],
            values=asked["values"],
            typed=asked.get("typed"),
        )
        deed = with_list(phone, deed)
        yield
        services.act(table, phone, deed)
        return state_of(table, phone)


class TableAgreement(AtTable):
    """What a side says to a proposal."""

    @extend_schema(request=Agreement, operation_id="agree_at_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Agree to what is proposed at a table, or refuse it."""
        asked = self.read(Agreement)
        table, phone = self.seated(table_id)
        yield
        services.answer(table, phone, side=asked["side"], agree=asked["agree"], alone=asked["alone"])
        return state_of(table, phone)


class TableRoster(AtTable):
    """The lists of units of a table that is being set up."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_table_roster")
    def get(self, request: Request, table_id: str) -> OwnLists:
        """Read the units of your places as lists, which are put in again as they are."""
        table, phone = self.seated(table_id)
        game = services.game_of(table)
        return {"lists": [own_list(game, number) for number in phone.numbers]}

    @extend_schema(request=RosterText, operation_id="enter_table_roster")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Enter the units of a list: text, a roster file or a document. What is open is asked (422).

        The very same list sent again under another Idempotency-Key is refused with the code ``entered``
        (400): ``more`` enters its units once more, ``again`` puts it in place of all that are there.
        """
        asked = self.read(RosterText)
        table, phone = self.seated(table_id)
        check_place(phone, asked["player"])
        raw, field = bytes_of(asked), field_of(asked)
        taken = read_whole(raw, answers=answers_of(asked), usual=asked["usual"], field=field)
        values = values_of(taken.document, mark := mark_of(taken.source), again=asked["again"])
        cid = request.headers.get("Idempotency-Key", "")[:40] or random_id()
        if not asked["again"] and not asked["more"]:
            must_be_new(table, asked["player"], mark, cid)
        yield
        services.act(table, phone, services.Request(cid, "roster", asked["player"], values))
        return state_of(table, phone)


class TableReveal(AtTable):
    """The secrets of one place, where a program plays several."""

    @extend_schema(request=RevealPlace, operation_id="reveal_at_table")
    def post(self, request: Request, table_id: str) -> PlaceView:
        """Read what one of your places may see, for its owner's four digits; five wrong ones bar a minute."""
        asked = self.read(RevealPlace)
        table, phone = self.seated(table_id)
        game = services.game_of(table)
        if asked["player"] not in phone.numbers:
            raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
        services.check_pin(table, asked["player"], asked["pin"])
        return {"view": view(game, asked["player"])}


class TableDice(AtTable):
    """Dice of the players' own."""

    @extend_schema(request=OwnDice, operation_id="use_own_dice_at_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Say that you roll your own dice: an action that needs some then waits until they lie."""
        asked = self.read(OwnDice)
        table, phone = self.seated(table_id)
        yield
        services.choose_dice(table, phone, own=asked["own"], numbers=asked.get("players", ()))
        return state_of(table, phone)


class TableLay(AtTable):
    """Dice that an action waits for."""

    @extend_schema(request=LaidDice, operation_id="lay_dice_at_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Lay down your own dice for what ``waits``; they are final. Another place's are refused (403)."""
        asked = self.read(LaidDice)
        table, phone = self.seated(table_id)
        yield
        services.lay(table, phone, cid=asked["cid"], typed=asked["typed"], at=asked.get("at"))
        return state_of(table, phone)


class TableAnswer(AtTable):
    """What a side that is back says to what was done without it."""

    @extend_schema(request=AwayAnswer, operation_id="respond_at_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Let stand, or contest, what was done while you were away."""
        asked = self.read(AwayAnswer)
        table, phone = self.seated(table_id)
        yield
        services.respond(table, phone, n=asked["n"], side=asked["side"], contest=asked["contest"])
        return state_of(table, phone)


class TableLogFile(AtTable):
    """The log of a table."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_table_log")
    def get(self, request: Request, table_id: str) -> TableLog:
        """Read all actions and dice of a table that you may see; with the seed once it is over."""
        table, phone = self.seated(table_id)
        numbers = selectors.acts_for(services.game_of(table), phone)
        return log_document(table, numbers[0] if len(numbers) == 1 else -1)


class BattleTable(CampaignEndpoint):
    """The table of a campaign's battle."""

    write_scope = Scope.RESULT

    @extend_schema(request=Nothing, operation_id="open_battle_table")
    @once
    def post(self, request: Request, campaign_id: str, battle_id: str) -> Once[TableState]:
        """Sit down at the table of one of your battles; it is opened by whoever comes first."""
        self.read(Nothing)
        seat = self.seat()
        battle = battle_of(seat, battle_id)
        yield
        phone = table_for(battle, seat, self.person)
        return state_of(phone.table, phone)
