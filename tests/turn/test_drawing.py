"""Open dice in a war: what closes with the plans, how long is waited for what, and what throws the dice."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import pytest
from django.db.models import Model

from campaign.archive.dice.services import checked, dice_logs
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.desk.services import correct_input
from campaign.desk.time.services import pause_campaign, resume_campaign
from campaign.engine.seeds import SeedError, dice_of, seed_of, thrown_by
from campaign.models import (
    AuditEntry,
    BeaconChain,
    BeaconRound,
    Campaign,
    CampaignStatus,
    DiceSeal,
    Downtime,
    Notice,
    Phase,
    Seat,
    SeatStatus,
)
from campaign.turn import tick
from campaign.turn.replay import is_equal
from campaign.warmap.dice.selectors import own_dice
from campaign.warmap.dice.services import open_seal, put_seal
from rules.open_dice.mixing import seal_of
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

HASH = "ab" * 32
ONE, TWO = bytes(range(32)), bytes(range(32, 64))
SHORTLY = timedelta(minutes=1)


def open_war(**more: object) -> War:
    """A war with open dice whose browsers have six hours."""
    return begin_war(CLOSE, dice="open", **more)  # type: ignore[arg-type]


def seal(war: War, army: str, share: bytes, *, number: int | None = None) -> str:
    """Seal a share as an army's player, in the last hour of the plans."""
    seat, turn = war.seat(army), war.turn
    made = seal_of(war.campaign.public_id, turn.number, seat.number, share).hex()
    with clock.at((turn.plan_due or START) - SHORTLY):
        put_seal(seat=seat, number=number or turn.number, seal=made, by=war.users[army])
    return made


def give(war: War, army: str, share: bytes, *, after: timedelta = SHORTLY) -> DiceSeal:
    """Open a share some time after the deadline."""
    turn = war.turn
    with clock.at((turn.plan_due or START) + after):
        return open_seal(seat=war.seat(army), number=turn.number, share=share.hex(), by=war.users[army])


def refused(code: str, do: object, *given: object, **named: object) -> None:
    with pytest.raises(Refusal) as refusal:
        do(*given, **named)  # type: ignore[operator]
    assert refusal.value.code == code


def test_what_was_sealed_is_bound_at_the_deadline_and_throws_the_dice_once_it_is_opened() -> None:
    war = open_war()
    war.plan("north", {"north1": march(2, 4)})
    made = seal(war, "north", ONE)
    seal(war, "south", bytes(32))
    seal(war, "south", TWO)  # from another device: the last one counts
    turn = war.pass_deadline()
    assert (turn.phase, turn.proposal, bool(turn.input)) == (Phase.MOVEMENT_REVIEW, None, True)
    assert turn.draw_due == turn.plan_due + timedelta(hours=6)
    with pytest.raises(SeedError):
        dice_of(turn)
    refused("drawing", tick.announce, turn.pk, by=war.facilitator)
    give(war, "north", ONE)
    refused("wrong_share", give, war, "south", bytes(32))
    give(war, "south", TWO)
    # All are in, and nothing is cut short: who has sealed anything is nobody's to know.
    tick.tick(now=turn.plan_due + timedelta(hours=5, minutes=59))
    turn.refresh_from_db()
    assert turn.mix is None
    turn = war.pass_deadline()
    assert (turn.phase, turn.draw_due, bool(turn.proposal)) == (Phase.MOVEMENT_REVIEW, None, True)
    assert turn.resolve_after == turn.announce_due
    assert turn.mix["lines"].split("\n")[0] == f"1 {made} {war.part('north').receipt}"
    assert turn.mix["shares"] == {"1": ONE.hex(), "2": TWO.hex()}
    assert thrown_by(turn) != seed_of(turn.campaign, 1)
    refused("late", give, war, "north", TWO)
    assert is_equal(war.publish())


def test_a_turn_in_which_nobody_has_sealed_waits_as_long_and_follows_from_its_chain() -> None:
    war = open_war(last_turn=1)
    turn = war.pass_deadline()
    assert turn.draw_due == turn.plan_due + timedelta(hours=6)
    turn = war.pass_deadline()
    assert (turn.mix["beacon"], turn.mix["shares"]) == (None, {})
    war.publish()
    (log,) = checked(dice_logs(Campaign.objects.get()))
    assert log.wrong == ()
    assert (log.mixes[0].opened, log.mixes[0].shut) == ((), ())


def test_where_only_bots_play_nobody_is_waited_for() -> None:
    war = open_war(bots=("north", "south"))
    turn = war.pass_deadline()
    assert (turn.phase, turn.draw_due, bool(turn.proposal)) == (Phase.MOVEMENT_REVIEW, None, True)


def test_a_seat_that_goes_to_the_bot_at_the_deadline_opens_what_it_sealed() -> None:
    war = open_war(missed_limit=1)
    seal(war, "north", ONE)
    turn = war.pass_deadline()
    assert war.seat("north").status == SeatStatus.BOT
    assert turn.draw_due is not None
    give(war, "north", ONE)
    assert war.pass_deadline().mix["shares"] == {"1": ONE.hex()}


def test_what_did_not_freeze_is_not_opened() -> None:
    """A bot played when the plans closed: what was sealed before counts nowhere, and would be a fault."""
    war = open_war(last_turn=1)
    seal(war, "north", ONE)
    seal(war, "south", TWO)
    Seat.objects.filter(pk=war.seat("north").pk).update(status=SeatStatus.BOT)
    war.pass_deadline()
    refused("wrong_share", give, war, "north", ONE)
    give(war, "south", TWO)
    war.publish()
    (log,) = checked(dice_logs(Campaign.objects.get()))
    assert log.wrong == ()
    assert log.mixes[0].opened == ("2",)


def test_the_hours_are_at_most_half_the_review() -> None:
    war = open_war(open_hours=24)
    turn = war.turn
    assert turn.announce_due is not None
    assert turn.plan_due is not None
    half = (turn.announce_due - turn.plan_due) / 2
    assert half > timedelta(hours=24)
    turn.announce_due = turn.plan_due + timedelta(hours=10)
    turn.save()
    assert war.pass_deadline().draw_due == turn.plan_due + timedelta(hours=5)


def test_an_automatic_war_announces_when_its_dice_are_drawn_and_misses_no_weekday_by_it() -> None:
    chain = begin_war(CLOSE, automatic=True, early_results=False)
    promised = chain.turn.results_due
    chain.pass_deadline()
    war = open_war(automatic=True, early_results=False)
    turn = war.pass_deadline()
    assert (turn.phase, turn.results_due) == (Phase.MOVEMENT_REVIEW, promised)
    turn = war.pass_deadline()
    assert (turn.phase, turn.announced_at) == (Phase.BATTLES, turn.plan_due + timedelta(hours=6))
    assert turn.results_due == promised
    assert not AuditEntry.objects.filter(campaign=war.campaign, kind="date_moved_late").exists()


def test_a_pause_takes_nothing_of_the_time_to_open_seals() -> None:
    war = open_war()
    seal(war, "north", ONE)
    turn = war.pass_deadline()
    due, days = turn.plan_due, timedelta(days=3)
    assert due is not None
    with clock.at(due + timedelta(hours=1)):
        pause_campaign(campaign=war.campaign, reason="A wedding.", by=war.facilitator)
    with clock.at(due + timedelta(hours=1) + days):
        resume_campaign(campaign=Campaign.objects.get(), by=war.facilitator)
    turn.refresh_from_db()
    assert turn.draw_due == turn.resolve_after == due + timedelta(hours=6) + days
    give(war, "north", ONE, after=timedelta(hours=5) + days)
    assert war.pass_deadline().mix["shares"] == {"1": ONE.hex()}


def test_an_app_that_was_down_takes_nothing_of_the_time_to_open_seals() -> None:
    """Down for eight hours of six: whoever comes back opens for as long as he could not, once."""
    war = open_war()
    seal(war, "north", ONE)
    turn = war.pass_deadline()
    due = turn.plan_due
    assert due is not None
    for start, end in (
        (timedelta(hours=1), timedelta(hours=1, minutes=10)),
        (timedelta(hours=5), timedelta(hours=13)),
    ):
        Downtime.objects.create(down_from=due + start, down_until=due + end)
    assert give(war, "north", ONE, after=timedelta(hours=13, minutes=55)).share == ONE.hex()
    refused("late", give, war, "south", TWO, after=timedelta(hours=14))
    with clock.at(due + timedelta(hours=13, minutes=30)):
        tick.tick()
    turn.refresh_from_db()
    assert turn.draw_due == turn.resolve_after == due + timedelta(hours=14)
    assert AuditEntry.objects.filter(campaign=war.campaign, kind="date_moved_drawing").count() == 1
    Downtime.objects.create(
        down_from=due + timedelta(hours=13, minutes=31), down_until=due + timedelta(hours=20)
    )
    with clock.at(due + timedelta(hours=20)):
        tick.tick()
    turn.refresh_from_db()
    assert (turn.draw_due, turn.mix["shares"]) == (None, {"1": ONE.hex()})


def test_a_share_that_comes_too_early_or_too_late_is_refused_and_the_same_again_is_not() -> None:
    war = open_war()
    seal(war, "north", ONE)
    early = -2 * SHORTLY
    refused("early", give, war, "north", ONE, after=early)
    turn = war.pass_deadline()
    refused("late", seal, war, "north", TWO)
    first = give(war, "north", ONE)
    assert give(war, "north", ONE, after=2 * SHORTLY).opened_at == first.opened_at
    refused("late", give, war, "south", TWO, after=timedelta(hours=6))
    turn = war.pass_deadline()
    assert give(war, "north", ONE, after=timedelta(hours=7)).opened_at == first.opened_at
    assert turn.mix["shares"] == {"1": ONE.hex()}


def test_a_seat_that_leaves_two_seals_shut_seals_no_more_and_all_see_it_at_the_end() -> None:
    war = open_war(last_turn=3, missed_limit=9)
    for _turn in range(2):
        seal(war, "north", ONE)
        seal(war, "south", TWO)
        war.pass_deadline()
        give(war, "south", TWO)
        war.publish()
    assert not own_dice(war.campaign, war.seat("north")).seals
    refused("left_shut", seal, war, "north", ONE)
    seal(war, "south", TWO)
    war.publish()
    (log,) = checked(dice_logs(Campaign.objects.get()), {1: "The north", 2: "The south"})
    assert [one.shut for one in log.mixes] == [("The north",), ("The north",), ("The south",)]
    assert log.wrong == ()


def test_who_does_not_play_seals_nothing() -> None:
    war = open_war(bots=("south",))
    refused("not_played", seal, war, "south", ONE)
    refused("not_yours", put_seal, seat=war.seat("north"), number=1, seal="a" * 64, by=war.users["south"])
    refused("malformed", put_seal, seat=war.seat("north"), number=1, seal="A" * 64, by=war.users["north"])
    older = begin_war(CLOSE)
    refused("chain", put_seal, seat=older.seat("north"), number=1, seal="a" * 64, by=older.users["north"])


def test_what_is_corrected_while_dice_are_drawn_counts_and_nobody_sees_them_before() -> None:
    war = open_war()
    turn = war.pass_deadline()
    with clock.at(turn.plan_due + SHORTLY):
        correct_input(
            turn=turn, change={"banner": "north1", "level": 9}, reason="A slip.", by=war.facilitator
        )
    turn.refresh_from_db()
    assert (turn.proposal, turn.draw_due is None) == (None, False)
    turn = war.pass_deadline()
    assert {one["level"] for one in turn.proposal["banners"] if one["id"] == "north1"} == {9}


def test_all_are_told_the_closing_at_once_and_of_seals_nobody_is_told_anything() -> None:
    war = open_war()
    before = {row.pk: row.version for row in war.campaign.seats.all()}
    counts = _rows(war)
    seal(war, "north", ONE)
    assert {row.pk: row.version for row in war.campaign.seats.all()} == before
    assert _rows(war) == counts
    turn = war.pass_deadline()
    told = Notice.objects.filter(campaign=war.campaign, kind="dice_sealed")
    assert {one.detail["closing"] for one in told} == {turn.closing}
    assert {one.user_id for one in told} == {one.pk for one in (*war.users.values(), war.facilitator)}
    entry = AuditEntry.objects.get(campaign=war.campaign, kind="plans_sealed")
    assert (entry.public, entry.values) == (True, {"closing": turn.closing})


def _rows(war: War) -> tuple[int, int]:
    found: tuple[type[Model], ...] = (AuditEntry, Notice)
    log, notices = (model._default_manager.filter(campaign=war.campaign).count() for model in found)
    return log, notices


# The beacon


def with_beacon(settings: object, **more: object) -> War:
    """A war that has fixed a beacon with a round every 30 seconds."""
    settings.DICE_BEACON = [f"https://beacon.example/{HASH}"]  # type: ignore[attr-defined]
    BeaconChain.objects.create(hash=HASH, genesis=1_700_000_000, period=30, agreed_at=START)
    with clock.at(START):
        return open_war(**more)


def test_a_war_fixes_the_beacon_at_its_start_and_its_number_alone_is_mixed_in(settings: object) -> None:
    war = with_beacon(settings, last_turn=1)
    assert war.campaign.beacon == {"hash": HASH, "genesis": 1_700_000_000, "period": 30}
    seal(war, "north", ONE)
    turn = war.pass_deadline()
    assert turn.draw_due == turn.plan_due + timedelta(minutes=60)
    give(war, "north", ONE)
    signature = b"signed"
    number = turn.dice_closing.round
    BeaconRound.objects.create(
        hash=HASH,
        round=number,
        randomness=sha256(signature).hexdigest(),
        signature=signature.hex(),
        agreed_at=START,
    )
    turn = war.pass_deadline()
    assert turn.mix["beacon"]["round"] == number
    without = thrown_by(turn)
    turn.mix = {**turn.mix, "shares": {}}
    assert thrown_by(turn) == without
    war.publish()
    assert Campaign.objects.get().status == CampaignStatus.ENDED
    (log,) = checked(dice_logs(Campaign.objects.get()))
    assert (log.wrong, log.mixes[0].round, log.mixes[0].shut) == ((), number, ())


def test_without_a_round_in_time_what_was_opened_counts(settings: object) -> None:
    war = with_beacon(settings)
    seal(war, "north", ONE)
    turn = war.pass_deadline()
    give(war, "north", ONE)
    turn = war.pass_deadline()
    assert (turn.mix["beacon"], turn.mix["shares"]) == (None, {"1": ONE.hex()})


def test_a_beacon_that_has_been_silent_for_a_day_is_none(settings: object) -> None:
    settings.DICE_BEACON = [f"https://beacon.example/{HASH}"]  # type: ignore[attr-defined]
    BeaconChain.objects.create(hash=HASH, genesis=0, period=30, agreed_at=START - timedelta(days=2))
    assert open_war().campaign.beacon == {}
