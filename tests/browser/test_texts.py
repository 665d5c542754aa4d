"""The club's texts where people meet them: invitation, builder, seat, desk and book, on phone and desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, Seat, User
from campaign.people.invitations.services import invite
from campaign.people.texts.services import save_texts
from tests.browser.conftest import Enter, Look

pytestmark = pytest.mark.browser
ASKED = "Bring a **painted army** of 2000 points.\n\n- Answer within two days\n- Come when you said you would"
TEXTS = {
    "participation": ASKED,
    "army_lists": "Codices alone; no super-heavies.",
    "substitutes": "Tie a red thread to it.",
}


@pytest.mark.long
def test_texts_are_read_agreed_to_and_changed(enter: Enter, look: Look, mara: User, ada: User) -> None:
    draft = open_draft(by=mara, name="Karst", seats=2)
    save_texts(campaign=draft, by=mara, texts=TEXTS)
    link = f"/join/{invite(campaign=draft, by=mara).token}/"
    page = enter(ada)
    page.goto(link)
    look(page, "texts-invitation")
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("checkbox", name="I have read").check()
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/army/")
    save_texts(campaign=draft, by=mara, texts={"participation": f"{ASKED}\n- Pay for the hall"})
    page.goto("/")
    page.get_by_role("link", name="agree again").first.click()
    look(page, "texts-agreement")
    page.get_by_role("checkbox", name="I have read").check()
    page.get_by_role("button", name="Agree").click()
    expect(page.get_by_text("counts now")).to_be_visible()
    assert not Seat.objects.filter(to_agree=True).exists()
    page.goto(f"/c/{draft.public_id}/rules/")
    look(page, "texts-book")
    builder = enter(mara)
    builder.goto(f"/c/{draft.public_id}/build/texts/")
    look(builder, "texts-builder")
    builder.get_by_label("Experience of units").fill("None is gathered.")
    builder.get_by_role("button", name="Save", exact=True).click()
    expect(builder.get_by_text("Experience of units, version 1")).to_be_visible()
    assert Campaign.objects.get().texts.filter(kind="experience").count() == 1
