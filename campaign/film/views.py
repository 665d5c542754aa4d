"""Films as pages ask for them: JSON, turn by turn, through one's own eyes or those that are open."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import conditional_page, require_GET

from campaign.film import selectors
from campaign.film.documents import PUBLIC
from campaign.film.selectors import Onlooker
from campaign.web.reader import Reader, for_readers

_EYES = re.compile(r"[0-9]{1,3}")
_ENDED = {"Cache-Control": "private, max-age=3600"}


@require_GET
@for_readers
@conditional_page
def turn_film(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """The film of a turn."""
    who = _onlooker(reader)
    return _answer(reader, who, selectors.film(who, number, _eyes(request)))


@require_GET
@for_readers
@conditional_page
def film_map(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """The map that a film goes on from, through the same eyes."""
    who = _onlooker(reader)
    return _answer(reader, who, selectors.map_seen(who, number, _eyes(request)))


@require_GET
@for_readers
@conditional_page
def films(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Which films there are."""
    who = _onlooker(reader)
    return _answer(reader, who, selectors.films_of(who))


def _onlooker(reader: Reader) -> Onlooker:
    viewer = reader.viewer
    return selectors.onlooker(reader.campaign, viewer.user if viewer is not None else None, reader.seat)


def _eyes(request: HttpRequest) -> int | None:
    """The eyes that are asked for; None for one's own. Raises ``Http404``."""
    asked = request.GET.get("as")
    if asked is None:
        return None
    if asked == "public":
        return PUBLIC
    if not _EYES.fullmatch(asked):
        raise Http404
    return int(asked)


def _answer(reader: Reader, who: Onlooker, document: object) -> HttpResponse:
    """A document as it is; what may not be seen is not there. After the end nothing of it changes for
    members; to visitors it may be closed.
    """
    if document is None:
        raise Http404
    kept = _ENDED if who.ended and reader.viewer is not None else {}
    return JsonResponse(document, headers=kept, json_dumps_params=_SMALL)


_SMALL = {"separators": (",", ":"), "ensure_ascii": False}
