"""Lines of the log as JSON, for programs that collect them: one object a line (Trust 5).

``request``, ``war`` and ``turn`` say what a line is about, ``cause`` what is wrong and ``remedy`` what to do.
What is written of requests and exceptions: see ``log_lines``.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from django.http import HttpRequest

from campaign.base.log_context import facts
from campaign.base.remedies import Cause, remedy
from config.log_lines import kinds, places, said
from config.request_ids import named_in


class JsonLine(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": said(record),
            **_facts(record),
        }
        cause = getattr(record, "cause", None)
        if isinstance(cause, Cause):
            line |= {"cause": cause.value, "remedy": remedy(cause)}
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line |= {"error": kinds(error), "where": places(error.__traceback__)}
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """What the line is about; Django says what became of a request once that is over."""
    request = getattr(record, "request", None)
    known: dict[str, object] = {}
    if isinstance(request, HttpRequest):
        known = {"request": request.META.get("REQUEST_ID", ""), **named_in(request)}
    return {**known, **facts()}
