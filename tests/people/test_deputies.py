"""Deputies: named by the player, for a period, with no other part in the campaign."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.access.membership import may_act
from campaign.base.dates import clock, times
from campaign.base.refusal import Refusal
from campaign.delivery.emails import letter_of
from campaign.models import Deputy, Notice, Role, RoleKind, User
from campaign.people.seats.deputies import end_deputy, name_deputy
from tests.wars import START, War, begin_war

pytestmark = pytest.mark.django_db


def friend() -> User:
    return User.objects.create_user(email="friend@club.example", name="Friend")


def refused(war: War, user: User, **how: object) -> str:
    with clock.at(START), pytest.raises(Refusal) as caught:
        name_deputy(seat=war.seat("north"), user=user, by=how.pop("by", war.users["north"]), **how)  # type: ignore[arg-type]
    assert not Deputy.objects.exists()
    return caught.value.code


def test_a_named_deputy_acts_until_the_time_is_over_or_ended() -> None:
    war, user = begin_war(), friend()
    with clock.at(START):
        name_deputy(seat=war.seat("north"), user=user, by=war.users["north"], until=START + timedelta(days=3))
        deputy = name_deputy(seat=war.seat("north"), user=user, by=war.users["north"])
        assert deputy.until is None
        assert may_act(user, war.seat("north"))
        end_deputy(deputy=deputy, by=user)
        assert not may_act(user, war.seat("north"))


def test_only_the_player_names_one_and_not_from_among_the_others() -> None:
    war, user = begin_war(), friend()
    assert refused(war, user, by=war.users["south"]) == "not_yours"
    assert refused(war, war.users["north"]) == "itself"
    assert refused(war, war.users["south"]) == "taken"
    assert refused(war, war.facilitator) == "taken"
    assert refused(war, user, until=START) == "period"
    Role.objects.create(campaign=war.campaign, user=user, kind=RoleKind.OBSERVER)
    assert refused(war, user) == "taken"


def test_nobody_is_deputy_of_two_seats_and_an_army_without_banners_needs_none() -> None:
    war, user = begin_war(), friend()
    war.campaign.banners.filter(key__startswith="north").update(alive=False)
    assert refused(war, user) == "no_banners"
    with clock.at(START):
        deputy = name_deputy(seat=war.seat("south"), user=user, by=war.users["south"])
    war.campaign.banners.update(alive=True)
    with clock.at(START), pytest.raises(Refusal) as caught:
        name_deputy(seat=war.seat("north"), user=user, by=war.users["north"])
    assert caught.value.code == "taken"
    with pytest.raises(Refusal):
        end_deputy(deputy=deputy, by=war.users["north"])


def test_a_deputy_is_told_of_the_place_and_whoever_did_not_end_it_of_its_end() -> None:
    war, user = begin_war(), friend()
    army = war.seat("north").army
    with clock.at(START):
        until = START + timedelta(days=3)
        deputy = name_deputy(seat=war.seat("north"), user=user, by=war.users["north"], until=until)
        (told,) = Notice.objects.filter(kind="deputy", channel="mail")
        assert told.user == user
        letter = letter_of(told)
        assert letter is not None
        assert army in letter.subject
        assert war.users["north"].name in letter.text
        assert times.when(START) in letter.text
        assert times.when(until) in letter.text
        end_deputy(deputy=deputy, by=war.users["north"])
        over = Notice.objects.filter(kind="deputy", channel="mail").latest("pk")
        assert over.user == user
        assert letter_of(over) is not None
        deputy = name_deputy(seat=war.seat("north"), user=user, by=war.users["north"])
        end_deputy(deputy=deputy, by=user)
        assert Notice.objects.filter(kind="deputy", channel="mail").latest("pk").user == war.users["north"]
