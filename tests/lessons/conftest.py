"""Learners, and what they do in a lesson's war."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from django.test import Client

from campaign.lessons.curriculum import FIRST, lesson
from campaign.lessons.machine import Act
from campaign.lessons.selectors import Hint, hint_for
from campaign.lessons.services import answer, begin
from campaign.models import Banner, Campaign, Turn, User
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick

WAR = lesson(FIRST)
PATIENCE = 60
"""Seconds."""


class Learner:
    """Somebody in a lesson, by the services that the pages call."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.war: Campaign = begin(user=user)

    @property
    def hint(self) -> Hint:
        """What is shown."""
        found = hint_for(self.user, self.war.public_id, self.war.kind)
        assert found is not None
        return found

    @property
    def turn(self) -> int:
        """The turn that runs."""
        return Turn.objects.filter(campaign=self.war).order_by("-number")[0].number

    def answer(self, act: Act = Act.DONE, step: str = "") -> None:
        """Answer the present step, or another one."""
        answer(user=self.user, campaign_id=self.war.public_id, step=step or self.hint.present.id, act=act)

    def plan(self, orders: dict[str, Any], *, submit: bool = False) -> None:
        """Save these orders, by the ids of the scenario; what is submitted is resolved."""
        seat, number = self.war.seats.get(user=self.user), self.turn
        public = dict(Banner.objects.filter(seat=seat).values_list("key", "public_id"))
        named = {public[key]: given for key, given in orders.items()}
        save_plan(
            seat=seat,
            number=number,
            plan=json.loads(json.dumps({"orders": named})),
            by=self.user,
            submit=submit,
        )
        if submit:
            self._wait_for_the_end_of(number)

    def _wait_for_the_end_of(self, number: int) -> None:
        """Resolve a turn, or wait for a site that runs beside the test and has begun with it."""
        until = time.monotonic() + PATIENCE
        while self.turn == number and not Campaign.objects.filter(pk=self.war.pk, status="ended").exists():
            if not tick():
                assert time.monotonic() < until, f"turn {number} is not over after {PATIENCE} s"
                time.sleep(0.1)

    def read_on(self) -> list[str]:
        """Answer all that waits for its reader; gives the steps that were shown."""
        seen = []
        while (step := self.hint.step) is not None and step.wants.kind not in ("plan_has", "submitted"):
            seen.append(step.id)
            self.answer()
        return seen

    def play(self, number: int) -> None:
        """Play a turn by its model plan."""
        self.plan(dict(WAR.chapters[number - 1].model["orders"]), submit=True)


@pytest.fixture
def learner(ada: User) -> Learner:
    """Ada begins the lesson."""
    return Learner(ada)


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without an account."""
    return Client()
