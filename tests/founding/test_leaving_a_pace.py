"""Whoever leaves a pace has the settings back that it changed, but for those changed since."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.text_words import CONDUCT
from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, CampaignText, TextKind, User
from tests.founding.test_builder_at_once import version_in
from tests.founding.test_builder_pages import logged_in, page


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building, with settings of her own."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    mine = {"vacation_days": 21, "dispute_hours": 24, "last_turn": 30}
    building.save_settings(campaign=site, by=mara, changes=mine)
    return site


def settings_of(site: Campaign) -> Variables:
    site.refresh_from_db()
    return Variables.of(site)


def test_another_pace_puts_back_what_the_one_before_it_changed(site: Campaign, mara: User) -> None:
    before = settings_of(site)
    for key in ("evening", "evening", "weekend", "fortnight"):
        building.use_pace(campaign=site, by=mara, key=key)
    assert settings_of(site) == before


def test_what_was_changed_since_stays(site: Campaign, mara: User) -> None:
    building.use_pace(campaign=site, by=mara, key="evening")
    building.save_settings(campaign=site, by=mara, changes={"last_turn": 12})
    building.use_pace(campaign=site, by=mara, key="week")
    after = settings_of(site)
    assert (after.last_turn, after.vacation_days, after.battles) == (12, 21, "tabletop")
    assert (after.min_plan_hours, after.missed_limit) == (48, 2)


def test_a_rhythm_that_is_switched_off_by_hand_offers_it(site: Campaign, mara: User) -> None:
    before, client = settings_of(site), logged_in(mara)
    building.use_pace(campaign=site, by=mara, key="evening")
    assert "Put them back" not in page(client, "build_schedule", site)
    building.save_schedule(campaign=site, by=mara, document={"rhythm": None})
    shown = page(client, "build_schedule", site)
    assert "Put them back" in shown
    sent = {"pace": "", "version": version_in(shown)}
    for _press in range(2):
        client.post(reverse("build_schedule", args=[site.public_id]), sent)
    assert settings_of(site) == before
    assert "Put them back" not in page(client, "build_schedule", site)
    conduct = CampaignText.objects.filter(campaign=site, kind=TextKind.CONDUCT).latest("version")
    assert conduct.text == str(CONDUCT)
