"""Lines of the log as JSON, for programs that collect them: one object a line (Trust 5).

``request``, ``war`` and ``turn`` say what a line is about, ``cause`` what is wrong and ``remedy`` what to do.
Of an exception its kind and the places where it came up are written, never its words: they may hold an order
in words, a row of the database or an address. Of a request the name of its page is, for an address may be a
secret of itself.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

from django.http import HttpRequest

from campaign.base.log_context import facts
from campaign.base.remedies import Cause, remedy
from config.request_ids import named_in

MOST_PLACES = 12


class JsonLine(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
            **_facts(record),
        }
        cause = getattr(record, "cause", None)
        if isinstance(cause, Cause):
            line |= {"cause": cause.value, "remedy": remedy(cause)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _error(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """What the line is about; Django says what became of a request once that is over."""
    request = getattr(record, "request", None)
    known: dict[str, object] = {}
    if isinstance(request, HttpRequest):
        known = {"request": request.META.get("REQUEST_ID", ""), **named_in(request)}
    return {**known, **facts()}


def _message(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) or record.name.startswith("django.request"):
        match = getattr(request, "resolver_match", None)
        page = match.view_name if match is not None else "no page"
        return f"{getattr(record, 'status_code', '')} {getattr(request, 'method', '')} {page}".strip()
    return record.getMessage()


def _error(error: BaseException) -> dict[str, object]:
    """Its kind and those of what caused it, and where it came up."""
    kinds: list[str] = []
    one: BaseException | None = error
    while one is not None and len(kinds) < MOST_PLACES:
        kinds.append(type(one).__name__)
        one = one.__cause__ or one.__context__
    return {"error": kinds, "where": _places(error.__traceback__)}


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-MOST_PLACES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
