"""P11: the first paint of the plan page on a slow phone, and a click until its order sheet is there; and how
smoothly a large map pans.

Debian's chromium, headless, over a server of its own on SQLite. Each round is a browser that has seen nothing
yet. The processor is slowed down four times for the page, and not for the panning. Beside the seconds stands
what a page of one word takes to be painted just then, and for how long the page kept its main thread at work
(the thread's own time, slowed down too): a machine that is not quiet lengthens the former, hardly the latter.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from bench.database import NO_SERVER, in_its_own_process
from bench.rounds import SkippedError, Verdict, quartiles

SIZE = (30, 30, 6)
LARGE = (60, 300, 6)
"""Banners, sectors a side, players."""
SLOWER = 4
FRAMES = 120
SLOW_FRAME = 32.0
"""Milliseconds: two frames of a screen that draws sixty in a second."""
MOST_ROUNDS = 9
PHONE = {"width": 360, "height": 800}
DESK = {"width": 1440, "height": 900}

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
CLICK = """
() => new Promise((done) => {
  const order = document.querySelector("#order");
  let begun = 0;
  addEventListener("click", (event) => { begun = event.timeStamp; }, { capture: true, once: true });
  new MutationObserver((_, observer) => {
    if (!begun || !order.childElementCount) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.sheetAfter = performance.now() - begun; }));
  }).observe(order, { childList: true, subtree: true });
  done();
})
"""
FRAMES_BEGIN = """
() => {
  window.frames_seen = [];
  const see = (at) => { window.frames_seen.push(at); window.seeing = requestAnimationFrame(see); };
  window.seeing = requestAnimationFrame(see);
}
"""
FRAMES_END = "() => { cancelAnimationFrame(window.seeing); return window.frames_seen; }"


def page(rounds: int) -> list[Verdict]:
    """P11 and the panning, in a process of its own."""
    found: dict[str, Any] = in_its_own_process("bench.page", min(rounds, MOST_ROUNDS))
    busy = f"one word {found['word']:.2f} s, main thread at work {found['busy']:.2f} s until the map is drawn"
    frames = f"{found['frames']} frames, the slowest {found['worst']:.0f} ms"

    def at_most(name: str, what: str, key: str, goal: float, note: str = "") -> Verdict:
        middle, low, high = found[key]
        return Verdict(name, what, middle, low, high, goal, at_most=True, note=note)

    return [
        at_most("P11", "first paint, seconds", "paint", 1.0, busy),
        at_most("P11", "click to order sheet, seconds", "click", 0.1),
        at_most("PAN", "frames over 32 ms, map of 300 x 300", "pan", 0.1, frames),
    ]


def main() -> int:
    """Measure, and print what was found as JSON."""
    rounds = int(sys.argv[1])
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("no chromium found")
        return NO_SERVER
    try:
        with _serving() as (address, small, large), _browser(chromium) as browser:
            taken = []
            for _ in range(rounds):
                word = _one_word(browser, address, small[1])
                taken.append((word, *_first_page(browser, address, *small)))
            pans = [_panned(browser, address, *large) for _ in range(rounds)]
    except SkippedError as reason:
        print(reason)
        return NO_SERVER
    times = [step for pan in pans for step in pan]
    found = {
        "word": quartiles([word for word, *_ in taken])[0],
        "paint": quartiles([paint for _, paint, *_ in taken]),
        "busy": quartiles([busy for *_, busy, _ in taken])[0],
        "click": quartiles([click for *_, click in taken]),
        "pan": quartiles([sum(step > SLOW_FRAME for step in pan) / len(pan) for pan in pans]),
        "frames": len(times),
        "worst": max(times),
    }
    print(json.dumps(found))
    return 0


@contextmanager
def _serving() -> Iterator[tuple[str, tuple[str, str], tuple[str, str]]]:
    """A server with a small war and a large one: its address, and the page and the session of each."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/page.sqlite3",
            REDIS_URL="",
            LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="bench.served",
        )
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0, skip_checks=True)
        small, large = _war(SIZE, "small"), _war(LARGE, "large")
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application", f"--port={port}"]
        server = subprocess.Popen([*command, "--no-access-log", "--log-level=warning"])
        try:
            _until_up(port, server)
            yield f"http://127.0.0.1:{port}", small, large
        finally:
            server.terminate()
            server.wait(timeout=60)


def _war(size: tuple[int, int, int], name: str) -> tuple[str, str]:
    """A campaign in which a turn is being planned: the address of its map, and a player's session."""
    from django.conf import settings
    from django.test import Client

    from bench.campaigns import founded
    from bench.scenes import scene
    from campaign.models import Seat, Turn, User

    banners, side, players = size
    turn = Turn.objects.select_related("campaign").get(
        pk=founded(scene(banners=banners, side=side, players=players), plan_revision=True)
    )
    User.objects.exclude(email__contains="+").update(email=_renamed(name))
    seat = Seat.objects.select_related("user").filter(campaign=turn.campaign).order_by("id").first()
    assert seat is not None
    assert seat.user is not None
    browser = Client()
    browser.force_login(seat.user)
    return f"/c/{turn.campaign.public_id}/", browser.cookies[settings.SESSION_COOKIE_NAME].value


def _renamed(name: str) -> Any:
    """Addresses of their own for the players of one war: the next one has players of the same names."""
    from django.db.models import F, Value
    from django.db.models.functions import Concat

    return Concat(Value(f"{name}+"), F("email"))


def _until_up(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if server.poll() is not None:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the server did not answer")


@contextmanager
def _browser(chromium: str) -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise SkippedError("playwright is not installed") from error
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=quiet)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def _opened(
    browser: Any, address: str, session: str, size: dict[str, int], slower: int
) -> Iterator[tuple[Any, Any]]:
    """A page in a browser that has nothing stored but the session, and the browser's own tools for it.

    It wants no motion: no film opens over what is measured.
    """
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    try:
        context.add_cookies([{"name": "session", "value": session, "url": address}])
        opened = context.new_page()
        opened.set_default_timeout(120_000)
        tools = context.new_cdp_session(opened)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        if slower > 1:
            tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield opened, tools
    finally:
        context.close()


def _one_word(browser: Any, address: str, session: str) -> float:
    """Seconds to the first paint of a page with nothing on it."""
    with _opened(browser, address, session, PHONE, SLOWER) as (opened, _):
        opened.goto(f"{address}/bench/page/")
        return float(opened.wait_for_function(PAINTED).json_value()) / 1000


def _first_page(browser: Any, address: str, path: str, session: str) -> tuple[float, float, float]:
    """Seconds to the first paint; the thread's until the map is drawn; from a click to the sheet."""
    with _opened(browser, address, session, PHONE, SLOWER) as (opened, tools):
        opened.goto(address + path)
        opened.wait_for_selector(".map[data-drawn]")
        painted = opened.wait_for_function(PAINTED).json_value()
        metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        # On a phone the sheet peeks from below the map; its list is in the half that is drawn up.
        opened.locator("button.grip").click()
        opened.locator("button.row-banner").first.scroll_into_view_if_needed()
        opened.evaluate(CLICK)
        opened.locator("button.row-banner").first.click()
        clicked = opened.wait_for_function("() => window.sheetAfter").json_value()
        return painted / 1000, metrics["TaskDuration"], clicked / 1000


def _panned(browser: Any, address: str, path: str, session: str) -> list[float]:
    """The milliseconds between the frames while the map is drawn about."""
    with _opened(browser, address, session, DESK, 1) as (opened, _):
        opened.goto(address + path)
        opened.wait_for_selector(".map[data-drawn]")
        box = opened.locator(".map-stage").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        opened.mouse.move(x, y)
        opened.mouse.wheel(0, -600)
        opened.wait_for_timeout(1000)
        opened.mouse.down()
        opened.evaluate(FRAMES_BEGIN)
        for number in range(FRAMES):
            turn = number % 40
            opened.mouse.move(x + 8 * (turn if turn < 20 else 40 - turn), y + 4 * (turn % 20))
        frames = opened.evaluate(FRAMES_END)
        opened.mouse.up()
        steps = [later - before for before, later in pairwise(frames)]
        if len(steps) < 10:
            raise RuntimeError("the map was not drawn while it was moved")
        return steps


if __name__ == "__main__":
    sys.exit(main())
