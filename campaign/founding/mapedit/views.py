"""Building the map: the editor, its forms for whoever has no script, the files, the picture under it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from campaign.base.maps.assumed_tiles import assumed_words
from campaign.base.maps.formats import Format, write
from campaign.base.refusal import Outdated, Refusal
from campaign.base.setup.ground_words import inks
from campaign.founding.mapedit import services as drawing
from campaign.founding.mapedit.forms import BoardForm, DrawForm, ImportForm, PictureForm
from campaign.founding.mapedit.selectors import MapPage, backdrop_for, editor_document, map_page
from campaign.founding.selectors import build_page
from campaign.founding.start.started import while_built
from campaign.models import Backdrop, Draft
from campaign.web.busy import unless_busy
from campaign.web.reader import Reader, for_readers
from campaign.web.viewer import Viewer, viewer_of

TYPES = {
    Format.ROWS: "text/plain; charset=utf-8",
    Format.CSV: "text/csv; charset=utf-8",
    Format.TILED: "application/json",
    Format.MAP: "application/json",
}


MAKES = ("draw", "import")
"""What makes a map anew: it is looked at in the editor afterwards."""


def builder_of(request: HttpRequest, campaign_id: str) -> tuple[Viewer, MapPage]:
    """The viewer and the board that is being drawn. Raises ``Http404`` for whoever may not see it."""
    viewer = viewer_of(request, campaign_id)
    try:
        return viewer, map_page(viewer.user, viewer.campaign)
    except Draft.DoesNotExist:
        raise Http404 from None


def frame_context(edit: MapPage, tab: str) -> dict[str, object]:
    """What the frame of the builder's pages needs, and the board as ``edit``."""
    page = build_page(edit.campaign, edit.draft)
    return {"edit": edit, "page": page, "frame": page.frame, "here": "build", "tab": tab}


@while_built
@require_GET
def edit(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The map editor."""
    _viewer, page = builder_of(request, campaign_id)
    context = {
        **frame_context(page, "map"),
        "draw": DrawForm(version=page.version),
        "data": editor_document(page),
        "inks": tuple(inks()),
    }
    return render(request, "founding/mapedit/editor.html", context)


@while_built
@require_http_methods(["GET", "HEAD", "POST"])
def files(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The map without the editor: drawn from a seed, taken in from a text, written out; the picture."""
    viewer, page = builder_of(request, campaign_id)
    act = request.POST.get("act", "")
    posted = request.POST if request.method == "POST" else None
    draw = DrawForm(posted if act == "draw" else None, version=page.version, auto_id="draw_%s")
    take = ImportForm(
        posted if act == "import" else None,
        request.FILES if act == "import" else None,
        version=page.version,
        auto_id="import_%s",
    )
    picture = PictureForm(
        posted if act == "picture" else None,
        request.FILES if act == "picture" else None,
        auto_id="picture_%s",
    )
    acts: dict[str, tuple[Form | None, Callable[[], str]]] = {
        "draw": (draw, lambda: _draw(viewer, page, draw)),
        "import": (take, lambda: _take_in(viewer, page, take)),
        "picture": (picture, lambda: _lay(request, viewer, page, picture)),
        "show": (None, lambda: _show(viewer, page, request.POST.get("shown") == "yes")),
        "remove": (None, lambda: _remove(viewer, page)),
    }
    wrong, refused = "", None
    if posted is not None:
        if act not in acts:
            raise Http404
        form, do = acts[act]
        if form is None or form.is_valid():
            try:
                messages.success(request, do())
                return redirect("build_map" if act in MAKES else "build_map_files", campaign_id=campaign_id)
            except Refusal as refusal:
                refused = refusal
                if isinstance(refusal, Outdated) and isinstance(form, BoardForm):
                    form.compared(refusal.version)
                if form is not None and refusal.field in form.fields:
                    form.add_error(refusal.field, refusal.message)
                else:
                    wrong = refusal.message
    context = {
        **frame_context(page, "map"),
        "draw": draw,
        "take": take,
        "picture": picture,
        "acting": act,
        "wrong": wrong,
        "formats": list(Format),
        "rows": "\n".join(page.board["terrain"]),
    }
    shown = render(request, "founding/mapedit/files.html", context, status=422 if posted is not None else 200)
    return shown if refused is None else unless_busy(shown, refused)


def _draw(viewer: Viewer, page: MapPage, form: DrawForm) -> str:
    drawing.draw_board(
        campaign=page.campaign,
        by=viewer.user,
        wish=form.wish(page.players),
        version=form.cleaned_data["version"],
    )
    return _("The map is drawn.")


def _take_in(viewer: Viewer, page: MapPage, form: ImportForm) -> str:
    assumed = drawing.take_in_board(
        campaign=page.campaign,
        by=viewer.user,
        text=form.cleaned_data["text"],
        form=form.form,
        onto=page.board,
        version=form.cleaned_data["version"],
        field="file" if form.cleaned_data["file"] is not None else "text",
    )
    return " ".join(filter(None, (_("The map is imported."), assumed_words(assumed))))


def _lay(request: HttpRequest, viewer: Viewer, page: MapPage, form: PictureForm) -> str:
    drawing.set_backdrop(
        campaign=page.campaign,
        by=viewer.user,
        upload=form.cleaned_data["picture"],
        shown=form.cleaned_data["shown"],
    )
    return _("The picture lies under the map.")


def _show(viewer: Viewer, page: MapPage, shown: bool) -> str:
    drawing.show_backdrop(campaign=page.campaign, by=viewer.user, shown=shown)
    return _("Players see the picture.") if shown else _("Players do not see the picture.")


def _remove(viewer: Viewer, page: MapPage) -> str:
    drawing.remove_backdrop(campaign=page.campaign, by=viewer.user)
    return _("The picture is removed.")


@while_built
@require_GET
def export(request: HttpRequest, campaign_id: str, form: str) -> HttpResponse:
    """The map as a file."""
    _viewer, page = builder_of(request, campaign_id)
    try:
        chosen = Format(form)
    except ValueError:
        raise Http404 from None
    response = HttpResponse(write(page.board, chosen), content_type=TYPES[chosen])
    name = slugify(page.campaign.name) or "map"
    response["Content-Disposition"] = f'attachment; filename="{name}.{chosen.ending}"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_GET
@for_readers
def backdrop(request: HttpRequest, reader: Reader, picture_id: str) -> HttpResponse:
    """The picture under the map, for whoever sees that map."""
    user = reader.viewer.user if reader.viewer is not None else None
    try:
        found = backdrop_for(reader.campaign, picture_id, user=user, seat=reader.seat)
    except Backdrop.DoesNotExist:
        raise Http404 from None
    response = HttpResponse(bytes(found.picture), content_type=found.media_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, max-age=604800, immutable"
    return response
