"""The dice page: shut until the end; then every seed and die, and a verifier that trusts nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from campaign.archive.dice.services import _purpose, checked, dice_logs
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Battle, Campaign, CampaignStatus, DiceSeal, User
from campaign.warmap.dice.services import open_seal, put_seal
from rules.__main__ import main as rules_command
from rules.open_dice.mixing import seal_of
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended() -> War:
    """A war of two turns with teleports and a battle that the dice decided."""
    war = begin_war(CLOSE, rules={"north": ["teleport"]}, last_turn=2)
    war.plan("north", {"north1": march(2, 4), "north2": {"primary": {"order": "teleport", "to": [11, 3]}}})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    war.publish()
    war.publish()
    assert Campaign.objects.get().status == CampaignStatus.ENDED
    return war


def verify(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    script = finders.find("verify/verify_dice.py")
    command = [sys.executable, "-I", "-S", str(script), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_before_the_end_there_is_the_commitment_and_nothing_else(
    as_user: Callable[[User | None], Client],
) -> None:
    war = begin_war(CLOSE)
    page = as_user(war.users["north"])
    path = f"/c/{war.campaign.public_id}/dice/"
    text = page.get(path).content.decode()
    assert war.campaign.commitment in text
    assert "when the campaign has ended" in text
    assert page.get(f"{path}1.json").status_code == 404
    with pytest.raises(Refusal, match="only the commitment"):
        dice_logs(war.campaign)


def test_after_it_the_page_lists_and_checks_every_die(
    ended: War, as_user: Callable[[User | None], Client]
) -> None:
    campaign = Campaign.objects.get()
    (one,) = checked(dice_logs(campaign))
    assert one.wrong == ()
    assert set(one.log.seeds) == {1, 2}
    kinds = {die.label.split("/")[0] for die in one.dice}
    assert kinds == {"teleport", "mission", "abr"}
    text = as_user(ended.users["south"]).get(f"/c/{campaign.public_id}/dice/").content.decode()
    assert f"2 seeds and {len(one.dice)} dice checked just now: all fit." in text
    assert "Teleport of north2: direction" in text
    assert "Abstract resolution: north1 / south1, attempt 1, die 1 of north1" in text


def test_the_dice_shown_are_those_that_the_turn_was_resolved_with(ended: War) -> None:
    (log,) = dice_logs(Campaign.objects.get())
    values = {die.label: die.value for die in log.dice}
    battle = Battle.objects.get(turn__number=1, first="north1")
    outcome = battle.turn.outcome
    assert outcome is not None
    fought = next(one for one in outcome["battles"] if one["banners"] == ["north1", "south1"])
    assert fought["method"] == "abstract"
    for number, attempt in enumerate(fought["rolls"], start=1):
        for banner, rolled in attempt.items():
            label = f"abr/1/north1:south1/{number}/{banner}"
            assert rolled == [values[f"{label}/1"], values[f"{label}/2"]]
    assert battle.mission_die == values["mission/1/north1:south1"]


def test_the_downloaded_verifier_agrees_with_no_package_at_hand(
    ended: War, as_user: Callable[[User | None], Client], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = Campaign.objects.get()
    answer = as_user(ended.users["north"]).get(f"/c/{campaign.public_id}/dice/1.json")
    assert "attachment" in answer["Content-Disposition"]
    (tmp_path / "dice.json").write_bytes(answer.content)
    done = verify("dice.json", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"commitment {campaign.commitment}" in done.stdout
    assert "2 seeds" in done.stdout
    assert "0 wrong" in done.stdout
    assert rules_command(["verify-dice", str(tmp_path / "dice.json")]) == 0
    assert json.loads(capsys.readouterr().out)["wrong"] == []


@pytest.mark.parametrize("fault", ["die", "seed", "commitment"])
def test_the_verifier_finds_what_was_tampered_with(ended: War, tmp_path: Path, fault: str) -> None:
    (log,) = dice_logs(Campaign.objects.get())
    document = log.document()
    if fault == "die":
        document["dice"][0]["value"] = document["dice"][0]["value"] % document["dice"][0]["sides"] + 1
    elif fault == "seed":
        document["seeds"]["2"] = "ab" * 32
    else:
        document["commitment"] = "cd" * 32
    (tmp_path / "dice.json").write_text(json.dumps(document))
    done = verify("dice.json", folder=tmp_path)
    assert done.returncode == 1
    assert "turn " in done.stdout


def test_the_verifier_says_what_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "dice.json").write_text("[]")
    for arguments in (("dice.json",), ("missing.json",), ()):
        done = verify(*arguments, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr


def test_the_api_has_the_same_logs(ended: War, as_user: Callable[[User | None], Client]) -> None:
    campaign = Campaign.objects.get()
    path = f"/api/v1/campaigns/{campaign.public_id}/dice/"
    found = as_user(ended.users["south"]).get(path).json()
    assert found == {"items": [log.document() for log in dice_logs(campaign)]}


# Open dice


def sealed(war: War, army: str, share: bytes) -> None:
    """Seal a share as an army's player, let the plans close, and open it."""
    seat, turn, by = war.seat(army), war.turn, war.users[army]
    with clock.at(START):
        made = seal_of(war.campaign.public_id, turn.number, seat.number, share).hex()
        put_seal(seat=seat, number=turn.number, seal=made, by=by)
    war.pass_deadline()
    assert turn.plan_due is not None
    with clock.at(turn.plan_due + timedelta(minutes=1)):
        open_seal(seat=seat, number=turn.number, share=share.hex(), by=by)


def test_of_open_dice_the_page_tells_all_what_bound_them_and_each_its_own(
    as_user: Callable[[User | None], Client],
) -> None:
    war = begin_war(CLOSE, dice="open")
    User.objects.filter(pk=war.users["south"].pk).update(is_staff=True)
    path = f"/c/{war.campaign.public_id}/dice/"
    assert "Nothing is sealed for this turn yet" in as_user(war.users["north"]).get(path).content.decode()
    sealed(war, "north", bytes(range(32)))
    pages = {
        name: as_user(user).get(path).content.decode()
        for name, user in (*war.users.items(), ("facilitator", war.facilitator))
    }
    for text in pages.values():
        assert war.turn.closing in text
        assert "Drawing the dice of turn 1, until" in text
        assert "Somebody who runs this site acts for The south." in text
        assert "What you still have to believe" in text
        assert "A beacon's round can be denied." in unescape(text)
    seal = DiceSeal.objects.get().seal
    assert [name for name, text in pages.items() if seal in text] == ["north"]
    assert "Your seal is open." in pages["north"]
    assert "Your army has sealed nothing for this turn." in pages["south"]
    assert "What your browsers have given" not in pages["facilitator"]
    looked = as_user(war.facilitator).get(f"{path}?as={war.seat('north').public_id}").content.decode()
    assert "What your browsers have given" not in looked


def test_the_log_of_open_dice_is_checked_with_nothing_but_python(
    as_user: Callable[[User | None], Client], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    war = begin_war(CLOSE, dice="open", last_turn=1)
    war.plan("north", {"north1": march(2, 4)})
    sealed(war, "north", bytes(range(32)))
    war.publish()
    page = as_user(war.users["south"])
    path = f"/c/{war.campaign.public_id}/dice/"
    text = page.get(path).content.decode()
    assert "So do all seals, shares, closings and numbers of the beacon." in text
    assert "what was opened" in text
    file = tmp_path / "dice.json"
    file.write_bytes(page.get(f"{path}1.json").content)
    assert verify("dice.json", folder=tmp_path).returncode == 0
    assert rules_command(["verify-dice", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["mixes"] == 1
    log = json.loads(file.read_text())
    log["mixes"]["1"]["shares"] = {}
    file.write_text(json.dumps(log))
    assert verify("dice.json", folder=tmp_path).returncode == 1
    assert rules_command(["verify-dice", str(file)]) == 1


def test_a_trigger_s_die_has_its_purpose() -> None:
    assert _purpose("trigger/4/well") == "Trigger well"
