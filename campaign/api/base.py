"""What all endpoints share: who may ask, how answers look, and requests that count once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaign.api import problems
from campaign.api.authentication import (
    HasScope,
    PersonThrottle,
    SessionLogin,
    TokenLogin,
    VisitorThrottle,
)
from campaign.api.problems import FieldError, ProblemError, invalid, no_slash, not_found
from campaign.api.reading import Strict, StrictJSONParser, refuse_unknown
from campaign.api.schema import ApiSchema
from campaign.models import Campaign, Scope, Seat, StandIn, User
from campaign.selectors.access import campaign_for, facilitates, seat_of, stand_ins_of
from campaign.selectors.facts import seat_by_number
from campaign.services.errors import Refusal
from campaign.services.idempotency import IN_FLIGHT, REUSED, Answer, answer_once

KEY_HEADER = "Idempotency-Key"
_KEY = re.compile(r"[\x21-\x7e]{1,80}")


class Endpoint(APIView):
    """An address of the API for whoever is logged in; its answers, the bad ones too, are JSON."""

    authentication_classes: tuple[type[BaseAuthentication], ...] = (TokenLogin, SessionLogin)
    permission_classes: tuple[type[BasePermission], ...] = (HasScope,)
    parser_classes: tuple[type[BaseParser], ...] = (StrictJSONParser,)
    renderer_classes: tuple[type[JSONRenderer], ...] = (JSONRenderer,)
    throttle_classes = (VisitorThrottle, PersonThrottle)
    http_method_names = ["get", "head", "post", "put"]
    schema = ApiSchema()
    has_effect: ClassVar[bool] = True
    parameters: ClassVar[tuple[str, ...]] = ()
    read_scope: ClassVar[Scope] = Scope.READ
    write_scope: ClassVar[Scope] = Scope.READ

    @property
    def person(self) -> User:
        """Who asks."""
        return cast("User", self.request.user)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count, then let in; refuse query parameters: nothing here can be filtered or ordered."""
        self.format_kwarg = None
        accepted, media_type = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = accepted, media_type
        self.perform_authentication(request)
        self.check_throttles(request)
        self.check_permissions(request)
        refuse_unknown(request.query_params, self.parameters)

    def get_exception_handler(self) -> Callable[[Exception, Any], Response | None]:
        """Answer with problem documents."""
        return problems.answer

    def read(self, form: type[Strict]) -> dict[str, Any]:
        """What was sent, as ``form`` understands it. Raises ``ValidationError``."""
        read = form(data=self.request.data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def read_over(self, form: type[Strict], present: str) -> dict[str, Any]:
        """What was sent, to be saved over a version; ``present`` is the present one.

        Raises ``ValidationError``, and ``ProblemError`` if no version was sent.
        """
        if isinstance(self.request.data, Mapping) and self.request.data.get("version") is None:
            detail = f"version is missing: send the one that you have read; the present one is {present}."
            fault = FieldError("version", "is missing")
            raise ProblemError("version-needed", detail, errors=(fault,), more={"version": present})
        return self.read(form)

    def once(self, effect: Callable[[], Mapping[str, Any]], *, status: int = 200) -> Response:
        """Answer with what ``effect`` returns, once per Idempotency-Key if the request has one."""
        key = self.request.headers.get(KEY_HEADER)
        if key is None:
            return Response(effect(), status=status)
        if not _KEY.fullmatch(key):
            fault = "must be 1 to 80 visible ASCII characters"
            raise ProblemError(
                "invalid", f"{KEY_HEADER}: {fault}", errors=(FieldError(f"header {KEY_HEADER}", fault),)
            )
        try:
            answer = answer_once(
                user=self.person,
                key=key,
                request_hash=self._request_hash(),
                effect=lambda: Answer(status, _plain(effect())),
            )
        except Refusal as refusal:
            raise _about_the_key(refusal) from refusal
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else {}
        return Response(answer.document, status=answer.status, headers=headers)

    def _request_hash(self) -> str:
        body = json.dumps(self.request.data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(f"{self.request.method} {self.request.path}\n{body}".encode()).hexdigest()


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

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let nobody in."""
        super().initial(request, *args, **kwargs)
        raise not_found() if request.path.endswith("/") else no_slash()


def _plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as it will be read again."""
    plain = json.loads(JSONRenderer().render(document))
    assert isinstance(plain, dict)
    return plain


def _about_the_key(refusal: Refusal) -> Exception:
    kinds = {IN_FLIGHT: "in-flight", REUSED: "key-reused"}
    kind = kinds.get(refusal.code)
    return refusal if kind is None else ProblemError(kind, refusal.message)
