"""Requests that count once: the answer is stored in the transaction that has the effect.

A program that heard nothing repeats its request with the same key, and gets the answer that it missed. What
was refused has had no effect and is not kept: it may be tried again under its key.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import IdempotencyKey, User

KEPT = timedelta(days=7)
"""How long an answer can be asked for again."""

IN_FLIGHT = "in_flight"
REUSED = "key_reused"

_here: set[tuple[int, str]] = set()
_here_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered: an HTTP status and a JSON document; ``repeated`` if it is an old one."""

    status: int
    document: Mapping[str, Json]
    repeated: bool = False


def answer_once(*, user: User, key: str, request_hash: str, effect: Callable[[], Answer]) -> Answer:
    """The answer to the request of this key: ``effect``'s, had once, or the one kept from its first time.

    ``request_hash`` tells requests apart. Raises ``Refusal``: ``in_flight`` while the first is being worked
    on, ``key_reused`` if the key belongs to another request; and whatever ``effect`` raises, with nothing
    stored.
    """
    with _alone_in_this_process(user.pk, key), transaction.atomic():
        _alone_among_processes(user.pk, key)
        kept = IdempotencyKey.objects.filter(user=user, key=key).first()
        if kept is not None and kept.created_at > clock.now() - KEPT:
            if kept.request_hash != request_hash:
                raise Refusal(_("This Idempotency-Key has been used for another request."), code=REUSED)
            return Answer(kept.status, kept.answer, repeated=True)
        answer = effect()
        IdempotencyKey.objects.filter(user=user, created_at__lte=clock.now() - KEPT).delete()
        IdempotencyKey.objects.create(
            user=user, key=key, request_hash=request_hash, status=answer.status, answer=answer.document
        )
        return answer


@contextmanager
def _alone_in_this_process(user: int, key: str) -> Iterator[None]:
    with _here_lock:
        if (user, key) in _here:
            raise _in_flight()
        _here.add((user, key))
    try:
        yield
    finally:
        with _here_lock:
            _here.discard((user, key))


def _alone_among_processes(user: int, key: str) -> None:
    """Take the key until the commit. On SQLite the transaction's own lock does: others wait, then read."""
    if connection.vendor != "postgresql":
        return
    number = int.from_bytes(hashlib.sha256(f"{user}/{key}".encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        (taken,) = cursor.fetchone()
    if not taken:
        raise _in_flight()


def _in_flight() -> Refusal:
    return Refusal(
        _("Another request with this Idempotency-Key is being worked on; repeat it in a moment."),
        code=IN_FLIGHT,
    )
