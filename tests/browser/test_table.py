"""The companion in two real browser windows at once: whole battles by every way of activation."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PlaywrightError

from campaign.models import Battle, BattleResult, Campaign, Phase, Turn, User
from campaign.turn import tick
from campaign.turn.plans.services import save_plan
from rules.tabletop.tables import METHODS
from tests.browser.conftest import Enter, Look, assert_accessible, assert_nothing_sideways
from tests.conftest import start_tarn

ADA_LIST = "Vanguard squad 10 men rifle 400 pts\nVanguard tank medium tank medium AT gun 300 pts"
BEN_LIST = "Red squad 8 men rifle 350 pts\nRed gun light AT gun 3 crew 200 pts"
ADA_SQUAD = "Vanguard squad 10 men rifle 400 pts"
SECRETS = ("assigned tokens", "assigned tokens and points", "cards")
OPEN = ("three dice", "action points", "numbered tokens")
KINDS = {
    "three dice": {"draw"},
    "action points": {"bid"},
    "numbered tokens": {"draw"},
    "assigned tokens": {"tokens"},
    "assigned tokens and points": {"tokens", "bid"},
    "cards": {"play"},
}
"""What each way asks besides orders, whatever the dice say."""
LONGEST = 120
"""Seconds that a battle may take on a busy machine."""


def meet(tarn: Campaign) -> Battle:
    """The two vanguards of the Tarn ford meet."""
    for key, to in (("a1", [3, 2]), ("b1", [5, 3])):
        banner = tarn.banners.get(key=key)
        orders = {banner.public_id: {"primary": {"order": "march", "to": to}}}
        save_plan(seat=banner.seat, number=1, plan={"orders": orders}, by=banner.seat.user, submit=True)
    for _ in range(10):
        turn = Turn.objects.get(campaign=tarn, number=1)
        if turn.phase == Phase.BATTLES:
            break
        assert tick.run_now(turn.pk)
    return Battle.objects.get(turn=turn)


@pytest.fixture
def battle(tarn: Campaign) -> Battle:
    """The two vanguards of the Tarn ford have met."""
    return meet(tarn)


def sit_down(page: Page, battle: Battle) -> None:
    """From the battle's page to the table, on a phone."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/c/{battle.turn.campaign.public_id}/battles/{battle.public_id}/")
    page.get_by_role("button", name="Sit down at the table").click()
    expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()


def enter_units(page: Page, text: str) -> None:
    """Paste a list."""
    page.locator("textarea[name=roster]").first.fill(text)
    page.get_by_role("button", name=re.compile("^Add for")).first.click()
    expect(page.locator(".unit").first).to_be_visible()


def quiet(page: Page) -> None:
    """Wait until the last tap has been answered."""
    page.wait_for_function("() => !document.querySelector('#table form[data-sent]')")


class Thumb:
    """One thumb on one phone: does whatever this phone is asked for."""

    def __init__(self, page: Page) -> None:
        """A page at the table."""
        self.page, self.shot = page, 0
        self.asked: set[str] = set()
        page.set_default_timeout(2000)

    def tap(self) -> str:
        """Answer the first thing that is asked of this phone; what it was, or nothing."""
        page = self.page
        own = page.locator("section.now.mine[data-prompt]").first
        if own.count() == 0:
            return ""
        kind = ""
        try:
            kind = own.get_attribute("data-prompt") or ""
            self.asked.add(kind)
            getattr(self, "do_" + kind.replace(" ", "_"), self.press)(own)
            quiet(page)
        except PlaywrightError:
            return "overtaken"  # the other phone was quicker, and this one has been drawn anew
        return kind

    def press(self, own) -> None:  # type: ignore[no-untyped-def]
        """The button that goes on."""
        own.locator("button").last.click()

    def do_order(self, own) -> None:  # type: ignore[no-untyped-def]
        if not own.locator("input[name=unit]:checked").count():
            own.locator("input[name=unit]").first.check()
        own.locator("button[value=fire]").click()

    def do_done(self, own) -> None:  # type: ignore[no-untyped-def]
        if self.shot % 2 == 0 and own.locator("button[name=target]").count():
            own.locator("button[name=target]").first.click()
        else:
            own.get_by_role("button", name="Done", exact=True).click()
        self.shot += 1

    def do_measure(self, own) -> None:  # type: ignore[no-untyped-def]
        own.locator("button.range").last.click()

    def do_answer(self, own) -> None:  # type: ignore[no-untyped-def]
        own.locator("button[value=stand]").click()

    def do_go_on(self, own) -> None:  # type: ignore[no-untyped-def]
        own.locator("button.thumb-button").click()

    def do_draw(self, own) -> None:  # type: ignore[no-untyped-def]
        own.get_by_role("button", name="Draw", exact=True).click()

    def do_tokens(self, own) -> None:  # type: ignore[no-untyped-def]
        for number, field in enumerate(own.locator("select[data-token]").all(), 1):
            field.select_option(str(number))
        own.get_by_role("button", name="Put them down").click()

    def do_bid(self, own) -> None:  # type: ignore[no-untyped-def]
        own.locator(".bids button[value='1']").click()

    def do_finish(self, own) -> None:  # type: ignore[no-untyped-def]
        own.locator("button").first.click()

    def do_roll(self, own) -> None:  # type: ignore[no-untyped-def]
        count = re.search(r"\d+", own.locator("label[for=typed]").inner_text().replace("One", "1"))
        assert count
        own.locator("input[name=typed]").fill(" ".join("3" for _ in range(int(count[0]))))
        own.get_by_role("button", name="These are the dice").click()


def play(method: str, battle: Battle, column: Page, host: Page, lists: tuple[str, str]) -> set[str]:
    """A battle of one turn on two phones, from the battle's page to both reports; gives what was asked."""
    for page in (column, host):
        page.set_default_timeout(20_000)
        sit_down(page, battle)
    enter_units(column, lists[0])
    enter_units(host, lists[1])
    assert "Vanguard squad" not in host.content()
    column.locator("select[name=method]").select_option(method)
    column.locator("input[name=turns]").fill("1")
    column.get_by_role("button", name="Save these settings").click()
    quiet(column)
    column.get_by_role("button", name="Begin the battle").click()
    expect(host.locator(".strip")).to_contain_text("Turn 1")
    thumbs = [Thumb(column), Thumb(host)]
    looked: set[str] = set()
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        asked = [thumb.tap() for thumb in thumbs]
        new = set(asked) - looked
        for thumb in thumbs if new else []:
            assert_nothing_sideways(thumb.page, f"{method} {asked}")
        looked |= new
        if "The battle is over" in column.locator("#table").inner_text():
            break
        if not any(asked):
            column.wait_for_timeout(150)
    expect(host.get_by_role("link", name="Losses, luck, story and report")).to_be_visible()
    for page in (column, host):
        page.set_default_timeout(20_000)
        page.get_by_role("link", name="Losses, luck, story and report").click()
        page.get_by_role("button", name="Send my report").click()
        expect(page.locator("body")).to_contain_text("Your report is in")
    assert BattleResult.objects.filter(battle=battle).count() == 2
    battle.refresh_from_db()
    assert battle.closed_at is not None
    return thumbs[0].asked | thumbs[1].asked


@pytest.mark.once
@pytest.mark.parametrize(
    "method", [METHODS[0], *(pytest.param(one, marks=pytest.mark.long) for one in METHODS[1:])]
)
def test_a_whole_battle_on_two_phones_to_the_campaigns_report(
    method: str, battle: Battle, enter: Enter, ada: User, ben: User
) -> None:
    play(method, battle, enter(ada), enter(ben), (ADA_LIST, BEN_LIST))


@pytest.mark.once
@pytest.mark.parametrize(
    "methods",
    [
        pytest.param(OPEN, marks=pytest.mark.long),
        pytest.param(SECRETS, marks=pytest.mark.long),
        pytest.param(("cards",), marks=pytest.mark.long),
    ],
    ids=["open", "secret", "cards"],
)
def test_each_way_of_activation_on_two_phones_to_the_campaigns_report(
    methods: tuple[str, ...], site: str, enter: Enter, mara: User, ada: User, ben: User, cleo: User
) -> None:
    """The short form of the battles above: three units, one battle after the other."""
    column, host = enter(ada), enter(ben)
    for method in methods:
        battle = meet(start_tarn(mara, ada, ben, cleo))
        asked = play(method, battle, column, host, (ADA_SQUAD, BEN_LIST))
        assert asked >= KINDS[method] | {"order"}, method


def test_the_short_forms_leave_no_way_out() -> None:
    assert {METHODS[0], *OPEN, *SECRETS} == set(METHODS)


@pytest.mark.once
def test_both_phones_follow_and_work_through_a_lost_network(
    site: str, browser: Browser, look: Look, enter: Enter
) -> None:
    first, second = enter(None), enter(None)
    for page in (first, second):
        page.set_viewport_size({"width": 360, "height": 800})
    first.goto("/t/")
    assert_accessible(first, "the lobby")
    first.get_by_role("button", name="Open the table").click()
    code = first.locator(".code").first.inner_text()
    second.goto("/t/")
    second.get_by_label("Code on the first phone").fill(code)
    second.get_by_role("button", name="Join").click()
    second.locator("input[name=places][value='1']").check()
    second.get_by_role("button", name="Sit down").click()
    enter_units(first, ADA_LIST)
    enter_units(second, BEN_LIST)
    first.get_by_role("button", name="Begin the battle").click()
    expect(second.locator(".strip")).to_contain_text("Turn 1")
    look(first, "table-draw")
    first.set_viewport_size({"width": 360, "height": 800})

    # What is entered without network waits, once, and goes out by itself.
    first.context.set_offline(True)
    first.locator("section.now.mine button", has_text="Draw").first.click()
    expect(first.locator("#offline")).to_be_visible()
    first.context.set_offline(False)
    expect(first.locator("section.now[data-prompt=order]")).to_be_visible(timeout=15_000)
    expect(second.locator("section.now[data-prompt=order]")).to_be_visible()
    assert first.evaluate("localStorage.length") == 0

    # From a tap on one phone to the other phone's new page.
    acting = first if first.locator("section.now.mine[data-prompt=order]").count() else second
    other = second if acting is first else first
    acting.locator("input[name=unit]").first.check()
    began = time.monotonic()
    acting.locator("button[value=down]").click()
    expect(other.locator("section.now[data-prompt=draw]")).to_be_visible(timeout=3000)
    assert time.monotonic() - began < 3
