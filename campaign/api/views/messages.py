"""Messages between the people of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.problems import not_found
from campaign.api.reading import Nothing
from campaign.api.serializers import press as shapes
from campaign.models import Scope
from campaign.selectors import messages as reading
from campaign.selectors.correspondence import THREADS_BY, person_in
from campaign.selectors.flags import FLAGS_BY, flag_rows, flags_of
from campaign.services import flags as flagging
from campaign.services import messages as writing

MOST_WORDS = 100
_BEFORE = OpenApiParameter("before", str, description="The id of a message: earlier ones are answered.")
_WORDS = OpenApiParameter("q", {"type": "string", "maxLength": MOST_WORDS}, description="Words to find.")


class _Writing(CampaignEndpoint):
    """Something of a conversation; one that the reader may not read does not exist."""

    write_scope = Scope.PLAN

    def page(self, name: str, before: str = "") -> reading.ThreadPage:
        """The conversation. Raises ``ProblemError``."""
        found = reading.thread_page(self.person, self.campaign, name, before)
        if found is None:
            raise not_found()
        return found

    def shown(self, name: str, act: Callable[[], object]) -> Response:
        """Do ``act`` once and answer with the conversation as it is then."""
        self.page(name)

        def effect() -> Mapping[str, Any]:
            act()
            return shapes.Conversation(self.page(name)).data

        return self.once(effect)

    def done(self, name: str, act: Callable[[], object]) -> Response:
        """Do ``act`` once."""
        self.page(name)

        def effect() -> Mapping[str, Any]:
            act()
            return {"done": True}

        return self.once(effect)


class MessageThreads(_Writing):
    """My conversations."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.Threads, operation_id="list_conversations")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List your conversations, the latest first."""
        person = person_in(self.person, self.campaign)
        found, after = rows_after(request, reading.own_threads(person), THREADS_BY)
        return Response({**shapes.Threads(reading.inbox_of(person, found)).data, "next": after})

    @extend_schema(request=shapes.NewGroup, responses={201: shapes.Conversation}, operation_id="open_group")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Open a group with the players of two or more seats, and write its first message."""
        sent = self.read(shapes.NewGroup)

        def effect() -> Mapping[str, Any]:
            made = writing.start_group(
                user=self.person,
                campaign=self.campaign,
                title=sent["title"],
                numbers=sent["seats"],
                text=sent["text"],
                client_id=sent["client_id"],
            )
            return shapes.Conversation(self.page(made.message.thread.public_id)).data

        return self.once(effect, status=201)


class MessageSearch(_Writing):
    """Messages that hold words."""

    parameters = ("q", AFTER)

    @extend_schema(parameters=[_WORDS], responses=shapes.FoundMessages, operation_id="search_messages")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Find messages that you may read, the newest first."""
        words = request.query_params.get("q", "")[:MOST_WORDS]
        rows, after = rows_after(request, reading.messages_with(self.person, self.campaign, words), ("-id",))
        lines = reading.found_lines(self.person, rows)
        items = [{"conversation": name, "message": line} for name, line in lines]
        return Response(shapes.FoundMessages({"items": items, "next": after}).data)


class Conversation(_Writing):
    """One conversation: ``all``, ``facilitators``, ``seat-3``, ``battle-<id>``, or by its id."""

    parameters = ("before",)

    @extend_schema(parameters=[_BEFORE], responses=shapes.Conversation, operation_id="read_conversation")
    def get(self, request: Request, campaign_id: str, name: str) -> Response:
        """Read a conversation; it is not marked as read by this."""
        before = request.query_params.get("before", "")[:64]
        return Response(shapes.Conversation(self.page(name, before)).data)

    @extend_schema(request=shapes.Words, responses=shapes.Conversation, operation_id="send_message")
    def post(self, request: Request, campaign_id: str, name: str) -> Response:
        """Send a message, as far as the campaign's press allows it."""
        sent = self.read(shapes.Words)
        return self.shown(
            name,
            lambda: writing.send_message(user=self.person, campaign=self.campaign, name=name, **sent),
        )


class ConversationReading(_Writing):
    """That I have read a conversation."""

    @extend_schema(request=Nothing, responses=shapes.Done, operation_id="mark_conversation_read")
    def post(self, request: Request, campaign_id: str, name: str) -> Response:
        """Mark a conversation as read."""
        self.read(Nothing)
        return self.done(
            name, lambda: writing.mark_thread_read(user=self.person, campaign=self.campaign, name=name)
        )


class ConversationMuting(_Writing):
    """Whether I hear of a conversation."""

    @extend_schema(request=shapes.Muting, responses=shapes.Done, operation_id="mute_conversation")
    def put(self, request: Request, campaign_id: str, name: str) -> Response:
        """Mute a conversation, or hear of it again."""
        sent = self.read(shapes.Muting)
        return self.done(
            name,
            lambda: writing.mute_thread(user=self.person, campaign=self.campaign, name=name, **sent),
        )


class ConversationLeaving(_Writing):
    """That I leave a group."""

    @extend_schema(request=Nothing, responses=shapes.Done, operation_id="leave_group")
    def post(self, request: Request, campaign_id: str, name: str) -> Response:
        """Leave a group for good."""
        self.read(Nothing)
        return self.done(
            name, lambda: writing.leave_group(user=self.person, campaign=self.campaign, name=name)
        )


class _OneMessage(_Writing):
    def check(self, name: str, message_id: str) -> None:
        """Find the message in its conversation. Raises ``ProblemError``."""
        if reading.line_of(self.person, self.campaign, self.page(name), message_id) is None:
            raise not_found()


class MessageEditing(_OneMessage):
    """A change of my message."""

    @extend_schema(request=shapes.NewWords, responses=shapes.Conversation, operation_id="edit_message")
    def post(self, request: Request, campaign_id: str, name: str, message_id: str) -> Response:
        """Edit your message; what it said before stays readable."""
        sent = self.read(shapes.NewWords)
        self.check(name, message_id)
        return self.shown(
            name,
            lambda: writing.edit_message(
                user=self.person, campaign=self.campaign, message_id=message_id, **sent
            ),
        )


class MessageFlagging(_OneMessage):
    """That a message is wrong."""

    @extend_schema(request=shapes.WhyWrong, responses=shapes.Done, operation_id="flag_message")
    def post(self, request: Request, campaign_id: str, name: str, message_id: str) -> Response:
        """Show a message to the moderators: that message, and nothing around it."""
        sent = self.read(shapes.WhyWrong)
        self.check(name, message_id)
        return self.done(
            name,
            lambda: flagging.flag_message(
                user=self.person, campaign=self.campaign, message_id=message_id, **sent
            ),
        )


class FlagList(CampaignEndpoint):
    """What was flagged."""

    read_scope = Scope.FACILITATE
    parameters: ClassVar[tuple[str, ...]] = (AFTER,)

    @extend_schema(responses=shapes.MessageFlags, operation_id="list_flags")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List the flagged messages, for the campaign's moderators."""
        return Response(self.shown())

    def shown(self) -> Mapping[str, Any]:
        """The flags. Raises ``ProblemError`` for everybody but the moderators."""
        person = person_in(self.person, self.campaign)
        if not reading.moderates(person):
            raise not_found()
        found, after = rows_after(self.request, flags_of(self.campaign), FLAGS_BY)
        items = flag_rows(self.campaign, found)
        return shapes.MessageFlags({"items": items, "next": after}).data


class FlagSettling(FlagList):
    """A decision on a flagged message."""

    http_method_names = ["post"]
    write_scope = Scope.FACILITATE
    parameters = ()

    @extend_schema(request=shapes.Settling, responses=shapes.MessageFlags, operation_id="settle_flag")
    def post(self, request: Request, campaign_id: str, flag_id: str) -> Response:
        """Keep a flagged message or take it away, with a word that is shown in its place."""
        self.shown()
        sent = self.read(shapes.Settling)

        def effect() -> Mapping[str, Any]:
            flagging.settle_flag(user=self.person, campaign=self.campaign, flag_id=flag_id, **sent)
            return self.shown()

        return self.once(effect)
