"""The rules as pages: a section each with little maps, a search, a sheet to print, and the cases."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.rulebook.adjudicator.forms import VerdictForm
from campaign.rulebook.compliance import all_cases, cases_of
from campaign.rulebook.player_aid import player_aid
from campaign.rulebook.rulings import rulings
from campaign.rulebook.sections import SECTIONS, Section, find, section_for
from campaign.rulebook.short_rules import panels
from rules import VERSION
from rules.armies import ARMY_RULES

EXAMPLES = 4


@require_GET
def rulebook(request: HttpRequest) -> HttpResponse:
    """All of it on one page, to read or print; with ``q`` only the sections that say so."""
    wanted = request.GET.get("q", "").strip()[:100]
    context = {
        "sections": find(wanted) if wanted else SECTIONS,
        "chapters": [section for section in SECTIONS if section.depth == 1],
        "army_rules": ARMY_RULES,
        "wanted": wanted,
        "here": "rules",
    }
    return render(request, "rulebook/rulebook.html", context)


@require_GET
def section(request: HttpRequest, number: str) -> HttpResponse:
    """One chapter, or a part of one, with cases that show it."""
    found = section_for(number)
    if found is None:
        raise Http404
    parts = [one for one in SECTIONS if one.number.startswith(f"{found.number}.")]
    cases = cases_of(found.number)
    place = SECTIONS.index(found)
    context = {
        "here": "rules",
        "section": found,
        "chapter": _chapter(found),
        "parts": parts,
        "army_rules": ARMY_RULES if found.number == "11" else (),
        "examples": cases[:EXAMPLES],
        "more": len(cases) - EXAMPLES,
        "before": SECTIONS[place - 1] if place else None,
        "after": SECTIONS[place + 1] if place + 1 < len(SECTIONS) else None,
    }
    return render(request, "rulebook/section.html", context)


def _chapter(found: Section) -> Section | None:
    return section_for(found.number.partition(".")[0]) if found.depth == 2 else None


@require_GET
def short(request: HttpRequest) -> HttpResponse:
    """The rules in twelve pictures."""
    return render(request, "rulebook/short.html", {"here": "short", "panels": panels()})


@require_GET
def aid(request: HttpRequest) -> HttpResponse:
    """Everything that a player looks up, on one printed sheet."""
    return render(
        request, "rulebook/aid.html", {"here": "aid", "aid": player_aid(), "army_rules": ARMY_RULES}
    )


@require_GET
def compliance(request: HttpRequest) -> HttpResponse:
    """Every case with its result by this version, and the rulings."""
    cases = all_cases()
    passed = sum(case.passed for case in cases)
    context = {
        "here": "cases",
        "cases": cases,
        "passed": passed,
        "rules_version": VERSION,
        "rulings": rulings(),
        "form": VerdictForm(),
    }
    return render(request, "rulebook/compliance.html", context)


@require_GET
def case(request: HttpRequest, slug: str) -> HttpResponse:
    """One case: before, after, what was expected, and whether it came out."""
    cases = all_cases()
    place = next((i for i, one in enumerate(cases) if one.slug == slug), None)
    if place is None:
        raise Http404
    context = {
        "here": "cases",
        "case": cases[place],
        "scenario": _text(cases[place].scenario),
        "expect": _text(cases[place].expect),
        "before": cases[place - 1] if place else None,
        "after": cases[place + 1] if place + 1 < len(cases) else None,
        "rules_version": VERSION,
    }
    return render(request, "rulebook/case.html", context)


def _text(document: object) -> str:
    return json.dumps(document, indent=1)
