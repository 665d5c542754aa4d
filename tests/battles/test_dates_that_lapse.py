"""Dates in the calendar feed: of battles that are settled before them, and of one whose player goes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import RequestFactory
from icalendar import Calendar
from icalendar.cal import Component

from battles.dates.services import Where, offer_dates, take_date
from battles.stand_ins.services import accept_stand_in, ask_stand_in
from campaign.accounts.privacy.services import delete_account
from campaign.models import Feed, User
from campaign.notices.feed.services import feed_text
from tests.battles.around import act, offer, page
from tests.fights import DICE, WON, battle_in, confirm, meet, tell, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db


def entry(war: War, user: User, *, hours: float = 24) -> Component:
    """The date of the battle as it stands in somebody's calendar."""
    feed, _made = Feed.objects.get_or_create(user=user, defaults={"token": f"token-{user.pk}"})
    with while_fighting(war, hours=hours):
        text = feed_text(feed.token)
    assert text is not None
    (found,) = [
        one for one in Calendar.from_ical(text).walk("VEVENT") if str(one["UID"]).startswith("battle-")
    ]
    return found


@pytest.mark.parametrize("how", ["told", "dice"])
def test_of_a_battle_that_is_settled_before_its_date_the_calendar_says_so(how: str) -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    south = war.users["south"]
    before = entry(war, south)
    assert ("STATUS" in before, before["SEQUENCE"]) == (False, 0)
    tell(war, "north", WON if how == "told" else DICE)
    if how == "told":
        confirm(war, "south")
    else:
        tell(war, "south", DICE)
    after = entry(war, south)
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], 1)
    assert after["STATUS"] == "CANCELLED"
    assert str(after["SUMMARY"]).startswith("Settled already: ")


def test_of_a_battle_that_was_fought_on_its_date_it_stays() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 0.5, hours=1), hours=2)
    tell(war, "north", WON)
    confirm(war, "south")
    assert "STATUS" not in entry(war, war.users["south"])


@pytest.mark.parametrize("offered_by", ["south", "stand-in", "north"])
def test_who_still_meet_know_where_after_the_account_goes(offered_by: str) -> None:
    war = meet()
    battle, north, south = battle_in(war), war.seat("north"), war.users["south"]
    stella = User.objects.create_user("stella@club.example", name="Stella")
    with while_fighting(war, hours=20) as moment:
        days, where = [moment + timedelta(days=2)], Where("club", "Club room 4", "", "Bring dice")
        if offered_by == "north":
            made = offer_dates(battle=battle, seat=north, dates=days, where=where, by=north.user)
    with while_fighting(war, hours=21):
        place = ask_stand_in(battle=battle, seat=north, by=war.users["north"])
        accept_stand_in(token=place.token, by=stella)
    with while_fighting(war, hours=22):
        if offered_by == "south":
            made = offer_dates(battle=battle, seat=war.seat("south"), dates=days, where=where, by=south)
        elif offered_by == "stand-in":
            made = offer_dates(battle=battle, seat=north, dates=days, where=where, by=stella)
        taker = (north, stella) if offered_by == "south" else (war.seat("south"), south)
        take_date(battle=battle, seat=taker[0], offer_id=made[0].public_id, by=taker[1])
    with while_fighting(war):
        owner = war.users["north"]
        delete_account(user=owner, proof=owner.address, request=RequestFactory().post("/"))
    # What the one who goes has written goes; what the others have written to each other stays.
    kept = offered_by != "north"
    for user in (stella, south):
        assert ("Club room 4" in str(entry(war, user, hours=30)["LOCATION"])) is kept
    said = page(war, "south", hours=30)
    assert ("Club room 4" in said, "Bring dice" in said) == (kept, kept)
    assert "Nobody leads" not in said
    assert "Somebody stands in for The north" in said
