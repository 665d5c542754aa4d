"""What others have handed in, and what was answered, on the first page of whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from campaign.base.dates import clock
from campaign.home.selectors import home_of
from campaign.models import ArmyPick, Campaign, CampaignStatus, Flag, PickState, RoleKind, Seat, Turn, User
from tests.fights import WON, meet, tell, while_fighting
from tests.home.test_home import meet as march
from tests.home.test_home import text, turn_of

AsUser = Callable[[User | None], Client]
SeatOf = Callable[[User], Seat]


@pytest.fixture
def built(tarn: Campaign) -> Campaign:
    """The war of the Tarn ford while it is being built."""
    Campaign.objects.filter(pk=tarn.pk).update(status=CampaignStatus.BUILDING)
    Turn.objects.filter(campaign=tarn).delete()
    tarn.refresh_from_db()
    return tarn


def test_armies_that_wait_for_a_word_are_on_the_page_of_who_gives_it(
    built: Campaign, mara: User, ada: User, ben: User, seat_of: SeatOf, as_user: AsUser
) -> None:
    assert not home_of(mara).desks[0].wanted
    for user in (ada, ben):
        ArmyPick.objects.create(seat=seat_of(user), army="Host", state=PickState.SUBMITTED)
    (card,) = home_of(mara).desks
    assert (card.armies, card.wanted) == (2, True)
    page = text(as_user(mara))
    assert "2 armies wait for your approval" in page
    assert f'href="/c/{built.public_id}/people/#seats"' in page
    assert "wait for your approval" not in text(as_user(ada))
    assert "It waits for the facilitator's approval." in text(as_user(ada)).replace("&#x27;", "'")


def test_an_army_that_was_given_back_is_on_its_players_page_alone(
    built: Campaign, ada: User, ben: User, seat_of: SeatOf, as_user: AsUser
) -> None:
    ArmyPick.objects.create(seat=seat_of(ada), army="Host", state=PickState.RETURNED, word="Too dear.")
    assert home_of(ada).seats[0].wanted
    assert "Your army was given back: read why" in text(as_user(ada))
    assert not home_of(ben).seats[0].wanted
    assert "given back" not in text(as_user(ben))


def test_flags_wait_for_the_facilitator_and_for_nobody_else(
    tarn: Campaign, mara: User, ada: User, as_user: AsUser
) -> None:
    told = {"campaign": tarn, "by": ada, "reason": "Rude.", "created_at": clock.now()}
    Flag.objects.create(subject="1", **told)
    Flag.objects.create(subject="2", to_operators=True, **told)
    Flag.objects.create(subject="3", person=mara, **told)
    (card,) = home_of(mara).desks
    assert (card.flags, card.wanted) == (1, True)
    assert "1 flag waits to be settled" in text(as_user(mara))
    assert "to be settled" not in text(as_user(ada))


def test_why_a_war_stands_still_is_read_by_all_of_its_people(
    tarn: Campaign, mara: User, ada: User, as_user: AsUser
) -> None:
    opened = turn_of(tarn)
    held = {"phase": "movement_review", "held_movement": "I am away."}
    Turn.objects.filter(pk=opened.pk).update(**held)
    for user in (mara, ada):
        assert "This review is held: I am away." in text(as_user(user))
    Campaign.objects.filter(pk=tarn.pk).update(status=CampaignStatus.PAUSED, pause_reason="A flood.")
    for user in (mara, ada):
        assert "Paused: no deadline runs. A flood." in text(as_user(user))


def test_what_the_movement_came_to_is_one_tap_away_while_the_battles_run(
    tarn: Campaign, ada: User, ben: User, cleo: User, seat_of: SeatOf, as_user: AsUser
) -> None:
    assert "What the movement" not in text(as_user(cleo))
    march(tarn, seat_of, ada, ben)
    page = text(as_user(cleo))
    assert "What the movement of turn 1 came to" in page
    path = f"/c/{tarn.public_id}/turns/1/report/"
    assert f'href="{path}"' in page
    assert as_user(cleo).get(path).status_code == 200


def test_an_army_without_banners_is_missing_no_plan(
    tarn: Campaign, mara: User, ben: User, seat_of: SeatOf
) -> None:
    assert home_of(mara).desks[0].missing == 3
    seat_of(ben).banners.update(alive=False)
    assert home_of(mara).desks[0].missing == 2


@pytest.mark.django_db
def test_an_arbiter_is_told_how_many_battles_wait_for_a_ruling(
    nils: User, ada: User, as_user: AsUser
) -> None:
    war = meet()
    war.campaign.roles.create(user=nils, kind=RoleKind.ARBITER)
    war.campaign.roles.create(user=ada, kind=RoleKind.OBSERVER)
    with while_fighting(war):
        assert home_of(nils).watched[0].disputes == 0
    tell(war, "north", WON)
    tell(war, "south", WON)
    with while_fighting(war):
        assert home_of(nils).watched[0].disputes == 1
        assert "1 battle waits for your ruling" in text(as_user(nils))
        assert "for your ruling" not in text(as_user(ada))
