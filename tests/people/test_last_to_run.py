"""The last who runs a war stops: nothing may wait for ever for somebody who is not there any more."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from campaign.accounts.privacy.services import delete_account
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.desk.time.services import pause_campaign, resume_campaign
from campaign.models import Campaign, CampaignStatus, Notice, Role, RoleKind
from campaign.people.seats.roles import step_down
from tests.wars import START, War, begin_war

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> War:
    """An automatic war whose facilitator plays in it."""
    war = begin_war(automatic=True)
    Role.objects.create(campaign=war.campaign, user=war.users["north"], kind=RoleKind.FACILITATOR)
    return war


def test_the_last_who_could_end_a_pause_ends_it_first(played: War) -> None:
    with clock.at(START):
        pause_campaign(campaign=played.campaign, reason="Fever.", by=played.users["north"])
        with pytest.raises(Refusal) as refused:
            step_down(campaign=played.campaign, by=played.users["north"])
        assert refused.value.code == "last"
        assert "only you can resume it" in refused.value.message
        resume_campaign(campaign=played.campaign, by=played.users["north"])
        Notice.objects.all().delete()
        step_down(campaign=played.campaign, by=played.users["north"])
    told = Notice.objects.filter(kind="unled").values_list("user__name", flat=True)
    assert list(told) == ["South"]


def test_whoever_plays_lets_a_war_that_is_on_hold_go_on(played: War) -> None:
    Campaign.objects.update(status=CampaignStatus.ON_HOLD)
    with clock.at(START):
        with pytest.raises(Refusal) as refused:
            step_down(campaign=played.campaign, by=played.users["north"])
        assert "only you can let it go on" in refused.value.message
        resume_campaign(campaign=played.campaign, by=played.users["north"])
    assert Campaign.objects.get().status == CampaignStatus.RUNNING


def test_a_war_on_hold_is_tried_again_as_the_account_of_whoever_ran_it_goes(played: War) -> None:
    Campaign.objects.update(status=CampaignStatus.ON_HOLD)
    north = played.users["north"]
    with clock.at(START):
        delete_account(user=north, proof=north.address, request=RequestFactory().post("/"))
    assert Campaign.objects.get().status == CampaignStatus.RUNNING
