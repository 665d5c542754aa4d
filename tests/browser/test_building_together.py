"""Two who build at once, and a lost network: whatever is typed stays until it is saved or thrown away."""

from __future__ import annotations

from playwright.sync_api import expect

from campaign.models import Campaign, Role, RoleKind, User
from campaign.services.drafts import open_draft
from tests.browser.conftest import Enter, Look

WAIT = 20_000


def test_nothing_typed_is_lost(mara: User, nils: User, enter: Enter, look: Look) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    path = f"/c/{site.public_id}/build/story/"
    hers, his = enter(mara), enter(nils)
    saved = "[data-saving]"
    hers.goto(path)
    his.goto(path)
    his.get_by_label("Story").fill("Ice.")
    his.get_by_label("Name", exact=True).fill("Winter")
    expect(his.locator(saved)).to_have_text("Saved.", timeout=WAIT)

    # He changed both fields, she only one: that is hers to choose, the other is taken over.
    hers.get_by_label("Story").fill("Snow.")
    asked = hers.locator(".theirs")
    expect(asked).to_contain_text("Ice.", timeout=WAIT)
    expect(hers.get_by_label("Name", exact=True)).to_have_value("Winter")
    expect(hers.get_by_label("Story")).to_have_value("Snow.")
    look(hers, "build-together")
    asked.get_by_role("button", name="Keep mine").click()
    expect(hers.locator(saved)).to_have_text("Saved.", timeout=WAIT)
    site.refresh_from_db()
    assert (site.name, site.story) == ("Winter", "Snow.")

    # Offline, with the window closed before the network is back: offered again on return.
    hers.context.set_offline(True)
    hers.get_by_label("Story").fill("Snow, and more of it.")
    expect(hers.locator(saved)).to_contain_text("no connection", timeout=WAIT)
    window = hers.context
    hers.close()
    window.set_offline(False)
    hers = window.new_page()
    hers.goto(path)
    expect(hers.get_by_label("Story")).to_have_value("Snow.")
    kept = hers.get_by_role("region", name="Not saved yet")
    expect(kept).to_be_visible()
    look(hers, "build-kept")
    kept.get_by_role("button", name="Put it back").click()
    expect(hers.locator(saved)).to_have_text("Saved.", timeout=WAIT)
    assert Campaign.objects.get().story == "Snow, and more of it."
    hers.reload()
    expect(hers.get_by_label("Story")).to_have_value("Snow, and more of it.")
    expect(kept).to_have_count(0)
