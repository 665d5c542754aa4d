"""Nobody fights for both sides: who knows a seat from within neither stands in against it nor acts in it."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from battles.stand_ins.services import accept_stand_in, ask_for_bot, ask_stand_in
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Battle, InvitationKind, Role, RoleKind, SeatStatus, StandIn, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.people.seats.deputies import end_deputy, name_deputy
from campaign.people.seats.roles import make_facilitator
from campaign.people.seats.services import leave_seat
from tests.battles.around import text
from tests.battles.test_around import friend
from tests.fights import battle_in, browser, meet, while_fighting
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def link(war: War, army: str) -> StandIn:
    seat = war.seat(army)
    with while_fighting(war):
        return ask_stand_in(battle=battle_in(war), seat=seat, by=seat.user)


def accepts(war: War, place: StandIn, user: User) -> str:
    """What becomes of it: ``taken``, or the refusal's code."""
    with while_fighting(war):
        try:
            accept_stand_in(token=place.token, by=user)
        except Refusal as refusal:
            return refusal.code
    return "taken"


def test_one_stranger_does_not_stand_in_for_both_sides_of_a_battle() -> None:
    war, sam = meet(), friend()
    north, south = link(war, "north"), link(war, "south")
    assert accepts(war, north, sam) == "taken"
    with while_fighting(war):
        page = browser(sam).post(f"/stand-in/{south.token}/")
    assert page.status_code == 422
    assert "Nobody fights for both" in text(page)
    with while_fighting(war):
        answer = browser(sam).post(f"/api/v1/stand-ins/{south.token}/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "unfit")
    assert StandIn.objects.get(pk=south.pk).user is None
    assert accepts(war, south, friend("Tim")) == "taken"


def test_nor_after_having_given_the_other_side_back() -> None:
    war, sam = meet(), friend()
    north, south = link(war, "north"), link(war, "south")
    accepts(war, north, sam)
    StandIn.objects.filter(pk=north.pk).update(ended_at=war.turn.announced_at)
    assert accepts(war, south, sam) == "unfit"


@pytest.mark.parametrize("over", ["ended", "run out"])
def test_a_former_deputy_does_not_stand_in_for_a_rival(over: str) -> None:
    war, sam = begin_war({**CLOSE, "west": ((12, 1),)}), friend()
    seat = war.seat("south")
    with clock.at(START):
        named = name_deputy(seat=seat, user=sam, by=war.users["south"], until=START + timedelta(days=1))
    if over == "ended":
        end_deputy(deputy=named, by=sam)
    fighting(war)
    assert accepts(war, link(war, "north"), sam) == "unfit"


def fighting(war: War) -> None:
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    war.pass_deadline()
    war.pass_deadline()


def test_a_former_deputy_may_stand_in_for_the_own_side() -> None:
    war, sam = meet(), friend()
    end_deputy(
        deputy=name_deputy(seat=war.seat("south"), user=sam, by=war.users["south"]), by=war.users["south"]
    )
    assert accepts(war, link(war, "north"), sam) == "unfit"
    assert accepts(war, link(war, "south"), sam) == "taken"


def test_who_has_given_up_the_rivals_seat_does_not_stand_in_against_it() -> None:
    war = begin_war(CLOSE)
    gone = war.users["south"]
    leave_seat(seat=war.seat("south"), by=gone)
    war.seat("south").__class__.objects.filter(key="south").update(status=SeatStatus.PLAYER)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    war.pass_deadline()
    assert accepts(war, link(war, "north"), gone) == "unfit"


def test_who_stood_in_for_a_rival_in_an_earlier_battle_knows_it_too() -> None:
    war, sam = meet(), friend()
    accepts(war, link(war, "south"), sam)
    war.publish()
    earlier = StandIn.objects.get(user=sam)
    assert earlier.ended_at is None
    later = battle_again(war)
    place = StandIn.objects.create(battle=later, seat=war.seat("north"), made_at=START)
    assert accept_code(place, sam) == "unfit"


def battle_again(war: War) -> Battle:
    """Another battle of the two, in the turn that is open now."""
    again = Battle.objects.get(first="north1", second="south1")
    again.pk, again.public_id, again.turn = None, "again", war.turn
    again.save()
    return again


def accept_code(place: StandIn, user: User) -> str:
    try:
        accept_stand_in(token=place.token, by=user)
    except Refusal as refusal:
        return refusal.code
    return "taken"


def test_who_waits_for_two_bots_never_fights_for_both_of_one_battle() -> None:
    war, sam = begin_war(CLOSE), friend()
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    war.pass_deadline()
    war.campaign.seats.update(status=SeatStatus.BOT)
    for army in ("north", "south"):
        accept_stand_in(token=ask_for_bot(seat=war.seat(army), by=war.facilitator).token, by=sam)
    war.pass_deadline()
    assert StandIn.objects.filter(battle=battle_in(war), user=sam).count() == 1


# The other way round


def test_who_stands_in_for_one_becomes_neither_deputy_nor_player_of_another() -> None:
    war, sam = meet(where={**CLOSE, "west": ((12, 1),)}), friend()
    accepts(war, link(war, "north"), sam)
    for army in ("south", "west"):
        with while_fighting(war), pytest.raises(Refusal) as refused:
            name_deputy(seat=war.seat(army), user=sam, by=war.users[army])
        assert refused.value.code == "has_seen"
    leave_seat(seat=war.seat("south"), by=war.users["south"])
    with while_fighting(war):
        made = invite(
            campaign=war.campaign, by=war.facilitator, kind=InvitationKind.PLAYER, seat=war.seat("south")
        )
    with while_fighting(war), pytest.raises(Refusal) as refused:
        accept_invitation(invitation=made, user=sam)
    assert refused.value.code == "has_seen"


def test_when_the_turn_is_over_another_seat_is_open_but_not_the_rivals() -> None:
    war, sam = meet(where={**CLOSE, "west": ((12, 1),)}), friend()
    accepts(war, link(war, "north"), sam)
    war.publish()
    with pytest.raises(Refusal):
        name_deputy(seat=war.seat("south"), user=sam, by=war.users["south"])
    assert name_deputy(seat=war.seat("west"), user=sam, by=war.users["west"]).user == sam


def test_who_fights_is_not_shown_the_truth_before_that_is_over() -> None:
    war, sam = meet(), friend()
    accepts(war, link(war, "north"), sam)
    Role.objects.create(campaign=war.campaign, user=sam, kind=RoleKind.OBSERVER)
    with pytest.raises(Refusal) as refused:
        make_facilitator(campaign=war.campaign, user=sam, by=war.facilitator)
    assert refused.value.code == "role"
    war.publish()
    make_facilitator(campaign=war.campaign, user=sam, by=war.facilitator)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL lets two write at once")
def test_two_links_opened_at_once_give_one_place() -> None:
    war, sam = meet(), friend()
    places = [link(war, "north"), link(war, "south")]
    said: list[str] = []

    def take(place: StandIn) -> None:
        try:
            said.append(accepts(war, place, sam))
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(place,)) for place in places]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(said) == ["taken", "unfit"]
