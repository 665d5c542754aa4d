"""A quick battle from the lobby to its summary, played by thumbs: on two phones, and on one tablet."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from battles.models import Table
from battles.table import services
from battles.table.log_file import log_document
from rules.tabletop.tables import METHODS
from rules.tabletop.verify import faults
from tests.browser.conftest import ARTEFACTS, EVERY_LOOK, Enter, assert_accessible, assert_nothing_sideways
from tests.browser.taps import PHONE, TABLET
from tests.browser.test_table import LONGEST, Thumb, quiet

LISTS = (
    "Green squad 10 men rifle LMG 100 pts",
    "Red squad 8 men rifle 80 pts\nRed gun light AT gun 3 crew 60 pts",
)
SECRET = ("action points", "assigned tokens", "assigned tokens and points", "cards")
LONG = [METHODS[0], *(pytest.param(one, marks=pytest.mark.long) for one in METHODS[1:])]


class Screens:
    """Looks once at each screen that a battle comes to, by day and by night."""

    def __init__(self, name: str) -> None:
        """Of one battle."""
        self.name, self.seen = name, set[str]()

    def look(self, page: Page, what: str) -> None:
        """Nothing scrolls sideways; where all looks are wanted, a picture in both lights."""
        if what in self.seen:
            return
        self.seen.add(what)
        assert_nothing_sideways(page, f"{self.name}: {what}")
        if not EVERY_LOOK:
            return
        ARTEFACTS.mkdir(exist_ok=True)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            kind = re.sub(r"\W+", "-", f"whole-{self.name}-{what}")
            page.screenshot(path=ARTEFACTS / f"{kind}-{scheme}.png")


class Reader(Thumb):
    """The thumb of whoever is handed a tablet: says who he is, with his digits once he knows them."""

    digits: dict[str, str]

    def tap(self) -> str:
        """Uncover the tablet first, where it waits for somebody; all who stand round it agree."""
        agrees = self.page.locator("[data-proposal] button[value=yes]")
        cover = self.page.locator(".cover")
        if not hasattr(self, "digits"):
            self.digits = {}
        try:
            if agrees.count():
                agrees.first.click()
                quiet(self.page)
                return "agrees"
            if self.page.locator("#reader").count():
                self._note()
            elif cover.count():
                name = cover.first.locator("h2 b").inner_text()
                pin = cover.first.locator("input[name=pin]").first
                if pin.count():
                    pin.fill(self.digits[name])
                cover.first.locator("button").first.click()
                self.page.wait_for_timeout(150)
                return "cover"
        except PlaywrightError:
            return "overtaken"
        return super().tap()

    def _note(self) -> None:
        code = self.page.locator(".code")
        if code.count():
            name = self.page.locator("#reader b, #reader").last.inner_text()
            self.digits[name.removeprefix("Only ").removesuffix(" looks now")] = code.first.inner_text()


def open_table(page: Page, method: str, *, one: bool) -> str:
    """From the lobby to a table; gives its code."""
    page.goto("/t/")
    page.get_by_label("Who acts next?").select_option(method)
    page.get_by_label("Second side").fill("Red")
    if one:
        page.get_by_label("One phone or tablet for all").check()
    page.get_by_role("button", name="Open the table").click()
    return page.locator(".strip .mono").inner_text()


def sit(page: Page, code: str) -> None:
    """The second phone, by the code."""
    page.goto("/t/")
    page.get_by_label("Code on the first phone").fill(code)
    page.get_by_role("button", name="Join").click()
    page.locator("input[name=places][value='1']").check()
    page.get_by_role("button", name="Sit down").click()


def paste(page: Page, text: str, at: int = 0) -> None:
    """Paste a list."""
    before = page.locator(".unit").count()
    page.locator("textarea[name=roster]").nth(at).fill(text)
    page.get_by_role("button", name=re.compile("^Add for")).nth(at).click()
    expect(page.locator(".unit")).to_have_count(before + len(text.splitlines()))


def fight(pages: Sequence[Page], thumbs: Sequence[Thumb], screens: Screens) -> None:
    """One turn, until the battle is over for all."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        asked = []
        for page, thumb in zip(pages, thumbs, strict=True):
            prompt = page.locator("section.now.mine[data-prompt], .cover").first
            if prompt.count():
                screens.look(page, prompt.get_attribute("data-prompt") or "cover")
            asked.append(thumb.tap())
        if "The battle is over" in pages[0].locator("#table").inner_text():
            return
        if not any(asked):
            pages[0].wait_for_timeout(150)
    raise AssertionError(
        f"not over: {screens.seen}, {[page.locator('#table').inner_text() for page in pages]}"
    )


def afterwards(pages: Sequence[Page], stranger: Page, screens: Screens) -> None:
    """The end page: losses, luck, what is sent on; its link opens for anybody until it is revoked."""
    for page in pages:
        page.set_default_timeout(20_000)
        page.get_by_role("link", name="Losses, luck").click()
        expect(page.get_by_role("heading", name="Luck")).to_be_visible()
        screens.look(page, "the end")
    page = pages[0]
    assert_accessible(page, "the end")
    page.get_by_role("button", name="Make a link that anybody may open").click()
    link = page.locator(".link-line").get_attribute("href")
    assert link
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1)).to_be_visible()
    screens.look(stranger, "shared")
    assert "Green squad" not in stranger.content()
    page.get_by_role("button", name="Revoke the link").click()
    expect(page.get_by_role("button", name="Make a link that anybody may open")).to_be_visible()
    answer = stranger.goto(link)
    assert answer is not None
    assert answer.status == 404


def settle(page: Page) -> None:
    """One turn, then begin."""
    page.locator("input[name=turns]").fill("1")
    page.get_by_role("button", name="Save these settings").click()
    quiet(page)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".strip")).to_contain_text("Turn 1")


def checked() -> None:
    """The battle is over and its dice are true."""
    table = Table.objects.get()
    assert table.over
    assert services.game_of(table).phase == "over"
    assert faults(log_document(table, -1)) == []  # type: ignore[arg-type]


@pytest.mark.once
@pytest.mark.parametrize("method", LONG)
@pytest.mark.long
def test_a_battle_on_two_phones_from_the_lobby_to_its_summary(method: str, site: str, enter: Enter) -> None:
    pages, screens = [enter(None), enter(None)], Screens(f"{method} on phones")
    for page in pages:
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    code = open_table(pages[0], method, one=False)
    sit(pages[1], code)
    for page, text in zip(pages, LISTS, strict=True):
        paste(page, text)
        screens.look(page, "set-up")
    settle(pages[0])
    fight(pages, [Thumb(page) for page in pages], screens)
    afterwards(pages, enter(None), screens)
    checked()


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_a_battle_on_one_tablet_from_the_lobby_to_its_summary(method: str, site: str, enter: Enter) -> None:
    page, screens = enter(None), Screens(f"{method} on a tablet")
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    open_table(page, method, one=True)
    for at, text in enumerate(LISTS):
        paste(page, text, at)
    screens.look(page, "set-up")
    settle(page)
    fight([page], [Reader(page)], screens)
    assert ("cover" in screens.seen) == (method in SECRET)
    afterwards([page], enter(None), screens)
    checked()
