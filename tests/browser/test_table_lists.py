"""A list with questions, on a phone: read, answered by taps and by keys, and standing at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.browser.test_table_keepsakes import phone_of
from tests.table.test_lists import ASKED, give, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def test_what_is_open_is_answered_by_taps_and_keys(site: str, browser: Browser) -> None:
    pair = seated()
    here = give(pair, ASKED)
    page = phone_of(site, browser, pair, pair.ada)
    page.goto(here)
    expect(page.get_by_role("heading", level=1)).to_have_text("This is what I read")
    for scheme, width in (("light", 360), ("dark", 360), ("light", 1440)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        assert_nothing_sideways(page, f"{scheme} {width}")
        assert_accessible(page, f"{scheme} {width}")
        page.screenshot(path=f"test-artefacts/lists-{scheme}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 360, "height": 800})
    questions = page.locator("form.question")
    expect(questions).to_have_count(3)
    sizes = [button.bounding_box() for button in questions.first.locator("button").all()]
    assert all(box is not None and box["height"] >= 44 for box in sizes), sizes
    # One tap for both mortars.
    page.get_by_role("button", name="Medium mortar").first.click()
    expect(questions).to_have_count(1)
    page.locator("form.question button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{pair.table.public_id}/#*")
    expect(page.locator("main")).to_contain_text("Rifle squad 1")
    assert len(pair.game.units) == 6
    page.context.close()


def test_an_answer_is_followed_by_the_next_question_not_by_the_end_of_the_page(
    site: str, browser: Browser
) -> None:
    """The card that was answered goes below those that ask: its owner stays where he is asked."""
    pair = seated()
    here = give(pair, "\n".join(f"{name} squad, NCO SMG, rifles, 100 pts" for name in "ABCDEFGH"))
    page = phone_of(site, browser, pair, pair.ada)
    page.goto(here)
    for name in "CDA":
        card = page.locator(".read-unit", has=page.get_by_role("heading", name=f"{name} squad", exact=True))
        card.locator(".answers button").first.click()
        expect(card.locator(".answers button")).to_have_count(0)
        following = page.locator(".read-unit.asked", has=page.get_by_role("heading", name=FOLLOWING[name]))
        expect(following.locator(".answers button").first).to_be_in_viewport()
    page.context.close()


FOLLOWING = {"C": "D squad", "D": "E squad", "A": "B squad"}
PARTED = """Kampfgruppe Weber for Friday
everything regular, and no tanks

Rifle squad
10 men: NCO with SMG, LMG with loader, 7 rifles
123 pts
MMG team
50 pts

jeep, no gun on it
21 pts
Panther, two MMGs, 1 glork
290 pts

bring the good dice!!
Total: 300 pts"""


def test_where_each_unit_begins_is_said_on_a_phone(site: str, browser: Browser) -> None:
    pair = seated()
    here = give(pair, PARTED)
    page = phone_of(site, browser, pair, pair.ada)
    page.goto(here)
    page.screenshot(path="test-artefacts/parted-read.png", full_page=True)
    page.get_by_role("link", name="Units begin elsewhere").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where each unit begins")
    for scheme, width in (("light", 360), ("dark", 360), ("light", 1440)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        assert_nothing_sideways(page, f"{scheme} {width}")
        assert_accessible(page, f"{scheme} {width}")
        page.screenshot(path=f"test-artefacts/lines-{scheme}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 360, "height": 800})
    sizes = [one.bounding_box() for one in page.locator(".read-line select").all()]
    assert all(box is not None and box["height"] >= 44 for box in sizes), sizes
    page.get_by_label("Kampfgruppe").select_option("leave")
    page.get_by_label("everything regular").select_option("leave")
    page.get_by_label("Rifle squad").select_option("unit")
    page.get_by_label("Panther, two MMGs").select_option("leave")
    page.get_by_label("290 pts").select_option("leave")
    page.get_by_role("button", name="Read it so").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This is what I read")
    # Of all that is said by a line that is left out, nothing is taken for granted.
    page.get_by_role("button", name="Regular").first.click()
    expect(page.locator("main")).to_contain_text("The list says 300 points")
    page.screenshot(path="test-artefacts/parted-sum.png", full_page=True)
    page.get_by_role("button", name="It is right as it was read").click()
    page.wait_for_url(re.compile(rf"/t/{pair.table.public_id}/(#.*)?$"))
    assert [unit.name for unit in pair.game.units] == ["Rifle squad", "MMG team", "jeep"]
    page.context.close()
