"""The rules as a page: whatever names a section leads to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from campaign.rulebook import SECTIONS
from campaign.wording import rule_url, rules_address

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
        named |= set(re.findall(r'Event\(\s*(?:EventKind\.\w+|kind),\s*"([\d.]+)"', path.read_text()))
    assert {"5.4", "8.4"} <= named
    assert named <= numbers


def test_a_section_is_reached_by_its_number() -> None:
    assert rule_url("5.4") == "/rules/#5.4"
    assert rules_address() == "/rules/#{rule}"
