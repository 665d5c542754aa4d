"""On the smallest phones no word of a button, a heading or a label is broken in its middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from battles.table import services
from tests.browser.conftest import assert_nothing_sideways
from tests.browser.test_table_look import visited
from tests.table.moments import Moment, acting, drawn, fell, fired, mixed, moments, prompts, shot
from tests.table.phones import Pair, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

BROKEN = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (!of.checkVisibility() || of.closest(".visually-hidden, textarea, select, .mono, .link-line")) {
      continue;
    }
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      if (word[0].length > 30) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width);
      const tops = new Set(boxes.map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(`${word[0]}: ${of.textContent.trim().slice(0, 60)}`);
    }
  }
  return [...new Set(found)];
}"""
"""The words that stand on two lines."""
WIDTHS = (320, 360)


def whole(site: str, browser: Browser, found: Iterator[Moment]) -> list[str]:
    """The words that are broken at these moments, by day, with all that can be opened open."""
    broken = []
    for name, scheme, page in visited(site, browser, found):
        if scheme == "dark":
            continue
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640})
            broken += [f"{name}, {width}: {one}" for one in page.evaluate(BROKEN)]
            assert_nothing_sideways(page, f"{name}, {width}")
    return broken


def most() -> Iterator[Moment]:
    """What is seen most."""
    for name, pair, phone in (
        ("begun", sit_down(momentum="1"), 0),
        ("order", drawn(), 0),
        ("fire", mixed(), 0),
        ("run", acting("run"), 0),
        ("measure", fired("b1"), 0),
        ("answer", shot(), 1),
        ("losses", fell(), 1),
        ("order of one of many", of_many(), 0),
    ):
        yield name, pair, (pair.ada, pair.ben)[phone], ""
    pair = shot()
    pair.act(1, "answer", how="stand")
    pair.act(0, "correct", unit="a2", pins="2", reason="Mortar")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    pair.end(0)
    for what in ("", "report/", "cards/"):
        yield f"the end, {what}", pair, pair.ada, what


def of_many() -> Pair:
    """One of six squads is to have its order."""
    pair = sit_down(begin=False)
    pair.act(0, "roster", roster="\n".join(f"Squad {one} 10 men rifle 100 pts" for one in range(1, 7)))
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    return pair


def test_where_people_look_most_no_word_is_broken(site: str, browser: Browser) -> None:
    assert whole(site, browser, most()) == []


@pytest.mark.long
def test_no_word_is_broken_at_any_moment(site: str, browser: Browser) -> None:
    assert whole(site, browser, (one for found in (moments(), prompts()) for one in found)) == []
