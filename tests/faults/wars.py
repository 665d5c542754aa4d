"""The wars that are fought while workers die, and a model of all that was acknowledged in them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction

from battles.results.services import report_result
from campaign.accounts.services import open_account
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule, Slot
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_messages import LogKind
from campaign.desk.time.services import resume_campaign
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import (
    AuditEntry,
    Battle,
    BattleResult,
    Campaign,
    CampaignStatus,
    Phase,
    PlanState,
    PlayerTurn,
    Role,
    RoleKind,
    Seat,
    Turn,
)
from campaign.turn.contact.battle_bounds import Claim
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import save_plan
from rules.bot import regular as bot
from rules.scenario import plan_document
from rules.state import Banner, BannerId, Player, PlayerId, Settings, State

SIDE = 14
STARTS = ((3, 3), (9, 4), (5, 10))
NEAR = ((4, 5), (8, 5), (6, 9))
"""From here armies meet in the first turn or the next."""
Starts = tuple[tuple[int, int], ...]
DAILY = Slot(None, Schedule().publish.hour)
EVERY_DAY = Schedule(plan=DAILY, announce=DAILY, results=DAILY, publish=DAILY, short_turns=False)
PAST = timedelta(milliseconds=1)


@dataclass
class Model:
    """What people were told had been done, by what it was done to."""

    receipts: dict[tuple[int, int], str] = field(default_factory=dict)
    """(turn number, seat row) -> the last acknowledged receipt."""
    plans: dict[tuple[int, str], Any] = field(default_factory=dict)
    """(turn number, seat key) -> the plan with engine ids that was acknowledged."""
    results: dict[tuple[int, int], tuple[str, int, int]] = field(default_factory=dict)
    """(battle row, seat row) -> method and points that were acknowledged."""


@dataclass
class War:
    """A campaign of three armies close to each other, and what has been acknowledged in it."""

    campaign: Campaign
    model: Model = field(default_factory=Model)

    def turn(self) -> Turn | None:
        """The turn that is not published yet."""
        return Turn.objects.filter(campaign=self.campaign).exclude(phase=Phase.PUBLISHED).first()

    def make_due(self, chance: random.Random) -> bool:
        """Do what people do in this phase, then let its deadline pass; False if nothing is open.

        A turn that is due already is left to the workers.
        """
        self.go_on()
        turn = self.turn()
        if turn is None:
            return False
        if turn.resolve_after is not None and turn.resolve_after <= clock.now():
            return True
        if turn.phase == Phase.PLANNING:
            self._plan(turn)
        elif turn.phase == Phase.BATTLES:
            self._fight(turn, chance)
        self._let_pass(turn)
        return True

    def go_on(self) -> None:
        """Take it off hold, as its facilitator does: three workers may die over one turn while others come to
        theirs. What is on hold after exceptions stays so, and is a problem.
        """
        self.campaign.refresh_from_db(fields=["status"])
        failed = AuditEntry.objects.filter(campaign=self.campaign, kind=LogKind.ON_HOLD_FAILED).exists()
        if self.campaign.status == CampaignStatus.ON_HOLD and not failed:
            keeper = Role.objects.get(campaign=self.campaign, kind=RoleKind.FACILITATOR)
            resume_campaign(campaign=self.campaign, by=keeper.user)

    def _plan(self, turn: Turn) -> None:
        for seat in self.campaign.seats.select_related("campaign", "user").order_by("number"):
            if not seat.banners.filter(alive=True).exists():
                continue
            if PlayerTurn.objects.filter(turn=turn, seat=seat, state=PlanState.SUBMITTED).exists():
                continue
            view = view_of_seat(seat)
            written = Written(bot.plan(view.with_engine_ids()))
            wire = public_document(written, view.ids)
            receipt = save_plan(seat=seat, number=turn.number, plan=wire, by=seat.user, submit=True)
            self.model.receipts[(turn.number, seat.pk)] = receipt.hash
            self.model.plans[(turn.number, seat.key)] = plan_document(written.plan)

    def _fight(self, turn: Turn, chance: random.Random) -> None:
        open_ones = Battle.objects.filter(turn=turn, closed_at=None).order_by("first", "second")
        for battle in open_ones.select_related("seat_first__user", "seat_second__user"):
            own, enemy = 50 * chance.randint(0, 10), 50 * chance.randint(0, 10)
            claims = (Claim("tabletop", "own", own, enemy), Claim("tabletop", "enemy", enemy, own))
            for seat, claim in zip((battle.seat_first, battle.seat_second), claims, strict=True):
                if BattleResult.objects.filter(battle=battle, seat=seat).exists():
                    continue
                report_result(battle=battle, seat=seat, claim=claim, by=seat.user)
                self.model.results[(battle.pk, seat.pk)] = ("tabletop", own, enemy)

    def _let_pass(self, turn: Turn) -> None:
        """Move the present date into the past, as waiting for it would."""
        with transaction.atomic():
            turn = Turn.objects.select_for_update(of=("self",)).get(pk=turn.pk)
            due = clock.now() - PAST
            if turn.resolve_after is None or turn.resolve_after <= due:
                return
            name = {
                Phase.PLANNING: "plan_due",
                Phase.MOVEMENT_REVIEW: "announce_due",
                Phase.BATTLES: "results_due",
                Phase.AFTERMATH_REVIEW: "publish_due",
            }[Phase(turn.phase)]
            setattr(turn, name, due)
            turn.resolve_after = due
            turn.save(update_fields=[name, "resolve_after"])


def found(
    number: int, *, automatic: bool, variables: dict[str, Any] | None = None, starts: Starts = STARTS
) -> War:
    """Found and start a war. An automatic one has no reviews and all battles abstract: one transaction a
    turn. The other stops in every phase."""
    users = [
        open_account(name=f"Soldier {number}.{n}", email=f"s{number}.{n}@faults.example") for n in (1, 2, 3)
    ]
    facilitator = open_account(name=f"Umpire {number}", email=f"umpire{number}@faults.example")
    chosen = {
        "min_plan_hours": 24,
        "min_battle_days": 1,
        "early_close": False,
        "battles": "abstract" if automatic else "tabletop",
        **(variables or {}),
    }
    spec = CampaignSpec(
        name=f"War {number}",
        state=_state(starts),
        seats=tuple(SeatSpec(f"p{n}", f"Army {n}", user) for n, user in enumerate(users, start=1)),
        variables=Variables(**chosen),
        schedule=EVERY_DAY,
        automatic=automatic,
    )
    campaign = create_campaign(facilitator=facilitator, spec=spec)
    start_campaign(campaign=campaign, by=facilitator)
    campaign.refresh_from_db()
    return War(campaign)


def _state(starts: Starts) -> State:
    chance = random.Random(5)
    rows = tuple("".join(chance.choices(".C#", (88, 6, 6), k=SIDE)) for _ in range(SIDE))
    banners = []
    for n, (x, y) in enumerate(starts, start=1):
        for word, dx, dy, level in (("a", 0, 0, 20), ("b", 1, 1, 16), ("c", -1, 1, 13)):
            at = _open_ground(rows, (x + dx, y + dy))
            banners.append(Banner(BannerId(f"p{n}{word}"), PlayerId(f"p{n}"), at, level))
    players = tuple(Player(PlayerId(f"p{n}")) for n in range(1, len(starts) + 1))
    return State(turn=1, settings=Settings(), rows=rows, players=players, banners=tuple(banners))


def _open_ground(rows: tuple[str, ...], at: tuple[int, int]) -> tuple[int, int]:
    around = ((x, y) for y in range(SIDE) for x in range(SIDE) if rows[y][x] != "#")
    return min(around, key=lambda one: (max(abs(one[0] - at[0]), abs(one[1] - at[1])), one))


def seats_of(war: War) -> list[Seat]:
    """The war's seats with everything that saving a plan asks of them."""
    return list(war.campaign.seats.select_related("campaign", "user").order_by("number"))
