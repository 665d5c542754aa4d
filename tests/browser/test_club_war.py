"""One whole war under the club's own rules, in the browsers of all who take part, read by all at its end."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import Banner, Campaign, Phase, Role, RoleKind, Turn, User
from tests.api.test_club_war import ANSWERED, BOARD, HEARD, HINT, LETTER, SETTINGS, TOLD, WORDS
from tests.browser.conftest import Enter, Look, visit
from tests.browser.test_warmap_orders import open_sheet, saved
from tests.founding.test_building import filled
from tests.words import says

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60


@pytest.fixture
def site_of(mara: User, ada: User, ben: User, cleo: User, nils: User) -> Campaign:
    """A campaign of three with its board, before anything is hidden on it; Nils watches."""
    campaign = open_draft(by=mara, name="The River War", seats=3)
    save_board(campaign=campaign, by=mara, board=BOARD)
    building.save_settings(campaign=campaign, by=mara, changes=SETTINGS)
    filled(campaign, ada, ben, cleo)
    Role.objects.create(campaign=campaign, user=nils, kind=RoleKind.OBSERVER)
    return campaign


def main(page: Page, path: str) -> str:
    """What a page says."""
    visit(page, path)
    return page.get_by_role("main").inner_text()


def due(page: Page, campaign: Campaign, act: str) -> None:
    """The present phase's time has come; the worker acts on it, and the desk may go on."""
    waiting = Turn.objects.filter(campaign=campaign, phase__in=(Phase.PLANNING, Phase.BATTLES))
    waiting.update(resolve_after=timezone.now())
    button = page.get_by_role("button", name=act)
    for _ in range(PATIENCE):
        visit(page, f"/c/{campaign.public_id}/desk/review/")
        if button.count():
            return
        page.wait_for_timeout(500)
    pytest.fail("the deadline has not passed")


def go_on(page: Page, act: str) -> None:
    """Let the turn go on, and say once more that it is meant."""
    page.get_by_role("button", name=act).first.click()
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()
    page.locator("button[name=sure]").click()
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_hidden()


@pytest.mark.long
def test_a_war_in_the_browser(
    site_of: Campaign, enter: Enter, look: Look, mara: User, ada: User, ben: User, cleo: User, nils: User
) -> None:
    campaign, home = site_of, f"/c/{site_of.public_id}/"
    desk, column, host, swarm = enter(mara), enter(ada), enter(ben), enter(cleo)

    # Mara puts vault and crown on the map with one form; the seats learn what they learn.
    visit(desk, f"{home}build/things/")
    desk.get_by_label("Vault and crown").check()
    desk.get_by_label("Sector", exact=True).fill("D3")
    desk.locator("[name=plant-other]").fill("C4")
    desk.get_by_role("button", name="Put it on the map").click()
    expect(desk.get_by_role("main")).to_contain_text("Then Rod is unsealed")
    look(desk, "war-1-things")
    first = campaign.seats.get(number=1)
    known = {name: HEARD[name] for name in ("features", "relics")}
    dossier = {name: HEARD[name] for name in ("sightings", "conditions")}
    building.save_dossier(campaign=campaign, by=mara, seat=first, dossier=dossier, **known)
    start_campaign(campaign=campaign, by=mara)
    ids = dict(Banner.objects.values_list("key", "public_id"))

    # One has heard of the vault, and of an enemy who is not there.
    packet = main(column, f"{home}packet/")
    assert "Open what is shut" in packet
    assert "J2, level 9, seen a turn before the war" in packet
    look(column, "war-2-packet")
    assert HINT in main(column, f"{home}table/")
    for other in (host, swarm):
        heard = main(other, f"{home}table/") + main(other, f"{home}packet/")
        assert not says(heard.lower(), "vault")
        assert not says(heard.lower(), "crown")

    # Two promise each other peace, in their own talk.
    visit(column, f"{home}messages/seat-2/")
    column.get_by_label("Peace until the end of turn").fill("2")
    column.get_by_role("button", name="Offer peace").click()
    visit(host, f"{home}messages/seat-1/")
    look(host, "war-3-promise")
    host.get_by_role("button", name="Accept").click()
    expect(host.get_by_role("main")).to_contain_text("Accepted for turns 1 to 2")
    for other in (swarm, desk):
        assert "Peace until" not in main(other, f"{home}promises/")

    # Ada takes the crown up and goes where the rumour was; Ben breaks his word, and asks for something else.
    visit(column, f"{home}table/")
    column.locator(f"[name='{ids['a1']}-secondary']").select_option("transfer")
    with_relic = column.locator(f"#banner-{ids['a1']}")
    with_relic.get_by_text("For a transfer").click()
    with_relic.get_by_label("Relic").select_option(label="Crown")
    column.locator(f"[name='{ids['a3']}-primary']").select_option("march:F2")
    column.locator(f"[name='{ids['a2']}-hold']").check()
    go_on(column, "Submit plan")
    expect(column.get_by_text("and is final")).to_be_visible()
    visit(host, f"{home}table/")
    host.locator(f"[name='{ids['b1']}-primary']").select_option("march:C9")
    host.locator(f"[name='{ids['b2']}-special']").select_option("other")
    host.locator(f"[name='{ids['b2']}-text']").fill(WORDS)
    look(host, "war-4-words")
    go_on(host, "Submit plan")
    expect(host.get_by_text("and is final")).to_be_visible()

    # Cleo sends nothing. Mara settles the one order at her desk, and enters another for her.
    due(desk, campaign, "Announce the battles")
    expect(desk.get_by_role("main")).to_contain_text("all its battles are forfeited")
    desk.get_by_text("Settle the order of Ferrymen").click()
    desk.get_by_label("It moves to").fill("I8")
    desk.locator("[name=start_level_0_by]").fill("-1")
    desk.locator("[name=start_level_0_banner]").select_option(ids["c2"])
    desk.get_by_label("Words to the player").fill(ANSWERED)
    look(desk, "war-5-settling")
    desk.get_by_role("button", name="Settle it, and work it out again").click()
    expect(desk.get_by_text("Ferrymen moves to I8")).to_be_visible()
    desk.get_by_text("A banner's orders", exact=True).click()
    orders = desk.locator("details[open]", has=desk.locator("[name=act][value=orders]"))
    orders.get_by_label("Banner", exact=True).select_option(ids["c1"])
    orders.get_by_label("Primary or special order").select_option("march")
    orders.get_by_label("Target sector").fill("L3")
    orders.get_by_label("Reason").fill(LETTER)
    look(desk, "war-6-correcting")
    orders.get_by_role("button").click()
    expect(desk.get_by_role("main")).to_contain_text("it has one, and forfeits nothing")
    assert WORDS not in main(column, home) + main(swarm, home)
    visit(desk, f"{home}desk/review/")
    go_on(desk, "Announce the battles")
    due(desk, campaign, "Publish the turn - final")
    go_on(desk, "Publish the turn - final")

    # Each reads what is theirs.
    told = {name: main(page, f"{home}turns/1/report/") for name, page in (("ada", column), ("ben", host))}
    told["cleo"] = main(swarm, f"{home}turns/1/report/")
    assert [name for name, text in told.items() if WORDS in text or ANSWERED in text] == ["ben"]
    assert [name for name, text in told.items() if LETTER in text] == ["cleo"]
    assert [name for name, text in told.items() if "Crown" in text] == ["ada"]
    assert "the facilitator entered orders for you; it counts as submitted" in told["cleo"]
    assert "Ferrymen was taken from I7 to I8, as was settled." in told["ben"]
    swarm.locator(".unfold > summary", has_text="Second Brood").click()
    expect(swarm.get_by_text("What the facilitator settled")).to_be_visible()
    look(swarm, "war-7-report")
    assert "Army of Ben, level 9" not in main(column, f"{home}table/?show=things")
    assert "of Army of Ben moved into battle with yours" in main(column, f"{home}promises/")
    look(column, "war-8-broken")
    for other in (swarm, desk):
        assert "Peace until" not in main(other, f"{home}promises/")

    # The bearer of the crown uses the vault.
    open_sheet(column, campaign, "Crown Bearers")
    column.locator("[data-order=use]").first.click()
    column.get_by_label("Relic or feature").select_option(label="Sealed vault")
    saved(column)
    look(column, "war-9-vault")
    due(desk, campaign, "Announce the battles")
    go_on(desk, "Announce the battles")
    due(desk, campaign, "Publish the turn - final")
    look(desk, "war-10-fired")
    assert "Nothing is here for you" in main(column, f"{home}end/")
    visit(desk, f"{home}desk/review/")
    go_on(desk, "Publish the turn - final")
    opened = main(column, f"{home}turns/2/report/")
    assert TOLD in opened
    assert HINT in opened
    column.locator(".unfold > summary", has_text="Crown Bearers").click()
    expect(column.get_by_text("What the campaign had in store")).to_be_visible()
    look(column, "war-11-opened")
    others = main(host, f"{home}turns/2/report/")
    assert TOLD in others
    assert not says(others, "Rod")

    # The end: for everybody the same, also for whoever only watched.
    watcher = enter(nils)
    read = [main(page, f"{home}end/") for page in (column, swarm, desk, watcher)]
    assert len(set(read)) == 1
    for words in (
        "led by Ada",
        "Army of Ada met all its primary aims",
        "A promise of peace was broken.",
        "fired for Army of Ada, by Crown Bearers",
    ):
        assert words in read[0], words
    look(watcher, "war-12-end")
    course = main(watcher, f"{home}end/course/1/")
    for words in (WORDS, ANSWERED, LETTER, "as was settled", "Ben moved into battle with"):
        assert words in course, words
    watcher.get_by_text("Where it was wrong").click()
    expect(watcher.get_by_text("at J2, seen a turn before the war: the nearest was 5")).to_be_visible()
    look(watcher, "war-13-course")
    assert TOLD in main(watcher, f"{home}end/course/2/")
    assert LETTER in main(watcher, f"{home}desk/log/")
    guest = enter(None)
    assert "led by Ada" not in main(guest, f"{home}end/")
    visit(desk, f"{home}chronicle/")
    desk.get_by_role("button", name="Open it to all").click()
    expect(desk.get_by_role("button", name="Open it to all")).to_have_count(0)
    # All but the export and the films as files, which are its members'.
    assert main(guest, f"{home}end/course/1/") == course.replace("Export\n", "").replace("Make a film\n", "")
