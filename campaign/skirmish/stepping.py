"""A guest who logs in to an account: meanwhile nobody is logged in, and the guest is remembered.

The steps of a log-in (a second factor, say) are for those who are not logged in. Who does not complete them
goes on as the guest.
"""

from __future__ import annotations

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from campaign.models import User

GUEST = "guest_meanwhile"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
STEPS = ("account_", "mfa_")
"""How the names of the addresses begin at which somebody logs in."""


def step_out(request: HttpRequest, guest: User) -> None:
    """Let nobody be logged in, and remember the guest in the session."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session[GUEST] = guest.pk
    request.user = AnonymousUser()


def guest_here(request: HttpRequest) -> User | None:
    """The guest whose browser this is, also while it logs in to an account."""
    user = request.user
    if isinstance(user, User):
        return user if user.guest else None
    if not _is_out(request):
        return None
    return User.objects.filter(pk=int(request.session[GUEST]), guest=True).first()


def step_back(request: HttpRequest) -> None:
    """Let the guest go on who has not completed the log-in."""
    guest = guest_here(request) if _is_out(request) else None
    if guest is not None:
        login(request, guest, BACKEND)
        del request.session[GUEST]
        request.session.save()
        User.objects.filter(pk=guest.pk).update(session_key=request.session.session_key or "")


def _is_out(request: HttpRequest) -> bool:
    return not request.user.is_authenticated and GUEST in request.session
