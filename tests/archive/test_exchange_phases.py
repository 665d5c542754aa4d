"""A campaign taken out and in at any moment of a turn: the same file again, nothing told, and it goes on."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings

from campaign.archive.dice.services import checked, dice_logs
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.desk.time.services import resume_campaign
from campaign.models import (
    AuditEntry,
    Battle,
    Campaign,
    CampaignStatus,
    Message,
    Phase,
    PlayerTurn,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Thread,
    Turn,
    User,
)
from campaign.press.messages.services import send_message
from campaign.turn import tick
from campaign.turn.replay import is_equal
from tests.archive.test_exchange import files_of, line_changed, pack
from tests.fights import DICE, battle_in, meet, tell
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

PHASES = (Phase.PLANNING, Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW)


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def war_in(phase: str, **variables: Any) -> War:
    """A war whose first turn is in a phase, with both sides' plans, and a battle left to the dice."""
    war = begin_war(CLOSE, **variables)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    for _step in range(PHASES.index(Phase(phase))):
        if war.turn.phase == Phase.BATTLES:
            tell(war, "north", DICE)
            tell(war, "south", DICE)
        war.pass_deadline()
    assert war.turn.phase == phase, war.turn.last_error
    return war


def moved(war: War, friend: User) -> tuple[bytes, Campaign]:
    """The war's file, and the campaign on a site where the original is not."""
    packed = export_campaign(campaign=Campaign.objects.get(pk=war.campaign.pk), by=war.facilitator)
    Campaign.objects.filter(pk=war.campaign.pk).delete()
    return packed, import_campaign(file=packed, by=friend)


def go_on(campaign: Campaign, by: User) -> Turn:
    """Resume the campaign and let the deadlines pass until its turn is published."""
    turn = Turn.objects.filter(campaign=campaign).latest("number")
    with clock.at((campaign.paused_at or clock.now()) + timedelta(days=1)):
        resume_campaign(campaign=campaign, by=by)
    for _step in range(8):
        turn.refresh_from_db()
        if turn.phase == Phase.PUBLISHED:
            return turn
        tick.tick(now=turn.resolve_after)
        turn.refresh_from_db()
        assert not turn.last_error, turn.last_error
    raise AssertionError(f"still in {turn.phase}")


@pytest.mark.parametrize("phase", PHASES)
def test_what_was_taken_in_comes_out_as_it_went_in(phase: str, friend: User) -> None:
    packed, arrived = moved(war_in(phase), friend)
    assert arrived.status == CampaignStatus.PAUSED
    assert export_campaign(campaign=arrived, by=friend) == packed


@pytest.mark.parametrize("phase", PHASES)
def test_it_goes_on_where_it_was_with_what_has_been_seen(phase: str, friend: User) -> None:
    war = war_in(phase)
    turn = war.turn
    promised = {name: getattr(turn, name) for name in ("plan_due", "results_due", "publish_due")}
    fought = list(Battle.objects.filter(turn=turn).values_list("first", "second", "mission_die", "dice"))
    _packed, arrived = moved(war, friend)
    landed = Turn.objects.filter(campaign=arrived).latest("number")
    assert {name: getattr(landed, name) for name in promised} == promised
    done = go_on(arrived, friend)
    if phase != Phase.PLANNING:
        seen = list(Battle.objects.filter(turn=done).values_list("first", "second", "mission_die", "dice"))
        assert [one for one in fought if one not in seen] == []
    assert is_equal(done)


def test_dice_seen_elsewhere_are_told_apart_from_those_of_the_new_chain(friend: User) -> None:
    war = war_in(Phase.BATTLES, last_turn=1)
    labels = {die[1] for die in _dice_of(war)}
    _packed, arrived = moved(war, friend)
    assert set(arrived.thrown["1"]) == {label for label in labels if not label.startswith("abr/")}
    go_on(arrived, friend)
    arrived.refresh_from_db()
    assert arrived.status == CampaignStatus.ENDED
    logs = checked(dice_logs(arrived))
    assert [log.wrong for log in logs] == [()]
    shown = {die.label for log in logs for die in log.dice}
    assert shown
    assert not shown & set(arrived.thrown["1"])


def _dice_of(war: War) -> list[tuple[int, str]]:
    """Every die that the turn throws on its own site."""
    from campaign import engine

    turn = war.turn
    assert turn.input is not None
    return [(turn.number, label) for label in engine.rolled(turn, turn.input)]


def test_no_die_is_told_before_it_was_thrown(friend: User) -> None:
    war = meet()
    packed = export_campaign(campaign=Campaign.objects.get(), by=war.facilitator)
    thrown = json.loads(files_of(packed)["campaign.json"])["thrown"]["1"]
    assert {label.split("/")[0] for label in thrown} <= {"mission", "attacker"}
    assert thrown


@pytest.mark.parametrize("phase", [Phase.BATTLES, Phase.AFTERMATH_REVIEW])
def test_beside_the_original_both_go_on(phase: str, friend: User) -> None:
    """What the engine names in the copy later must not have the name of what it causes in the original."""
    war = war_in(phase)
    packed = export_campaign(campaign=Campaign.objects.get(), by=war.facilitator)
    copy = import_campaign(file=packed, by=friend)
    done = go_on(copy, friend)
    war.publish()
    report = PlayerTurn.objects.get(turn=done, seat__key="north").report
    assert Battle.objects.get(turn=done).public_id in json.dumps(report)
    assert Battle.objects.get(turn__campaign=war.campaign).public_id not in json.dumps(report)
    followed = [
        {one["since"] for one in part.map["sightings"]}
        for part in PlayerTurn.objects.filter(seat__key="north", turn__number=1).order_by("id")
        if part.map is not None
    ]
    assert len(followed) == 2
    assert followed[0] == followed[1]
    for campaign in (war.campaign, copy):
        Turn.objects.get(campaign=campaign, number=2)


def test_no_plan_is_in_the_file_before_its_deadline(friend: User) -> None:
    war = war_in(Phase.PLANNING)
    Seat.objects.filter(key="north").update(fallback={"north1": "fortify"})
    files = files_of(export_campaign(campaign=Campaign.objects.get(), by=war.facilitator))
    assert files["order.jsonl"] == ""
    assert "fortify" not in files["seat.jsonl"]
    assert war.part("north").receipt not in files["playerturn.jsonl"]
    parts = [json.loads(line) for line in files["playerturn.jsonl"].splitlines()]
    assert {part["state"] for part in parts if part["turn"] == 2} == {"nothing"}


def test_a_playing_facilitator_takes_nothing_out(friend: User) -> None:
    war = war_in(Phase.PLANNING)
    Role.objects.create(campaign=war.campaign, user=war.users["north"], kind=RoleKind.FACILITATOR)
    with pytest.raises(Refusal) as caught:
        export_campaign(campaign=war.campaign, by=war.users["north"])
    assert caught.value.code == "not_yours"


def test_only_what_was_written_to_all_travels(friend: User) -> None:
    war = war_in(Phase.PLANNING, press="full")
    for name, text in (("all", "To all and sundry"), ("seat-2", "Between us two")):
        send_message(user=war.users["north"], campaign=war.campaign, name=name, text=text, client_id=name)
    packed, arrived = moved(war, friend)
    assert "Between us two" not in "".join(files_of(packed).values())
    assert [one.kind for one in Thread.objects.filter(campaign=arrived)] == ["all"]
    message = Message.objects.get(thread__campaign=arrived)
    assert (message.text, message.author, message.seat) == (
        "To all and sundry",
        None,
        Seat.objects.get(campaign=arrived, key="north"),
    )


def test_a_movement_that_does_not_follow_from_its_dice_is_refused(friend: User) -> None:
    war = meet()
    files = files_of(export_campaign(campaign=Campaign.objects.get(), by=war.facilitator))
    thrown = json.loads(files["campaign.json"])["thrown"]
    label = next(one for one in thrown["1"] if one.startswith("mission/"))
    thrown["1"][label] = [6, thrown["1"][label][1] % 6 + 1]
    with pytest.raises(Refusal, match="the movement of turn 1 does not follow"):
        import_campaign(file=pack(line_changed(files, "campaign.json", 1, thrown=thrown)), by=friend)


def test_everybodys_seat_is_open_on_arrival(friend: User) -> None:
    _packed, arrived = moved(war_in(Phase.BATTLES), friend)
    assert set(arrived.seats.values_list("status", "user")) == {(SeatStatus.OPEN, None)}


@pytest.mark.long
def test_the_demos_campaigns_go_out_and_in() -> None:
    with override_settings(DEMO=True):
        call_command("build_demo", stdout=StringIO())
    friend = User.objects.create_user("friend@club.example", name="Friend")
    assert Campaign.objects.count() == 3
    assert not AuditEntry.objects.filter(created_at__gt=clock.now()).exists()
    assert not PlayerTurn.objects.filter(saved_at__gt=clock.now()).exists()
    for campaign in Campaign.objects.order_by("id"):
        by = campaign.roles.get(kind=RoleKind.FACILITATOR).user
        packed = export_campaign(campaign=campaign, by=by)
        campaign.delete()
        assert export_campaign(campaign=import_campaign(file=packed, by=friend), by=friend) == packed


def test_a_battle_left_to_the_dice_keeps_those_that_were_shown(friend: User) -> None:
    war = meet()
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    shown = battle_in(war).dice
    assert shown is not None
    _packed, arrived = moved(war, friend)
    done = go_on(arrived, friend)
    result = Battle.objects.get(turn=done).result
    assert result is not None
    assert (result["rolls"], result["winner"]) == (shown["rolls"], shown["winner"])
