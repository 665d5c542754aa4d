"""Messages between the people of a campaign."""

from __future__ import annotations

from dataclasses import replace

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from campaign.models import Scope
from campaign.press.messages import selectors as reading
from campaign.press.messages import services as writing
from campaign.press.messages import shapes
from campaign.press.messages.press_modes import THREADS_BY, person_in
from campaign.press.messages.selectors import Inbox, ThreadPage
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.fields import Acknowledgement
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import not_found
from campaign.web.api.request_parsing import Nothing

MOST_WORDS = 100
_BEFORE = OpenApiParameter("before", str, description="The id of a message: earlier ones are answered.")
_WORDS = OpenApiParameter("q", {"type": "string", "maxLength": MOST_WORDS}, description="Words to find.")


class _Writing(CampaignEndpoint):
    """Something of a conversation; one that the reader may not read does not exist."""

    write_scope = Scope.PRESS

    def page(self, name: str, before: str = "") -> ThreadPage:
        """The conversation. Raises ``ProblemError``."""
        found = reading.thread_page(self.person, self.campaign, name, before)
        if found is None:
            raise not_found()
        return found


class MessageThreads(_Writing):
    """My conversations."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="list_conversations")
    def get(self, request: Request, campaign_id: str) -> Inbox:
        """List your conversations, the latest first."""
        person = person_in(self.person, self.campaign)
        found, after = rows_after(request, reading.own_threads(person), THREADS_BY)
        return replace(reading.inbox_of(person, found), next=after)

    @extend_schema(request=shapes.NewGroup, operation_id="open_group")
    @once(status=201)
    def post(self, request: Request, campaign_id: str) -> Once[ThreadPage]:
        """Open a group with the players of two or more seats, and write its first message."""
        sent = self.read(shapes.NewGroup)
        yield
        made = writing.start_group(
            user=self.person,
            campaign=self.campaign,
            title=sent["title"],
            numbers=sent["seats"],
            text=sent["text"],
            client_id=sent["client_id"],
        )
        return self.page(made.message.thread.public_id)


class MessageSearch(_Writing):
    """Messages that hold words."""

    read_scope = Scope.READ
    parameters = ("q", AFTER)

    @extend_schema(parameters=[_WORDS], operation_id="search_messages")
    def get(self, request: Request, campaign_id: str) -> shapes.FoundMessages:
        """Find messages that you may read, the newest first."""
        words = request.query_params.get("q", "")[:MOST_WORDS]
        rows, after = rows_after(request, reading.messages_with(self.person, self.campaign, words), ("-id",))
        lines = reading.found_lines(self.person, rows)
        return shapes.FoundMessages(after, tuple(shapes.FoundMessage(name, line) for name, line in lines))


class Conversation(_Writing):
    """One conversation: ``all``, ``facilitators``, ``seat-3``, ``battle-<id>``, or by its id."""

    read_scope = Scope.READ
    parameters = ("before",)

    @extend_schema(parameters=[_BEFORE], operation_id="read_conversation")
    def get(self, request: Request, campaign_id: str, name: str) -> ThreadPage:
        """Read a conversation; it is not marked as read by this."""
        before = request.query_params.get("before", "")[:64]
        return self.page(name, before)

    @extend_schema(request=shapes.NewMessage, operation_id="send_message")
    @once
    def post(self, request: Request, campaign_id: str, name: str) -> Once[ThreadPage]:
        """Send a message, as far as the campaign's press allows it."""
        sent = self.read(shapes.NewMessage)
        self.page(name)
        yield
        writing.send_message(user=self.person, campaign=self.campaign, name=name, **sent)
        return self.page(name)


class ConversationReading(_Writing):
    """That I have read a conversation."""

    @extend_schema(request=Nothing, operation_id="mark_conversation_read")
    @once
    def post(self, request: Request, campaign_id: str, name: str) -> Once[Acknowledgement]:
        """Mark a conversation as read."""
        self.read(Nothing)
        self.page(name)
        yield
        writing.mark_thread_read(user=self.person, campaign=self.campaign, name=name)
        return Acknowledgement()


class ConversationMuting(_Writing):
    """Whether I hear of a conversation."""

    @extend_schema(request=shapes.Muting, operation_id="mute_conversation")
    @once
    def put(self, request: Request, campaign_id: str, name: str) -> Once[Acknowledgement]:
        """Mute a conversation, or hear of it again."""
        sent = self.read(shapes.Muting)
        self.page(name)
        yield
        writing.mute_thread(user=self.person, campaign=self.campaign, name=name, **sent)
        return Acknowledgement()


class ConversationLeaving(_Writing):
    """That I leave a group."""

    @extend_schema(request=Nothing, operation_id="leave_group")
    @once
    def post(self, request: Request, campaign_id: str, name: str) -> Once[Acknowledgement]:
        """Leave a group for good."""
        self.read(Nothing)
        self.page(name)
        yield
        writing.leave_group(user=self.person, campaign=self.campaign, name=name)
        return Acknowledgement()


class _OneMessage(_Writing):
    def check(self, name: str, message_id: str) -> None:
        """Find the message in its conversation. Raises ``ProblemError``."""
        if reading.line_of(self.person, self.campaign, self.page(name), message_id) is None:
            raise not_found()


class MessageEditing(_OneMessage):
    """A change of my message."""

    @extend_schema(request=shapes.EditedMessage, operation_id="edit_message")
    @once
    def post(self, request: Request, campaign_id: str, name: str, message_id: str) -> Once[ThreadPage]:
        """Edit your message; what it said before stays readable."""
        sent = self.read(shapes.EditedMessage)
        self.check(name, message_id)
        yield
        writing.edit_message(user=self.person, campaign=self.campaign, message_id=message_id, **sent)
        return self.page(name)
