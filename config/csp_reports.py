"""What browsers tell of that the pages' policy has stopped: a line in the log for the operator.

A report names addresses, and those may hold somebody's ids or links: of a page only its kind is logged, of
what was stopped only the host.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from campaign.access import attempts
from campaign.access.attempts import Count
from campaign.access.visitors import asker_of

MOST_BYTES = 16 * 1024
MOST = 30
"""Requests with reports from one network in a quarter of an hour."""
MOST_AT_ONCE = 5
TYPES = ("application/csp-report", "application/reports+json", "application/json")
_DIRECTIVE = re.compile(r"[a-z-]{1,40}")
logger = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def reported(request: HttpRequest) -> HttpResponse:
    """Take a report in; the answer says nothing, whatever it was."""
    answer = HttpResponse(status=204)
    if request.content_type not in TYPES or int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
        return answer
    if attempts.take(Count("reports", asker_of(request), MOST)) is not None:
        return answer
    try:
        told = list(_reports(json.loads(request.body)))[:MOST_AT_ONCE]
    except (ValueError, RecursionError):
        return answer
    for directive, page, stopped in told:
        logger.warning("the policy stopped %s on %s: %s", directive, page, stopped)
    return answer


def _reports(document: object) -> Iterator[tuple[str, str, str]]:
    """Directive, kind of page and what was stopped, in either form that browsers use."""
    for one in document if isinstance(document, list) else [document]:
        if not isinstance(one, dict):
            continue
        body = one.get("body") if one.get("type") == "csp-violation" else one.get("csp-report")
        if isinstance(body, dict):
            directive = body.get("effectiveDirective") or body.get("effective-directive")
            directive = str(directive or body.get("violated-directive") or "").partition(" ")[0]
            if _DIRECTIVE.fullmatch(directive):
                page = str(body.get("documentURL") or body.get("document-uri") or "")
                yield (
                    directive,
                    _kind(page),
                    _host(str(body.get("blockedURL") or body.get("blocked-uri") or "")),
                )


def _kind(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name or "a page"
    except (Resolver404, ValueError):
        return "no page"


def _host(address: str) -> str:
    """The host of what was stopped, or the word that browsers have instead."""
    try:
        found = urlsplit(address).hostname or address
    except ValueError:
        found = ""
    return found if re.fullmatch(r"[\w.:-]{1,80}", found, re.ASCII) else "something"
