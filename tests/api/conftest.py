"""How the tests speak to the API: programs in which somebody of the cast is logged in, and the phases."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from campaign.models import Banner, Battle, Campaign, Phase, Seat, Turn, User
from campaign.turn import tick
from campaign.turn.plans.services import save_plan

Browser = Callable[[User | None], Client]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def errors(self) -> dict[str, str]:
        """What a problem document says of each field at fault."""
        assert self.headers["content-type"] == "application/problem+json", self.body
        return {error["path"]: error["detail"] for error in self.body["errors"]}


@dataclass(frozen=True, slots=True)
class Program:
    """A program that asks in somebody's name, or in nobody's."""

    client: Client

    def ask(
        self, method: str, path: str, body: object = None, *, key: str | None = None, raw: bytes | None = None
    ) -> Answer:
        """Send a request below ``/api/v1/`` and read the answer."""
        headers = {} if key is None else {"Idempotency-Key": key}
        data = raw if raw is not None else (b"" if body is None else json.dumps(body).encode())
        response = self.client.generic(
            method, f"/api/v1/{path}", data, content_type="application/json", headers=headers
        )
        found = {name.lower(): value for name, value in response.items()}
        return Answer(response.status_code, response.json() if response.content else {}, found)

    def get(self, path: str) -> Answer:
        """Read."""
        return self.ask("GET", path)

    def put(self, path: str, body: object = None, **more: Any) -> Answer:
        """Replace."""
        return self.ask("PUT", path, body, **more)

    def post(self, path: str, body: object = None, **more: Any) -> Answer:
        """Act."""
        return self.ask("POST", path, {} if body is None else body, **more)


@pytest.fixture
def program(as_user: Browser) -> Callable[[User | None], Program]:
    """A program in a person's name; in nobody's for None."""
    return lambda user: Program(as_user(user))


@dataclass(frozen=True, slots=True)
class War:
    """The war of the Tarn ford, and how to carry it on."""

    campaign: Campaign

    @property
    def path(self) -> str:
        """The campaign's address below the API's."""
        return f"campaigns/{self.campaign.public_id}/"

    @property
    def turn(self) -> Turn:
        """The turn that runs."""
        return Turn.objects.filter(campaign=self.campaign).latest("number")

    def id_of(self, key: str) -> str:
        """The public id of a banner."""
        return Banner.objects.get(campaign=self.campaign, key=key).public_id

    def battle(self) -> Battle:
        """The one battle of the turn that runs."""
        return Battle.objects.get(turn=self.turn)

    def meet(self) -> None:
        """The two vanguards march at each other; Cleo holds."""
        for key, to in (("a1", [3, 2]), ("b1", [5, 3])):
            self.plan(key, {"primary": {"order": "march", "to": to}})
        self.plan("c1", {"hold": True})

    def plan(self, key: str, orders: dict[str, Any]) -> None:
        """One banner's owner submits orders for it alone."""
        seat: Seat = Banner.objects.get(campaign=self.campaign, key=key).seat
        document = {"orders": {self.id_of(key): orders}}
        save_plan(seat=seat, number=self.turn.number, plan=document, by=seat.user, submit=True)

    def go_to(self, phase: Phase, number: int = 1) -> Turn:
        """Let deadlines pass until turn ``number`` is in ``phase``."""
        for _ in range(20):
            turn = Turn.objects.get(campaign=self.campaign, number=number)
            if turn.phase == phase:
                return turn
            assert tick.run_now(self.turn.pk), self.turn.last_error
        raise AssertionError(f"turn {number} never came to {phase}")


@pytest.fixture
def war(tarn: Campaign) -> War:
    """The war of the Tarn ford, in planning."""
    return War(tarn)
