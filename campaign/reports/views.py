"""A turn's report, or its announcement while battles run, in words beside a small map."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.access.membership import left_seat
from campaign.base.coordinates import sector_name
from campaign.base.documents import LedgerItem
from campaign.base.strip import strip_of
from campaign.base.words.battle_words import BattleWords, fought_words, meeting_words
from campaign.base.words.correction_words import correction_words
from campaign.base.words.ledger_words import OF_BATTLES, ChangeWords, account_words, cost_words, decided_words
from campaign.base.words.map_words import map_words
from campaign.base.words.plan_words import other_words, plan_words
from campaign.base.words.report_words import GROUP_NAMES, Group, Names, Sentence, rule_url, sentences
from campaign.founding.mapedit.selectors import shown_backdrop
from campaign.models import Insight
from campaign.notices.read_marks import mark_read
from campaign.reports.selectors import ToldPage, latest_told, told_page
from campaign.warmap.views import dumped, in_script, player_viewer
from campaign.web.viewer import Viewer, backdrop_address
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
    number = latest_told(viewer.seat) if viewer.seat is not None else _left(viewer).last_turn or None
    if number is None:
        return redirect("war_map", campaign_id)
    return redirect("turn_report", campaign_id, number)


@login_required
@require_GET
def report(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """What the seat was told of one turn."""
    viewer = player_viewer(request, campaign_id)
    if viewer.seat is None:
        return _as_it_was(request, viewer, number)
    page = told_page(viewer.player, number, watching=viewer.watching)
    if page is None:
        raise Http404
    if page.published and not viewer.watching:
        mark_read(viewer.player, number)
    return render(request, "reports/report.html", {"viewer": viewer, **_context(page, viewer)})


def _left(viewer: Viewer) -> Insight:
    """The seat that the viewer has given up. Raises ``Http404`` without one."""
    left = None if viewer.facilitator else left_seat(viewer.user, viewer.campaign)
    if left is None:
        raise Http404
    return left


def _as_it_was(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """A report for whoever has given up the seat: of the turns up to then, and none after."""
    left = _left(viewer)
    last = left.last_turn or 0
    page = told_page(left.seat, number, watching=True) if left.seat is not None and number <= last else None
    if page is None or not page.published:
        raise Http404
    page = replace(page, latest=last, frame=replace(page.frame, number=0))
    return render(request, "reports/report.html", {"viewer": viewer, **_context(page, viewer)})


def _context(page: ToldPage, viewer: Viewer) -> dict[str, object]:
    banners = (page.announced or page.map).get("banners", ())
    at = {one["id"]: (one["at"][0], one["at"][1]) for one in banners}
    names = Names(page.names, at, page.titles)
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
        "battles": [meeting_words(one, names) for one in page.meetings] + _fought(page, names),
        "levels": _levels(page, names),
        "plan": plan_words(page.plan, [*page.meetings, *(one.meeting for one in page.fought)], page.names),
        "others": [(one, other_words(one, over=page.published)) for one in page.others],
        "corrections": [correction_words(one, names) for one in page.corrections],
        "parts": [_part(group, found) for group in Group if any(one.group == group for one in found)],
        "seen": seen if page.published else [],
        "strip": strip_of(page.map) if page.published else None,
        "backdrop": backdrop_address(viewer.campaign, shown_backdrop(viewer.campaign)),
        "map_label": _("Map after turn %(number)d") % {"number": page.number},
        "map_data": in_script(page.map_text),
        "announced": dumped(page.announced),
        "words": dumped(map_words()),
        "seen_rule_url": rule_url("9"),
        "other_rule_url": rule_url("14.3"),
    }


def _fought(page: ToldPage, names: Names) -> list[BattleWords]:
    """The battles that were fought; what they cost unfolds where the report has a ledger."""
    items: dict[str, list[LedgerItem]] = {}
    for account in page.ledger:
        for item in account["items"]:
            if item["rule"] == OF_BATTLES and item["with"] is not None:
                items.setdefault(item["with"], []).append(item)
    found = []
    for one in page.fought:
        battle = one.meeting.enemy
        kept = page.ledger and not one.destroyed
        cost = cost_words(items.get(battle, ()), names) if kept else None
        decided = page.decided.get(battle)
        words = decided_words(decided) if decided is not None else None
        found.append(fought_words(one, names, cost, words))
    return found


def _levels(page: ToldPage, names: Names) -> list[ChangeWords]:
    """The level of each own banner, with what changed it."""
    battles: dict[str, str] = {
        one.meeting.enemy: _("against %(army)s at %(sector)s")
        % {"army": names.army(one.meeting.opponent), "sector": sector_name(*one.meeting.sector)}
        for one in page.fought
    }
    return [account_words(account, names, battles) for account in page.ledger]


def _part(group: Group, found: tuple[Sentence, ...]) -> Part:
    return Part(group.value, GROUP_NAMES[group], tuple(one for one in found if one.group == group))
