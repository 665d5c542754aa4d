"""Levels and dice that unfold, on a phone and on a desk, without anything but the page itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.accounts.services import open_account
from campaign.models import Battle
from tests.browser.conftest import Enter, Look, visit
from tests.conftest import PASSWORD
from tests.desk.test_corrections import correct
from tests.fights import meet
from tests.wars import War


@pytest.fixture
def war(transactional_db: None) -> War:
    """A battle that the dice decided after a forfeit, and a correction, in review."""
    for name in ("facilitator", "north", "south"):
        open_account(name=name.title(), email=f"{name}@club.example", password=PASSWORD)
    made = meet(both_plan=False, grace=0, rules={"north": ["suicide_troops"], "south": ["tough"]})
    made.pass_deadline()
    correct(made, "outcome", {"banner": "north1", "level": 11}, "north")
    return made


@pytest.mark.long
def test_numbers_unfold(war: War, site: str, enter: Enter, look: Look) -> None:
    battle = Battle.objects.get()
    path = f"{site}/c/{war.campaign.public_id}/"
    desk = enter(war.facilitator)
    visit(desk, f"{path}desk/review/")
    for unfolds in desk.locator(".unfold > summary").all():
        unfolds.click()
    look(desk, "ledger-review")
    war.publish()
    page = enter(war.users["north"])
    for where, name in (("turns/1/report/", "report"), (f"battles/{battle.public_id}/", "battle")):
        visit(page, f"{path}{where}")
        for unfolds in page.locator(".unfold > summary").all():
            unfolds.click()
        expect(page.locator(".ledger").first).to_be_visible()
        look(page, f"ledger-{name}")
