"""How much work a frame is while the map pans, with a processor four times slower: page 7's goals.

What is measured is the main thread's own time, not a clock's: of a machine under load it says more.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.crowded import open_crowds, war_of

pytestmark = [pytest.mark.once, pytest.mark.long]

SLOWER = 4
STEPS = 60
COUNTS = {30: 40, 100: 120, 300: 180}
"""Banners and sightings by the side of the map."""

PAN = """([steps, scale]) => new Promise((done) => {
    const { view } = shown;
    view.scale = Math.max(view.scale, scale);
    view.x = view.columns / 3;
    view.y = view.rows / 3;
    shown.redraw();
    const settle = () => (shown.layers.queue.length ? requestAnimationFrame(settle) : go());
    let left = steps;
    const step = () => {
        if (!left--) return done();
        view.pan(-9, -5);
        shown.update(true);
        requestAnimationFrame(step);
    };
    const go = () => requestAnimationFrame(step);
    settle();
})"""


def traced(tools: CDPSession, page: Page, scale: float) -> list[dict[str, Any]]:
    """All that the browser tells of a pan."""
    events: list[dict[str, Any]] = []
    over: list[bool] = []
    tools.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    tools.once("Tracing.tracingComplete", lambda _: over.append(True))
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
    tools.send(
        "Tracing.start",
        {"traceConfig": {"includedCategories": categories}, "transferMode": "ReportEvents"},
    )
    page.evaluate(PAN, [STEPS, scale])
    tools.send("Tracing.end")
    while not over:
        page.wait_for_timeout(50)
    return events


def frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the main thread's time for each frame."""
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    own = [one for one in events if (one["pid"], one["tid"]) in main]
    called = sorted(one["ts"] for one in own if one["name"] == "FireAnimationFrame")
    tasks = sorted(
        (one["ts"], one["dur"], one.get("tdur", 0))
        for one in own
        if one.get("ph") == "X" and one["name"] == "RunTask"
    )
    found: list[float] = []
    for begins, lasts, work in tasks:
        at = bisect(called, begins)
        if at < len(called) and called[at] < begins + lasts:
            # All that is done until the next frame is this one's.
            found.append(0)
        if found:
            found[-1] += work / 1000
    assert len(found) > STEPS
    return found[-STEPS:]


@pytest.mark.parametrize(
    ("side", "scale", "most"), [(30, 34, 16), (100, 24, 33), (300, 24, 66), (300, 6, 66)]
)
def test_a_frame_of_panning_is_no_more_work_than_it_may_be(
    page: Page, side: int, scale: int, most: int, record_property: Callable[[str, object], None]
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_crowds(page)
    war = war_of(7, count=COUNTS[side], side=side)
    war["territory"] = [
        "".join(str(1 + (x // 9 + y // 7) % 6) if (x // 9 + y // 7) % 3 else "." for x in range(side))
        for y in range(side)
    ]
    page.evaluate("([war, scale]) => show(war, scale, true)", [war, scale])
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    each = frames(traced(tools, page, scale))
    found = f"{side} x {side} at {scale} px: {median(each):.1f} ms, at worst {max(each):.1f}"
    record_property("frames", found)
    assert 0 < median(each) <= most, found
