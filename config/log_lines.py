"""What lines of the log say, in either form: of a request its page, of an exception where it arose.

An address may be a secret of itself: a link of invitation, a feed, a key for a new password. So no line holds
one, of whatever status the answer was; and an exception's words may be an order, a row or an address.
"""

from __future__ import annotations

import logging
import traceback
from types import TracebackType

from django.http import HttpRequest

MOST_PLACES = 12
OF_REQUESTS = ("django.request", "django.security", "django.server")
"""The loggers that tell of requests."""


def said(record: logging.LogRecord) -> str:
    """The message of a record; of a request its status, its method and the name of its page."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) or record.name.startswith(OF_REQUESTS):
        match = getattr(request, "resolver_match", None)
        page = match.view_name if match is not None else "no page"
        return f"{getattr(record, 'status_code', '')} {getattr(request, 'method', '')} {page}".strip()
    return record.getMessage()


def kinds(error: BaseException) -> list[str]:
    """What kind of exception it is, and those of what caused it."""
    found: list[str] = []
    one: BaseException | None = error
    while one is not None and len(found) < MOST_PLACES:
        found.append(type(one).__name__)
        one = one.__cause__ or one.__context__
    return found


def places(trace: TracebackType | None) -> list[str]:
    """Where it came up."""
    frames = traceback.extract_tb(trace)[-MOST_PLACES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


class PlainLine(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {said}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line without what is said of an exception."""
        record.said = said(record)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it what kind of exception came up where."""
        record.asctime = self.formatTime(record)
        lines = [self.formatMessage(record)]
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            lines += [
                f"  {' from '.join(kinds(error))}",
                *(f"  {one}" for one in places(error.__traceback__)),
            ]
        return "\n".join(lines)
