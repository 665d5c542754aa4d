"""A shared computer: what somebody typed and did not save is theirs until they log out, and then gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, User
from tests.browser.conftest import Enter, visit
from tests.conftest import PASSWORD

KEPT = "Object.keys(localStorage).filter((key) => /^(draft|unsaved|map)/.test(key))"


def log_in(page: Page, user: User) -> None:
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: "/login/" not in url)


def log_out(page: Page) -> None:
    visit(page, "/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda url: "/logout/" not in url)
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()


def test_nothing_typed_stays_behind_who_logs_out(tarn: Campaign, ada: User, ben: User, enter: Enter) -> None:
    page = enter(ada)
    page.on("dialog", lambda dialog: dialog.accept())
    talk = f"/c/{tarn.public_id}/messages/seat-2/"
    field = page.get_by_label("Message", exact=True)
    visit(page, talk)
    field.fill("The relic is at K8.")
    assert len(page.evaluate(KEPT)) == 1

    # The session has run out, which is no log-out: whoever comes back finds it.
    page.context.clear_cookies()
    visit(page, talk)
    assert len(page.evaluate(KEPT)) == 1
    log_in(page, ada)
    visit(page, talk)
    expect(field).to_have_value("The relic is at K8.")

    log_out(page)
    assert page.evaluate(KEPT) == []
    visit(page, "/account/login/")
    log_in(page, ada)
    visit(page, talk)
    expect(field).to_have_value("")

    # Another who logs in after a session that has run out does not keep it either.
    field.fill("Nor at K9.")
    page.context.clear_cookies()
    visit(page, "/account/login/")
    log_in(page, ben)
    page.wait_for_function(f"() => {KEPT}.length === 0")


@pytest.mark.long
def test_what_is_built_does_not_stay_behind(mara: User, enter: Enter) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    page = enter(mara)
    page.on("dialog", lambda dialog: dialog.accept())
    visit(page, f"/c/{site.public_id}/build/story/")
    page.route("**/build/story/", lambda route: route.abort() if route.request.method == "POST" else None)
    page.get_by_label("Story").fill("They meet at the ford.")
    page.wait_for_function(f"() => {KEPT}.length === 1")
    page.unroute("**/build/story/")
    log_out(page)
    assert page.evaluate(KEPT) == []
