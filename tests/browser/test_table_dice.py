"""Own dice, and the end of a battle, by the buttons of two real phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from battles.models import Table, TableAction
from battles.table.log_file import log_document
from rules.tabletop.verify import faults
from tests.browser.conftest import Enter, assert_accessible, assert_nothing_sideways
from tests.browser.test_table_away import two_phones

RIFLES = "(4 rifles at Brown squad, 3+)"
OWN = "We roll our own dice and type them in"


def draws_green(green: Page, brown: Page) -> None:
    """From a real bag: one of Green's."""
    green.get_by_text("Drawn from a real bag").click()
    green.locator("section.now[data-prompt=draw]").get_by_role("button", name="Green").click()
    expect(green.locator("section.now.mine[data-prompt=order]")).to_be_visible()


def green_shoots(green: Page, brown: Page, shots: int) -> None:
    """Green's squad fires, and Brown's has to answer."""
    draws_green(green, brown)
    asked = green.locator("section.now[data-prompt=order]")
    asked.locator("input[name=unit]").first.check()
    asked.locator("button[value=fire]").click()
    own = green.locator("section.now[data-prompt=done]")
    own.locator("button[name=target]").first.click()
    measure = green.locator("section.now[data-prompt=measure]")
    measure.locator("summary").click()
    measure.locator("input[name='at.0.weapons.0']").fill(str(shots))
    measure.locator("button.range").last.click()
    expect(brown.locator("section.now.mine[data-prompt=answer]")).to_be_visible()


@pytest.mark.once
@pytest.mark.long
def test_the_shooter_types_his_own_hits_though_the_other_answers(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "dice bag")
    green.get_by_role("button", name=OWN).click()
    expect(green.get_by_role("button", name="Let the app roll again")).to_be_visible()
    green_shoots(green, brown, 4)
    brown.get_by_role("button", name="Stand").click()

    typed = green.locator("section.now.mine input[name=typed]")
    expect(typed).to_be_visible()
    expect(green.locator("section.now h2")).to_have_text(f"Green rolls 4 for hits {RIFLES}")
    expect(brown.locator("section.now h2")).to_have_text(f"Green rolls 4 for hits {RIFLES}")
    expect(brown.locator("input[name=typed]")).to_have_count(0)
    for page, what in ((green, "who rolls"), (brown, "who waits")):
        assert_nothing_sideways(page, what)
        assert_accessible(page, what)

    # A reload, and dice that cannot be: nothing is lost, and what was typed stays.
    green.reload()
    typed.fill("6 6 7 1")
    green.get_by_role("button", name="These are the dice").click()
    expect(green.get_by_role("alert")).to_contain_text("shows 1 to 6, not 7")
    expect(typed).to_have_value("6 6 7 1")
    typed.fill("6 6")
    green.get_by_role("button", name="These are the dice").click()
    expect(green.locator("section.now h2")).to_have_text(f"Green rolls 2 for hits {RIFLES}")
    expect(brown.locator(".card.lying .die")).to_have_text(["6", "6"])
    typed.fill("1 1")
    green.get_by_role("button", name="These are the dice").click()
    expect(green.locator("section.now h2")).to_have_text(
        "Green rolls 2 for damage (4 rifles at Brown squad, 4+)"
    )
    typed.fill("1 1")
    green.get_by_role("button", name="These are the dice").click()
    expect(green.get_by_role("button", name="Done, draw the next")).to_be_visible()
    row = TableAction.objects.get(table=table, kind="answer")
    dice = [(die["what"], die["value"], die["source"]) for event in row.events for die in event["dice"]]
    assert dice == [("hit", value, "typed") for value in (6, 6, 1, 1)] + [("damage", 1, "typed")] * 2


@pytest.mark.once
@pytest.mark.long
def test_what_is_typed_without_network_lies_when_it_is_back(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "dice bag")
    green.get_by_role("button", name=OWN).click()
    expect(green.get_by_role("button", name="Let the app roll again")).to_be_visible()
    green_shoots(green, brown, 2)
    brown.get_by_role("button", name="Stand").click()
    typed = green.locator("section.now.mine input[name=typed]")
    expect(typed).to_be_visible()
    green.context.set_offline(True)
    typed.fill("1 1")
    green.get_by_role("button", name="These are the dice").click()
    expect(green.locator("#offline [data-queue] li")).to_have_count(1)
    green.context.set_offline(False)
    expect(brown.get_by_label("What happened last")).to_contain_text("Hits on Brown squad", timeout=15_000)
    row = TableAction.objects.get(table=table, kind="answer")
    assert [die["source"] for event in row.events for die in event["dice"]] == ["unverified"] * 2


@pytest.mark.once
@pytest.mark.long
def test_one_phone_does_not_end_the_battle_and_either_takes_it_up_again(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "dice bag")
    draws_green(green, brown)
    brown.get_by_text("End the battle, concede, hand over").click()
    brown.get_by_label("Who won?").select_option("1")
    brown.get_by_role("button", name="End the battle").click()
    expect(brown.get_by_text("To agree: Green")).to_be_visible()
    expect(green.get_by_text("Is the battle over?")).to_be_visible()
    expect(green.get_by_text("Brown says: Brown")).to_be_visible()
    expect(green.locator("section.now.mine[data-prompt=order]")).to_be_visible()
    table.refresh_from_db()
    assert not table.over
    assert_nothing_sideways(green, "one word")
    assert_accessible(green, "one word")

    green.get_by_label("It is over, but Green says").select_option("0")
    green.get_by_role("button", name="That is our answer").click()
    for page in (green, brown):
        expect(page.get_by_text("The sides do not agree on who has won:")).to_be_visible()
        expect(page.get_by_text("Green says: Green")).to_be_visible()
        assert_accessible(page, "two words")
    table.refresh_from_db()
    assert table.over
    seal = table.commitment

    green.get_by_role("button", name="It is not over: take it up again").click()
    expect(green.locator("section.now.mine[data-prompt=order]")).to_be_visible()
    expect(brown.get_by_text("Waiting for the other phone.")).to_be_visible()
    table.refresh_from_db()
    assert not table.over
    assert table.commitment != seal
    brown.get_by_text("End the battle, concede, hand over").click()
    brown.get_by_role("button", name="End the battle").click()
    green.get_by_role("button", name="Green agrees").click()
    expect(brown.get_by_role("link", name="Losses, luck, story and report")).to_be_visible()
    table = Table.objects.get(pk=table.pk)
    assert table.over
    assert faults(log_document(table, 0)) == []
