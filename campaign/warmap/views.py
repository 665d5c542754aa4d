"""The war map: a player's page of a campaign, its turns gone by, and what is public for others."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.cache import cache, caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.access.page_frame import Frame, frame_of
from campaign.access.public_page import public_page
from campaign.base.documents import Map
from campaign.base.drawing import windows
from campaign.base.sandbox.drawn_once import PICTURES
from campaign.base.strip import Strip, strip_of
from campaign.base.words.map_words import page_words
from campaign.base.words.report_words import rules_address
from campaign.founding.drafts import builds
from campaign.models import CampaignKind, Phase, PlayerTurn, Seat, User
from campaign.people.texts.selectors import texts_of
from campaign.warmap.change_words import News, news_of
from campaign.warmap.page_data import page_document
from campaign.warmap.selectors import (
    WarMapPage,
    board_key,
    latest_part,
    map_text,
    own_seat,
    war_map,
)
from campaign.web.film_player import own_films
from campaign.web.reader import Reader, for_readers
from campaign.web.viewer import Viewer, backdrop_address, viewer_of

MODULES = tuple(
    f"js/{name}.js"
    for name in (
        *(f"web/map/{part}" for part in ("map", "geometry", "layers", "terrain", "territory", "fog")),
        *(f"web/map/{part}" for part in ("palette", "pieces", "view", "cursor", "windows", "drawer")),
        *(f"web/map/{part}" for part in ("look", "crowd", "faces", "lettering", "room", "standing")),
        *(f"web/map/{part}" for part in ("shields", "signs")),
        "declared",
        "web/dom",
        *(f"warmap/plan/{part}" for part in ("list", "orders", "padcells", "panels", "preview", "saving")),
        *(f"warmap/plan/{part}" for part in ("news", "sheet", "timeline")),
        *(f"warmap/news/{part}" for part in ("changed", "newslayer")),
        "web/live",
        "web/films",
    )
)
"""The scripts of the page, fetched at once instead of one after the other."""

DUE = "<!-- due -->"
"""Where in the board the page puts what is due by when: that counts down, and the board is kept."""

HINT = "<!-- hint -->"
"""Where in the board the page puts a hint, if there is one: it knows who reads, and the board is kept."""

KEPT = 600
"""Seconds for which a board is kept."""

_IN_SCRIPT = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def in_script(text: str) -> str:
    """JSON text that can stand in a script element of a page."""
    return text.translate(_IN_SCRIPT)


def dumped(document: object) -> str:
    """A document as JSON text that can stand in a script element of a page."""
    return in_script(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


@lru_cache(maxsize=32)
def _words(language: str, again: bool) -> str:
    """The words of the page's script, once for each language and for either way of submitting."""
    return dumped(page_words(again=again))


def player_viewer(request: HttpRequest, campaign_id: str) -> Viewer:
    """The viewer of a player's page: one query for who holds a seat, more for a deputy or a facilitator."""
    user = request.user
    assert isinstance(user, User)
    seat = own_seat(user, campaign_id)
    if seat is not None:
        return Viewer(user, seat.campaign, seat, facilitator=False)
    return viewer_of(request, campaign_id)


def page_of(request: HttpRequest, campaign_id: str) -> WarMapPage:
    """The war map of the seat that is looked at, or as. Raises ``Http404``."""
    viewer = player_viewer(request, campaign_id)
    page = war_map(viewer.player, watching=viewer.watching)
    if page is None:
        raise Http404
    return page


@require_GET
def show(
    request: HttpRequest, campaign_id: str, for_visitors: Callable[[HttpRequest, Reader], HttpResponse]
) -> HttpResponseBase:
    """The war map of a player; a facilitator is led to the desk, anybody else sees what is public.

    ``for_visitors`` makes the page of whoever has no part in the war, which is open to all.
    """
    user = request.user
    part = latest_part(user, campaign_id) if isinstance(user, User) else None
    if part is not None:
        frame = frame_of(part.seat.campaign, part.turn, part.seat)
        return _map_page(request, frame, _kept_board(part))
    return _without_map(request, campaign_id, for_visitors)


@for_readers
def _without_map(
    request: HttpRequest, reader: Reader, for_visitors: Callable[[HttpRequest, Reader], HttpResponse]
) -> HttpResponse:
    """The page of whoever has no map of his own just now."""
    viewer, campaign_id = reader.viewer, reader.campaign.public_id
    if viewer is None:
        return for_visitors(request, reader)
    if viewer.seat is None and builds(viewer.user, viewer.campaign):
        return redirect("build", campaign_id)
    if viewer.seat is None and viewer.facilitator:
        return redirect("desk", campaign_id)
    page = war_map(viewer.seat, watching=viewer.watching) if viewer.seat is not None else None
    if page is None:
        facts = public_page(viewer.campaign, viewer.seat, facilitator=viewer.facilitator)
        shown = {"viewer": viewer, "page": facts, "frame": facts.frame, "here": "map"}
        shown["texts"] = texts_of(viewer.campaign)
        return render(request, "home/public.html", shown)
    return _map_page(request, page.frame, _board(page))


def _map_page(request: HttpRequest, frame: Frame, board: str) -> HttpResponse:
    context = {
        "frame": frame,
        "here": "map",
        "board": [part for piece in board.split(HINT) for part in piece.split(DUE)],
        "preloads": _preloads(),
    }
    return render(request, "warmap/warmap.html", context)


def _kept_board(part: PlayerTurn) -> str:
    """The map with its sheet, made anew when something in it has changed, else as it was made last.

    The key holds the seat and everything that the board is made from, so no seat is ever shown another's.
    """
    key = board_key(part, get_language(), get_current_timezone_name())
    board: str | None = cache.get(key)
    if board is None:
        page = war_map(part.seat)
        assert page is not None, "a seat with a turn has a map"
        board = _board(page)
        cache.set(key, board, KEPT)
    return board


def _board(page: WarMapPage) -> str:
    news, strip = news_and_strip(page)
    shown = {"changes": news.document, "aims": strip.document}
    context = {
        "page": page,
        "news": news,
        "strip": strip,
        "frame": page.frame,
        "backdrop": backdrop_address(page.seat.campaign, page.backdrop),
        "map_label": _("War map of %(campaign)s") % {"campaign": page.frame.name},
        "map_data": in_script(_map_text(page.seat, page.published, page.map_text)),
        "page_data": dumped(page_document(page, _urls(page)) | shown),
        "page_words": _words(get_language() or "", page.variables.plan_revision),
        "film": own_films(page.seat, page.published, _announced(page), opens=_opens_film(page)),
    }
    return render_to_string("warmap/_board.html", context)


def _opens_film(page: WarMapPage) -> bool:
    """Whether a new turn is played by itself: a lesson points at other things first."""
    return not page.watching and page.frame.kind != CampaignKind.LESSON


def news_and_strip(page: WarMapPage) -> tuple[News, Strip]:
    """What the last published turn has changed on the seat's map, and how its aims stand by it."""
    known: Map = json.loads(page.map_text)
    before: Map | None = json.loads(page.before_text) if page.before_text else None
    return news_of(before, known), strip_of(known)


def _announced(page: WarMapPage) -> int | None:
    """The turn whose marches are done and whose battles run."""
    return page.number if page.phase in (Phase.BATTLES, Phase.AFTERMATH_REVIEW) else None


def _map_text(seat: Seat, number: int, text: str) -> str:
    """The map of a turn as the page gets it: as it was stored, a large one in parts."""
    if not windows.is_large(seat.campaign.map_rows):
        return text
    where = [seat.campaign.public_id, number]
    more = {"more": reverse("turn_map", args=where), "overview": reverse("turn_overview", args=where)}
    return json.dumps(windows.in_parts(json.loads(text)) | more, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=1)
def _preloads() -> SafeString:
    """The links that fetch the page's scripts at once."""
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(name),) for name in MODULES)
    )


def _urls(page: WarMapPage) -> dict[str, str]:
    campaign_id = page.frame.campaign_id
    return {
        "save": reverse("plan_save", args=[campaign_id]),
        "submit": reverse("plan_submit", args=[campaign_id]),
        "turn": reverse("turn_map", args=[campaign_id, 0]).replace("/0/", "/{n}/"),
        "battle": reverse("battle", args=[campaign_id, "-id-"]).replace("-id-", "{id}"),
        "rules": rules_address(),
    }


@login_required
@require_GET
def turn_map(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """The map of a turn gone by, as the player knew it then: the JSON as it was stored.

    A large map comes in parts; ``?tiles=0,1;2,1`` asks for more of them. ``?aims`` asks how the seat's aims
    stood by it, as a part of a page.
    """
    seat = player_viewer(request, campaign_id).player
    text = map_text(seat, number)
    if text is None:
        raise Http404
    if "aims" in request.GET:
        shown = {"strip": strip_of(json.loads(text)), "frame": {"campaign_id": campaign_id}}
        return render(request, "warmap/_aims.html", shown)
    if "tiles" not in request.GET:
        return HttpResponse(_map_text(seat, number, text), content_type="application/json")
    try:
        wanted = windows.read_tiles(request.GET["tiles"])
    except ValueError:
        message = _("Tiles are named as column and row: 0,1;2,1")
        return JsonResponse({"detail": message}, status=HTTPStatus.BAD_REQUEST)
    return JsonResponse({"tiles": windows.tiles_of(json.loads(text), wanted)})


@login_required
@require_GET
def turn_overview(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """A picture of the map of a turn, as the player knew it then: ``px`` says how many pixels a sector."""
    seat = player_viewer(request, campaign_id).player
    text = map_text(seat, number)
    if text is None:
        raise Http404
    night, asked = "night" in request.GET, request.GET.get("px", "1")
    if asked not in map(str, range(1, windows.MOST_PIXELS + 1)):
        raise Http404
    key = f"overview:{sha256(text.encode()).hexdigest()}:{night}:{asked}"
    kept = caches[PICTURES]
    drawn: bytes | None = kept.get(key)
    if drawn is None:
        drawn = windows.picture(json.loads(text), night=night, pixels=int(asked))
        kept.set(key, drawn, KEPT)
    return HttpResponse(drawn, content_type="image/png")
