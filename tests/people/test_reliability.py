"""How reliable people have been: counted from what is stored, of ended wars alone; each miss for oneself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import (
    AuditEntry,
    BattleResult,
    Campaign,
    CampaignKind,
    Deputy,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    User,
    Vacation,
)
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.people.reliability import selectors
from campaign.people.reliability.selectors import (
    Reliability,
    own_reliability,
    reliability_of,
    too_unreliable,
)
from campaign.people.seats.services import leave_seat
from tests.fights import WON, browser, meet, tell
from tests.wars import APART, HOLD, War, begin_war

pytestmark = pytest.mark.django_db


def play(war: War, turns: int, **missing: tuple[int, ...]) -> War:
    """Some turns in which everybody plans but those who are missing."""
    for number in range(1, turns + 1):
        for army in ("north", "south"):
            if number not in missing.get(army, ()):
                war.plan(army, {f"{army}1": HOLD})
        war.publish()
    return war


def end(war: War) -> datetime:
    """The war is over a day after its last turn was published."""
    last = Turn.objects.filter(campaign=war.campaign, published_at__isnull=False).latest("number")
    assert last.published_at is not None
    ended_at = last.published_at + timedelta(days=1)
    Campaign.objects.filter(pk=war.campaign.pk).update(status="ended", ended_at=ended_at)
    return ended_at


def counts(war: War, army: str, at: datetime) -> Reliability:
    user = war.users[army]
    with clock.at(at):
        return reliability_of([user.pk])[user.pk]


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is taken back at its end."""
    with transaction.atomic():
        point = transaction.savepoint()
        yield
        transaction.savepoint_rollback(point)


@pytest.fixture
def war() -> War:
    """Three turns: the south misses the first, which grace excuses, and the second."""
    return play(begin_war(APART, missed_limit=20), 3, south=(1, 2))


def test_plans_of_ended_wars_are_counted_and_of_running_ones_nobody_but_oneself_hears(war: War) -> None:
    with clock.at(datetime(2027, 2, 1, tzinfo=UTC)):
        assert reliability_of([war.users["south"].pk])[war.users["south"].pk] == selectors.NOTHING
        (miss,) = own_reliability(war.users["south"]).misses
        assert (miss.what, miss.turn, miss.counts) == ("plan", 2, False)
    ended_at = end(war)
    north, south = (counts(war, army, ended_at) for army in ("north", "south"))
    assert (north.plans, north.on_time) == (3, 3)
    assert (south.plans, south.on_time) == (2, 1), "grace counts nowhere"
    assert south.words == "new, 2 so far"
    assert (south.wars, south.left) == (1, 0)
    with clock.at(ended_at):
        (miss,) = own_reliability(war.users["south"]).misses
        assert miss.counts
        assert own_reliability(war.users["north"]).misses == ()
    assert counts(war, "south", ended_at + timedelta(days=366)) == selectors.NOTHING
    Campaign.objects.update(kind=CampaignKind.SKIRMISH)
    assert counts(war, "south", ended_at) == selectors.NOTHING


def test_a_years_counts_read_as_counts_and_no_percentage() -> None:
    known = Reliability(plans=100, on_time=97, battles=12, reported=11, wars=6, left=1)
    assert known.words == "97 of 100 plans on time, 11 of 12 battles reported, 1 of 6 wars left"
    assert Reliability(4, 4, 0, 0, 1, 0).words == "new, 4 so far"


def test_what_was_nobodys_fault_counts_nowhere(war: War) -> None:
    ended_at = end(war)
    missed = PlayerTurn.objects.filter(turn__number=2, seat__key="south")
    due = Turn.objects.get(number=2).plan_due
    assert due is not None
    seat = war.seat("south")

    def vacation(**more: object) -> None:
        values = {"first_day": due.date(), "last_day": due.date(), "announced_at": due, **more}
        Vacation.objects.create(seat=seat, **values)

    happens: Mapping[str, Callable[[], object]] = {
        "a deputy's plan": lambda: missed.update(by_deputy=True),
        "the bot's": lambda: missed.update(by_bot=True),
        "excused": lambda: missed.update(excused=True),
        "downtime": lambda: Turn.objects.filter(number=2).update(moved_for_downtime=["plan_due"]),
        "a vacation": vacation,
        "one that moved the date": lambda: vacation(
            first_day=due.date() - timedelta(days=9),
            last_day=due.date() - timedelta(days=8),
            turn=Turn.objects.get(number=2),
        ),
        "a deputy who missed it": lambda: Deputy.objects.create(
            seat=seat, user=war.facilitator, since=due - timedelta(days=1)
        ),
    }
    for what, happen in happens.items():
        with undone():
            happen()
            assert (counts(war, "south", ended_at).plans, what) == (1, what)
    with undone():
        vacation(cancelled_at=due)
        assert counts(war, "south", ended_at).plans == 2
    with undone():
        PlayerTurn.objects.filter(turn__number=3, seat__key="south").update(by_deputy=True)
        south = counts(war, "south", ended_at)
        assert (south.plans, south.on_time) == (1, 0), "nor for anybody"
    with undone():
        Seat.objects.filter(key="south").update(status=SeatStatus.BOT, missed_in_a_row=2)
        assert counts(war, "south", ended_at).left == 1
    with undone():
        # Given to the bot by hand: that is allowed.
        Seat.objects.filter(key="south").update(status=SeatStatus.BOT, missed_in_a_row=0)
        assert counts(war, "south", ended_at).left == 0


def test_a_fallback_is_a_plan_on_time() -> None:
    war = begin_war(APART, grace=0)
    Seat.objects.filter(key="south").update(fallback={"south1": "fortify"})
    play(war, 1, south=(1,))
    assert war.part("south", 1).used_fallback
    south = counts(war, "south", end(war))
    assert (south.plans, south.on_time) == (1, 1)


def test_battles_are_told_of_or_missed() -> None:
    war = meet()
    tell(war, "north", WON)
    war.publish()
    ended_at = end(war)
    north, south = (counts(war, army, ended_at) for army in ("north", "south"))
    assert (north.battles, north.reported) == (1, 1)
    assert (south.battles, south.reported) == (1, 0)
    with clock.at(ended_at):
        assert [miss.what for miss in own_reliability(war.users["south"]).misses] == ["battle"]
    with undone():
        # A dispute that nobody ruled on: the app replaced what both had told.
        BattleResult.objects.update(by_app=True)
        assert counts(war, "north", ended_at).reported == 1
    for spared in ({"ruling": {}}, {"forfeit_first": True}, {"auto": True}):
        with undone():
            war.campaign.turns.get(number=1).battles.update(**spared)
            assert counts(war, "south", ended_at).battles == 0, spared
    with undone():
        Campaign.objects.update(settings={**war.campaign.settings, "battles": "abstract"})
        assert counts(war, "south", ended_at).battles == 0


def test_whoever_leaves_and_whoever_comes_answer_for_whole_turns_of_their_own(war: War, nils: User) -> None:
    opened = Turn.objects.get(number=3).opened_at
    assert opened is not None
    with clock.at(opened + timedelta(hours=1)):
        leave_seat(seat=war.seat("south"), by=war.users["south"])
    with clock.at(opened + timedelta(hours=2)):
        made = invite(campaign=war.campaign, by=war.facilitator)
        accept_invitation(invitation=made, user=nils)
    # The log's own times are the machine's.
    AuditEntry.objects.filter(kind="joined").update(created_at=opened + timedelta(hours=2))
    AuditEntry.objects.filter(kind="seat_left").update(created_at=opened + timedelta(hours=1))
    ended_at = end(war)
    south = counts(war, "south", ended_at)
    assert (south.wars, south.left) == (1, 1)
    with clock.at(ended_at):
        assert (
            "you left before its end"
            in browser(war.users["south"]).get("/account/reliability/").content.decode()
        )
        assert reliability_of([nils.pk])[nils.pk].plans == 0
    AuditEntry.objects.filter(kind="joined").update(created_at=opened - timedelta(hours=2))
    with clock.at(ended_at):
        assert reliability_of([nils.pk])[nils.pk].plans == 1


def test_facilitators_read_it_and_a_minimum_keeps_out_who_comes_by_a_link_but_no_newcomer(
    war: War, nils: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended_at = end(war)
    other = begin_war(APART, plans_on_time=90)
    with clock.at(ended_at):
        facilitators_read_it_beside_the_player_and_nobody_else_does(war, other)
    free = other.seat("south")
    Seat.objects.filter(pk=free.pk).update(user=None, status=SeatStatus.RESIGNED)
    south = war.users["south"]
    with clock.at(ended_at):
        assert too_unreliable(south, other.campaign) == "", "two plans say nothing yet"
        monkeypatch.setattr(selectors, "FEW", 2)
        assert "at least 90 of 100 plans" in too_unreliable(south, other.campaign)
        assert too_unreliable(war.users["north"], other.campaign) == ""
        by_link = invite(campaign=other.campaign, by=other.facilitator)
        with pytest.raises(Refusal, match="90 of 100") as caught:
            accept_invitation(invitation=by_link, user=south)
        assert caught.value.code == "reliability"
        page = browser(south).post(f"/join/{by_link.token}/")
        assert page.status_code == 422
        assert "1 of 2 plans on time" in page.content.decode()
        assert too_unreliable(nils, other.campaign) == "", "newcomers are spared"
        other.campaign.settings = {**other.campaign.settings, "newcomers_too": True}
        assert "new, 0 so far" in too_unreliable(nils, other.campaign)


def facilitators_read_it_beside_the_player_and_nobody_else_does(war: War, other: War) -> None:
    people = f"/c/{other.campaign.public_id}/people/"
    page = browser(other.facilitator).get(people).content.decode()
    assert "new, 2 so far" in page
    assert "new, 3 so far" in page
    api = browser(other.facilitator).get(f"/api/v1/campaigns/{other.campaign.public_id}/people/").json()
    assert api["seats"][1]["reliability"]["on_time"] == 1
    assert browser(war.users["north"]).get(people).status_code == 404
    own = browser(war.users["south"]).get("/account/reliability/").content.decode()
    assert "turn 2: no plan by the deadline" in own
    read = browser(war.users["south"]).get("/api/v1/reliability/").json()
    assert (read["words"], read["misses"][0]["turn"]) == ("new, 2 so far", 2)
