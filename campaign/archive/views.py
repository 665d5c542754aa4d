"""The end of a war: its champion, everything revealed, the replay with all views, the numbers."""

from __future__ import annotations

import re

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from campaign.access import membership
from campaign.archive import selectors as war_end
from campaign.archive.another_skirmish import skirmish_after
from campaign.archive.course.bot_whys import bots_thought
from campaign.archive.course.pledges import pledges_of
from campaign.archive.course.selectors import course_turn
from campaign.archive.course.summary import summary_of
from campaign.archive.war_statistics import Statistics, charts, statistics
from campaign.archive.war_why import champions_aims, why
from campaign.base.answers import document_of
from campaign.base.words.report_words import rule_url
from campaign.film.documents import TRUTH, Film
from campaign.film.selectors import film, onlooker
from campaign.founding.mapedit.selectors import shown_backdrop
from campaign.founding.tonight.again import again_for
from campaign.models import User
from campaign.web.film_player import all_films
from campaign.web.reader import Reader, for_readers
from campaign.web.viewer import backdrop_address

KEPT = 3600
MOMENTS = 12
"""So many moments the first page tells; the turns have the rest."""
TITLES = {
    "territory": _("Territory: sectors held"),
    "levels": _("Strength: levels of all banners"),
    "battles": _("Battles won since the start"),
    "places": _("Intelligence: enemies on its map that stood where it thought"),
    "known_levels": _("Intelligence: of all enemies, those whose level it knew"),
}


def _ended(reader: Reader) -> None:
    if not membership.has_ended(reader.campaign):
        raise Http404


def _numbers(reader: Reader) -> Statistics:
    """The numbers of a war that has ended: they change no more."""
    campaign = reader.campaign
    key = f"war-numbers-2:{campaign.public_id}:{campaign.ended_at}".replace(" ", "_")
    found = cache.get(key)
    if not isinstance(found, Statistics):
        found = statistics(campaign)
        cache.set(key, found, KEPT)
    return found


@require_GET
@for_readers
def end(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The champion, how all stood at the end, and ways to everything else."""
    _ended(reader)
    numbers = _numbers(reader)
    reasons = why(reader.campaign)
    summary = summary_of(reader.campaign, reasons)
    armies = sorted(
        numbers.armies,
        key=lambda army: (
            not army.champion,
            -(army.last.sectors if army.last else 0),
            -(army.last.levels if army.last else 0),
            army.number,
        ),
    )
    context = {
        **reader.head("end"),
        "champion": reader.campaign.champion,
        "why": reasons,
        "sides": list(zip(reasons.sides, summary.aims.sides, strict=True)),
        "moments": summary.moments[:MOMENTS],
        "pledges": pledges_of(reader.campaign),
        "rule_url": rule_url("10"),
        "armies": armies,
        "turns": numbers.turns,
        "campaign": reader.campaign,
        **_once_more(reader, request),
    }
    return render(request, "archive/end.html", context)


def _once_more(reader: Reader, request: HttpRequest) -> dict[str, object]:
    """Another war for those who were in this one: with the same people, or alone against bots."""
    if not isinstance(request.user, User):
        return {}
    return {
        "again": again_for(reader.campaign, request.user),
        "rematch": skirmish_after(reader.campaign, request.user),
    }


@require_GET
@for_readers
def numbers(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The war in charts, each with its table."""
    _ended(reader)
    drawn = [(TITLES[chart.key], chart) for chart in charts(_numbers(reader))]
    return render(request, "archive/numbers.html", {**reader.head("end"), "charts": drawn})


@require_GET
@for_readers
def reveal(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Everything that was hidden, ids included."""
    _ended(reader)
    context = {**reader.head("end"), "things": war_end.revealed(reader.campaign)}
    return render(request, "archive/reveal.html", context)


@require_GET
@for_readers
def replay(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The truth and every army's view of it side by side, turn by turn."""
    _ended(reader)
    turns = war_end.turns_of(reader.campaign)
    asked = request.GET.get("turn", "")
    first = war_end.first_to_see(reader.campaign)
    # A replay begins at its beginning, unless an address names a turn.
    chosen = int(asked) if re.fullmatch(r"\d{1,6}", asked) and int(asked) in turns else first
    eyes = request.GET.get("as", "").partition(",")[0]
    whys = bots_thought(reader.campaign)
    shown = course_turn(reader.campaign, chosen) if whys and chosen else None
    sides = shown.sides if shown is not None else ()
    context = {
        **reader.head("end"),
        "film": {
            **all_films(reader.campaign, turns[-1], war_end.armies_of(reader.campaign)),
            "turn": chosen or 0,
            "aims": champions_aims(reader.campaign),
        },
        "turns": turns,
        "chosen": chosen,
        "as": eyes or str(TRUTH),
        "told": _told(reader, chosen, eyes) if chosen is not None else None,
        "backdrop": backdrop_address(reader.campaign, shown_backdrop(reader.campaign)),
        "whys": whys,
        "sides": sides,
        "thought": any(side.bot for side in sides),
    }
    return render(request, "archive/replay.html", context)


def _told(reader: Reader, number: int, asked: str) -> Film | None:
    """The film of a turn, for whoever reads without scripts: as it was, unless other eyes are asked for."""
    viewer = reader.viewer
    who = onlooker(reader.campaign, viewer.user if viewer is not None else None, reader.seat)
    eyes = int(asked) if re.fullmatch(r"\d{1,3}", asked) else TRUTH
    return film(who, number, eyes)


@require_GET
@for_readers
def replay_turn(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """One turn for the replay."""
    _ended(reader)
    document = war_end.replay_document(reader.campaign, number)
    if document is None:
        raise Http404
    return JsonResponse(document_of(document), headers={"Cache-Control": "private, max-age=3600"})
