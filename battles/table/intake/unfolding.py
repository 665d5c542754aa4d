"""What of a large table's page is sent only when it is unfolded: the forms of its units.

A table of the usual size has them all in its page, which is kept for when there is no network.
"""

from __future__ import annotations

from collections.abc import Collection

from django.http import HttpRequest

from rules.tabletop.documents.plain import ReadPlain

MOST_AT_ONCE = 30
"""So many units have their forms in the page; of more each is fetched by itself."""
MOST_OPEN = 60
"""So many that a phone says are unfolded are sent with its page again."""
OPEN = "X-Open"
"""The header in which a phone says which units are unfolded on it."""
UNIT = "unit"


def unfolded(request: HttpRequest, view: ReadPlain) -> Collection[str]:
    """The ids of the units whose forms the page holds."""
    if len(view["units"]) <= MOST_AT_ONCE:
        return {unit["id"] for unit in view["units"]}
    told = request.headers.get(OPEN, "").split(" ")[:MOST_OPEN]
    return {*told, request.POST.get(UNIT, ""), asked_for(request)} - {""}


def asked_for(request: HttpRequest) -> str:
    """The unit that a page without scripts shows unfolded."""
    return request.GET.get(UNIT, "")
