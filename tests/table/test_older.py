"""Battles of before there were groups: played then, stored then, and read, checked and played on today.

The samples were played at the commit before squads came, by chance and by all seven ways of activation, own
dice on either phone, both or none: the rows of the table and of its actions, the log as it was given out, and
the lines of its page. They are never made anew.
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from battles.models import Phone, Place, Roster, Table, TableAction
from battles.stories.sent_on import text_of
from battles.table import services
from battles.table.keepsakes.selectors import luck_rows, summary_of
from battles.table.log_file import log_document, log_lines
from battles.table.seal import sealed
from battles.table.services import game_of
from campaign.archive.exchange.importing import import_campaign
from campaign.models import User
from rules.tabletop import verify
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.state import OVER
from rules.tabletop.tables import METHODS
from rules.tabletop.units import Group
from tests.rules.tabletop.playing import Robot
from tests.rules.tabletop.playing import Table as Played
from tests.table.phones import Pair, browser_of

SAMPLES = Path(__file__).parent / "older"
AS_ANOTHER = re.compile(r" as the \w+ of \w+$")
"""What the log tells of an ace since."""
OF_ONE = re.compile(r", (?:-\d+|[01]) or more$")
"""Then less was told of damage than a die must show."""
EXCHANGED = Path(__file__).parents[1] / "battles" / "exchange_v4.zip"

pytestmark = pytest.mark.django_db


def sample(method: str) -> dict[str, Any]:
    """What was stored of the battle of this way."""
    return dict(json.loads((SAMPLES / f"{method.replace(' ', '-')}.json").read_text()))


def stored(kept: dict[str, Any]) -> Pair:
    """The rows as they lay in the database, with both phones."""
    table = Table.objects.create(
        public_id=kept["public_id"],
        code="OLDER2",
        name=kept["name"],
        sealed_seed=sealed(bytes.fromhex(kept["seed"])),
        commitment=kept["commitment"],
        over=True,
        **kept["end"],
    )
    for number in (-1, 0, 1):
        Place.objects.create(table=table, number=number, pin="1234", own_dice=number in kept["own"])
    for row in kept["actions"]:
        before = row.pop("before")
        packed = zlib.compress(json.dumps(before).encode()) if before is not None else None
        TableAction.objects.create(table=table, before=packed, **row)
    ada, ben = (Phone.objects.create(table=table, numbers=[number]) for number in (0, 1))
    return Pair(table, ada, ben, count=len(kept["actions"]) + 100)


@pytest.mark.parametrize("method", METHODS)
def test_a_log_of_before_is_given_out_and_checked_as_it_was(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = sample(method)
    pair = stored(kept)
    assert json.dumps(log_document(pair.table, -1)) == json.dumps(kept["log"])
    file = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/log.json")
    (tmp_path / "log.json").write_bytes(file.content)
    assert verify.main(str(tmp_path / "log.json")) == 0
    assert capsys.readouterr().out == "all dice are true\n"
    forged = json.loads(file.content)
    die = next(die for die in forged["dice"] if die["source"] == "rolled")
    die["value"] = die["value"] % die["sides"] + 1
    assert len(verify.faults(forged)) == 1


@pytest.mark.parametrize("method", METHODS)
def test_a_battle_of_before_is_read_as_it_ended(method: str) -> None:
    kept = sample(method)
    pair = stored(kept)
    game = game_of(pair.table)
    told = [
        [unit.id, unit.models, unit.start, sorted(unit.weapons), unit.pins, unit.destroyed]
        for unit in game.units
    ]
    assert [[*one[:3], *one[4:]] for one in told] == [[*one[:3], *one[4:]] for one in kept["men"]]
    # The men hold the first small arm named, where none is a Rifle; what was named is still there.
    for now, then in zip(told, kept["men"], strict=True):
        assert set(then[3]) <= set(now[3]) <= {*then[3], "Rifle"}
    assert game_from_plain(json.loads(json.dumps(game_to_plain(game)))) == game
    lines = [AS_ANOTHER.sub("", line.text) for line in log_lines(pair.table, game, -1)]
    assert lines == [OF_ONE.sub(", 2 or more (a 1 always fails)", line) for line in kept["lines"]]
    for what in ("", "log/", "wall/", "report/", "cards/"):
        answer = browser_of(pair, pair.ben).get(f"/t/{pair.table.public_id}/{what}")
        assert answer.status_code == 200, what
    assert all(0 <= (row.at_least or 0) <= 1 for row in luck_rows(pair.table))
    assert text_of(summary_of(pair.table))


@pytest.mark.parametrize("method", METHODS)
def test_a_battle_of_before_is_played_on_from_the_middle_of_an_attack(method: str) -> None:
    kept = sample(method)
    table = Played(game_from_plain(kept["middle"]["state"]), bytes.fromhex(kept["seed"]))
    table.next = kept["middle"]["next_die"]
    assert table.game.attacks
    Robot(table, 5).go(60)
    assert len(table.events) > 20


@pytest.mark.parametrize("method", METHODS)
def test_a_battle_of_before_is_taken_up_again_and_fought_once_more(method: str) -> None:
    pair = stored(sample(method))
    pair.act(0, "reopen")
    assert pair.game.phase != OVER
    pair.end(1)
    pair.table.refresh_from_db()
    document = log_document(pair.table, -1)
    assert verify.faults(json.loads(json.dumps(document))) == []
    answer = browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/rematch/")
    assert answer.status_code == 302
    again = game_of(Table.objects.get(rematch_of=pair.table))
    assert [unit.models for unit in again.units] == [unit.start for unit in again.units]
    assert all(unit.groups for unit in again.units)


def test_a_campaign_s_file_of_before_has_its_table_with_groups(ada: User) -> None:
    arrived = import_campaign(file=EXCHANGED.read_bytes(), by=ada)
    game = game_of(Table.objects.get(battle__turn__campaign=arrived))
    assert game.unit("a1").groups == (Group("Rifle", 10, leader=True),)
    assert (game.unit("b2").models, game.unit("b2").start) == (5, 5)


def test_a_list_that_was_kept_before_is_entered(ada: User) -> None:
    squads, mortar = "2x Regular rifle squad 10 men rifle LMG 100 pts", "Light mortar 3 men 35 pts"
    roster = Roster.objects.create(user=ada, name="Old list", text=f"{squads}\n{mortar}")
    phone = services.open_table(
        services.Setup(name="New", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=ada,
        numbers=[0],
    )
    pair = Pair(phone.table, phone, phone)
    answer = browser_of(pair, phone).post(
        f"/t/{phone.table.public_id}/lists/", {"roster": roster.text, "player": "0"}
    )
    assert answer.status_code == 302
    units = game_of(Table.objects.get(pk=phone.table.pk)).units
    assert [unit.groups[0].weapon for unit in units[:2]] == ["Rifle", "Rifle"]
    assert units[0].groups[1] == Group("LMG", 1, 2)
