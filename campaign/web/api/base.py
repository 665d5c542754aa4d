"""What all endpoints share: who may ask, how answers look, and requests that count once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Generator, Mapping
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar, cast, overload

import msgspec
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaign.access.idempotency import IN_FLIGHT, REUSED, Answer, answer_once
from campaign.access.membership import campaign_for, facilitates, readable_for, seat_of, stand_ins_of
from campaign.access.public_facts import seat_by_number
from campaign.base.answers import Json, document_of
from campaign.base.refusal import Refusal
from campaign.models import Campaign, Scope, Seat, StandIn, User
from campaign.web.api import problems
from campaign.web.api.answer_schema import declared_by
from campaign.web.api.authentication import (
    HasScope,
    PersonThrottle,
    SessionLogin,
    TokenLogin,
    VisitorThrottle,
    check_scopes,
)
from campaign.web.api.problems import FieldError, ProblemError, invalid, no_slash, not_found
from campaign.web.api.request_parsing import Strict, StrictJSONParser, refuse_unknown
from campaign.web.api.schema import ApiSchema

KEY_HEADER = "Idempotency-Key"
SENT = {"_data", "_full_data", "_files", "_body"}
"""Where a request of the framework keeps what was sent."""
_KEY = re.compile(r"[\x21-\x7e]{1,80}")

P = ParamSpec("P")
E = TypeVar("E", bound="Endpoint")
A = TypeVar("A", covariant=True)
Once: TypeAlias = Generator[None, None, A]
"""A method of ``once``: what each request needs, ``yield``, what counts once; it returns the answer."""


class AnswerRenderer(JSONRenderer):
    """JSON, as ``msgspec`` writes it."""

    def render(
        self, data: object, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        """The answer as bytes; none for none."""
        if data is None:
            return b""
        written = msgspec.json.encode(data, enc_hook=document_of)
        indent = self.get_indent(accepted_media_type or "", renderer_context or {})
        return msgspec.json.format(written, indent=indent) if indent else written


class Endpoint(APIView):
    """An address of the API for whoever is logged in; its answers, the bad ones too, are JSON.

    It names the scopes that a token needs: ``read_scope`` if it answers GET, ``write_scope`` for the rest.
    """

    authentication_classes: tuple[type[BaseAuthentication], ...] = (TokenLogin, SessionLogin)
    permission_classes: tuple[type[BasePermission], ...] = (HasScope,)
    parser_classes: tuple[type[BaseParser], ...] = (StrictJSONParser,)
    renderer_classes: tuple[type[JSONRenderer], ...] = (AnswerRenderer,)
    throttle_classes = (VisitorThrottle, PersonThrottle)
    http_method_names = ["get", "head", "post", "put"]
    schema = ApiSchema()
    has_effect: ClassVar[bool] = True
    parameters: ClassVar[tuple[str, ...]] = ()
    read_scope: ClassVar[Scope | None]
    write_scope: ClassVar[Scope | None]

    def __init_subclass__(cls, **options: object) -> None:
        """Let no endpoint load that names no scope for a method that it answers."""
        super().__init_subclass__(**options)
        check_scopes(cls)

    @property
    def person(self) -> User:
        """Who asks."""
        return cast("User", self.request.user)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer, and let go of what was sent.

        The framework's requests and serializers hold themselves in circles, so that a file of megabytes
        would stay in memory until all is looked through for garbage.
        """
        try:
            return cast("Response", super().dispatch(request, *args, **kwargs))
        finally:
            for held in (vars(self.request), vars(request)):
                for name in SENT & held.keys():
                    held[name] = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count, then let in; refuse query parameters: nothing here can be filtered or ordered."""
        self.format_kwarg = None
        accepted, media_type = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = accepted, media_type
        self.perform_authentication(request)
        self.check_throttles(request)
        self.check_permissions(request)
        refuse_unknown(request.query_params, self.parameters)

    def finalize_response(
        self, request: Request, response: object, *args: object, **kwargs: object
    ) -> Response:
        """Answer with a page value or a document that a method has returned."""
        if not isinstance(response, HttpResponseBase):
            method = getattr(self, (request.method or "").lower())
            response = Response(document_of(response, declared_by(method.__func__)))
        return super().finalize_response(request, cast("Response", response), *args, **kwargs)

    def get_exception_handler(self) -> Callable[[Exception, Any], Response | None]:
        """Answer with problem documents."""
        return problems.answer

    def read(self, form: type[Strict]) -> dict[str, Any]:
        """What was sent, as ``form`` understands it. Raises ``ValidationError``."""
        read = form(data=self.request.data)
        try:
            read.is_valid(raise_exception=True)
            return dict(read.validated_data)
        finally:
            vars(read).clear()

    def read_over(self, form: type[Strict], present: str) -> dict[str, Any]:
        """What was sent, to be saved over a version; ``present`` is the present one.

        Raises ``ValidationError``, and ``ProblemError`` if no version was sent.
        """
        if isinstance(self.request.data, Mapping) and self.request.data.get("version") is None:
            detail = f"version is missing: send the one that you have read; the present one is {present}."
            fault = FieldError("version", "is missing")
            raise ProblemError("version-needed", detail, errors=(fault,), more={"version": present})
        return self.read(form)


@overload
def once(method: Callable[Concatenate[E, P], Once[object]], /) -> Callable[Concatenate[E, P], Response]: ...


@overload
def once(
    *, status: int
) -> Callable[[Callable[Concatenate[E, P], Once[object]]], Callable[Concatenate[E, P], Response]]: ...


def once(method: Callable[..., Once[object]] | None = None, /, *, status: int = 200) -> Callable[..., Any]:
    """Answer with the value that ``method`` returns, once per Idempotency-Key if the request has one.

    What stands before its ``yield`` is done for every request, also a repeated one, and outside the
    transaction in which a request counts once: there it is read, refused, and its pictures are made anew.
    """

    def counted(method: Callable[..., Once[object]]) -> Callable[..., Response]:
        @wraps(method)
        def answered(endpoint: Endpoint, *args: object, **named: object) -> Response:
            steps = method(endpoint, *args, **named)
            next(steps)
            key = _key_of(endpoint.request)
            declared = declared_by(method)
            if key is None:
                return Response(_document(steps, declared), status=status)
            answer = _counted(endpoint, key, lambda: Answer(status, _document(steps, declared)))
            headers = {"Idempotency-Replayed": "true"} if answer.repeated else {}
            return Response(answer.document, status=answer.status, headers=headers)

        answered.__dict__["status"] = status
        return answered

    return counted if method is None else counted(method)


class CampaignEndpoint(Endpoint):
    """An address inside a campaign. Who has no part in it gets the answer for what does not exist."""

    campaign: Campaign

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the campaign through the viewer."""
        super().initial(request, *args, **kwargs)
        self.campaign = self.find(**kwargs)

    def find(self, campaign_id: str, **named: Any) -> Campaign:
        """The campaign of this address. Raises ``Campaign.DoesNotExist`` for strangers."""
        return campaign_for(self.person, campaign_id)

    def seat(self) -> Seat:
        """The seat in which the viewer acts. Raises ``ProblemError``."""
        seat = seat_of(self.person, self.campaign)
        if seat is None:
            raise ProblemError("forbidden", "Only a player, or the deputy of one, has this in a campaign.")
        seat.campaign = self.campaign
        return seat

    def must_facilitate(self) -> None:
        """Let in facilitators only. Raises ``ProblemError``."""
        if not facilitates(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")


class ReadersEndpoint(CampaignEndpoint):
    """An address inside a campaign that people outside may read too, where it is open to all."""

    def find(self, campaign_id: str, **named: Any) -> Campaign:
        """The campaign of this address. Raises ``Campaign.DoesNotExist`` for whom it is not open to."""
        return readable_for(self.person, campaign_id)


class BattleEndpoint(CampaignEndpoint):
    """An address of one battle: for those who act in its seats, and for who stands in for one of them."""

    stand_in: StandIn | None = None

    def find(self, campaign_id: str, battle_id: str = "", **named: Any) -> Campaign:
        """The campaign, also of somebody who has nothing in it but this battle."""
        places = stand_ins_of(self.person).filter(
            battle__public_id=battle_id, seat__campaign__public_id=campaign_id
        )
        self.stand_in = places.select_related("seat__campaign").first()
        if self.stand_in is not None:
            return self.stand_in.seat.campaign
        return super().find(campaign_id, **named)

    def seat(self) -> Seat:
        """The seat in which the viewer acts in this battle. Raises ``ProblemError``."""
        if self.stand_in is not None and seat_of(self.person, self.campaign) is None:
            return self.stand_in.seat
        return super().seat()


class DeskEndpoint(CampaignEndpoint):
    """An address of the facilitator's desk."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in facilitators only."""
        super().initial(request, *args, **kwargs)
        self.must_facilitate()

    def seat_numbered(self, number: int, field: str) -> Seat:
        """A seat of the campaign by its number. Raises ``ProblemError`` with the field."""
        seat = seat_by_number(self.campaign, number)
        if seat is None:
            raise invalid(field, "there is no seat with this number in the campaign")
        return seat


@extend_schema(exclude=True)
class NothingHere(Endpoint):
    """Every other address below the API's."""

    # All tokens have it: an unknown address is unknown to each, whatever it is asked for.
    read_scope = write_scope = Scope.READ

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let nobody in."""
        super().initial(request, *args, **kwargs)
        raise not_found() if request.path.endswith("/") else no_slash()


def _key_of(request: Request) -> str | None:
    key: str | None = request.headers.get(KEY_HEADER)
    if key is None or _KEY.fullmatch(key):
        return key
    fault = "must be 1 to 80 visible ASCII characters"
    raise ProblemError(
        "invalid", f"{KEY_HEADER}: {fault}", errors=(FieldError(f"header {KEY_HEADER}", fault),)
    )


def _counted(endpoint: Endpoint, key: str, effect: Callable[[], Answer]) -> Answer:
    request = endpoint.request
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    sent = hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()
    try:
        return answer_once(user=endpoint.person, key=key, request_hash=sent, effect=effect)
    except Refusal as refusal:
        raise _about_the_key(refusal) from refusal


def _document(steps: Once[object], declared: frozenset[type]) -> dict[str, Json]:
    """What a method returns that has come to its ``yield``, as it will be read again."""
    try:
        next(steps)
    except StopIteration as end:
        return cast("dict[str, Json]", document_of(end.value, declared))
    raise AssertionError("one yield parts what is done each time from what counts once")


def _about_the_key(refusal: Refusal) -> Exception:
    kinds = {IN_FLIGHT: "in-flight", REUSED: "key-reused"}
    kind = kinds.get(refusal.code)
    return refusal if kind is None else ProblemError(kind, refusal.message)
