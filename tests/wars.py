"""Small wars for tests: two or three armies on an open field, with a facilitator, founded as any campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.dates.schedule import Slot as When
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Banner, Campaign, Notice, PlayerTurn, Seat, Turn, User
from campaign.turn import tick
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.services import Receipt, save_plan
from rules.scenario import load

START = datetime(2037, 11, 21, 12, 0, tzinfo=UTC)
"""A Saturday: plans are due the Friday after, announced on Sunday, results on the Monday a week later.

Far ahead, since the clock of many tests is the machine's: what began in the past would be due, or given up.
"""

FIELD = ["." * 14] * 10
APART: dict[str, tuple[tuple[int, int], ...]] = {"north": ((2, 1), (5, 1)), "south": ((2, 8), (5, 8))}
CLOSE: dict[str, tuple[tuple[int, int], ...]] = {"north": ((2, 3), (9, 1)), "south": ((2, 6), (9, 8))}
"""The first banners of ``CLOSE`` meet in battle as soon as either marches at the other."""


@dataclass
class War:
    """A campaign in a test. Banners are ``<army><number>``: north1, north2, south1, ..."""

    campaign: Campaign
    facilitator: User
    users: dict[str, User] = field(default_factory=dict)

    @property
    def turn(self) -> Turn:
        """The latest turn."""
        return Turn.objects.filter(campaign=self.campaign).order_by("-number")[0]

    def seat(self, army: str) -> Seat:
        """An army's seat as it is stored now."""
        return Seat.objects.select_related("campaign", "user").get(campaign=self.campaign, key=army)

    def part(self, army: str, number: int | None = None) -> PlayerTurn:
        """An army's part in a turn, the latest if none is named."""
        found = PlayerTurn.objects.filter(seat__campaign=self.campaign, seat__key=army)
        return found.get(turn__number=self.turn.number if number is None else number)

    def banner(self, key: str) -> Banner:
        """A banner as it is stored now."""
        return Banner.objects.get(campaign=self.campaign, key=key)

    def plan(
        self, army: str, orders: Mapping[str, Any], *, submit: bool = True, at: datetime | None = None
    ) -> Receipt:
        """Save a plan as the army's player; orders by banner key, as in a scenario."""
        seat = self.seat(army)
        ids = view_of_seat(seat).ids
        plan = {"orders": {ids.public_banners.get(key, key): given for key, given in orders.items()}}
        turn = self.turn
        moment = at or (turn.plan_due or START) - timedelta(hours=1)
        with clock.at(moment):
            return save_plan(seat=seat, number=turn.number, plan=plan, by=seat.user, submit=submit)

    def pass_deadline(self) -> Turn:
        """Let the present phase's time come and the clock tick; gives the turn as it is then."""
        turn = self.turn
        assert turn.resolve_after is not None
        tick.tick(now=turn.resolve_after)
        turn.refresh_from_db()
        return turn

    def publish(self) -> Turn:
        """Let the deadlines pass until the turn is published; gives that turn."""
        turn = self.turn
        for _ in range(6):
            if turn.phase == "published":
                return turn
            turn.refresh_from_db()
            tick.tick(now=turn.resolve_after)
            turn.refresh_from_db()
            assert not turn.last_error, turn.last_error
        raise AssertionError(f"turn {turn.number} is still in {turn.phase}")


def march(x: int, y: int) -> dict[str, Any]:
    """A march as a banner's whole orders."""
    return {"primary": {"order": "march", "to": [x, y]}}


HOLD: dict[str, Any] = {"hold": True}


def begin_war(
    where: Mapping[str, tuple[tuple[int, int], ...]] = APART,
    *,
    document: Mapping[str, Any] | None = None,
    automatic: bool = False,
    bots: tuple[str, ...] = (),
    levels: int = 15,
    rules: Mapping[str, list[str]] | None = None,
    **variables: Any,
) -> War:
    """Found and start a war at ``START``; ``document`` adds to its scenario (features, relics, ...)."""
    state = load(
        {
            "turn": 1,
            "seed": "00" * 32,
            "map": FIELD,
            "players": [{"id": army, "rules": list((rules or {}).get(army, ()))} for army in where],
            "banners": [
                {"id": f"{army}{number}", "owner": army, "at": list(at), "level": levels}
                for army, starts in where.items()
                for number, at in enumerate(starts, start=1)
            ],
            **(document or {}),
        }
    ).state
    users = {army: _user(army) for army in where}
    facilitator = _user("facilitator")
    spec = CampaignSpec(
        name="The border war",
        state=replace(state, turn=1),
        seats=tuple(
            SeatSpec(key=army, army=f"The {army}", user=users[army], bot=army in bots) for army in where
        ),
        banners={banner.id: f"{banner.id[:-1].title()} {banner.id[-1]}" for banner in state.banners},
        variables=Variables(**{"army_points": 20, "early_close": False, **variables}),
        schedule=Schedule(plan=When(4, time(18, 0)), short_turns=False),
        automatic=automatic,
    )
    with clock.at(START):
        campaign = create_campaign(facilitator=None if automatic else facilitator, spec=spec)
        start_campaign(campaign=campaign, by=None)
    return War(Campaign.objects.get(pk=campaign.pk), facilitator, users)


def written_now() -> None:
    """Let all that was told so far be of this moment: for tests whose clock is the machine's."""
    Notice.objects.update(created_at=clock.now(), not_before=clock.now())


def _user(name: str) -> User:
    """The same people fight in every war of a test."""
    email = f"{name}@club.example"
    known = User.objects.filter(email=email).first() or User.objects.create_user(
        email=email, name=name.title()
    )
    # No first turn of theirs, however their account was made, so no hints: those are in tests/lessons.
    known.hints = 5
    known.save(update_fields=("hints",))
    return known
