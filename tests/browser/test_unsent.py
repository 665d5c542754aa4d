"""What was sent and not saved: it is in its form again, for its writer alone, and never after a log-out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Article, Campaign, Seat, User
from tests.browser.conftest import Enter, Look, visit
from tests.browser.test_leaving import log_in, log_out
from tests.browser.test_warmap import open_map, orders_of, saved

pytestmark = pytest.mark.django_db(transaction=True)

SeatOf = Callable[[User], Seat]
KEPT = "Object.keys(sessionStorage).filter((key) => key.startsWith('unsent:'))"
NOTE = "What you typed here was not saved, and is here again"


def write(page: Page, campaign: Campaign) -> None:
    """An article, as far as its writer has got."""
    visit(page, f"/c/{campaign.public_id}/chronicle/write/")
    page.get_by_role("radio", name="Information").check()
    page.locator("select[name=turn]").select_option("1")
    page.get_by_label("Headline").fill("Rain")
    page.get_by_label("Text", exact=True).fill("It *rained*.\n\nNobody crossed.")


def expect_written(page: Page) -> None:
    """All of it stands in its fields."""
    expect(page.get_by_text(NOTE)).to_be_visible()
    expect(page.get_by_role("radio", name="Information")).to_be_checked()
    expect(page.locator("select[name=turn]")).to_have_value("1")
    expect(page.get_by_label("Headline")).to_have_value("Rain")
    expect(page.get_by_label("Text", exact=True)).to_have_value("It *rained*.\n\nNobody crossed.")


def save(page: Page) -> None:
    page.get_by_role("main").get_by_role("button", name="Save", exact=True).click()


def test_what_was_typed_is_in_its_form_again_after_the_log_in(
    tarn: Campaign, mara: User, enter: Enter, look: Look
) -> None:
    page = enter(mara)
    page.on("dialog", lambda dialog: dialog.accept())
    write(page, tarn)
    page.context.clear_cookies(name="session")
    save(page)
    expect(page.get_by_text("What you typed is kept in this tab")).to_be_visible()
    expect(page.get_by_text("Go back in your browser")).to_be_hidden()
    look(page, "logged-out")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="Log in and go back to the form").click()
    log_in(page, mara)
    page.wait_for_url("**/chronicle/write/")
    expect_written(page)
    look(page, "unsent")
    save(page)
    page.wait_for_url(lambda url: not url.endswith("/write/"))
    assert Article.objects.get().title == "Rain"
    assert page.evaluate(KEPT) == []
    visit(page, f"/c/{tarn.public_id}/chronicle/write/")
    expect(page.get_by_label("Headline")).not_to_have_value("Rain")

    # Logged in again elsewhere, the page's token is too old.
    write(page, tarn)
    page.context.clear_cookies(name="session")
    beside = page.context.new_page()
    visit(beside, "/account/login/")
    log_in(beside, mara)
    save(page)
    expect(page.get_by_role("heading", name="This form was too old")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Open the page again").click()
    expect_written(page)

    # No page came at all.
    page.context.set_offline(True)
    save(page)
    page.wait_for_timeout(300)
    page.context.set_offline(False)
    page.go_back()
    expect_written(page)


def test_what_one_typed_is_never_anothers(tarn: Campaign, ada: User, ben: User, enter: Enter) -> None:
    page = enter(ada)
    page.on("dialog", lambda dialog: dialog.accept())

    def send_logged_out() -> None:
        visit(page, "/account/")
        page.get_by_label("Name", exact=True).fill("The relic is at K8")
        page.context.clear_cookies(name="session")
        save(page)
        expect(page.get_by_text("What you typed is kept in this tab")).to_be_visible()
        assert len(page.evaluate(KEPT)) == 1

    send_logged_out()
    page.get_by_role("link", name="Log in and go back to the form").click()
    log_in(page, ben)
    page.wait_for_url("**/account/")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ben")
    assert page.evaluate(KEPT) == []

    # Whoever logs in, or out, in another tab.
    beside = page.context.new_page()
    for user in (ben, ada):
        page.context.clear_cookies(name="session")
        visit(page, "/account/login/")
        log_in(page, ada)
        send_logged_out()
        visit(beside, "/account/login/")
        log_in(beside, user)
        if user is ada:
            assert len(page.evaluate(KEPT)) == 1
            log_out(beside)
        page.wait_for_function(f"() => {KEPT}.length === 0")

    # Logged out first and sent then: it is still its writer's, and no secret of a form's is in it.
    visit(page, "/account/login/")
    log_in(page, ada)
    visit(page, "/account/")
    page.get_by_label("Name", exact=True).fill("Ada of the ford")
    log_out(beside)
    save(page)
    page.get_by_role("link", name="Log in and go back to the form").click()
    assert "hunter2" not in page.evaluate("JSON.stringify({ ...sessionStorage })")
    log_in(page, ada)
    page.wait_for_url("**/account/")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ada of the ford")


def test_a_plan_that_could_not_be_saved_is_there_again_after_the_log_in(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.on("dialog", lambda dialog: dialog.accept())
    open_map(page, tarn)
    page.locator(".row-banner", has_text="Vanguard").click()
    page.context.clear_cookies(name="session")
    page.get_by_role("button", name="March to C2").click()
    state = page.locator("#plan-state")
    expect(state).to_contain_text("Not saved: log in again")
    page.locator("#order-foot").get_by_role("link", name="log in again").click()
    log_in(page, ada)
    page.wait_for_selector(".map[data-drawn]")
    saved(page)
    march = {"a1": {"primary": {"order": "march", "to": [2, 1]}}}
    assert orders_of(seat_of(ada)) == march
    assert page.evaluate(KEPT) == []

    # Logged in again in another tab: it is saved from the page that is still open.
    page.context.clear_cookies(name="session")
    page.locator(".row-banner", has_text="Gate Guard").click()
    page.get_by_role("button", name="Hold no orders, on purpose").click()
    expect(state).to_contain_text("Not saved: log in again")
    beside = page.context.new_page()
    visit(beside, "/account/login/")
    log_in(beside, ada)
    saved(page)
    assert orders_of(seat_of(ada))["a1"] == march["a1"]
    assert page.evaluate(KEPT) == []


def test_what_is_too_large_is_told_with_the_way_back(mara: User, enter: Enter, tmp_path: Path) -> None:
    large = tmp_path / "war.zip"
    large.write_bytes(bytes(55 * 1024 * 1024))
    page = enter(mara)
    visit(page, "/campaigns/import/")
    page.get_by_label("File").set_input_files(large)
    page.get_by_role("main").locator("button.primary").first.click()
    expect(page.get_by_role("heading", name="This is too large")).to_be_visible()
    expect(page.get_by_text(re.compile("A campaign's file has at most 50 MB"))).to_be_visible()
    page.get_by_role("link", name="Back to the form").click()
    page.wait_for_url("**/campaigns/import/")
