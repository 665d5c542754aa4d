"""What is said to files of which too many come: the page as it was, to be sent again later."""

from __future__ import annotations

from django.forms import Form
from django.http import HttpResponse

from campaign.access.attempts import DAY
from campaign.access.uploads import TOO_MUCH
from campaign.base.pictures import BUSY
from campaign.base.refusal import Refusal

RETRY_AFTER = 60
"""Seconds."""


def unless_busy(page: HttpResponse, refusal: Refusal) -> HttpResponse:
    """The page of a refusal; if nothing is wrong with what was sent, it says when to send it again."""
    if refusal.code == BUSY:
        page.status_code = 503
        page["Retry-After"] = str(RETRY_AFTER)
    elif refusal.code == TOO_MUCH:
        page.status_code = 429
        page["Retry-After"] = str(DAY)
    return page


def unless_many(page: HttpResponse, form: Form, field: str) -> HttpResponse:
    """The same of a form whose field tells of the refusal."""
    if form.is_bound and form.has_error(field, TOO_MUCH):
        page.status_code = 429
        page["Retry-After"] = str(DAY)
    return page
