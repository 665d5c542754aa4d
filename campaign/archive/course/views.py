"""The course of a war that has ended: its moments for programs that draw, and each turn on a page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.access.membership import has_ended
from campaign.archive.course.selectors import course_turn, course_turns
from campaign.archive.course.summary import summary_of
from campaign.base.answers import document_of
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def facts(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The moments of the war, as the API has them, for all who may read the end."""
    _must_have_ended(reader)
    found = summary_of(reader.campaign).moments
    return JsonResponse(document_of(found), safe=False, headers={"Cache-Control": "private, max-age=3600"})


@require_GET
@for_readers
def turn(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """One turn, told."""
    _must_have_ended(reader)
    found = course_turn(reader.campaign, number)
    if found is None:
        raise Http404
    return render(request, "archive/course/turn.html", {**reader.head("end"), "told": found})


@require_GET
@for_readers
def course(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The first turn, told; of a war that ended before it was published that there is none."""
    _must_have_ended(reader)
    turns = course_turns(reader.campaign)
    found = course_turn(reader.campaign, turns[0]) if turns else None
    return render(request, "archive/course/turn.html", {**reader.head("end"), "told": found})


def _must_have_ended(reader: Reader) -> None:
    if not has_ended(reader.campaign):
        raise Http404
