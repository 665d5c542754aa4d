"""An evening of two with two bots, from form to end: the host in a browser, the friend by requests."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from django.core import mail
from django.test import Client
from PIL import Image
from playwright.sync_api import Page, expect

from campaign.models import Campaign, CampaignStatus, Seat, SeatStatus, Turn, User
from tests.browser.conftest import Enter, Look, visit

pytestmark = pytest.mark.django_db(transaction=True)


HALVED = """() => {
  const squares = document.querySelector("svg.qr path");
  const half = squares.getAttribute("d").split("M").filter((_, at) => at % 2);
  squares.setAttribute("d", half.map((one) => `M${one}`).join(""));
}"""


def join(link: str, user: User) -> str:
    """The friend takes a place with one tap; gives where it leads him."""
    phone = Client()
    phone.force_login(user)
    path = "/join/" + link.partition("/join/")[2]
    assert "You get an army at once" in phone.get(path).content.decode()
    answer = phone.post(path, {})
    assert answer.status_code == 302
    return answer["Location"]


def read(page: Page) -> list[str]:
    """What a phone makes of the code on the screen: a reader of another make than what draws it."""
    with Image.open(io.BytesIO(page.locator("svg.qr").screenshot())) as seen:
        return [found.text for found in zxingcpp.read_barcodes(seen.convert("L"))]


def submit(user: User, war: Campaign, number: int) -> None:
    """The friend holds, and is done."""
    phone = Client()
    phone.force_login(user)
    seat = Seat.objects.get(campaign=war, user=user)
    banners = seat.banners.filter(alive=True)
    if banners.exists():
        path = f"/api/v1/campaigns/{war.public_id}/turns/{number}/plan/submit/"
        answer = phone.post(path, {"orders": {}}, content_type="application/json")
        assert answer.status_code == 200, answer.content


def done(page: Page, war: Campaign, number: int) -> None:
    """The host submits on the page that needs no script, and the turn goes on."""
    visit(page, f"/c/{war.public_id}/table/")
    button = page.get_by_role("button", name="Submit plan")
    if button.count():
        button.first.click()
        page.locator("button[name=sure]").click()
    for _ in range(120):
        war.refresh_from_db()
        last = Turn.objects.filter(campaign=war).order_by("-number")[0]
        if last.number > number or war.status == CampaignStatus.ENDED:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"turn {number} did not go on")


@pytest.mark.long
def test_an_evening(enter: Enter, look: Look, mara: User, ben: User) -> None:
    host = enter(mara)
    host.get_by_role("link", name="A war for tonight").click()
    look(host, "tonight")
    host.locator("label.chip", has_text=re.compile("^4$")).click()
    host.locator("label.chip", has_text="An evening").click()
    host.locator("label.chip", has_text="Recruit").click()
    host.get_by_role("button", name="Show me the code").click()
    expect(host.get_by_role("heading", name="1 of 4 are here")).to_be_visible()
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()

    # Ben holds his phone before it: the page tells by itself that he is here.
    war = Campaign.objects.get()
    link = host.locator("#share-text").input_value()
    assert join(link, ben) == f"/c/{war.public_id}/tonight/"
    expect(host.get_by_role("heading", name="2 of 4 are here")).to_be_visible()
    look(host, "gathering")
    for width in (360, 390, 1440):
        host.set_viewport_size({"width": width, "height": 900})
        assert read(host) == [link], width
    # Such a reader is not content with less: half of its squares make no code.
    host.evaluate(HALVED)
    assert read(host) == []
    visit(host, f"/c/{war.public_id}/tonight/screen/")
    look(host, "gathering on the wall")
    visit(host, f"/c/{war.public_id}/tonight/")
    expect(host.get_by_role("button", name="Start a war for 2")).to_be_visible()
    host.get_by_role("button", name="Start with 2 bots").click()
    host.wait_for_url(f"**/c/{war.public_id}/")
    bots = Seat.objects.filter(campaign=war, status=SeatStatus.BOT)
    assert list(bots.values_list("bot_level", flat=True)) == ["recruit"] * 2

    # Turn after turn, each over as soon as both are done, to the end of the war.
    number = 0
    while war.status != CampaignStatus.ENDED and number < 8:
        number += 1
        submit(ben, war, number)
        done(host, war, number)
    assert war.status == CampaignStatus.ENDED
    visit(host, f"/c/{war.public_id}/end/")
    expect(host.get_by_role("main")).to_contain_text(war.champion.army if war.champion else "")
    assert not [one for one in mail.outbox if "is published" in one.subject]
