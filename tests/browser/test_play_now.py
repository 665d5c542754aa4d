"""Playing at once in a browser: from the first page to the report by pointer, by keys and without scripts;
how a guest keeps its war. Nothing is typed before that.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, Order, PlanState, PlayerTurn, User
from tests.browser.conftest import SIZES, Enter, Look, visit
from tests.browser.playing import MOST_TAPS, SOON, Player, play_plainly
from tests.browser.post_office import PostOffice, post_office
from tests.browser.test_accounts import watched

__all__ = ["post_office"]

pytestmark = pytest.mark.django_db(transaction=True)


def submitted() -> PlayerTurn:
    """The only plan of a person, which is in, with the one order that it was given."""
    mine = PlayerTurn.objects.get(turn__number=1, seat__user__guest=True)
    assert mine.state == PlanState.SUBMITTED
    assert [one.detail["order"] for one in Order.objects.filter(player_turn=mine)] == ["march"]
    return mine


def typed_nothing(page: Page) -> None:
    """There was nothing to be typed into on the way, and nothing is."""
    assert (
        page.locator(
            "main :is(input:not([type]), input[type=text], input[type=email], textarea):not([readonly])"
        ).count()
        == 0
    )


def test_a_guest_plays_a_turn_on_a_phone_and_keeps_the_war(
    post_office: PostOffice, enter: Enter, look: Look
) -> None:
    page = enter(None)
    faults = watched(page)
    width, height = SIZES["phone"]
    page.goto("/")
    typed_nothing(page)
    look(page, "play-now-landing")
    page.set_viewport_size({"width": width, "height": height})
    player = Player(page)
    player.begin()
    look(page, "play-now-war-map")
    page.set_viewport_size({"width": width, "height": height})
    typed_nothing(page)
    # Whoever opens it anew, with the hint over most of a small screen, can tell the banners apart.
    again = page.context.new_page()
    again.set_viewport_size({"width": width, "height": 740})
    again.goto(page.url.partition("#")[0])
    again.wait_for_selector("html[data-ready] #hint [data-fold]:not([hidden])")
    expect(again.locator(".map .piece.banner").first).to_be_attached()
    expect(again.locator(".map .piece.stack")).to_have_count(0)
    again.close()
    # Whoever wants motion sees the film of the turn as soon as it is there.
    page.emulate_media(reduced_motion="no-preference")
    player.order()
    player.submit()
    assert player.taps <= MOST_TAPS
    film = page.locator("dialog.film")
    expect(film).to_be_visible(timeout=SOON)
    submitted()
    film.get_by_role("button", name="Skip").click()
    expect(film).to_be_hidden()
    page.get_by_role("link", name="Report", exact=True).first.click()
    expect(page.get_by_role("main")).to_contain_text("marched")

    # The war is kept with an address that nobody has had here.
    page.get_by_role("link", name="Keep").first.click()
    look(page, "play-now-claim")
    form = page.get_by_role("main")
    form.locator("input[name=name]").fill("Greta")
    form.locator("input[name=email]").fill("greta@club.example")
    form.get_by_role("button", name="Mail me the code").click()
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    look(page, "play-now-code")
    form.locator("input[name=code]").fill(post_office.code_for("greta@club.example"))
    form.get_by_role("button", name="Keep my war").click()
    expect(page.locator("body")).to_contain_text("The war is yours to keep, Greta.")
    war = Campaign.objects.get()
    assert war.seats.get(user__isnull=False).user == User.objects.get(email="greta@club.example", guest=False)
    assert User.objects.get(email="greta@club.example").time_zone == "Europe/Berlin", "its browser's"
    visit(page, f"/c/{war.public_id}/")
    expect(page.locator("#plan")).to_contain_text("Plan of turn 2")
    assert faults == []


def test_by_keys_alone_and_without_scripts(enter: Enter, site: str) -> None:
    page = enter(None)
    page.goto("/")
    player = Player(page, keys=True)
    player.begin()
    player.order()
    player.submit()
    assert player.taps <= MOST_TAPS
    # Without motion no film opens: what the turn has changed is beside the map, the report a tap away.
    expect(page.locator("#plan")).to_contain_text("Plan of turn 2", timeout=SOON)
    player.tap('.ways a[href$="/turns/1/report/"]')
    expect(page.get_by_role("main")).to_contain_text("marched")
    submitted()

    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(
        base_url=site, java_script_enabled=False, viewport={"width": 360, "height": 800}
    )
    plain = context.new_page()
    plain.goto("/")
    assert play_plainly(plain) <= MOST_TAPS
    context.close()
