"""Pages for programs, doubters and files, as pictures, by axe, and followed as a person would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaign.base.integrations import signing
from campaign.models import Campaign, Hook, User
from tests.browser.conftest import Enter, Look, visit
from tests.wars import CLOSE, War, begin_war, march

CASES = Path(__file__).parent.parent / "cases"


@pytest.fixture
def finished(transactional_db: None) -> War:
    """A war that is over and open to all, with dice."""
    war = begin_war(CLOSE, last_turn=1)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    Campaign.objects.update(open_to_all=True)
    return war


def scenario() -> str:
    (path,) = CASES.glob("46-*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return json.dumps(found["scenario"], indent=1)


@pytest.mark.long
def test_a_visitors_scenario_and_the_cases(enter: Enter, look: Look) -> None:
    page = enter(None)
    visit(page, "/rules/cases/")
    look(page, "cases")
    page.locator("main a[href^='/rules/cases/']").first.click()
    look(page, "case")
    visit(page, "/rules/verdicts/")
    look(page, "verdict-form")
    field = page.get_by_role("textbox").first
    field.fill("{}")
    page.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look(page, "verdict-invalid")
    field = page.get_by_role("textbox").first
    field.fill(scenario())
    page.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_text("must retreat").first).to_be_visible()
    look(page, "verdict")


def test_the_dice_check(finished: War, enter: Enter, look: Look) -> None:
    page = enter(None)
    visit(page, f"/c/{finished.campaign.public_id}/dice/")
    expect(page.get_by_text("checked just now: all fit")).to_be_visible()
    look(page, "dice-check")


def test_tokens_webhooks_and_own_data(tarn: Campaign, mara: User, enter: Enter, look: Look) -> None:
    page = enter(mara)
    visit(page, "/account/tokens/")
    page.get_by_label("Name").fill("A bot of mine, with a rather long name of its own")
    page.get_by_role("button", name="Make").click()
    expect(page.locator("code.secret").first).to_be_visible()
    look(page, "tokens")
    address = "https://discord.com/api/webhooks/1234567890123456789/an-address-that-is-longer-than-any-phone"
    for error, stopped in (("", None), ("It answered 503.", None), ("", timezone.now())):
        Hook.objects.create(
            user=mara,
            campaign=tarn,
            address=address,
            sealed=signing.seal(signing.new_secret()),
            created_at=timezone.now(),
            tried_at=timezone.now(),
            error=error,
            stopped_at=stopped,
        )
    visit(page, "/account/webhooks/")
    look(page, "webhooks")
    page.get_by_label("Address of the program").fill("http://localhost/")
    page.get_by_role("button", name="Make the webhook").click()
    expect(page.locator(".errorlist, .wrong").first).to_be_visible()
    look(page, "webhooks-wrong")
    visit(page, f"/c/{tarn.public_id}/people/")
    expect(page.get_by_role("heading", name="Webhooks that have stopped")).to_be_visible()
    look(page, "people-webhooks")
    visit(page, "/account/data/")
    look(page, "own-data")


@pytest.mark.long
def test_where_one_is_logged_in_and_who_it_is_again(mara: User, enter: Enter, look: Look) -> None:
    page, _other = enter(mara), enter(mara)
    visit(page, "/account/sessions/")
    expect(page.get_by_role("button", name="End this session")).to_be_visible()
    look(page, "sessions")
    page.get_by_role("button", name="End all others").click()
    expect(page.get_by_text("One session has ended.")).to_be_visible()
    visit(page, "/account/again/?next=/account/tokens/")
    look(page, "again")
    page.get_by_label("Code").fill("AAAA-AAAA")
    page.get_by_role("button", name="It is me").click()
    expect(page.get_by_text("This is not the code that was mailed last.")).to_be_visible()
    look(page, "again-wrong")
    visit(page, "/account/tokens/")
    look(page, "tokens-new")


@pytest.mark.long
def test_a_campaign_is_taken_out_and_in_by_pages_that_follow_the_worker(
    tarn: Campaign, mara: User, enter: Enter, look: Look, tmp_path: Path
) -> None:
    page = enter(mara)
    visit(page, f"/c/{tarn.public_id}/export/")
    look(page, "export-ask")
    page.get_by_role("button", name="Make the file").click()
    ready = page.get_by_role("link", name="Download")
    expect(ready).to_be_visible()
    look(page, "export-ready")
    with page.expect_download() as fetched:
        ready.click()
    file = tmp_path / "tarn.zip"
    fetched.value.save_as(file)
    assert fetched.value.suggested_filename == "the-tarn-ford.zip"
    assert file.read_bytes()[:2] == b"PK"

    visit(page, "/campaigns/new/")
    page.get_by_role("link", name="Or import one from its file").click()
    look(page, "import-ask")
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"nothing of the kind")
    page.get_by_label("Campaign file").set_input_files(broken)
    page.get_by_role("button", name="Import it").click()
    expect(page.get_by_role("alert")).to_contain_text("This is no zip file")
    look(page, "import-refused")
    page.get_by_label("Campaign file").set_input_files(file)
    page.get_by_role("button", name="Import it").click()
    expect(page.get_by_text("The Tarn Ford is imported.")).to_be_visible()
    look(page, "import-done")
    page.get_by_role("link", name="To the campaign").click()
    expect(page).not_to_have_url(f"/c/{tarn.public_id}/about/")
    assert Campaign.objects.count() == 2


@pytest.mark.long
def test_a_file_can_be_asked_for_and_fetched_without_a_script(
    tarn: Campaign, mara: User, enter: Enter, browser: Any, site: str
) -> None:
    state = enter(mara).context.storage_state()
    context = browser.new_context(base_url=site, storage_state=state, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(f"/c/{tarn.public_id}/export/")
        page.get_by_role("button", name="Make the file").click()
        expect(page.get_by_role("link", name="Download")).to_be_visible()
    finally:
        context.close()
