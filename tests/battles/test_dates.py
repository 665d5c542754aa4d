"""Dates: offered, taken, declined, called off; in calendars; places forgotten after thirty days."""

from __future__ import annotations

from datetime import time

import pytest
from django.test import Client
from icalendar import Calendar

from battles.dates.date_reminders import remind_of_dates
from battles.dates.selectors import battle_dates_of, events_of_battles
from battles.dates.services import forget_places, set_availability
from battles.models import Meeting, Offer
from campaign.accounts.services import open_account
from campaign.base.dates import clock
from campaign.delivery.emails import letter_of
from campaign.home.selectors import home_of
from campaign.models import Notice, StandIn
from campaign.notices.services import feed_of
from tests.battles.around import act, in_days, offer, page, text, typed_date
from tests.fights import WON, battle_in, browser, confirm, meet, tell, while_fighting
from tests.wars import CLOSE

pytestmark = pytest.mark.django_db


def told(kind: str) -> list[str]:
    """To whom a notice of this kind goes."""
    return sorted(Notice.objects.filter(kind=kind).values_list("user__name", flat=True))


def test_one_offers_the_other_takes_and_both_have_a_date() -> None:
    war = meet()
    offer(war, "north", 3, 4)
    assert told("date_offered") == ["South"]
    seen = page(war, "south")
    assert "The north offers" in seen
    assert "Club hall, table 3" in seen
    first = Offer.objects.order_by("starts_at")[0]
    answer = act(war, "south", "take", offer=first.public_id)
    assert "it is in both calendars" in text(answer)
    assert told("date_agreed") == ["North", "South"]
    meeting = Meeting.objects.get()
    assert (meeting.starts_at, meeting.place) == (in_days(war, 3), "Club hall, table 3")
    assert not Offer.objects.filter(state="open").exists()
    assert "Club hall, table 3" in page(war, "north")


def test_a_date_is_countered_and_an_older_one_cannot_be_taken_any_more() -> None:
    war = meet()
    first = offer(war, "north", 3)
    act(war, "south", "decline", offer=first)
    answer = act(war, "south", "take", offer=first)
    assert answer.status_code == 422
    assert "not offered any more" in text(answer)
    second = offer(war, "south", 5)
    act(war, "north", "take", offer=second)
    assert Meeting.objects.get().starts_at == in_days(war, 5)


def test_nobody_takes_his_own_offer_and_third_players_find_nothing() -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)})
    mine = offer(war, "north", 3)
    assert act(war, "north", "take", offer=mine).status_code == 422
    assert act(war, "west", "take", offer=mine).status_code == 404
    assert "Club hall" not in text(browser(war.users["west"]).get(f"/c/{war.campaign.public_id}/battles/"))
    assert not Meeting.objects.exists()


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, "at least one date"),
        ({"date1": "2037-01-01T10:00"}, "in the time to come and before the results are due"),
        ({"date1": "2038-01-01T10:00"}, "in the time to come and before the results are due"),
        ({"date1": "soon"}, "Enter a valid date"),
        ({"place_kind": "moon"}, "not one of the available choices"),
        ({"link": "javascript:alert(1)"}, "valid URL"),
        ({"place": "x" * 201}, "at most 200"),
    ],
)
def test_what_cannot_be_offered_is_said_and_nothing_typed_is_lost(given: dict[str, str], wrong: str) -> None:
    war = meet()
    good = {} if "date1" in given or not given else {"date1": typed_date(in_days(war, 3))}
    typed = {"place_kind": "club", "place": "The old mill", **good, **given}
    answer = act(war, "north", "offer", **typed)
    assert answer.status_code == 422
    assert wrong in text(answer)
    assert typed["place"][:12] in text(answer)
    assert not Offer.objects.exists()


def test_a_date_is_called_off_and_both_are_told() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    act(war, "north", "call-off")
    meeting = Meeting.objects.get()
    assert meeting.cancelled_at is not None
    assert told("date_off") == ["North", "South"]
    act(war, "south", "take", offer=offer(war, "north", 4))
    meeting.refresh_from_db()
    assert (meeting.cancelled_at, meeting.sequence) == (None, 2)


def test_a_no_show_is_written_down_only_after_the_date() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 2))
    assert "The date is still to come" in text(act(war, "north", "no-show"))
    act(war, "north", "no-show", hours=72)
    assert "said that nobody came" in page(war, "south", hours=72)


def test_who_did_not_come_is_told_and_may_answer_or_offer_another_date() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    act(war, "north", "no-show", hours=24 * 3 + 3)
    (notice,) = Notice.objects.filter(kind="no_show")
    assert notice.user == war.users["south"]
    letter = letter_of(notice)
    assert letter is not None
    assert "nobody came" in letter.text
    later = 24 * 3 + 4
    with while_fighting(war, hours=later):
        (errand,) = home_of(war.users["south"]).seats[0].errands
    assert "says that you did not come" in errand.text
    assert "says that you did not come" in page(war, "south", hours=later)
    assert "You said that nobody came" in page(war, "north", hours=later)
    assert "They did not come" not in page(war, "north", hours=later)
    assert "They did not come" in page(war, "south", hours=later)  # each may say it
    act(war, "north", "take", hours=later, offer=offer(war, "south", 5, hours=later))
    assert "says that you did not come" not in page(war, "south", hours=later)
    assert Meeting.objects.get().starts_at == in_days(war, 5)


def test_both_have_it_in_their_calendars_and_a_change_raises_its_sequence() -> None:
    war = meet()
    north, south = war.users["north"], war.users["south"]
    with while_fighting(war):
        assert battle_dates_of(north) == ()
    act(war, "south", "take", offer=offer(war, "north", 3))
    with while_fighting(war):
        (mine,), (theirs,) = battle_dates_of(north), battle_dates_of(south)
        assert battle_dates_of(war.facilitator) == ()
    assert mine.uid == theirs.uid
    assert (mine.starts_at, mine.sequence, mine.cancelled) == (in_days(war, 3), 0, False)
    assert "The south" in mine.title
    with while_fighting(war):
        assert [one.title for one in events_of_battles(north)] == [mine.title]
    assert mine.location == "At a club: Club hall, table 3"
    act(war, "north", "call-off")
    with while_fighting(war):
        (again,) = battle_dates_of(south)
    assert (again.uid, again.sequence, again.cancelled) == (mine.uid, 1, True)


def test_the_date_stands_in_the_feed_of_both_and_of_a_stand_in_and_changes_count_up() -> None:
    war = meet()
    sam = open_account(name="Sam", email="sam@club.example", password="a chair for one evening")
    act(war, "north", "stand-in")
    with while_fighting(war):
        browser(sam).post(f"/stand-in/{StandIn.objects.get().token}/")
    readers = {"north": war.users["north"], "south": war.users["south"], "sam": sam, "mara": war.facilitator}

    def entries(hours: float) -> dict[str, tuple[str, int, str, str]]:
        """By reader what the feed says of the battle: id, sequence, status, place."""
        found = {}
        for name, user in readers.items():
            with while_fighting(war, hours=hours):
                feed = Client().get(f"/calendar/{feed_of(user).token}.ics")
            for entry in Calendar.from_ical(feed.content).walk("VEVENT"):
                if str(entry["uid"]).startswith("battle-"):
                    words = (str(entry.get(key, "")) for key in ("status", "location"))
                    found[name] = (str(entry["uid"]), int(entry["sequence"]), *words)
        return found  # type: ignore[return-value]

    assert entries(24) == {}
    act(war, "south", "take", offer=offer(war, "north", 3))
    agreed = entries(25)
    assert sorted(agreed) == ["north", "sam", "south"]
    ((uid, sequence, status, place),) = set(agreed.values())
    assert (sequence, status, place) == (0, "", "At a club: Club hall, table 3")
    act(war, "north", "call-off", hours=26)
    assert set(entries(27).values()) == {(uid, 1, "CANCELLED", "")}
    act(war, "north", "take", hours=28, offer=offer(war, "south", 5, hours=28))
    assert {one[:3] for one in entries(29).values()} == {(uid, 2, "")}


def test_places_are_forgotten_thirty_days_after_the_date() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    with clock.at(in_days(war, 32)):
        assert forget_places() == 0
    with while_fighting(war, hours=24 * 34):
        seen = text(
            browser(war.users["south"]).get(
                f"/c/{war.campaign.public_id}/battles/{battle_in(war).public_id}/"
            )
        )
        assert "Club hall" not in seen  # even before anybody has erased it
        assert battle_dates_of(war.users["south"])[0].location == "At a club"
        assert forget_places() == 2
        assert forget_places() == 0
    assert set(Meeting.objects.values_list("place", "link", "note")) == {("", "", "")}
    assert set(Offer.objects.values_list("place", "link", "note")) == {("", "", "")}


def test_both_are_reminded_once_a_day_before() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    for hours, expected in ((24, []), (60, ["North", "South"]), (61, ["North", "South"])):
        with while_fighting(war, hours=hours):
            remind_of_dates()
        assert told("date_soon") == expected


def test_nobody_is_reminded_of_a_battle_that_is_told_already() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    tell(war, "north", WON)
    confirm(war, "south")
    with while_fighting(war, hours=60):
        remind_of_dates()
    assert told("date_soon") == []


def test_dates_are_proposed_from_the_own_availability_and_nobody_else_sees_it() -> None:
    war = meet()
    set_availability(user=war.users["north"], windows=[(2, time(19, 0), time(23, 0))])
    with while_fighting(war):
        mine = page(war, "north")
        assert "From your availability" in mine
        assert "Wed 2 Dec 2037, 19:00" in mine
    assert "From your availability" not in page(war, "south")
    chosen = next(line for line in mine.split('"') if line.startswith("2037-12-02T19:00"))
    act(war, "north", "offer", suggested=[chosen], place_kind="home", place="At mine")
    assert Offer.objects.get().starts_at.hour == 19


def test_availability_is_kept_as_typed_and_faults_stand_beside_their_field(client: object) -> None:
    war = meet()
    window = browser(war.users["north"])
    good = window.post("/account/availability/", {"from0": "18:00", "to0": "22:00"}, follow=True)
    assert 'value="18:00"' in good.content.decode()
    bad = window.post("/account/availability/", {"from0": "18:00", "to0": "12:00", "from1": "10:00"})
    assert bad.status_code == 422
    assert "The end must be later" in bad.content.decode()
    assert "Give both times" in bad.content.decode()
    assert war.users["north"].availability.count() == 1


def test_whoever_takes_second_finds_the_other_offer_gone() -> None:
    war = meet()
    mine, theirs = offer(war, "north", 3), offer(war, "south", 4)
    act(war, "south", "take", offer=mine)
    late = act(war, "north", "take", offer=theirs)
    assert late.status_code == 422
    assert Meeting.objects.get().starts_at == in_days(war, 3)


def test_no_dates_are_offered_for_a_battle_that_is_over() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    answer = act(war, "north", "offer", place_kind="club", date1=typed_date(in_days(war, 3)))
    assert answer.status_code == 422
    assert "This battle is closed" in text(answer)
