"""A device whose clock is wrong: how long there is until a deadline is the site's to say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from campaign.models import Turn
from tests.browser.conftest import Enter
from tests.wars import APART, begin_war


@pytest.mark.once
@pytest.mark.parametrize("hours", [-7, 7])
def test_a_wrong_clock_changes_no_countdown(site: str, enter: Enter, hours: int) -> None:
    war = begin_war(APART)
    Turn.objects.update(plan_due=timezone.now() + timedelta(hours=10, minutes=30))
    page = enter(war.users["north"])
    page.goto("/")
    left = page.locator("[data-until]").first
    told = left.inner_text()
    assert told == "in 10 hours"
    page.clock.install(time=timezone.now() + timedelta(hours=hours))
    with page.expect_response("**" + reverse("unread") + "*"):
        page.reload()
    expect(left).to_have_text(told)
    page.clock.run_for(31_000)
    expect(left).to_have_text(told)
