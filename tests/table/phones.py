"""Two phones at a table, for tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from battles.models import Phone, Place, Table
from battles.table import services
from battles.table.services import Request
from rules.tabletop.state import Game

GREEN = "Green squad 10 men rifle 100 pts\nGreen tank medium tank medium AT gun 150 pts"
BROWN = "Brown squad 8 men rifle 80 pts\nBrown gun light AT gun 3 crew 60 pts"


@dataclass
class Pair:
    """A table with Ada's phone (Green, place 0) and Ben's (Brown, place 1)."""

    table: Table
    ada: Phone
    ben: Phone
    count: int = field(default=0)

    def act(self, player: int, kind: str, **values: Any) -> Any:
        """One of them does something."""
        self.count += 1
        phone = (self.ada, self.ben)[player]
        return services.act(self.table, phone, Request(f"c{self.count}", kind, player, values))

    def end(self, *words: int) -> None:
        """Both sides say that it is over, and who has won: by the same word, or each by its own."""
        for player in (0, 1):
            self.act(player, "finish", winner=str(words[player % len(words)]))

    @property
    def game(self) -> Game:
        """The truth."""
        self.table.refresh_from_db()
        return services.game_of(self.table)

    def versions(self) -> dict[int, int]:
        """The version of each place."""
        return dict(Place.objects.filter(table=self.table).values_list("number", "version"))


def sit_down(method: str = "dice bag", *, begin: bool = True, **settings: Any) -> Pair:
    """A quick battle at which both sit."""
    ada = services.open_table(
        services.Setup(name="Test", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0],
        settings={"method": method, **settings},
    )
    ben = services.join(table=ada.table, user=None, numbers=[1])
    pair = Pair(ada.table, ada, ben)
    pair.act(0, "roster", roster=GREEN)
    pair.act(1, "roster", roster=BROWN)
    if begin:
        pair.act(0, "begin")
    return pair


def browser_of(pair: Pair, phone: Phone) -> Client:
    """The browser that is this phone."""
    client = Client()
    session = client.session
    session["tables"] = {pair.table.public_id: phone.public_id}
    session.save()
    return client


def page(pair: Pair, phone: Phone) -> str:
    """What the phone is shown."""
    answer = browser_of(pair, phone).get(f"/t/{pair.table.public_id}/", headers={"X-Part": "board"})
    assert answer.status_code == 200
    return str(answer.content.decode())
