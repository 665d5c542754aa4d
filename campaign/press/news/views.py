"""The campaign's paper: its pieces, their pictures, a front page to print, and a text to share."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.base.markdown import to_html
from campaign.base.plain_text import to_text
from campaign.base.refusal import Refusal
from campaign.press.news import selectors as reading
from campaign.press.news import services as writing
from campaign.press.news.forms import ArticleForm, PlateForm
from campaign.press.news.selectors import Piece
from campaign.web.busy import unless_busy
from campaign.web.confirmation import ask_first
from campaign.web.page_actions import fulfilled
from campaign.web.reader import Reader, for_readers


def _shown(piece: Piece) -> dict[str, Any]:
    return {"piece": piece, "html": to_html(piece.text)}


@require_GET
@for_readers
def chronicle(request: HttpRequest, reader: Reader) -> HttpResponse:
    """All pieces, the latest first."""
    found = reading.pieces(reader.campaign, drafts=reader.keeps)
    turns = sorted({one.turn for one in found if one.turn and one.published_at}, reverse=True)
    context = {
        **reader.head("news"),
        "pieces": [_shown(one) for one in found],
        "turns": turns,
        "keeps": reader.keeps,
        "campaign": reader.campaign,
    }
    return render(request, "press/news/list.html", context)


@require_GET
@for_readers
def article(request: HttpRequest, reader: Reader, article_id: str) -> HttpResponse:
    """One piece."""
    piece = _piece(reader, article_id)
    context = {
        **reader.head("news"),
        **_shown(piece),
        "lead": to_text(piece.text),
        "keeps": reader.keeps,
        "plate_form": PlateForm() if reader.keeps else None,
    }
    return render(request, "press/news/article.html", context)


@require_GET
@for_readers
def front(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """A turn's front page, as a paper to print."""
    found = reading.front_page(reader.campaign, number)
    if not found:
        raise Http404
    context = {
        **reader.head("news"),
        "number": number,
        "date": found[0].published_at,
        "pieces": [_shown(one) for one in found],
    }
    return render(request, "press/news/front.html", context)


@require_GET
@for_readers
def plate(request: HttpRequest, reader: Reader, article_id: str, plate_id: str) -> HttpResponse:
    """A picture."""
    data = reading.plate(reader.campaign, article_id, plate_id, drafts=reader.keeps)
    if data is None:
        raise Http404
    headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type="image/jpeg", headers=headers)


@require_GET
@for_readers
def share(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The public facts as text for a club's chat."""
    context = {**reader.head("news"), "text": reading.share_text(reader.campaign)}
    return render(request, "press/news/share.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@for_readers
def write(request: HttpRequest, reader: Reader, article_id: str | None = None) -> HttpResponse:
    """Write a piece, or change one; a new one begins with what is public of the latest turn."""
    keeper = _keeper(reader)
    known = _piece(reader, article_id) if article_id else None
    turns = list(reader.campaign.turns.order_by("-number").values_list("number", flat=True))
    form = ArticleForm(
        turns, request.POST if request.method == "POST" else None, initial=_initial(reader, known)
    )

    def store() -> str:
        made = writing.write_article(
            campaign=reader.campaign, by=keeper, article_id=article_id, **form.cleaned_data
        )
        if request.POST.get("do") == "publish":
            writing.publish_article(campaign=reader.campaign, by=keeper, article_id=made.public_id)
        return made.public_id

    if done := fulfilled(form, store):
        return redirect("article", reader.campaign.public_id, *done)
    context = {**reader.head("news"), "form": form, "known": known}
    return render(request, "press/news/write.html", context, status=422 if request.method == "POST" else 200)


def _initial(reader: Reader, known: Piece | None) -> dict[str, object]:
    if known is not None:
        return {"kind": known.kind, "turn": known.turn, "title": known.title, "text": known.text}
    title, text, turn = reading.first_draft(reader.campaign)
    return {"kind": "chronicle", "turn": turn, "title": title, "text": text}


@login_required
@require_POST
@for_readers
def act(request: HttpRequest, reader: Reader, article_id: str) -> HttpResponse:
    """Publish a piece, or take it back."""
    keeper = _keeper(reader)
    _piece(reader, article_id)
    if request.POST.get("do") == "delete":
        asked = ask_first(
            request, _("The article and its pictures are deleted for good."), _("Delete the article")
        )
        if asked is not None:
            return asked
        writing.take_back_article(campaign=reader.campaign, by=keeper, article_id=article_id)
        messages.success(request, _("Deleted."))
        return redirect("chronicle", reader.campaign.public_id)
    writing.publish_article(campaign=reader.campaign, by=keeper, article_id=article_id)
    messages.success(request, _("Published; everybody is told."))
    return redirect("article", reader.campaign.public_id, article_id)


@login_required
@require_POST
@for_readers
def add_plate(request: HttpRequest, reader: Reader, article_id: str) -> HttpResponse:
    """Add a picture, or remove one."""
    keeper = _keeper(reader)
    piece = _piece(reader, article_id)
    if request.POST.get("remove"):
        writing.remove_plate(
            campaign=reader.campaign, by=keeper, article_id=article_id, plate_id=request.POST["remove"]
        )
        return redirect("article", reader.campaign.public_id, article_id)
    form = PlateForm(request.POST, request.FILES)
    refused = None
    if form.is_valid():
        try:
            writing.add_plate(
                campaign=reader.campaign,
                by=keeper,
                article_id=article_id,
                raw=form.cleaned_data["picture"].read(writing.MOST_UPLOAD),
                caption=form.cleaned_data["caption"],
            )
        except Refusal as refusal:
            refused = refusal
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            return redirect("article", reader.campaign.public_id, article_id)
    context = {**reader.head("news"), **_shown(piece), "keeps": True, "plate_form": form}
    page = render(request, "press/news/article.html", context, status=422)
    return page if refused is None else unless_busy(page, refused)


@login_required
@require_POST
@for_readers
def open_to_all(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Open the campaign's public facts to all, or close them."""
    keeper = _keeper(reader)
    wanted = request.POST.get("open") == "on"
    writing.open_to_all(campaign=reader.campaign, by=keeper, open_to_all=wanted)
    messages.success(request, _("Saved."))
    return redirect("chronicle", reader.campaign.public_id)


def _keeper(reader: Reader) -> Any:
    if not reader.keeps or reader.viewer is None:
        raise Http404
    return reader.viewer.user


def _piece(reader: Reader, article_id: str) -> Piece:
    found = reading.piece(reader.campaign, article_id, drafts=reader.keeps)
    if found is None:
        raise Http404
    return found
