"""The handbook's pages, open to everybody: a search, the chapters, the words."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.rulebook.handbook.finder import LONGEST, MOST, search
from campaign.rulebook.handbook.glossary import glossary
from campaign.rulebook.handbook.manuscript import READERS, Chapter, chapter, chapters, reader_title


@require_GET
def handbook(request: HttpRequest) -> HttpResponse:
    """All chapters by their readers; with ``q`` what handbook, rules and words say of it."""
    wanted = request.GET.get("q", "").strip()
    wrong = ""
    if len(wanted) > LONGEST:
        told = {"most": LONGEST, "many": len(wanted)}
        wrong = _("Look for %(most)d characters at most; these are %(many)d.") % told
    found = search(wanted) if wanted and not wrong else ()
    context = {
        "here": "help",
        "shelves": [(one, reader_title(one), _of(one)) for one in READERS],
        "wanted": wanted[: 10 * LONGEST],
        "wrong": wrong,
        "found": found,
        "many": len(found) == MOST,
        "longest": LONGEST,
    }
    return render(request, "rulebook/handbook/handbook.html", context, status=400 if wrong else 200)


@require_GET
def words(request: HttpRequest) -> HttpResponse:
    """The glossary."""
    return render(request, "rulebook/handbook/words.html", {"here": "words", "words": glossary()})


@require_GET
def chapter_page(request: HttpRequest, name: str) -> HttpResponse:
    """One chapter, with those before and after it."""
    found = chapter(name)
    if found is None:
        raise Http404
    shelf = _of(found.reader)
    place = shelf.index(found)
    context = {
        "here": found.reader,
        "chapter": found,
        "reader": reader_title(found.reader),
        "shelf": shelf,
        "before": shelf[place - 1] if place else None,
        "after": shelf[place + 1] if place + 1 < len(shelf) else None,
    }
    return render(request, "rulebook/handbook/chapter.html", context)


def _of(reader: str) -> list[Chapter]:
    return [one for one in chapters() if one.reader == reader]
