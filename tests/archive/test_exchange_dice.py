"""Open dice on their way: nobody learns from a file who has sealed, and every log still verifies."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from campaign.archive.dice.services import checked, dice_logs
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Campaign, CampaignStatus, Phase, Turn, User
from campaign.turn.replay import is_equal
from campaign.warmap.dice.services import open_seal, put_seal
from rules.open_dice.mixing import seal_of
from tests.archive.test_exchange import files_of, line_changed, pack
from tests.archive.test_exchange_phases import friend, go_on, moved
from tests.fights import DICE, tell
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

__all__ = ["friend"]

SHARE = bytes(range(32))
DRAWING = "drawing"
STAGES = (Phase.PLANNING, DRAWING, Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW)


def war_at(stage: str, **variables: object) -> War:
    """A war with open dice whose first turn is at a stage; the north seals, and opens as soon as it may."""
    war = begin_war(CLOSE, dice="open", **variables)  # type: ignore[arg-type]
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    seat, by = war.seat("north"), war.users["north"]
    with clock.at(START):
        made = seal_of(war.campaign.public_id, 1, 1, SHARE).hex()
        put_seal(seat=seat, number=1, seal=made, by=by)
    for _step in range(STAGES.index(stage)):
        turn = war.pass_deadline()
        if turn.draw_due is not None and turn.plan_due is not None:
            with clock.at(turn.plan_due + timedelta(minutes=1)):
                open_seal(seat=seat, number=1, share=SHARE.hex(), by=by)
        if turn.phase == Phase.BATTLES:
            tell(war, "north", DICE)
            tell(war, "south", DICE)
    return war


@pytest.mark.parametrize("stage", STAGES)
def test_a_war_arrives_at_each_stage_goes_on_and_its_dice_verify_at_the_end(stage: str, friend: User) -> None:
    war = war_at(stage, last_turn=1)
    packed, arrived = moved(war, friend)
    text = json.dumps(files_of(packed))
    turn = Turn.objects.get(campaign=arrived, number=1)
    assert SHARE.hex() not in text
    assert seal_of(war.campaign.public_id, 1, 1, SHARE).hex() not in text
    assert (turn.draw_due is not None) == (stage == DRAWING)
    assert export_campaign(campaign=arrived, by=friend) == packed
    done = go_on(arrived, friend)
    assert is_equal(done)
    arrived.refresh_from_db()
    assert arrived.status == CampaignStatus.ENDED
    (log,) = checked(dice_logs(arrived))
    assert log.wrong == ()
    assert len(log.mixes) == 1


def test_an_ended_war_keeps_its_mixes_also_beside_its_original(friend: User) -> None:
    war = war_at(Phase.AFTERMATH_REVIEW, last_turn=1)
    war.publish()
    (was,) = dice_logs(Campaign.objects.get())
    packed = export_campaign(campaign=Campaign.objects.get(), by=war.facilitator)
    beside = import_campaign(file=packed, by=friend)
    assert beside.public_id != war.campaign.public_id
    (log,) = checked(dice_logs(beside))
    assert (log.wrong, log.log.document()) == ((), was.document())
    assert log.mixes[0].opened == ("1",)
    again = export_campaign(campaign=beside, by=friend)
    Campaign.objects.all().delete()
    (log,) = checked(dice_logs(import_campaign(file=again, by=friend)))
    assert log.wrong == ()


def test_a_file_whose_mixes_hang_in_the_air_is_refused(friend: User) -> None:
    war = war_at(Phase.AFTERMATH_REVIEW, last_turn=1)
    war.publish()
    files = files_of(export_campaign(campaign=Campaign.objects.get(), by=war.facilitator))
    Campaign.objects.all().delete()
    row = next(
        n for n, one in enumerate(files["turn.jsonl"].splitlines(), 1) if json.loads(one)["number"] == 1
    )
    mix = json.loads(files["turn.jsonl"].splitlines()[row - 1])["mix"]
    for change in (
        {"mix": None},
        {"closing": ""},
        {"closing": "0" * 64},
        {"mix": {**mix, "salt": "short"}},
        {"draw_due": "2037-11-27T18:00:00+00:00"},
    ):
        with pytest.raises(Refusal, match=f"turn.jsonl, row {row}"):
            import_campaign(file=pack(line_changed(files, "turn.jsonl", row, **change)), by=friend)
    for beacon in (
        {"hash": "x"},
        {"hash": "0" * 64, "genesis": 1},
        [1],
        {"hash": "0" * 64, "genesis": 1, "period": 0},
    ):
        with pytest.raises(Refusal, match="beacon"):
            import_campaign(file=pack(line_changed(files, "campaign.json", 1, beacon=beacon)), by=friend)
