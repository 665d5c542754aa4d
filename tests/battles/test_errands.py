"""The first page names what battles want of a person, and by when; of a stand-in and a facilitator too."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.accounts.services import open_account
from campaign.home.selectors import home_of
from campaign.models import User
from tests.battles.around import act, in_days, offer, text
from tests.fights import WON, battle_in, browser, confirm, meet, tell, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db


def wanted(war: War, army: str, *, hours: float = 25) -> list[str]:
    """The errands of an army's player, as texts."""
    with while_fighting(war, hours=hours):
        return [errand.text for errand in home_of(war.users[army]).seats[0].errands]


def first_page(user: User, war: War, *, hours: float = 25) -> str:
    """Somebody's first page."""
    with while_fighting(war, hours=hours):
        return text(browser(user).get("/"))


def test_dates_that_were_offered_wait_for_the_other_side_until_the_last_of_them() -> None:
    war = meet()
    offer(war, "north", 3, 4)
    assert wanted(war, "north") == []
    with while_fighting(war, hours=25):
        (errand,) = home_of(war.users["south"]).seats[0].errands
    assert "offers 2 dates" in errand.text
    assert errand.until == in_days(war, 4)
    page = first_page(war.users["south"], war)
    assert f"/battles/{battle_in(war).public_id}/#date" in page
    assert "offers 2 dates" not in first_page(war.users["north"], war)
    assert wanted(war, "south", hours=24 * 4 + 1) == []  # both have passed


def test_a_list_is_wanted_once_there_is_a_date_or_the_other_list_is_in() -> None:
    war = meet()
    assert wanted(war, "south") == []
    act(war, "north", "list", points="100", text="Squad, 100 pts")
    assert wanted(war, "south") == [f"Hand in your army list against {war.seat('north').army}"]
    assert wanted(war, "north") == []
    act(war, "south", "list", points="100", text="Squad, 100 pts")
    assert wanted(war, "south") == []


def test_a_list_is_due_when_they_meet() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3))
    for army in ("north", "south"):
        with while_fighting(war, hours=25):
            (errand,) = home_of(war.users[army]).seats[0].errands
        assert (errand.anchor, errand.until) == ("lists", in_days(war, 3))


def test_a_claim_waits_for_an_answer_and_for_the_facilitator() -> None:
    war = meet()
    act(war, "north", "claim", hours=60, evidence="Silence")
    with while_fighting(war, hours=61):
        (claim,) = home_of(war.users["south"]).seats[0].errands
        (desk,) = home_of(war.facilitator).desks
    assert "claims a forfeit: answer" in claim.text
    assert (desk.claims, desk.wanted) == (1, True)
    assert "1 claim needs your decision" in first_page(war.facilitator, war, hours=61)
    act(war, "south", "answer", hours=62, answer="I was ill.")
    assert wanted(war, "south", hours=63) == []


def test_a_told_result_waits_for_a_confirmation_and_then_for_nothing() -> None:
    war = meet()
    tell(war, "north", WON)
    with while_fighting(war):
        north, south = (home_of(war.users[army]).seats[0] for army in ("north", "south"))
    assert (north.to_report, north.to_confirm, north.wanted) == (0, 0, False)
    assert (south.to_report, south.to_confirm, south.wanted) == (0, 1, True)
    assert "1 battle waits for your confirmation" in first_page(war.users["south"], war)
    confirm(war, "south")
    with while_fighting(war):
        assert not home_of(war.users["south"]).seats[0].wanted


def test_a_stand_in_finds_the_battle_and_what_it_wants_and_nothing_else() -> None:
    war = meet()
    act(war, "north", "stand-in")
    place = war.seat("north").stand_ins.get()
    stand_in = open_account(name="Sten", email="sten@club.example", password="a chair for one evening")
    with while_fighting(war):
        browser(stand_in).post(f"/stand-in/{place.token}/")
    offer(war, "south", 3)
    with while_fighting(war, hours=25):
        page = home_of(stand_in)
    (card,) = page.stands
    assert (card.battle_id, card.wanted, len(card.errands)) == (battle_in(war).public_id, True, 1)
    assert page.seats == ()
    assert "You stand in" in first_page(stand_in, war)
    act(war, "north", "no-stand-in", hours=26)
    with while_fighting(war, hours=27):
        assert home_of(stand_in).stands == ()


def test_a_claim_is_answered_within_three_days() -> None:
    war = meet()
    act(war, "north", "claim", hours=60, evidence="Silence")
    with while_fighting(war, hours=60) as made:
        (errand,) = home_of(war.users["south"]).seats[0].errands
    assert errand.until == made + timedelta(hours=72)
