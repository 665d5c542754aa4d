"""What those hear who do not see a page: one heading above all others, and no two parts of one name."""

from __future__ import annotations

import pytest

from campaign.models import Campaign, User
from tests.archive.test_war_end import finished
from tests.browser.conftest import Enter, visit

pytestmark = pytest.mark.django_db(transaction=True)

HEARD = """() => {
    const regions = [...document.querySelectorAll("[role=region][aria-label]")].map((one) => one.ariaLabel);
    const first = document.querySelector("h1, h2, h3");
    return {first: first?.tagName, titles: document.querySelectorAll("h1").length, regions};
}"""


def test_the_war_map_has_a_heading_and_the_records_of_armies_their_names(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/")
    heard = page.evaluate(HEARD)
    assert (heard["first"], heard["titles"]) == ("H1", 1)
    over = finished()
    page = enter(over.users["north"])
    visit(page, f"/c/{over.campaign.public_id}/honours/")
    regions = page.evaluate(HEARD)["regions"]
    assert len(regions) > 1
    assert len({*regions}) == len(regions)
