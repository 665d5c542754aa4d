"""What the look at another scheme of colours holds a page to: that it can be read in them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import assert_accessible, assert_readable

FAINT = """<!doctype html><html lang="en"><head><title>Faint</title>
<meta name="color-scheme" content="light dark">
<style>@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }</style></head>
<body><main><h1>Faint</h1><p>Nobody can read this in the dark.</p></main></body></html>"""


@pytest.mark.long
def test_what_cannot_be_read_in_the_dark_is_found(page: Page) -> None:
    page.set_content(FAINT)
    page.emulate_media(color_scheme="light")
    assert_accessible(page, "by day")
    page.emulate_media(color_scheme="dark")
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_readable(page, "by night")
