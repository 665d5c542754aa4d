"""The wars that are fought meanwhile, what their people know of them, and who lets their deadlines come.

Deadlines are set a moment ahead, so that people save until the last and beyond; all else is the site's work.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Q

from campaign.access.api_tokens import make_token
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import CHAIN, OPEN
from campaign.models import Battle, Campaign, Channel, Phase, Scope, Turn
from campaign.notices.services import choose_silences
from campaign.outbox.groups import GROUPS
from campaign.turn.locked_turn import locked_turn
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from rules.bot import regular as bot
from tests.faults.wars import SIDE, STARTS, Starts, War, found, seats_of

AHEAD = (1.0, 3.0)
"""Seconds from when a turn is open until its plans are due."""
FAR = timedelta(seconds=60)
OPENING = (0.4, 1.2)
"""Seconds that people have to open what they sealed."""
BEACON = 20.0
"""Seconds that a round of the beacon may take to be known; then the war's hour is over."""
DRAWING = "drawing"
"""What the news calls the movement review while the dice are being drawn."""
BATTLES = 60.0
"""Seconds that results may take."""
AGES = timedelta(days=30)
"""Longer than any war here gives to battles."""
LOOK = 0.15
"""Seconds between two looks at all wars."""

DUE = {
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A person's place in a war, and the token of its program."""

    war: int
    seat: int
    key: str
    number: int
    campaign: str
    token: str = field(repr=False)

    @property
    def who(self) -> str:
        """What the journal calls it."""
        return f"{self.war}/{self.key}"


@dataclass(frozen=True)
class News:
    """What a war's people know just now; ``due`` is by the time of running, None while nobody may know."""

    number: int = 0
    phase: str = ""
    due: float | None = None
    plans: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """By seat a plan that can be carried out."""
    battles: Mapping[int, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    """By seat the open battles: their ids, and whether the seat is the first side."""


@dataclass
class Fought:
    """A war of the rig."""

    war: War
    automatic: bool
    number: int
    places: list[Place]
    starts: Starts = STARTS
    news: News = News()
    since: float = 0.0
    """When its battles began, or its dice are to be drawn, by the time of running."""
    open: bool = False
    """Whether its dice are open,"""
    beacon: bool = False
    """and wait for the beacon, not for shares."""
    wait: bool = False
    """Leave its present date alone."""
    done: set[tuple[str, int]] = field(default_factory=set)
    """Battle and seat of each result that was acknowledged as it stays: nobody tells it again."""

    def clear(self) -> None:
        """Nobody knows anything of it any more."""
        self.news = News()


def begin(
    number: int, *, automatic: bool, dice: str = CHAIN, beacon: bool = False, starts: Starts = STARTS
) -> Fought:
    """Found a war, and give each of its players a program. Only one with ``beacon`` waits for the site's."""
    war = found(number, automatic=automatic, variables={"dice": dice}, starts=starts)
    if not beacon:
        Campaign.objects.filter(pk=war.campaign.pk).update(beacon={})
        war.campaign.beacon = {}
    assert bool(war.campaign.beacon) == beacon, "the site's beacon was not known when the war began"
    places = []
    for seat in seats_of(war):
        assert seat.user is not None
        scopes = (Scope.PLAN, Scope.RESULT, Scope.PRESS)
        _token, secret = make_token(user=seat.user, name="rig", scopes=scopes)
        # Mails are most of a turn's work here: one player and the facilitator have enough of them.
        groups = GROUPS if seat.number > 1 else ("messages",)
        choose_silences(user=seat.user, off=[(group, Channel.MAIL) for group in groups])
        places.append(Place(war.campaign.pk, seat.pk, seat.key, seat.number, war.campaign.public_id, secret))
    return Fought(war, automatic, number, places, starts, open=dice == OPEN, beacon=beacon)


class Director(threading.Thread):
    """Tells people what they may know, and lets each date come when they have had their time."""

    def __init__(self, fields: list[Fought], chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.fields, self.chance = fields, chance
        self.problems: list[str] = []
        self._over = threading.Event()
        self.rest = threading.Event()
        """Set: no new deadline is set."""

    def run(self) -> None:
        """Look at all wars again and again; a database that is away is asked later."""
        while not self._over.wait(LOOK):
            for one in self.fields:
                try:
                    self._look(one)
                except (DatabaseError, Refusal):
                    connection.close()
        connection.close()

    def stop(self) -> None:
        """Leave all as it is."""
        self._over.set()
        self.join()

    def _look(self, one: Fought) -> None:
        turn = Turn.objects.only("id", "number", "phase", "plan_due", "resolve_after", "draw_due").filter(
            campaign=one.war.campaign
        )
        found = turn.exclude(phase=Phase.PUBLISHED).first()
        if found is None:
            one.clear()
        elif one.wait:
            return
        elif found.phase == Phase.PLANNING:
            self._planning(one, found)
        elif found.phase == Phase.BATTLES:
            self._battles(one, found)
        elif found.draw_due is not None:
            self._drawing(one, found)
        else:
            one.news = News(found.number, found.phase)
            self._let_come(found, DUE[Phase(found.phase)], timedelta(0))

    def _planning(self, one: Fought, turn: Turn) -> None:
        if (one.news.number, one.news.phase) != (turn.number, turn.phase):
            plans = {seat.pk: _sample(seat) for seat in seats_of(one.war) if _lives(seat)}
            one.news = News(turn.number, turn.phase, None, plans)
        if self.rest.is_set():
            return
        moment = clock.now()
        if turn.plan_due is not None and turn.plan_due > moment + FAR:
            ahead = timedelta(seconds=self.chance.uniform(*AHEAD))
            self._let_come(turn, "plan_due", ahead)
            one.news = replace(one.news, due=time.monotonic() + ahead.total_seconds())

    def _drawing(self, one: Fought, turn: Turn) -> None:
        if (one.news.number, one.news.phase) != (turn.number, DRAWING):
            one.news = News(turn.number, DRAWING)
            one.since = time.monotonic() + (BEACON if one.beacon else self.chance.uniform(*OPENING))
        if time.monotonic() < one.since:
            return
        with locked_turn(turn.pk, turn.phase) as held:
            if held.turn.draw_due is not None and held.turn.draw_due > held.now:
                held.set_turn(draw_due=held.now, resolve_after=held.now)

    def _battles(self, one: Fought, turn: Turn) -> None:
        open_ones = Battle.objects.filter(turn=turn, closed_at=None, auto=False)
        places = {place.seat: [] for place in one.places} if one.places else {}
        told: dict[int, list[tuple[str, bool]]] = dict(places)
        for battle in open_ones.order_by("first"):
            for seat, first in ((battle.seat_first_id, True), (battle.seat_second_id, False)):
                told.setdefault(seat, []).append((battle.public_id, first))
        battles = {seat: tuple(found) for seat, found in told.items()}
        if (one.news.number, one.news.phase) != (turn.number, turn.phase):
            one.since = time.monotonic()
        one.news = News(turn.number, turn.phase, None, {}, battles)
        # Where a result is lost nobody tells it again, and the turn goes on without.
        left = {(name, seat) for seat, found in told.items() for name, _first in found} - one.done
        if left and time.monotonic() - one.since <= BATTLES:
            return
        if any(told.values()):
            self._let_all_time_pass(turn)
        else:
            self._let_come(turn, "results_due", timedelta(0))

    def _let_all_time_pass(self, turn: Turn) -> None:
        """Let the days for battles and for rulings be over too, which open battles are given."""
        with locked_turn(turn.pk, turn.phase) as held:
            if held.turn.resolve_after is not None and held.turn.resolve_after <= held.now:
                return
            held.set_turn(
                announced_at=held.now - AGES,
                results_due=held.now - timedelta(hours=held.variables.dispute_hours),
                resolve_after=held.now,
            )

    def _let_come(self, turn: Turn, name: str, ahead: timedelta) -> None:
        """Set a date under the turn's lock, as whoever moves dates does: nobody is just saving then."""
        with locked_turn(turn.pk, turn.phase) as held:
            due = held.now + ahead
            if held.turn.resolve_after is not None and held.turn.resolve_after <= due:
                return
            more = {"announce_due": due} if name == "plan_due" and held.campaign.automatic else {}
            held.set_turn(**{name: due, "resolve_after": due, **more})


def _lives(seat: Any) -> bool:
    return bool(seat.banners.filter(alive=True).exists())


def _sample(seat: Any) -> dict[str, Any]:
    view = view_of_seat(seat)
    return dict(public_document(Written(bot.plan(view.with_engine_ids())), view.ids)) | {
        "own": {
            banner.public_id: [banner.x, banner.y]
            for banner in seat.banners.filter(alive=True).order_by("key")
        }
    }


def drawn_plan(sample: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """A plan like few others: for each banner what the bot would order, or something else."""
    orders: dict[str, Any] = {}
    for banner, (x, y) in sample["own"].items():
        what = chance.random()
        if what < 0.4 and banner in sample["orders"]:
            orders[banner] = sample["orders"][banner]
        elif what < 0.55:
            orders[banner] = {"hold": True}
        elif what < 0.65:
            orders[banner] = {"primary": {"order": "search"}}
        else:
            to = [min(max(at + chance.randint(-1, 1), 0), SIDE - 1) for at in (x, y)]
            orders[banner] = {"primary": {"order": "march", "to": to}}
    return {"orders": orders}


def open_turns(fields: list[Fought]) -> int:
    """How many of these wars' turns are neither in planning nor published."""
    keys = [one.war.campaign.pk for one in fields]
    moving = Turn.objects.filter(campaign__in=keys).exclude(
        Q(phase=Phase.PUBLISHED) | Q(phase=Phase.PLANNING)
    )
    return moving.count()


def moment_of(text: str) -> datetime:
    """A moment as the API writes it."""
    return datetime.fromisoformat(text)
