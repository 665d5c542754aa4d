"""How the two worlds begin: the armies, the ground, and where everything stands, seen and unseen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from campaign.base.dates.schedule import Slot
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Banner, Campaign, Phase, Seat, Turn, User
from rules.state import At, PlayerId
from tests.secrecy.cast import FOURTH, PLAYER, RIVAL, THIRD

LEFT = "left"
RIGHT = "right"
START = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SEATS = (PLAYER, RIVAL, THIRD, FOURTH)
ARMIES = {PLAYER: "Amber Host", RIVAL: "Basalt Legion", THIRD: "Cobalt Swarm", FOURTH: "Dun Riders"}
ROWS = (
    "..........................",
    "....C...........C.........",
    ".........#................",
    ".........#................",
    "......C............C......",
    ".........#................",
    ".........#.....#..........",
    "..C............#..........",
    "........................C.",
    "..........................",
)
VARIABLES = Variables(
    min_plan_hours=24,
    min_battle_days=2,
    early_results=False,
    missed_limit=9,
    last_turn=3,
    special_orders="all",
)
DAILY = Slot(None, time(20, 0))
Orders = dict[str, dict[str, Any]]


def seat_key(role: str) -> PlayerId:
    return PlayerId(f"zqseatkey{role}x")


def make_ballast() -> None:
    """Rows that were there before, so that all primary keys differ."""
    user = User.objects.create(email="ballast@people.example", name="Ballast")
    for number in range(3):
        campaign = Campaign.objects.create(name=f"Ballast {number}", map_rows="..")
        for turn in range(5):
            Turn.objects.create(campaign=campaign, number=turn, phase=Phase.PUBLISHED)
        seat = Seat.objects.create(campaign=campaign, key="p", number=1, army="Ballast", user=user)
        for banner in range(40):
            Banner.objects.create(campaign=campaign, seat=seat, key=str(banner), name="x", x=0, y=0, level=9)


@dataclass(frozen=True, slots=True)
class Piece:
    """A banner at the start."""

    owner: str
    at: At
    level: int
    alike: bool = False
    """Whether it is the same in both worlds: what the player has, sees or fights."""


OF_THE_PLAYER: dict[str, Piece] = {
    "a1": Piece(PLAYER, (4, 4), 16, True),
    "a2": Piece(PLAYER, (3, 8), 12, True),
    "a3": Piece(PLAYER, (1, 1), 20, True),
    "b1": Piece(RIVAL, (8, 4), 14, True),
}
OUT_OF_SIGHT: dict[str, dict[str, Piece]] = {
    LEFT: {
        "b2": Piece(RIVAL, (17, 2), 15),
        "b3": Piece(RIVAL, (16, 8), 20),
        "c1": Piece(THIRD, (21, 2), 16),
        "c2": Piece(THIRD, (24, 8), 12),
        "d1": Piece(FOURTH, (13, 0), 12),
    },
    RIGHT: {
        "m9": Piece(THIRD, (22, 6), 20),
        "b3": Piece(RIVAL, (18, 9), 11),
        "c1": Piece(THIRD, (24, 1), 13),
        "b2": Piece(RIVAL, (19, 4), 19),
        "c2": Piece(THIRD, (25, 9), 17),
        "d1": Piece(FOURTH, (14, 1), 18),
    },
}
