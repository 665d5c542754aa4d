"""The page where one asks for posters and films, and the files themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_GET, require_http_methods

from campaign.base.refusal import Refusal
from campaign.base.sandbox.children import ChildFailedError, NoTurnError
from campaign.film.making.forms import FilmForm, PosterForm
from campaign.film.making.selectors import LIGHTS, POSTERS, TYPES, Eyes, film_file, films_asked, open_eyes
from campaign.film.making.services import A_DAY, ask_film
from campaign.film.making.stills import still
from campaign.film.selectors import onlooker
from campaign.models import User
from campaign.web.made_files import attached
from campaign.web.reader import Reader, for_readers, reader_of

_NUMBER = re.compile(r"[0-9]{1,6}")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def making(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Posters and films: to be asked for, and how far they are. 404 for whoever may have none."""
    reader, user = _reader(request, campaign_id)
    eyes = open_eyes(user, reader.campaign)
    if not eyes:
        raise Http404
    turn, seen = _known(request.GET, "turn", "as", eyes)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if act:
        _known(request.POST, "turn", "eyes", eyes)
        _known(request.POST, "first", "eyes", eyes)
        _known(request.POST, "last", "eyes", eyes)
    poster = PosterForm(request.POST if act == "poster" else None, eyes, turn=turn, seen=seen)
    film = FilmForm(request.POST if act == "film" else None, eyes, turn=turn, seen=seen)
    refused, status = "", 200
    form = {"poster": poster, "film": film}.get(act)
    if form is not None:
        status = 400
        if form.is_valid():
            try:
                ask_film(campaign=reader.campaign, by=user, wish=form.wish())
                return redirect("film_making", campaign_id)
            except Refusal as refusal:
                if refusal.code == "not_yours":
                    raise Http404 from None
                status = 409 if refusal.code in ("throttled", "turns") else 400
                form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
    elif request.method == "POST":
        raise Http404
    files = films_asked(user, reader.campaign)
    context = {
        **reader.head("film"),
        "poster": poster,
        "film": film,
        "files": files,
        "running": any(one.open for one in files),
        "names": {one.number: one.army for one in eyes},
        "refused": refused,
        "most": A_DAY,
        "film_first": act == "film" or (not act and turn is None),
    }
    return render(request, "film/making/films.html", context, status=status)


@never_cache
@login_required
@require_GET
def film_download(request: HttpRequest, campaign_id: str, file_id: str) -> HttpResponse:
    """A file that was made; 404 if there is none, or none that the viewer may have now."""
    reader, user = _reader(request, campaign_id)
    found = film_file(user, reader.campaign, file_id)
    if found is None:
        raise Http404
    row, data = found
    return attached(data, row.name, TYPES[row.format])


@require_GET
@for_readers
@conditional_page
def film_still(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """A turn's map as a picture once the war has ended: through whose eyes, light and size are asked for."""
    user = reader.viewer.user if reader.viewer is not None else None
    eyes, light = _number(request.GET.get("as")), request.GET.get("light", LIGHTS[0])
    size = request.GET.get("size", POSTERS[0])
    if light not in LIGHTS or size not in POSTERS:
        raise Http404
    try:
        drawn = still(onlooker(reader.campaign, user, reader.seat), number, eyes, light=light, size=size)
    except (NoTurnError, ChildFailedError):
        text = _("Other pictures are being drawn just now: try again in a minute.")
        return HttpResponse(text, "text/plain", HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "60"})
    if drawn is None:
        raise Http404
    kept = {} if reader.viewer is None else {"Cache-Control": "private, max-age=3600"}
    return HttpResponse(drawn, "image/png", headers=kept)


def _reader(request: HttpRequest, campaign_id: str) -> tuple[Reader, User]:
    """Who asks. Raises ``Http404`` for whom there is nothing to read, and who looks through others' eyes."""
    reader, user = reader_of(request, campaign_id), request.user
    if reader is None or not isinstance(user, User):
        raise Http404
    return reader, user


def _known(
    asked: Mapping[str, str], turn_name: str, eyes_name: str, eyes: Sequence[Eyes]
) -> tuple[int | None, int | None]:
    """The turn and the eyes that are named, if they are. Raises ``Http404`` for such as there are not."""
    seen = _number(asked.get(eyes_name))
    turn = _number(asked.get(turn_name))
    open_to = [one for one in eyes if seen in (None, one.number)]
    if not open_to or (turn is not None and not any(turn in one.turns for one in open_to)):
        raise Http404
    return turn, seen


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not _NUMBER.fullmatch(text):
        raise Http404
    return int(text)
