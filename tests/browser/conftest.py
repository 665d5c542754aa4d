"""A real server and a real browser: ``site`` serves the test's database, ``look`` is what all pages owe.

``site`` is the one process that the demo runs too: web, worker and clock. Tests write through services, and
the deadlines fire by themselves.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
import urllib.request
import warnings
import zlib
from collections.abc import Callable, Iterator
from itertools import product
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from campaign.models import User
from tests.browser.cable import Cable
from tests.browser.serving import Servers

ROOT = Path(__file__).resolve().parent.parent.parent
ARTEFACTS = ROOT / "test-artefacts"
WHOLE = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = ("chromium-headless-shell", *WHOLE)
"""The same browser without its windows, where it is installed, opens pages in a quarter of the time."""
SIZES = {"phone": (360, 800), "desk": (1440, 900)}
SCHEMES = ("light", "dark")
TOLD_APART = (("phone", "light"), ("desk", "dark"))
"""Each size and each scheme once."""
EVERY_LOOK = bool(os.environ.get("TEST_LONG") or os.environ.get("TEST_LOOKS"))
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--no-first-run",
)
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
OF_COLOURS = ("color-contrast", "link-in-text-block")
STARTUP = 40
"""Seconds that the server may take to answer, on a slow machine."""
PATIENCE = 30
"""Seconds that a page may take for what is expected of it. How fast pages are is measured elsewhere; here a
machine that is busy with other tests must not be taken for a fault."""
expect.set_options(timeout=PATIENCE * 1000)

HERE = Path(__file__).resolve().parent

Look = Callable[[Page, str], None]
Enter = Callable[[User | None], Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A failed test of a browser is tried once more and both are counted: a busy machine may starve it."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's chromium."""
    return launching(CHROMIUM)


def launching(names: tuple[str, ...]) -> dict[str, Any]:
    """How to start the first of these browsers that is here."""
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, "no chromium found; install it with: apt install chromium"
    return {"executable_path": found, "args": list(QUIET)}


@pytest.fixture(scope="session")
def servers(django_db_setup: None) -> Iterator[Servers]:
    """What starts the servers over this worker's database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", _database_url())
        patch.setenv("DJANGO_SETTINGS_MODULE", "tests.settings")
        yield Servers()


@pytest.fixture
def site(servers: Servers, transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """The address of a server over the test's database, with worker and clock running."""
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    log = tmp_path / "site.log"
    process = servers.start(port, log)
    try:
        _wait(address, process, log)
        yield address
    finally:
        process.terminate()
        process.join(20)
        if process.exitcode is None:
            process.kill()
            process.join()
        # Shown with a test that failed: what the server said meanwhile.
        sys.stdout.write(log.read_text()[-4000:])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _database_url() -> str:
    known = settings.DATABASES["default"]
    if known["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{known['NAME']}"
    who = f"{known['USER']}:{known['PASSWORD']}@" if known["PASSWORD"] else f"{known['USER']}@"
    return f"postgres://{who}{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


def _wait(address: str, process: BaseProcess, log: Path) -> None:
    end = time.monotonic() + STARTUP
    while time.monotonic() < end:
        if process.exitcode is not None:
            break
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2)
            return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture
def cable(site: str) -> Iterator[Cable]:
    """A line between the windows of ``enter`` and the site, for a test that cuts it."""
    line = Cable(site)
    yield line
    line.remove()


@pytest.fixture
def enter(site: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Enter]:
    """A browser window at the home of a person who is logged in; for None an empty one of a stranger.

    It wants no motion, so that no film opens over what a test looks at; tests of what moves say so.
    How people log in is shown by the tests of accounts and of leaving: here it would be a third of the cost.
    """
    windows: list[BrowserContext] = []
    if "cable" in request.fixturenames:
        site = request.getfixturevalue("cable").address

    def window(user: User | None) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport={"width": 1440, "height": 900},
            timezone_id="Europe/Berlin",
            reduced_motion="reduce",
        )
        windows.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.set_default_navigation_timeout(2 * PATIENCE * 1000)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
            page.goto("/")
        return page

    yield window
    for context in windows:
        context.close()


def visit(page: Page, path: str) -> None:
    """Go there, also if the page just begins to fetch itself anew because something has changed: whichever
    of the two a browser then drops, a person would tap once more. So would one whose browser shows nothing,
    while the site answers at once; that it does is asked for.
    """
    for _ in range(3):
        try:
            page.goto(path)
            return
        except TooLong as error:
            answer = page.context.request.get(path, timeout=PATIENCE * 1000)
            warnings.warn(f"It stood still; the site answered {answer.status}: {error}", stacklevel=2)
        except Error as error:
            if not any(word in str(error) for word in ("interrupted by another navigation", "ERR_ABORTED")):
                raise
    page.goto(path)


def until(page: Page, promised: str) -> None:
    """Wait until what an asynchronous function of the page promises is true. ``wait_for_function`` asks such
    a one only once, for a promise is as good as true to it.
    """
    end = time.monotonic() + 2 * PATIENCE
    while not page.evaluate(promised):
        assert time.monotonic() < end, f"never true: {promised}"
        page.wait_for_timeout(100)


@pytest.fixture
def look() -> Look:
    """Hold a page to what all owe, on a phone by day and at a desk by night: nothing to scroll sideways, no
    accessibility fault.

    In the short form a page is seen in one of the two looks only, half of all pages in
    either, and in the other one's size nothing scrolls sideways. The long form, or ``TEST_LOOKS``, has both
    everywhere, and the two other looks, which differ in colours alone; they keep pictures.
    """
    ARTEFACTS.mkdir(exist_ok=True)

    def prove(page: Page, name: str) -> None:
        chosen = TOLD_APART[zlib.crc32(name.encode()) % len(TOLD_APART)]
        for size, scheme in product(SIZES, SCHEMES):
            apart = (size, scheme) in TOLD_APART
            if not (apart or EVERY_LOOK):
                continue
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.wait_for_timeout(50)
            if apart:
                assert_nothing_sideways(page, f"{name} ({size})")
            if EVERY_LOOK or (size, scheme) == chosen:
                if EVERY_LOOK:
                    page.screenshot(path=ARTEFACTS / f"{name}-{size}-{scheme}.png")
                (assert_accessible if apart else assert_readable)(page, f"{name} ({size}, {scheme})")

    return prove


def assert_nothing_sideways(page: Page, what: str) -> None:
    """The page is not wider than its window."""
    wide = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) =>
               one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
               .slice(0, 3).map((one) => one.outerHTML.slice(0, 120))"""
    )
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"{what} scrolls sideways by {over} px, for example because of {wide}"


def assert_accessible(page: Page, what: str) -> None:
    """axe-core finds nothing against WCAG 2.2 AA."""
    _assert_axe_finds_nothing(page, what, list(WCAG))


def assert_readable(page: Page, what: str) -> None:
    """axe-core finds nothing against WCAG 2.2 AA in its colours, all that a scheme changes."""
    _assert_axe_finds_nothing(page, what, {"type": "rule", "values": list(OF_COLOURS)})


def _assert_axe_finds_nothing(page: Page, what: str, run_only: object) -> None:
    axe = Axe("" if page.evaluate("'axe' in window") else AXE_SCRIPT)
    found = axe.run(page, options={"runOnly": run_only, "resultTypes": ["violations"]})
    assert found.violations_count == 0, f"{what}:\n{found.generate_report()}"
