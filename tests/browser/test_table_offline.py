"""The companion without network, in a real browser: read, dice of its own, a queue that counts once."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from battles.models import Table, TableAction
from tests.browser.cable import Cable
from tests.browser.conftest import Enter, assert_accessible, assert_nothing_sideways, until

GREEN = "Green squad 10 men rifle 100 pts\nGreen tank medium tank medium AT gun 150 pts"
BROWN = "Brown squad 8 men rifle 80 pts\nBrown gun light AT gun 3 crew 60 pts"


def a_battle(page: Page) -> None:
    """A battle on one tablet, begun, with a die drawn."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/t/")
    page.get_by_label("One phone or tablet for all").check()
    page.get_by_role("button", name="Open the table").click()
    for number, text in enumerate((GREEN, BROWN)):
        page.locator("textarea[name=roster]").nth(number).fill(text)
        page.get_by_role("button", name=re.compile("^Add for")).nth(number).click()
        expect(page.locator(".unit")).to_have_count(2 * (number + 1))
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("section.now[data-prompt=order]")).to_be_visible()


@pytest.mark.once
def test_the_companion_works_on_without_network_and_counts_all_once(cable: Cable, enter: Enter) -> None:
    page = enter(None)
    a_battle(page)
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    # The page gives itself to the worker a second after it was drawn, or later on a busy machine.
    until(page, "async () => Boolean(await caches.match(location.pathname, { ignoreVary: true }))")
    table = Table.objects.get()
    before = table.actions_count

    cable.cut(page.context)
    page.reload()
    expect(page.locator("section.now[data-prompt=order]")).to_be_visible()
    expect(page.locator("#offline")).to_be_visible()
    page.get_by_role("button", name="Roll here").click()
    dice = [int(text) for text in page.locator("#offline .die.local").all_inner_texts()]
    assert len(dice) == 2
    assert all(1 <= value <= 6 for value in dice)
    page.locator("input[name=unit]").first.check()
    page.get_by_text("Officer in range, test asked for").click()
    page.get_by_label("A rule asks for a test").check()
    page.locator("button[value=advance]").click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(1)
    expect(page.locator("section.now[data-prompt=order] button[value=advance]")).to_be_disabled()
    page.get_by_text("Call an air strike, a barrage or smoke").click()
    page.locator("select[name=strike]").select_option("smoke")
    page.get_by_role("button", name="Call it").click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(2)
    assert_nothing_sideways(page, "the board without network")
    assert_accessible(page, "the board without network")
    page.reload()
    expect(page.locator("#offline [data-queue] li")).to_have_count(2)
    # Neither is offered a second time, and the strip, which is always in sight, says that they wait.
    expect(page.locator("section.now[data-prompt=order] button[value=advance]")).to_be_disabled()
    page.get_by_text("Call an air strike, a barrage or smoke").click()
    expect(page.get_by_role("button", name="Call it")).to_be_disabled()
    expect(page.locator("#table")).to_have_attribute("data-sign", "No network: 2 wait on this phone")
    page.goto("/t/tables/")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.locator("#local-dice button").click()
    expect(page.locator("#local-shown .die.local")).to_have_count(2)
    page.goto("/t/")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    table.refresh_from_db()
    assert table.actions_count == before

    cable.mend(page.context)
    page.goto(f"/t/{table.public_id}/")
    expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
    rows = list(TableAction.objects.filter(table=table, n__gte=before).order_by("n"))
    assert [row.kind for row in rows] == ["order", "call strike"]
    rolled = [die for event in rows[0].events for die in event["dice"]][:2]
    assert [(die["value"], die["source"]) for die in rolled] == [(value, "unverified") for value in dice]
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.once
@pytest.mark.long
def test_it_can_be_installed(site: str, enter: Enter) -> None:
    page = enter(None)
    page.goto("/t/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    manifest = json.loads(page.request.get(address).body())
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(f"/static/table/{icon['src']}")
        picture = Image.open(io.BytesIO(answer.body()))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
        sizes.add((icon["sizes"], icon["purpose"]))
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    session = page.context.new_cdp_session(page)
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of a test is a private one: that alone may stand in the way.
    assert [one["errorId"] for one in faults if one["errorId"] != "in-incognito"] == []
