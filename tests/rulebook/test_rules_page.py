"""The rules as a page: whatever names a section leads to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from campaign.base.words.order_words import order_name
from campaign.base.words.report_words import rule_url, rules_address
from campaign.rulebook.compliance import all_cases
from campaign.rulebook.player_aid import player_aid
from campaign.rulebook.sections import SECTIONS, Section
from rules.orders import ORDERS

ROOT = Path(settings.BASE_DIR)


@pytest.mark.django_db
def test_every_section_has_its_place_on_the_page() -> None:
    page = Client().get("/rules/").content.decode()
    for section in SECTIONS:
        assert f'id="{section.number}"' in page
        assert str(section.title) in page
    assert "Highly Mobile" in page


def test_every_rule_that_the_engine_names_has_a_section() -> None:
    numbers = {section.number for section in SECTIONS}
    named: set[str] = set()
    for path in (ROOT / "rules").rglob("*.py"):
        named |= set(re.findall(r'\b[Ee]vent\(\s*[\w.]+,\s*"([\d.]+)"', path.read_text()))
    assert {"5.4", "8.4"} <= named
    assert named <= numbers


def test_every_order_has_its_section_and_its_line_on_the_sheet() -> None:
    numbers = {section.number for section in SECTIONS}
    assert {record.section for record in ORDERS} <= numbers
    assert [str(name) for name, _kind, _text in player_aid().orders] == [
        order_name(record.kind) for record in ORDERS
    ]


def test_what_the_club_adds_leads_to_its_own_sections() -> None:
    numbers = {section.number for section in SECTIONS}
    named: set[str] = set()
    for folder in ("rules", "campaign", "templates"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".py", ".html"):
                named |= set(re.findall(r'["#](14(?:\.\d+)?)"', path.read_text()))
    assert {"14.1", "14.2", "14.3", "14.4"} <= named <= numbers


def test_a_section_is_reached_by_its_number() -> None:
    assert rule_url("5.4") == "/rules/5.4/"
    assert rules_address() == "/rules/{rule}/"


@pytest.mark.django_db
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.number)
def test_every_section_has_a_page_of_its_own(section: Section) -> None:
    text = Client().get(rule_url(section.number)).content.decode()
    assert escape(str(section.title)) in text
    assert all(escape(str(paragraph)) in text for paragraph in section.paragraphs)


@pytest.mark.django_db
def test_a_part_without_a_section_leads_to_its_chapter_and_nonsense_nowhere() -> None:
    assert "Aftermath" in Client().get("/rules/8.99/").content.decode()
    for number in ("99", "5x", "..", "8.1.2.x"):
        assert Client().get(f"/rules/{number}/").status_code in (200, 404)
    assert Client().get("/rules/99/").status_code == 404


@pytest.mark.django_db
def test_a_march_is_shown_on_little_maps() -> None:
    text = Client().get("/rules/5.4/").content.decode()
    assert text.count('class="little-map"') == 8
    assert "lm-way" in text
    assert "more cases of this section" in text


@pytest.mark.django_db
def test_the_rules_can_be_searched_and_say_when_there_is_nothing() -> None:
    found = Client().get("/rules/?q=ponderous+march").content.decode()
    assert 'id="5.4"' in found
    assert 'id="7"' not in found
    nothing = Client().get("/rules/?q=xyzzy").content.decode()
    assert "0 sections say “xyzzy”" in nothing
    assert "Try one word" in nothing
    assert 'value="xyzzy"' in nothing


@pytest.mark.django_db
def test_the_sheet_has_the_tables_of_the_rules() -> None:
    text = Client().get("/rules/aid/").content.decode()
    for words in ("Points up to", "marginal", "Splitting", "Irreplaceable Troops", "Destroy relic"):
        assert words in text


@pytest.mark.django_db
def test_every_case_passes_and_has_its_page() -> None:
    text = Client().get("/rules/cases/").content.decode()
    assert len(all_cases()) == len(list((ROOT / "tests" / "cases").glob("*.json"))) >= 83
    assert "All of them pass." in text
    assert "How small or large may a radius be?" in text
    for case in all_cases():
        page = Client().get(f"/rules/cases/{case.slug}/")
        assert page.status_code == 200
        assert page.content.count(b'class="little-map"') == 2
    assert Client().get("/rules/cases/nosuchcase/").status_code == 404


@pytest.mark.django_db
def test_a_case_that_this_version_fails_is_shown_as_failed(
    settings: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = sorted((ROOT / "tests" / "cases").glob("*.json"))[0]
    case = json.loads(path.read_text())
    case["expect"]["banners"][0]["at"] = [0, 0]
    (tmp_path / path.name).write_text(json.dumps(case))
    settings.CASES_DIR = tmp_path
    all_cases.cache_clear()
    request.addfinalizer(all_cases.cache_clear)
    text = Client().get("/rules/cases/").content.decode()
    assert "0 of 1 pass." in text
    assert "banners[0].at" in Client().get(f"/rules/cases/{path.stem}/").content.decode()


def test_a_little_map_shows_the_orders_before_and_the_ways_after() -> None:
    case = next(case for case in all_cases() if case.slug.startswith("05-"))
    assert len(case.before.arrows) == 2
    assert len(case.after.arrows) == 1
    assert {piece.level for piece in case.before.pieces} == {"12", "15"}
    assert case.before.width == case.after.width
    wide = next(case for case in all_cases() if case.slug.startswith("54-"))
    assert any(piece.gone for piece in wide.after.pieces)
    assert any(mark.kind == "relic" for mark in wide.after.marks)
