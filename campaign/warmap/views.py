"""The war map: a player's page of a campaign, its turns gone by, and what is public for others."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
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

from campaign.access.membership import has_ended
from campaign.access.page_frame import Frame, frame_of
from campaign.access.public_page import public_page
from campaign.base.drawing import windows
from campaign.base.words.map_words import page_words
from campaign.base.words.report_words import rules_address
from campaign.founding.drafts import builds
from campaign.models import PlayerTurn, Seat, User
from campaign.people.texts.selectors import texts_of
from campaign.warmap.page_data import page_document
from campaign.warmap.selectors import WarMapPage, latest_part, map_text, own_seat, stamp_of, war_map
from campaign.web.reader import Reader, for_readers
from campaign.web.viewer import Viewer, backdrop_address, viewer_of

MODULES = tuple(
    f"js/{name}.js"
    for name in (
        *(f"web/map/{part}" for part in ("map", "geometry", "layers", "terrain", "territory", "fog")),
        *(f"web/map/{part}" for part in ("palette", "pieces", "view", "cursor", "windows")),
        "declared",
        "web/dom",
        *(f"warmap/plan/{part}" for part in ("list", "orders", "padcells", "panels", "preview", "saving")),
        *(f"warmap/plan/{part}" for part in ("news", "sheet", "timeline")),
        "web/live",
    )
)
"""The scripts of the page, fetched at once instead of one after the other."""

DUE = "<!-- due -->"
"""Where in the board the page puts what is due by when: that counts down, and the board is kept."""

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
def _words(language: str) -> str:
    """The words of the page's script, once for each language."""
    return dumped(page_words())


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
def show(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """The war map of a player; a facilitator is led to the desk, anybody else sees what is public."""
    user = request.user
    part = latest_part(user, campaign_id) if isinstance(user, User) else None
    if part is not None:
        frame = frame_of(part.seat.campaign, part.turn, part.seat)
        return _map_page(request, frame, _kept_board(part))
    return _without_map(request, campaign_id)


@for_readers
def _without_map(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The page of whoever has no map of his own just now; a visitor is led to what is open to all."""
    viewer, campaign_id = reader.viewer, reader.campaign.public_id
    if viewer is None:
        return redirect("war_end" if has_ended(reader.campaign) else "campaign_about", campaign_id)
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
        "board": board.partition(DUE)[::2],
        "preloads": _preloads(),
    }
    return render(request, "warmap/warmap.html", context)


def _kept_board(part: PlayerTurn) -> str:
    """The map with its sheet, made anew when something in it has changed, else as it was made last.

    The key holds the seat and everything that the board is made from, so no seat is ever shown another's.
    """
    zone = get_current_timezone_name()
    key = f"board:{part.seat_id}:{stamp_of(part)}:{get_language()}:{zone}"
    board: str | None = cache.get(key)
    if board is None:
        page = war_map(part.seat)
        assert page is not None, "a seat with a turn has a map"
        board = _board(page)
        cache.set(key, board, KEPT)
    return board


def _board(page: WarMapPage) -> str:
    context = {
        "page": page,
        "frame": page.frame,
        "backdrop": backdrop_address(page.seat.campaign, page.backdrop),
        "map_label": _("War map of %(campaign)s") % {"campaign": page.frame.name},
        "map_data": in_script(_map_text(page.seat, page.published, page.map_text)),
        "page_data": dumped(page_document(page, _urls(page))),
        "page_words": _words(get_language() or ""),
    }
    return render_to_string("warmap/_board.html", context)


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

    A large map comes in parts; ``?tiles=0,1;2,1`` asks for more of them.
    """
    seat = player_viewer(request, campaign_id).player
    text = map_text(seat, number)
    if text is None:
        raise Http404
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
    """A picture of one pixel a sector of the map of a turn, as the player knew it then."""
    seat = player_viewer(request, campaign_id).player
    text = map_text(seat, number)
    if text is None:
        raise Http404
    night = "night" in request.GET
    key = f"overview:{sha256(text.encode()).hexdigest()}:{night}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = windows.picture(json.loads(text), night=night)
        cache.set(key, drawn, KEPT)
    return HttpResponse(drawn, content_type="image/png")
