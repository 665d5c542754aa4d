"""Promises, for programs."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.models import Scope
from campaign.press.messages.press_modes import person_in
from campaign.press.promises import selectors as reading
from campaign.press.promises import services as promising
from campaign.press.promises import shapes
from campaign.press.promises.selectors import PROMISES_BY, PromiseLine, TalkPromises
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import not_found


class _Promising(CampaignEndpoint):
    write_scope = Scope.PRESS

    def promise(self, promise_id: str) -> PromiseLine:
        """One's own promise. Raises ``ProblemError``."""
        found = reading.promise_of(self.person, self.campaign, promise_id)
        if found is None:
            raise not_found()
        return found


class Promises(CampaignEndpoint):
    """What my army was promised, and has promised."""

    read_scope = Scope.READ
    parameters: ClassVar[tuple[str, ...]] = (AFTER,)

    @extend_schema(operation_id="list_promises")
    def get(self, request: Request, campaign_id: str) -> shapes.OwnPromises:
        """List the promises of your own army, the latest first; nobody else reads them before the end."""
        person = person_in(self.person, self.campaign)
        found, after = rows_after(request, reading.promises_of(person), PROMISES_BY)
        return shapes.OwnPromises(after, reading.promise_lines(person, found))


class ConversationPromises(_Promising):
    """The promises of a talk with another army."""

    read_scope = Scope.READ

    @extend_schema(operation_id="list_promises_of_a_conversation")
    def get(self, request: Request, campaign_id: str, name: str) -> TalkPromises:
        """List what was offered and promised in a talk between you and one other army."""
        return self.talk(name)

    @extend_schema(request=shapes.NewPromise, operation_id="offer_promise")
    @once(status=201)
    def post(self, request: Request, campaign_id: str, name: str) -> Once[PromiseLine]:
        """Offer the other army a promise, as far as the campaign's press allows; it binds nothing."""
        sent = self.read(shapes.NewPromise)
        self.talk(name)
        yield
        made = promising.offer_promise(user=self.person, campaign=self.campaign, name=name, **sent)
        return self.promise(made.public_id)

    def talk(self, name: str) -> TalkPromises:
        """The talk. Raises ``ProblemError``."""
        found = reading.promises_in(self.person, self.campaign, name)
        if found is None:
            raise not_found()
        return found


class PromiseAnswering(_Promising):
    """An answer to an offer."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.PromiseAnswer, operation_id="answer_promise")
    @once
    def post(self, request: Request, campaign_id: str, promise_id: str) -> Once[PromiseLine]:
        """Accept or decline an offer made to you, or withdraw one of yours while it is open."""
        sent = self.read(shapes.PromiseAnswer)
        self.promise(promise_id)
        yield
        promising.answer_promise(
            user=self.person, campaign=self.campaign, promise_id=promise_id, answer=sent["answer"]
        )
        return self.promise(promise_id)
