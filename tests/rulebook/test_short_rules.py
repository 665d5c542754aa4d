"""The rules in twelve pictures: each from a case that passes, in few words, with the war map's signs."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.base.drawing.littlemap import CELL, Shown, with_sight
from campaign.base.drawing.look import LOOK
from campaign.base.drawing.textures import border_of, texture_of
from campaign.rulebook import compliance
from campaign.rulebook.compliance import all_cases
from campaign.rulebook.sections import section_for
from campaign.rulebook.short_rules import MOST_WORDS, PANELS, panels
from rules.scenario import adjudicate


def test_there_are_twelve_each_in_few_words_from_a_case_that_passes():
    assert len(panels()) == len(PANELS) == 12
    for one in panels():
        assert len(str(one.panel.text).split()) <= MOST_WORDS == 40, one.panel.title
        assert section_for(one.panel.rule) is not None
        assert one.case.passed


def test_the_page_shows_them_with_ranges_works_fog_and_retreat():
    page = Client().get("/rules/short/")
    assert page.status_code == 200
    body = page.content.decode()
    assert body.count('class="little-map"') == 12
    for what in ("lm-recon", "lm-search", "lm-fog", "lm-works", "lm-retreating", "lm-unknown", "lm-battle"):
        assert what in body, what
    assert body.count("/rules/cases/") >= 12


def test_the_first_reader_waits_for_no_other_case(monkeypatch: pytest.MonkeyPatch):
    run: list[object] = []
    monkeypatch.setattr(
        compliance, "adjudicate", lambda scenario: run.append(scenario) or adjudicate(scenario)
    )
    for kept in (compliance.ran, panels):
        kept.cache_clear()
    assert len(panels()) == 12
    assert len(run) == len({panel.number for panel in PANELS})


def test_somebodys_eyes_see_no_more_than_he_knows():
    case = next(case for case in all_cases() if case.slug.startswith("59-"))
    seen = with_sight(case.after, case.scenario, case.outcome, Shown(eyes="alpha"))
    known = {one["id"]: one["level"] for one in case.outcome["intelligence"]["alpha"]["banners"]}
    shown = {piece.name: piece for piece in seen.pieces}
    assert set(shown) == {"a1", *known}
    assert all(shown[key].unknown == (level is None) for key, level in known.items())
    dark = {(one.x, one.y) for one in seen.fog}
    assert dark
    assert not any((one.x, one.y) in dark and one.army for one in seen.patches)
    assert any((one.x, one.y) in dark and one.army for one in case.after.patches), "which there was to hide"


def test_ranges_leave_out_what_cannot_be_passed():
    case = next(case for case in all_cases() if case.slug.startswith("43-"))
    banner = case.scenario["banners"][0]["id"]
    ring = with_sight(case.after, case.scenario, case.outcome, Shown(((banner, "battle"),))).rings[0]
    whole = border_of({(x, y) for x in (0, CELL, 2 * CELL) for y in (0, CELL, 2 * CELL)}, CELL)
    assert whole == "M0,0H72M0,72H72M0,0V72M72,0V72"
    assert ring.path == "M18,18H66M18,90H66M18,18V90M66,18V90", "two columns: the third is rock"


@pytest.mark.parametrize("pattern", LOOK.patterns, ids=lambda pattern: pattern.name)
def test_a_pattern_fills_its_squares_and_leaves_none_of_them(pattern):
    lines, dots, width = texture_of(pattern, {(18, 42)}, CELL)
    assert lines or dots
    assert (width > 0) == bool(lines)
