"""The handbook's pictures show what the app says: each part's accessible tree has its hash still."""

from __future__ import annotations

import pytest
import time_machine
from django.db import connection
from django.test import override_settings
from playwright.sync_api import Browser

from campaign.rulebook.handbook.manuscript import drawn
from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.rulebook.pictures.drawing import MOMENT, SHOTS, Visitor, build, served, told_of, tree_of

pytestmark = pytest.mark.once
LOOKED_AT = (
    ("/help/?q=deadline", (360, 800)),
    ("/help/keep/", (360, 800)),
    ("/help/plan/", (360, 800)),
    ("/help/words/", (1440, 900)),
)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.django_db(transaction=True)
def test_every_picture_shows_what_is_there(browser: Browser) -> None:
    with time_machine.travel(MOMENT, tick=False), override_settings(DEMO=True):
        build()
        connection.close()
        with served() as address:
            visitor = Visitor(browser, address)
            told = {shot.name: told_of(visitor.open(shot)) for shot in SHOTS}
            changed = {name: one for name, one in told.items() if tree_of(one) != drawn()[name][2]}
            assert not changed, "\n\n".join(
                ("Run make pictures: these parts say something else than their pictures.", *changed.values())
            )
            # The pages that show them, by night, while the browser is here.
            page = visitor.pages["ada"]
            page.emulate_media(color_scheme="dark")
            for path, (width, height) in LOOKED_AT:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(address + path)
                assert_nothing_sideways(page, path)
                assert_accessible(page, path)


def test_another_word_changes_the_hash_and_another_day_does_not() -> None:
    link = '- link "Plan the turn":\n  - /url: /c/'
    told = f"{link}t1J3kTMPT7h9rsQWP7MMIg/\n- text: Tue 24 Nov, 20:00 CET (in 41 hours)"
    later = f"{link}xCta3FG557bZhq7QIpepFg/\n- text: Wed 3 Mar 2027, 09:00 CET (in 2 days)"
    assert tree_of(told) == tree_of(later)
    assert tree_of(told) != tree_of(told.replace("Plan", "Play"))
    assert tree_of(told) != tree_of(told.replace("link", "button"))
    assert tree_of("level 14") != tree_of("level 15")
