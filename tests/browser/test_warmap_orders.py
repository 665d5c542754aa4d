"""The orders that name something, and the larger pad, on the sheet of a war made for them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from campaign.accounts.services import open_account
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.start.founding import Called, CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Banner, Campaign, Order, User
from rules.scenario import load
from tests.browser.conftest import Enter, Look, visit
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

SCENARIO = {
    "turn": 1,
    "seed": "00" * 32,
    "map": ["............", "..C...#.....", "......#.....", "............", "............", "............"],
    "players": [{"id": "us", "rules": ["highly_mobile", "teleport", "hive_mentality"]}, {"id": "them"}],
    "banners": [
        {"id": "u1", "owner": "us", "at": [3, 2], "level": 15},
        {"id": "u2", "owner": "us", "at": [3, 2], "level": 12},
        {"id": "u3", "owner": "us", "at": [1, 4], "level": 10, "works": "fortified"},
        {"id": "t1", "owner": "them", "at": [10, 1], "level": 15},
    ],
    "relics": [{"id": "orb", "carried_by": "u1"}, {"id": "rod", "at": [2, 3], "known_to": ["us"]}],
    "features": [{"id": "well", "at": [4, 2], "effect": "supply", "known_to": ["us"]}],
    "sectors": [{"at": [4, 2], "occupier": "us"}],
}


@pytest.fixture
def iris(db: None) -> User:
    """The player of an army that can do nearly everything."""
    person = open_account(name="Iris", email="iris@club.example", password=PASSWORD)
    User.objects.filter(pk=person.pk).update(hints=5)
    return person


@pytest.fixture
def war(iris: User) -> Campaign:
    """A war with relics, a store and banners that share a sector."""
    spec = CampaignSpec(
        name="The Long Ridge",
        state=load(SCENARIO).state,
        seats=(SeatSpec("us", "Winged Host", iris), SeatSpec("them", "Grey Line", bot=True)),
        banners={"u1": "First Wing", "u2": "Second Wing", "u3": "Rear Guard", "t1": "Line"},
        things={"orb": Called("Orb"), "rod": Called("Rod of Ash"), "well": Called("Old well")},
        variables=Variables(army_points=20),
    )
    campaign = create_campaign(facilitator=None, spec=spec)
    start_campaign(campaign=campaign, by=None)
    return campaign


def open_sheet(page: Page, campaign: Campaign, name: str) -> None:
    """Open the order sheet of a banner."""
    visit(page, f"/c/{campaign.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.locator(".row-banner", has_text=name).click()


def saved(page: Page) -> None:
    """Wait until the last change has its receipt."""
    expect(page.locator("#plan-state")).to_have_class(re.compile(r"\bsaved\b"))


def orders() -> dict[str, dict[str, object]]:
    """The stored orders by banner key."""
    found: dict[str, dict[str, object]] = {}
    for order in Order.objects.order_by("banner", "slot"):
        found.setdefault(order.banner, {})[order.slot] = order.detail
    return found


@pytest.mark.long
def test_a_highly_mobile_banner_has_a_pad_of_five_by_five(
    enter: Enter, war: Campaign, iris: User, look: Look
) -> None:
    page = enter(iris)
    open_sheet(page, war, "First Wing")
    expect(page.locator(".pad .cell")).to_have_count(25)
    page.get_by_role("button", name="March to F3").click()
    saved(page)
    assert orders()["u1"] == {"primary": {"order": "march", "to": [5, 2]}}
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator(".pad .cell").first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    look(page, "warmap-mobile-army")


@pytest.mark.long
def test_a_store_in_reach_is_reckoned_into_the_resupply(enter: Enter, war: Campaign, iris: User) -> None:
    page = enter(iris)
    open_sheet(page, war, "First Wing")
    expect(page.get_by_role("button", name="Resupply 15 to 17")).to_be_visible()
    page.get_by_role("button", name="March to B1").click()
    expect(page.get_by_role("button", name="Resupply 15 to 16")).to_be_visible()


@pytest.mark.long
def test_levels_and_a_relic_are_taken_from_another_banner(enter: Enter, war: Campaign, iris: User) -> None:
    page = enter(iris)
    open_sheet(page, war, "Second Wing")
    page.locator("[data-order=transfer]").first.click()
    page.get_by_label("From").select_option(label="First Wing (15, D3)")
    page.get_by_role("button", name="One level more").click()
    page.get_by_label("Relic", exact=True).select_option(label="Orb")
    saved(page)
    assert orders()["u2"] == {"secondary": {"order": "transfer", "from": "u1", "levels": 2, "relic": "orb"}}
    expect(page.locator("[data-order=transfer]").first).to_contain_text("2 levels, Orb from First Wing")


@pytest.mark.long
def test_a_relic_that_lies_in_reach_is_picked_up(enter: Enter, war: Campaign, iris: User) -> None:
    page = enter(iris)
    open_sheet(page, war, "Second Wing")
    page.locator("[data-order=transfer]").first.click()
    page.get_by_label("Relic", exact=True).select_option(label="Rod of Ash")
    saved(page)
    assert orders()["u2"] == {"secondary": {"order": "transfer", "relic": "rod"}}


def test_a_join_is_written_for_both_and_a_split_says_what_becomes(
    enter: Enter, war: Campaign, iris: User
) -> None:
    page = enter(iris)
    open_sheet(page, war, "First Wing")
    page.locator("[data-order=join]").first.click()
    page.get_by_label("Join with").select_option(label="Second Wing (12, D3)")
    saved(page)
    assert orders() == {
        "u1": {"secondary": {"order": "join", "with": "u2"}},
        "u2": {"secondary": {"order": "join", "with": "u1"}},
    }
    page.get_by_role("button", name="Split 7 and 6").click()
    page.get_by_label("Name of the new banner").fill("Third Wing")
    expect(page.get_by_text("First Wing keeps level 7; the new banner has level 6.")).to_be_visible()
    saved(page)
    page.wait_for_timeout(700)
    saved(page)
    assert orders() == {"u1": {"secondary": {"order": "split", "name": "Third Wing"}}}


@pytest.mark.long
def test_a_teleport_names_its_sector_and_a_relic_can_be_destroyed(
    enter: Enter, war: Campaign, iris: User
) -> None:
    page = enter(iris)
    open_sheet(page, war, "First Wing")
    page.locator("[data-order=teleport]").first.click()
    page.get_by_label("Sector to aim for").fill("k5")
    page.get_by_label("Sector to aim for").press("Enter")
    saved(page)
    assert orders()["u1"] == {"primary": {"order": "teleport", "to": [10, 4]}}
    page.locator("[data-order=destroy_relic]").first.click()
    page.get_by_label("Relic", exact=True).select_option(label="Orb")
    page.wait_for_timeout(700)
    saved(page)
    assert orders()["u1"] == {"special": {"order": "destroy_relic", "relic": "orb"}}


@pytest.mark.long
def test_a_banner_that_must_retreat_is_only_asked_where_to(enter: Enter, war: Campaign, iris: User) -> None:
    Banner.objects.filter(key="u3").update(retreating=True)
    page = enter(iris)
    open_sheet(page, war, "Rear Guard")
    expect(page.get_by_text("Beaten: it must retreat.")).to_be_visible()
    expect(page.locator("[data-order=resupply]")).to_have_count(0)
    page.get_by_role("button", name="Retreat to A6").click()
    saved(page)
    assert orders()["u3"] == {"special": {"order": "retreat", "to": [0, 5]}}


@pytest.mark.long
def test_banners_that_share_a_sector_are_reached_one_after_the_other(
    enter: Enter, war: Campaign, iris: User
) -> None:
    page = enter(iris)
    open_sheet(page, war, "First Wing")
    page.locator(".map").focus()
    expect(page.locator(".piece.banner")).to_have_count(3)
    box = page.locator(".piece.selected .field").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", name="Second Wing")).to_be_visible()
