"""Long lists in pages, as people turn them: ``?page=2``."""

from __future__ import annotations

from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from campaign.web.bounded_fields import whole

Row = TypeVar("Row", bound=Model)

A_PAGE = 20


def paged(request: HttpRequest, rows: QuerySet[Any, Row]) -> Page[Row]:
    """The page that is asked for; what is none is the first, what is beyond the last one that."""
    return Paginator(rows, A_PAGE).get_page(whole(request.GET.get("page", "1")) or 1)
