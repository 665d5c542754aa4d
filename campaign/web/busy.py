"""What is said while too many pictures are being read at once: the page as it was, to be sent again."""

from __future__ import annotations

from django.http import HttpResponse

from campaign.base.pictures import BUSY
from campaign.base.refusal import Refusal

RETRY_AFTER = 60
"""Seconds."""


def unless_busy(page: HttpResponse, refusal: Refusal) -> HttpResponse:
    """The page of a refusal; if nothing is wrong with what was sent, it says when to send it again."""
    if refusal.code == BUSY:
        page.status_code = 503
        page["Retry-After"] = str(RETRY_AFTER)
    return page
