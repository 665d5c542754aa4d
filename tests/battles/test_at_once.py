"""Two people at one battle in the same moment: real transactions in threads, on a real database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from battles.dates.services import Where
from battles.models import Act, ActKind, ArmyList, Meeting, Offer, OfferState
from battles.page.acts import do
from battles.results.selectors import battle_page
from battles.results.services import Claim, confirm_result, report_result
from battles.stand_ins.services import accept_stand_in, ask_stand_in
from campaign.accounts.services import open_account
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Battle, BattleResult, Notice, StandIn
from campaign.turn.contact.battle_closing import results_of
from campaign.turn.contact.battle_status import Standing, battle_of, standing_of
from tests.battles.test_edges import surrounded
from tests.fights import LOST, WON, battle_in, meet
from tests.turn.test_at_once import at_once
from tests.wars import War

pytestmark = pytest.mark.django_db(transaction=True)


class Fighting:
    """What the two sides of one battle do, each a thing to be done in a thread of its own."""

    def __init__(self, war: War, battle: Battle) -> None:
        self.war, self.battle = war, battle
        announced = war.turn.announced_at
        assert announced is not None
        self.moment = announced + timedelta(hours=24)

    def _later(self, work: Callable[..., Any], army: str, **given: Any) -> Callable[[], Any]:
        seat = self.war.seat(army)

        def run() -> Any:
            with clock.at(self.moment):
                return work(battle=self.battle, seat=seat, by=seat.user, **given)

        return run

    def tells(self, army: str, claim: Claim) -> Callable[[], Any]:
        """A side reports."""
        return self._later(report_result, army, claim=claim)

    def confirms(self, army: str, seen: str) -> Callable[[], Any]:
        """A side confirms what it has seen."""
        return self._later(confirm_result, army, seen=seen)

    def does(self, army: str, name: str, **given: Any) -> Callable[[], Any]:
        """A side does something on the page."""
        return self._later(do, army, name=name, given=given)

    @property
    def standing(self) -> Standing:
        """How it stands now."""
        return standing_of(Battle.objects.get(pk=self.battle.pk), results_of(self.battle))


def refusals(given: list[Any]) -> list[str]:
    """The codes of what was refused; anything else that went wrong fails the test."""
    for one in given:
        assert not isinstance(one, Exception) or isinstance(one, Refusal), given
    return sorted(one.code for one in given if isinstance(one, Refusal))


def test_two_who_tell_at_once_leave_one_consistent_result() -> None:
    war = surrounded()
    alike, apart, twice, counter, last = (
        Fighting(war, battle) for battle in Battle.objects.filter(turn=war.turn).order_by("second")
    )

    assert refusals(at_once(alike.tells("north", WON), alike.tells("south", LOST))) == []
    assert alike.standing == Standing.AGREED
    assert Battle.objects.get(pk=alike.battle.pk).closed_at is not None

    differs = replace(LOST, points_own=100)
    given = at_once(apart.tells("north", WON), apart.tells("south", differs))
    assert refusals(given) == []
    assert set(given) == {Standing.ONE, Standing.DISPUTE}
    assert apart.standing == Standing.DISPUTE
    told = Notice.objects.filter(kind="dispute")
    assert sorted(told.values_list("user__name", flat=True)) == sorted(
        [war.users["north"].name, war.users["south"].name, war.facilitator.name]
    )

    # The same tap twice: one row, one result.
    assert refusals(at_once(*[twice.tells("north", WON)] * 3)) == []
    assert BattleResult.objects.filter(battle=twice.battle).count() == 1

    # South confirms what it reads while North changes it: never is something agreed that one did not say.
    counter.tells("north", WON)()
    seen = _seen(war, counter)
    changed = replace(WON, points_own=200)
    given = at_once(counter.confirms("south", seen), counter.tells("north", changed))
    if counter.standing == Standing.AGREED:
        assert refusals(given) == ["closed"]
        agreed = WON
    else:
        assert (counter.standing, refusals(given)) == (Standing.ONE, ["changed"])
        agreed = changed
    rows = BattleResult.objects.filter(battle=counter.battle)
    assert {row.points_first for row in rows} == {agreed.points_own}

    # Both confirm or counter at once with what is told last: South counters, North takes South's word.
    last.tells("south", LOST)()
    seen = _seen(war, last, army="north")
    given = at_once(last.confirms("north", seen), last.tells("south", differs))
    assert (last.standing, refusals(given)) in (
        (Standing.AGREED, ["closed"]),
        (Standing.ONE, ["changed"]),
    )


def _seen(war: War, fighting: Fighting, *, army: str = "south") -> str:
    """The mark of what the other side has told, as the page shows it."""
    seat = war.seat(army)
    with clock.at(fighting.moment):
        theirs = battle_page(seat, battle_of(seat, fighting.battle.public_id)).theirs
    assert theirs is not None
    return theirs.said.mark


def test_two_who_take_roll_and_hand_in_at_once_get_one_date_one_die_and_open_lists() -> None:
    war = meet()
    fighting = Fighting(war, battle_in(war))
    for army, days in (("north", 3), ("south", 4)):
        dates = [fighting.moment + timedelta(days=days)]
        fighting.does(army, "offer", dates=dates, where=Where(place=army))()
    mine, theirs = Offer.objects.order_by("starts_at")

    given = at_once(
        fighting.does("south", "take", offer_id=mine.public_id),
        fighting.does("north", "take", offer_id=theirs.public_id),
    )
    assert refusals(given) == ["unknown"]
    (meeting,) = Meeting.objects.all()
    (taken,) = Offer.objects.filter(state=OfferState.TAKEN)
    assert (meeting.starts_at, meeting.place, meeting.sequence) == (taken.starts_at, taken.place, 0)
    assert not Offer.objects.filter(state=OfferState.OPEN).exists()
    assert Notice.objects.filter(kind="date_agreed").count() == 2

    assert refusals(at_once(fighting.does("north", "roll"), fighting.does("south", "roll"))) == []
    battle = Battle.objects.get(pk=fighting.battle.pk)
    assert battle.rolled_at == fighting.moment
    assert Act.objects.filter(kind=ActKind.ROLLED).count() == 2
    pages = [battle_page(war.seat(army), battle_of(war.seat(army), battle.public_id)) for army in war.users]
    assert len({page.die for page in pages}) == len({page.mission for page in pages}) == 1

    lists = at_once(
        fighting.does("north", "list", text="Squad, 100 pts", points=100),
        fighting.does("south", "list", text="Mob, 200 pts", points=200),
        fighting.does("south", "list", text="Other mob, 300 pts", points=300),
    )
    assert set(refusals(lists)) <= {"sealed"}
    assert ArmyList.objects.count() == 2

    place = ask_link(war, fighting)
    people = [
        open_account(name=name, email=f"{name}@club.example", password="a chair kept warm") for name in "XY"
    ]
    given = at_once(*(lambda one=one: accept_stand_in(token=place.token, by=one) for one in people))
    assert sorted(type(one).__name__ for one in given) == ["DoesNotExist", "StandIn"]
    assert StandIn.objects.get().user in people


def ask_link(war: War, fighting: Fighting) -> StandIn:
    """A stand-in's link for North."""
    seat = war.seat("north")
    assert seat.user is not None
    with clock.at(fighting.moment):
        return ask_stand_in(battle=fighting.battle, seat=seat, by=seat.user)
