"""Flags, for programs."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.models import Scope
from campaign.press.messages import selectors as reading
from campaign.press.messages.api import _OneMessage
from campaign.press.messages.press_modes import person_in
from campaign.press.moderation import services as flagging
from campaign.press.moderation import shapes
from campaign.press.moderation.selectors import FLAGS_BY, flag_rows, flags_of
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.fields import Acknowledgement
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import not_found


class MessageFlagging(_OneMessage):
    """That a message is wrong."""

    @extend_schema(request=shapes.FlagReason, operation_id="flag_message")
    @once
    def post(self, request: Request, campaign_id: str, name: str, message_id: str) -> Once[Acknowledgement]:
        """Show a message to the moderators: that message, and nothing around it."""
        sent = self.read(shapes.FlagReason)
        self.check(name, message_id)
        yield
        flagging.flag_message(user=self.person, campaign=self.campaign, message_id=message_id, **sent)
        return Acknowledgement()


class Flagging(Endpoint):
    """That something is wrong."""

    write_scope = Scope.PRESS

    @extend_schema(request=shapes.FlagOfThing, operation_id="flag")
    @once
    def post(self, request: Request) -> Once[Acknowledgement]:
        """Show a thing that you can read to its moderators, or to the operators of the site.

        The id of a campaign, a message, an article, a picture or a person is the one that the API answers; an
        army's is its campaign's id, a dot and its seat's number, a story's and a list's its battle's id, a
        dot and the seat's number, a text's its campaign's id, a dot and its kind. A banner's is its id on
        maps, a quick battle's its table's id, or the token of the link to its summary; of somebody who asks
        for a seat it is that of the asking, and so of its answer.

        A feature's, a relic's, a group's and a date's is its own (of an agreed date its battle's), a claim's
        its id, a dot and ``evidence``, ``answer`` or ``reason``; a briefing's and a choice of army's are the
        campaign's id, a dot and the seat's number (with ``.reply`` behind: the comment on it). A house rule's
        is the campaign's id, a dot and its own, a mission's the campaign's id, its table and its face of the
        die, an order in words' the campaign's id, the turn and the banner's id (with ``.reply``: what its
        player was told), all with dots. The page on which a campaign is flagged links to each reason.
        """
        sent = self.read(shapes.FlagOfThing)
        thing = sent.pop("id")
        yield
        flagging.flag(reader=self.person, thing=thing, **sent)
        return Acknowledgement()


class FlagList(CampaignEndpoint):
    """What was flagged."""

    read_scope = Scope.FACILITATE
    parameters: ClassVar[tuple[str, ...]] = (AFTER,)

    @extend_schema(operation_id="list_flags")
    def get(self, request: Request, campaign_id: str) -> shapes.MessageFlags:
        """List what was flagged, for the campaign's moderators."""
        return self.shown()

    def shown(self) -> shapes.MessageFlags:
        """The flags. Raises ``ProblemError`` for everybody but the moderators."""
        person = person_in(self.person, self.campaign)
        if not reading.moderates(person):
            raise not_found()
        found, after = rows_after(self.request, flags_of(self.campaign, self.person), FLAGS_BY)
        items = flag_rows(self.campaign, found)
        return shapes.MessageFlags(after, items)


class FlagSettling(FlagList):
    """A decision on something flagged."""

    http_method_names = ["post"]
    write_scope = Scope.FACILITATE
    parameters = ()

    @extend_schema(request=shapes.Settling, operation_id="settle_flag")
    @once
    def post(self, request: Request, campaign_id: str, flag_id: str) -> Once[shapes.MessageFlags]:
        """Keep what was flagged or take it away, with a word that is shown in its place."""
        self.shown()
        sent = self.read(shapes.Settling)
        yield
        flagging.settle_flag(user=self.person, campaign=self.campaign, flag_id=flag_id, **sent)
        return self.shown()
