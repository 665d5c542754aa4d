"""Where people are logged in, and for how long: listed, ended, and ended by themselves when nobody comes.

A session notes the last request some times a day only: a page that is looked at must not have to be written.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from campaign.base.dates import clock
from campaign.models import ApiToken, Device, Feed, Hook, Login, User, Webhook

IDLE = timedelta(days=30)
IDLE_OPERATOR = timedelta(hours=12)
"""After so long without a request a session ends."""
NOTED_EVERY = timedelta(hours=1)
NOTED_EVERY_OPERATOR = timedelta(minutes=5)
RECENT = timedelta(minutes=15)
"""What gives others a way in is done so soon after a log-in."""
_SEEN, _KEY, _BEGAN = "seen", "seen_as", "logged_in"
_BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("Linux", r"Linux|X11"),
)


def device_words(agent: str) -> str:
    """What a browser calls itself, in two names; empty if it says neither."""
    found = (
        next((name for name, sign in kinds if re.search(sign, agent)), "") for kinds in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, found))


def note(request: HttpRequest) -> None:
    """Note that the session is used, now and then; end that of who has come back too late."""
    user = request.user
    if not isinstance(user, User) or not user.is_authenticated:
        return
    operator = user.is_staff or user.is_superuser
    seen, now = request.session.get(_SEEN), time.time()
    if seen is not None and now - seen > (IDLE_OPERATOR if operator else IDLE).total_seconds():
        _run_out(request)
        return
    every = NOTED_EVERY_OPERATOR if operator else NOTED_EVERY
    same = request.session.get(_KEY) == request.session.session_key
    if seen is None or now - seen >= every.total_seconds() or not same:
        _store(request, user)


def _run_out(request: HttpRequest) -> None:
    """End the session. Nobody has logged out: what the browser keeps stays its person's, and push on."""
    Login.objects.filter(session_key=request.session.session_key).delete()
    request.session.flush()
    request.user = AnonymousUser()


def _store(request: HttpRequest, user: User) -> None:
    """Keep the moment in the session, whose end it moves, and in the row by which its person knows it."""
    session, now = request.session, clock.now()
    if session.session_key is None:
        session.create()
    key, before = str(session.session_key), session.get(_KEY)
    session[_SEEN], session[_KEY] = int(time.time()), key
    device = device_words(request.headers.get("User-Agent", ""))
    # A new password gives the session a new key.
    if not Login.objects.filter(session_key=before, user=user).update(
        session_key=key, seen_at=now, device=device
    ):
        Login.objects.update_or_create(
            session_key=key,
            defaults={"user": user, "device": device, "seen_at": now},
            create_defaults={"user": user, "device": device, "seen_at": now, "began_at": now},
        )


def logged_in_lately(request: HttpRequest) -> bool:
    """Whether the person has shown in the last quarter of an hour who it is, by a log-in or again."""
    shown = [float(one.get("at", 0)) for one in request.session.get("account_authentication_methods", ())]
    shown.append(float(request.session.get(_BEGAN, 0)))
    return time.time() - max(shown) < RECENT.total_seconds()


def logins_of(user: User) -> list[Login]:
    """Where the person is logged in, the last used first."""
    found = list(Login.objects.filter(user=user))
    live = set(
        Session.objects.filter(
            session_key__in=[one.session_key for one in found], expire_date__gt=clock.now()
        ).values_list("session_key", flat=True)
    )
    return [one for one in found if one.session_key in live]


def end_logins(user: User, *, ids: Collection[str] | None = None, but: str = "") -> int:
    """End the person's sessions, some by their public ids or all but the one with this key; how many."""
    rows = Login.objects.filter(user=user).exclude(session_key=but)
    if ids is not None:
        rows = rows.filter(public_id__in=ids)
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    Login.objects.filter(user=user, session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def end_access(user: User) -> None:
    """End what reads or acts in the person's name without a log-in, or is told what the person is told.

    Tokens are revoked; webhooks, the Discord address, push and the address of the calendar are forgotten.
    """
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=clock.now())
    for model in (Hook, Webhook, Device, Feed):
        model._default_manager.filter(user=user).delete()


@receiver(user_logged_in)
def _logged_in(sender: object, request: HttpRequest | None, user: User, **_more: object) -> None:
    if request is not None:
        request.session[_BEGAN] = int(time.time())
        _store(request, user)


@receiver(user_logged_out)
def _logged_out(sender: object, request: HttpRequest | None, **_more: object) -> None:
    if request is not None and request.session.session_key:
        Login.objects.filter(session_key=request.session.session_key).delete()
