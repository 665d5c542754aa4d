"""Learners, and what they do in a lesson's war."""

from __future__ import annotations

import json
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
        seat = self.war.seats.get(user=self.user)
        public = dict(Banner.objects.filter(seat=seat).values_list("key", "public_id"))
        named = {public[key]: given for key, given in orders.items()}
        save_plan(
            seat=seat,
            number=self.turn,
            plan=json.loads(json.dumps({"orders": named})),
            by=self.user,
            submit=submit,
        )
        if submit:
            assert tick() > 0

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
