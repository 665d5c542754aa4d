"""A table's luck, rematch and summary for programs."""

from __future__ import annotations

import base64

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from battles.models import Table
from battles.stories.sent_picture import picture
from battles.table.intake.endpoint import AtTable
from battles.table.keepsakes import services, shapes
from battles.table.keepsakes.selectors import luck_rows, shared_table, summary_of
from battles.table.keepsakes.unit_cards import cards_seen
from battles.table.selectors import look
from battles.table.shapes import TableState, state_of
from campaign.models import Scope
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.problems import not_found
from campaign.web.api.request_parsing import Nothing


class Cards(AtTable):
    """The unit cards of a table."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_table_cards")
    def get(self, request: Request, table_id: str) -> shapes.TableCards:
        """Read the cards of all units that your places may see: what each is, carries, and its own rules."""
        return shapes.TableCards(cards_seen(look(*self.seated(table_id))))


class Luck(AtTable):
    """The luck at a table."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_table_luck")
    def get(self, request: Request, table_id: str) -> shapes.TableLuck:
        """Read each side's luck once the battle is over: dice, expected, made, and the chance of it."""
        return shapes.TableLuck(luck_rows(self.seated(table_id)[0]))


class Rematch(AtTable):
    """The same battle once more."""

    @extend_schema(request=Nothing, operation_id="open_rematch")
    @once(status=201)
    def post(self, request: Request, table_id: str) -> Once[TableState]:
        """Open a quick battle once more, or sit down at it: rosters whole, a new seed.

        If a side attacked, the next one does; else set-up asks who.
        """
        self.read(Nothing)
        table, phone = self.seated(table_id)
        yield
        again = services.rematch(table, phone, self.person)
        return state_of(again.table, again)


class Share(AtTable):
    """The link of a table's summary."""

    @extend_schema(request=shapes.ShareTable, operation_id="share_table")
    @once
    def post(self, request: Request, table_id: str) -> Once[shapes.TableSummary]:
        """Make the link of a quick battle's summary, or revoke it."""
        asked = self.read(shapes.ShareTable)
        table, phone = self.seated(table_id)
        yield
        table = services.share(table, phone, wanted=asked["wanted"])
        return shapes.as_sent_on(summary_of(table), table.share_token)


class _Shared(Endpoint):
    """What anybody with a link may read."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def table(self, token: str) -> Table:
        """The table behind the link."""
        found = shared_table(token)
        if found is None:
            raise not_found()
        return found


class SharedTable(_Shared):
    """A quick battle that its players show to everybody."""

    @extend_schema(operation_id="read_shared_table", auth=[])
    def get(self, request: Request, token: str) -> shapes.TableSummary:
        """Read the summary of a quick battle: names of sides, and numbers."""
        table = self.table(token)
        return shapes.as_sent_on(summary_of(table), token)


class SharedTablePicture(_Shared):
    """The picture of a quick battle's summary."""

    @extend_schema(operation_id="read_shared_table_picture", auth=[])
    def get(self, request: Request, token: str) -> shapes.SummaryPicture:
        """Read the picture of a summary: a PNG of 1200 x 630."""
        data = picture(summary_of(self.table(token)), request.get_host())
        return shapes.SummaryPicture(base64.b64encode(data).decode())
