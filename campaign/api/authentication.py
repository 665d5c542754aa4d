"""Who asks, and how much a program may do in that person's name.

Today a program uses the person's own session, which may do everything that the person may. Tokens come with
scopes of their own: an authentication class that answers ``request.auth`` with a ``scopes`` attribute is all
that they need here.
"""

from __future__ import annotations

from enum import StrEnum

from redis.exceptions import RedisError
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle
from rest_framework.views import APIView


class Scope(StrEnum):
    """What a token lets a program do; each endpoint's method names the one it needs."""

    READ = "read"
    PLAN = "plan"
    RESULT = "result"
    FACILITATE = "facilitate"


class SessionLogin(SessionAuthentication):
    """The session of the pages, with its CSRF token (header ``X-CSRFToken``) for all that writes."""

    def authenticate_header(self, request: Request) -> str:
        """The challenge that makes an anonymous request a 401 and not a 403."""
        return 'Session realm="api"'


class HasScope(IsAuthenticated):
    """Whoever is logged in, with the scope that the endpoint asks for if a token has logged them in."""

    message = "The token does not carry the scope that this needs."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on."""
        if not super().has_permission(request, view):
            return False
        scopes = getattr(request.auth, "scopes", None)
        return scopes is None or scope_of(view, request.method or "") in scopes


def scope_of(view: APIView, method: str) -> Scope:
    """The scope that a method of an endpoint needs: reading by default, else what the endpoint says."""
    reading = method in ("GET", "HEAD", "OPTIONS")
    scope = getattr(view, "read_scope" if reading else "write_scope", Scope.READ)
    return Scope(scope)


class _Patient(SimpleRateThrottle):
    """Lets requests through while the store of the counts is down: a war must not wait for a cache."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError:
            return True


class VisitorThrottle(_Patient, AnonRateThrottle):
    """Requests of nobody in particular, counted by address."""


class PersonThrottle(_Patient, UserRateThrottle):
    """Requests of a person, counted by account."""
