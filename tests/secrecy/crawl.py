"""Everything a person is answered: each address, each mail, each line of the log, and the work behind."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.core import mail
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.http import StreamingHttpResponse
from django.test import Client

CHANGING_HEADERS = ("Date", "Set-Cookie")
_TOKEN = "t" * 32
_SAVEPOINT = re.compile(r"s\d+_x\d+")
"""The name of a savepoint: the thread's number, and how many there have been in it."""


@dataclass(frozen=True, slots=True)
class Address:
    """One request: where, how, and with what. ``mine`` says that the viewer has a right to an answer."""

    route: str
    path: str
    method: str = "GET"
    data: str | None = None
    content_type: str = "application/json"
    accept: str = "text/html"
    mine: bool = True

    @property
    def name(self) -> str:
        """The address in the message of a failing test."""
        return f"{self.method} {self.path}" + (f" {self.data}" if self.data else "")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and the statements (with the number of rows each gave) that it took."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    statements: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it as text."""
        return "\n".join([*(f"{name}: {value}" for name, value in self.headers), self.body])


@dataclass
class Work:
    """The statements that ran, each with the rows that were fetched of it."""

    statements: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    def begin(self) -> None:
        """Forget what ran before."""
        self.statements.clear()
        self.rows.clear()

    def lines(self) -> tuple[str, ...]:
        """One line a statement."""
        return tuple(f"{sql} -> {rows}" for sql, rows in zip(self.statements, self.rows, strict=True))


@contextmanager
def work_watched() -> Iterator[Work]:
    """Note each statement without its values, and how many rows were fetched of it."""
    work = Work()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        work.statements.append(_SAVEPOINT.sub("savepoint", sql))
        work.rows.append(0)
        return execute(sql, params, many, context)

    def counted(name: str) -> Any:
        def fetch(self: CursorWrapper, *arguments: Any) -> Any:
            got = getattr(self.cursor, name)(*arguments)
            if work.rows and got is not None:
                work.rows[-1] += 1 if name == "fetchone" else len(got)
            return got

        return fetch

    with ExitStack() as stack:
        for name in ("fetchone", "fetchmany", "fetchall"):
            stack.enter_context(patch.object(CursorWrapper, name, counted(name), create=True))
        stack.enter_context(connection.execute_wrapper(note))
        yield work


@contextmanager
def tokens_fixed() -> Iterator[None]:
    """Tokens and secrets of second factors are random and would hide every other difference;
    throttles would stop who asks so much.
    """
    with (
        patch("django.middleware.csrf._get_new_csrf_string", lambda: _TOKEN),
        patch("campaign.press.messages.forms.random_id", lambda: "one-message"),
        patch("allauth.mfa.totp.internal.auth.generate_totp_secret", lambda: "T" * 32),
        patch("allauth.mfa.webauthn.internal.auth.begin_registration", lambda *arguments: {}),
        patch("campaign.home.views.new_key", lambda: "one-key"),
        patch("campaign.lessons.views.new_key", lambda: "one-key"),
        patch("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *arguments: True),
    ):
        yield


class Log(logging.Handler):
    """Everything that is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.lines.append(self.format(record))

    @contextmanager
    def open(self) -> Iterator[Log]:
        """Listen at the root and at those that tell nobody above them."""
        loggers = [logging.getLogger(), logging.getLogger("django")]
        for logger in loggers:
            logger.addHandler(self)
        try:
            yield self
        finally:
            for logger in loggers:
                logger.removeHandler(self)


def _ask(client: Client, address: Address, work: Work) -> Answer:
    """Send one request and read the whole answer."""
    work.begin()
    response = client.generic(
        address.method,
        address.path,
        address.data or "",
        content_type=address.content_type,
        headers={"accept": address.accept},
    )
    body = _body(response)
    headers = tuple((name, value) for name, value in sorted(response.items()) if name not in CHANGING_HEADERS)
    cookies = tuple(("Set-Cookie", name) for name in sorted(response.cookies))
    return Answer(response.status_code, headers + cookies, body, work.lines())


def _body(response: Any) -> str:
    if isinstance(response, StreamingHttpResponse):
        return "(a stream)" if response.is_async else response.getvalue().decode(errors="replace")
    return str(response.content.decode(errors="replace"))


def ask_all(client: Client, addresses: Iterable[Address]) -> dict[Address, Answer]:
    """Ask for everything in turn."""
    with tokens_fixed(), work_watched() as work:
        return {address: _ask(client, address, work) for address in addresses}


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as its reader gets it, without what is random in it."""

    to: str
    text: str


def letters() -> list[Letter]:
    """The mails sent since the last time, in the order in which they were sent."""
    sent = [Letter(message.to[0], _letter(message)) for message in mail.outbox]
    mail.outbox.clear()
    return sent


def _letter(message: Any) -> str:
    """Headers and all parts; Message-ID, date and boundaries are random."""
    raw = message.message()
    kept = [
        f"{name}: {value}"
        for name, value in raw.items()
        if name not in ("Message-ID", "Date", "Content-Type")
    ]
    parts = [f"{part.get_content_type()}\n{_said(part)}" for part in raw.walk() if not part.is_multipart()]
    return "\n".join([*kept, *parts])


def _said(part: Any) -> str:
    """A part of a mail: its text, or a picture's bytes."""
    data: bytes = part.get_payload(decode=True)
    return data.hex() if part.get_content_maintype() == "image" else data.decode()


def differences(left: Mapping[Address, Answer], right: Mapping[Address, Answer]) -> list[str]:
    """Where two worlds answer the same person differently."""
    found = [f"{address.name}: asked in one world only" for address in left.keys() ^ right.keys()]
    for address in left.keys() & right.keys():
        one, other = left[address], right[address]
        if one.status != other.status:
            found.append(f"{address.name}: status {one.status} and {other.status}")
        elif one.body != other.body:
            found.append(f"{address.name}: {_first_difference(one.body, other.body)}")
        elif one.text != other.text:
            found.append(f"{address.name}: {_first_difference(one.text, other.text)}")
        elif one.statements != other.statements:
            found.append(f"{address.name}: the work: {_first_line(one.statements, other.statements)}")
    return sorted(found)


def _first_difference(one: str, other: str) -> str:
    place = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, place - 60)
    return f"{one[start : place + 60]!r} and {other[start : place + 60]!r}"


def _first_line(one: tuple[str, ...], other: tuple[str, ...]) -> str:
    for a, b in zip(one, other, strict=False):
        if a != b:
            return f"{a[-300:]!r} and {b[-300:]!r}"
    return f"{len(one)} and {len(other)} statements"


def as_json(value: object) -> str:
    """A request's body."""
    return json.dumps(value, sort_keys=True)


def form(**fields: str) -> str:
    """A form's body."""
    return "&".join(f"{name}={re.sub(r'[^A-Za-z0-9_.-]', '+', value)}" for name, value in fields.items())
