"""A turn's report, or its announcement while battles run, in words beside a small map."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.sectors import sector_name
from campaign.selectors.report import ToldPage, latest_told, told_page
from campaign.services.reading import mark_read
from campaign.views.warmap import dumped, in_script, player_viewer
from campaign.wording import GROUP_NAMES, Group, Names, Sentence, rule_url, sentences
from campaign.wording_battles import fought_words, goal_words, meeting_words
from campaign.wording_corrections import correction_words
from campaign.wording_map import map_words
from rules.events import EventKind

_TOLD_AS_BATTLE = (EventKind.BATTLE_WON, EventKind.BATTLE_LOST, EventKind.BATTLE_DRAWN)


@dataclass(frozen=True, slots=True)
class Part:
    """A group of lines under its heading."""

    key: str
    title: Promise
    lines: tuple[Sentence, ...]


@login_required
@require_GET
def latest(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The latest report; before the first one a word on when it comes."""
    viewer = player_viewer(request, campaign_id)
    number = latest_told(viewer.player)
    if number is None:
        return redirect("war_map", campaign_id)
    return redirect("turn_report", campaign_id, number)


@login_required
@require_GET
def report(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """What the seat was told of one turn."""
    viewer = player_viewer(request, campaign_id)
    page = told_page(viewer.player, number, watching=viewer.watching)
    if page is None:
        raise Http404
    if page.published and not viewer.watching:
        mark_read(viewer.player, number)
    return render(request, "campaign/report.html", {"viewer": viewer, **_context(page)})


def _context(page: ToldPage) -> dict[str, object]:
    banners = (page.announced or page.map).get("banners", ())
    names = Names(page.names, {one["id"]: (one["at"][0], one["at"][1]) for one in banners})
    said = [line for line in page.lines if line.kind not in _TOLD_AS_BATTLE or not page.fought]
    found = sentences(said, page.void, names)
    seen = [
        {**one, "sector": sector_name(*one["at"])}
        for one in page.map.get("sightings", ())
        if one["turn"] == page.number
    ]
    return {
        "page": page,
        "frame": page.frame,
        "here": "report",
        "battles": [meeting_words(one, names) for one in page.meetings]
        + [fought_words(one, names) for one in page.fought],
        "corrections": [correction_words(one, names) for one in page.corrections],
        "parts": [_part(group, found) for group in Group if any(one.group == group for one in found)],
        "seen": seen if page.published else [],
        "goals": [goal_words(one, names) for one in page.map.get("goals", ())] if page.published else [],
        "map_label": _("Map after turn %(number)d") % {"number": page.number},
        "map_data": in_script(page.map_text),
        "announced": dumped(page.announced),
        "words": dumped(map_words()),
        "seen_rule_url": rule_url("9"),
    }


def _part(group: Group, found: tuple[Sentence, ...]) -> Part:
    return Part(group.value, GROUP_NAMES[group], tuple(one for one in found if one.group == group))
