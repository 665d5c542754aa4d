"""Who asks, and how much a program may do in that person's name.

A token does what its scopes say; the session of the pages may do everything that the person may.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from redis.exceptions import RedisError
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from campaign.access.api_tokens import use_token
from campaign.access.suspensions import suspension_of
from campaign.access.visitors import asker_of
from campaign.models import ApiToken, Scope, User
from campaign.web.api.problems import ProblemError

READING = ("GET", "HEAD", "OPTIONS")
NO_TOKEN: Final = None
"""In place of a scope: what only people do, never a token (credentials, and the end of the account)."""


class TokenLogin(BaseAuthentication):
    """A program's token: ``Authorization: Bearer bgc_...``."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The person and the token; None without the header. Raises ``AuthenticationFailed``."""
        kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = use_token(secret.strip())
        if token is None:
            raise AuthenticationFailed(
                _("This token is unknown, revoked or at its end; new ones are made on your account's page."),
                code="token",
            )
        if suspension_of(token.user) is not None:
            detail = _("This account is suspended by the operators of the site; its first page says why.")
            raise ProblemError("forbidden", detail, code="suspended")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The challenge that makes an anonymous request a 401 and not a 403."""
        return 'Bearer realm="api"'


class SessionLogin(SessionAuthentication):
    """The session of the pages, with its CSRF token (header ``X-CSRFToken``) for all that writes."""

    def authenticate_header(self, request: Request) -> str:
        """The challenge that makes an anonymous request a 401 and not a 403."""
        return 'Session realm="api"'


class HasScope(IsAuthenticated):
    """Whoever is logged in, with the scope that the endpoint asks for if a token has logged them in."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on."""
        if not super().has_permission(request, view):
            return False
        if not isinstance(request.auth, ApiToken):
            return True
        needed = scope_of(view, request.method or "")
        if needed is NO_TOKEN:
            raise PermissionDenied(_("A token never does this; log in on the page."))
        # Named campaigns hide all others, and what belongs to none: what it tells, it tells of all.
        if request.auth.campaigns and view.kwargs.get("campaign_id") not in request.auth.campaigns:
            raise NotFound
        need_scope(request, needed)
        return True


def carries(request: Request, scope: Scope) -> bool:
    """Whether a request may do what a scope lets do: a session of the pages may do everything."""
    return not isinstance(request.auth, ApiToken) or scope in request.auth.scopes


def need_scope(request: Request, scope: Scope) -> None:
    """Refuse a token that does not carry a scope. Raises ``PermissionDenied``."""
    if not carries(request, scope):
        raise PermissionDenied(
            _("The token does not carry the scope that this needs: %(scope)s.") % {"scope": scope.value}
        )


def scope_of(view: APIView | type[APIView], method: str) -> Scope | None:
    """The scope that a method of an endpoint needs, as the endpoint names it; ``NO_TOKEN``: none does."""
    scope: Scope | None = getattr(view, "read_scope" if method in READING else "write_scope")
    return scope


def check_scopes(view: type[APIView]) -> None:
    """See that an endpoint names a scope for what it answers: nothing is open by having been forgotten.

    Raises ``TypeError``, so that a module with such an endpoint does not load.
    """
    if HasScope not in view.permission_classes:
        return
    for method in view.http_method_names:
        name = "read_scope" if method.upper() in READING else "write_scope"
        if method != "head" and hasattr(view, method) and not hasattr(view, name):
            raise TypeError(f"{view.__module__}.{view.__name__} names no {name} for {method.upper()}")


class _Patient(SimpleRateThrottle):
    """Lets requests through while the store of the counts is down: a war must not wait for a cache."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError:
            return True


class VisitorThrottle(_Patient, AnonRateThrottle):
    """Requests of nobody in particular, counted by network."""

    def get_ident(self, request: Request) -> str:
        """The network: whoever has one IPv6 address has billions."""
        return asker_of(request._request)


class PersonThrottle(_Patient, UserRateThrottle):
    """Requests of a person, counted by account."""
