"""A club that plays for a year: everybody acts through HTTP alone, and the app's worker does the rest.

The clock is moved from one thing that happens to the next. Nothing here writes to the database but requests
and the tick; what is read from it beside them is for the checks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.test import Client

from campaign.accounts.services import open_account
from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.models import Battle, Campaign, Phase, Seat, Turn, User
from campaign.notices.reminders.services import remind
from campaign.turn.deadlines import beat
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.tick import tick
from rules.bot import regular as bot

START = datetime(2027, 1, 5, 19, 0, tzinfo=UTC)
ZONE = "Europe/Berlin"
SEATS = 8
SIZE = 22
DUE = {
    Phase.PLANNING: "plan_due",
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}
STARTS = ((10, 10), (10, 13), (13, 10), (3, 3), (18, 3), (3, 18), (18, 18), (10, 2))
SECOND = ((7, 10), (10, 17), (17, 10), (3, 6), (18, 6), (6, 18), (15, 18), (13, 2))
"""Where each seat's two banners stand: the first three are a march away from one another."""


def board() -> dict[str, Any]:
    """The map: open ground, two banners for each seat."""
    banners = [
        {
            "id": f"b{seat}{n}",
            "owner": f"s{seat}",
            "at": list(at),
            "level": 18 - n,
            "name": f"Banner {seat}{n}",
        }
        for seat, pair in enumerate(zip(STARTS, SECOND, strict=True), start=1)
        for n, at in enumerate(pair, start=1)
    ]
    return {"terrain": ["." * SIZE] * SIZE, "banners": banners}


@dataclass
class Club:
    """The people of the year and the clock they live by."""

    now: datetime = START
    path: str = ""
    people: dict[str, User] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def person(self, name: str) -> User:
        """Somebody with an account."""
        if name not in self.people:
            user = open_account(name=name, email=f"{name.lower()}@club.example", time_zone=ZONE)
            client = Client()
            client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
            self.people[name], self.clients[name] = user, client
        return self.people[name]

    @contextmanager
    def time(self) -> Iterator[None]:
        """Everything inside happens now."""
        with clock.at(self.now):
            yield

    def ask(self, name: str, method: str, path: str, body: object = None, *, expect: int = 200) -> Any:
        """A request to the API in somebody's name; what is in the campaign begins with ``./``."""
        self.person(name)
        cache.clear()
        data = b"" if body is None else json.dumps(body).encode()
        address = f"/api/v1/{path.replace('./', self.path)}"
        with self.time():
            answer = self.clients[name].generic(method, address, data, content_type="application/json")
        found = json.loads(answer.content)
        assert answer.status_code == expect, (name, method, address, answer.status_code, found)
        return found

    def post(self, name: str, path: str, body: object = None, *, expect: int = 200) -> Any:
        """Act."""
        return self.ask(name, "POST", path, {} if body is None else body, expect=expect)

    def get(self, name: str, path: str) -> Any:
        """Read."""
        return self.ask(name, "GET", path)

    def page(self, name: str, address: str, expect: int = 200) -> str:
        """A page as a browser gets it."""
        with self.time():
            answer = self.clients[name].get(address, follow=True)
        assert answer.status_code == expect, (name, address, answer.status_code)
        return str(answer.content.decode())

    # The campaign

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is stored now."""
        return Campaign.objects.get()

    @property
    def turn(self) -> Turn:
        """The latest turn."""
        return Turn.objects.order_by("-number")[0]

    def found(self, facilitator: str) -> None:
        """Found the campaign and build it."""
        made = self.post(facilitator, "campaigns/", {"name": "The Year", "seats": SEATS}, expect=201)
        self.path = f"campaigns/{made['id']}/"
        seen = self.get(facilitator, "./draft/")["versions"]
        self.ask(facilitator, "PUT", "./draft/map/", {"board": board(), "version": seen["board"]})
        settings = {
            "battle_load": 1,
            "early_close": False,
            "early_results": False,
            "last_turn": 26,
            "grace": 1,
        }
        self.ask(facilitator, "PUT", "./draft/settings/", {"settings": settings, "version": seen["settings"]})
        schedule = {"time_zone": ZONE, "short_turns": False}
        self.ask(facilitator, "PUT", "./draft/schedule/", {"schedule": schedule, "version": seen["schedule"]})

    def gather(self, facilitator: str, names: list[str]) -> None:
        """Invite everybody by one link; each takes a seat and an army, which is approved."""
        made = self.post(facilitator, "./invitations/", {"uses": len(names), "days": 30})
        token = made["invitations"][0]["token"]
        for number, name in enumerate(names, start=1):
            self.post(name, f"invitations/{token}/", {"seat": number})
            army = {"army": f"Army of {name}", "rules": ["steadfast"], "why": {"steadfast": "They dig."}}
            self.post(name, "./army/submit/", army)
            self.post(facilitator, f"./seats/{number}/army/", {"approve": True})

    # Playing

    def holder(self, number: int) -> str:
        """Who holds a seat."""
        user = Seat.objects.select_related("user").get(number=number).user
        assert user is not None
        return user.name

    def plan(self, numbers: list[int], *, submit: bool = True) -> None:
        """The players of these seats plan, as the bot would from what they know."""
        for number in numbers:
            seat = Seat.objects.select_related("campaign", "user").get(number=number)
            if seat.status != "player" or not seat.banners.filter(alive=True).exists():
                continue
            view = view_of_seat(seat)
            document = public_document(Written(bot.plan(view.with_engine_ids())), view.ids)
            self.plan_as(self.holder(number), document, submit=submit)

    def plan_as(self, name: str, document: object, *, submit: bool = True) -> Any:
        """Somebody sends a plan."""
        address = f"./turns/{self.turn.number}/plan/"
        if submit:
            return self.post(name, f"{address}submit/", document)
        return self.ask(name, "PUT", address, document)

    def open_battles(self) -> list[Battle]:
        """The battles that two people may still report."""
        found = Battle.objects.filter(turn=self.turn, closed_at=None, auto=False)
        played = found.filter(seat_first__status="player", seat_second__status="player")
        return list(played.select_related("seat_first", "seat_second").order_by("id"))

    def tell(self, battle: Battle, first: str, second: str) -> None:
        """Both sides report: ``own``, ``enemy`` or ``draw``, each from its side."""
        for seat, winner in ((battle.seat_first, first), (battle.seat_second, second)):
            claim = {"method": "tabletop", "winner": winner, "points_own": 300, "points_enemy": 300}
            self.post(self.holder(seat.number), f"./battles/{battle.public_id}/result/", claim)

    # The clock

    def wait(self, *, outage: bool = False) -> Phase:
        """Let time pass until the present phase's time has come, with or without the app alive before it."""
        turn = self.turn
        due = turn.resolve_after
        assert due is not None
        for quarter in range(4 if outage else 9):
            moment = due - timedelta(hours=2, minutes=1) + timedelta(minutes=14 * quarter)
            with clock.at(moment):
                beat(WEB)
        self.now = max(self.now, due) + timedelta(seconds=2)
        with self.time():
            if not outage:
                beat(WEB)
            tick()
            remind()
        return Phase(self.turn.phase)

    def wait_for(self, phase: Phase) -> None:
        """Let deadlines pass until the turn is in this phase."""
        for _ in range(8):
            if self.turn.phase == phase:
                return
            self.wait()
        raise AssertionError(f"turn {self.turn.number} never came to {phase}: {self.turn.last_error}")

    def to_next_turn(self) -> None:
        """Let deadlines pass until the next turn is open, or the campaign has ended."""
        number = self.turn.number
        for _ in range(12):
            if self.turn.number > number or self.campaign.status == "ended":
                return
            self.wait()
        raise AssertionError(f"turn {number} is stuck in {self.turn.phase}: {self.turn.last_error}")
