"""Two phones that write down what they send before they send it, and send it again after a crash."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from battles.models import Phone, Table
from battles.table import services
from battles.table.services import Request
from campaign.base.refusal import Refusal
from rules.tabletop.action import Event
from rules.tabletop.state import Game
from tests.rules.tabletop.playing import BROWN, GREEN, Robot, check


class Journal:
    """A table as its phones know it: by what they wrote down, and by what the database holds.

    It can be made anew at any moment, as after a crash: nothing is kept in memory.
    """

    tries_twice = False
    """Phones that write down what they send would send again what was refused."""

    def __init__(self, path: Path, table: int) -> None:
        """``path`` is where the phones write."""
        self.path, self.key = path, table
        self.entries: list[dict[str, Any]] = (
            [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        )

    @property
    def table(self) -> Table:
        """The row as it is now."""
        return Table.objects.get(pk=self.key)

    @property
    def game(self) -> Game:
        """The truth."""
        return services.game_of(self.table)

    def write(self, entry: dict[str, Any]) -> None:
        """Write a line, before what it tells is sent."""
        self.entries.append(entry)
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def do(self, kind: str, player: int = 0, **values: Any) -> list[Event]:
        """One action of a player's phone."""
        entry = {"cid": f"c{len(self.entries)}", "kind": kind, "player": player, "values": values}
        self.write(entry)
        self.send(entry)
        return []

    def send(self, entry: dict[str, Any]) -> None:
        """Send what was written down; sent twice it counts once."""
        phone = self.phone(entry["player"])
        if "typed" in entry:
            services.lay(self.table, phone, cid=entry["cid"], typed=entry["typed"], at=entry["at"])
        else:
            asked = Request(entry["cid"], entry["kind"], entry["player"], entry["values"])
            services.act(self.table, phone, asked)
        self.write({"sent": entry["cid"]})

    def phone(self, player: int) -> Phone:
        """The phone that plays this place."""
        return next(phone for phone in Phone.objects.filter(table=self.key) if player in phone.numbers)

    def resume(self) -> None:
        """After a crash: what was written and not answered is sent again."""
        if self.entries and "sent" not in self.entries[-1]:
            self.send(self.entries[-1])

    def lay(self, waits: dict[str, Any], chance: random.Random) -> None:
        """The place that is asked rolls some of its dice, or all; another place is not let in."""
        wants = waits["wants"]
        typed = [chance.randint(1, wants["sides"]) for _ in range(chance.randint(1, wants["count"]))]
        lie = sum(die["what"] != "shuffle" for die in waits["dice"])
        if chance.random() < 0.2:
            with pytest.raises(Refusal) as refused:
                services.lay(self.table, self.phone(1 - wants["place"]), cid=waits["cid"], typed=typed)
            assert refused.value.code == "not_yours"
        entry = {"cid": waits["cid"], "player": wants["place"], "typed": typed, "at": lie}
        self.write(entry)
        self.send(entry)
        if chance.random() < 0.2:
            self.send(entry)

    def typed(self) -> list[int]:
        """All dice that were rolled by hand, in their order, each lot once."""
        lots = {(one["cid"], one["at"]): one["typed"] for one in self.entries if "typed" in one}
        return [value for lot in lots.values() for value in lot]


def opened(path: Path, method: str, own: Sequence[int]) -> Journal:
    """Green against Brown on two phones, of which ``own`` roll themselves."""
    ada = services.open_table(
        services.Setup(name="Own dice", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0],
        settings={"method": method, "momentum": True},
    )
    ben = services.join(table=ada.table, user=None, numbers=[1])
    for number in own:
        services.choose_dice(ada.table, (ada, ben)[number], own=True)
    journal = Journal(path, ada.table.pk)
    journal.do("roster", 0, roster=GREEN)
    journal.do("roster", 1, roster=BROWN)
    journal.do("begin", 0)
    return journal


def play(journal: Journal, chance: int, until: int) -> None:
    """Play on from what the database holds, until so many actions are done."""
    robot = Robot(journal, chance)  # type: ignore[arg-type]
    journal.resume()
    while not (table := journal.table).over:
        if table.waits is not None:
            journal.lay(table.waits, robot.random)
            continue
        if table.actions_count >= until:
            return
        if table.proposal is not None:
            waits_for = next(side for side in (0, 1) if side not in table.proposal["agreed"])
            journal.do("finish", waits_for, winner=-1)
            continue
        robot.one()
        check(journal)  # type: ignore[arg-type]
