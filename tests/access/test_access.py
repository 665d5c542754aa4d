"""Who finds which campaign, and in which seat: a stranger finds nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.access.membership import (
    arbitrates,
    campaign_for,
    campaigns_of,
    facilitates,
    facilitators_of,
    may_act,
    seat_of,
)
from campaign.base.dates import clock
from campaign.models import Campaign, Deputy, Role, RoleKind, Seat, User
from tests.wars import START, begin_war

pytestmark = pytest.mark.django_db


def someone(name: str) -> User:
    return User.objects.create_user(email=f"{name}@club.example", name=name)


def test_a_player_finds_the_campaign_and_the_seat() -> None:
    war = begin_war()
    north = war.users["north"]
    assert list(campaigns_of(north)) == [war.campaign]
    assert campaign_for(north, war.campaign.public_id) == war.campaign
    assert seat_of(north, war.campaign) == war.seat("north")
    assert not facilitates(north, war.campaign)


def test_a_stranger_finds_nothing_whatever_the_address() -> None:
    war = begin_war()
    nils = someone("nils")
    assert not campaigns_of(nils).exists()
    with pytest.raises(Campaign.DoesNotExist):
        campaign_for(nils, war.campaign.public_id)
    assert seat_of(nils, war.campaign) is None


def test_a_facilitator_has_no_seat_and_whoever_has_one_facilitates_nothing() -> None:
    war = begin_war()
    assert facilitates(war.facilitator, war.campaign)
    assert seat_of(war.facilitator, war.campaign) is None
    assert list(facilitators_of(war.campaign)) == [war.facilitator]
    Seat.objects.filter(key="south").update(user=war.facilitator)
    assert not facilitates(war.facilitator, war.campaign)


def test_a_deputy_acts_in_the_seat_for_the_time_of_it_and_no_longer() -> None:
    war = begin_war()
    friend, seat = someone("friend"), war.seat("north")
    until = START + timedelta(days=7)
    Deputy.objects.create(seat=seat, user=friend, since=START, until=until)
    for moment, acts in (
        (START - timedelta(seconds=1), False),
        (START, True),
        (until - timedelta(seconds=1), True),
        (until, False),
    ):
        with clock.at(moment):
            assert may_act(friend, seat) is acts
            assert (seat_of(friend, war.campaign) == seat) is acts
            assert campaigns_of(friend).exists() is acts


def test_roles_are_told_apart() -> None:
    war = begin_war()
    judge = someone("judge")
    Role.objects.create(campaign=war.campaign, user=judge, kind=RoleKind.ARBITER)
    assert arbitrates(judge, war.campaign)
    assert not facilitates(judge, war.campaign)
    assert list(campaigns_of(judge)) == [war.campaign]
