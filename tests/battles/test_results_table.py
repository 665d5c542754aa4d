"""The rules of results as a table, told through the page and through the API (Rules 7)."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from django.http import HttpResponse

from battles.results.services import Claim
from campaign.desk.services import rule_on_battle
from campaign.models import Battle
from campaign.turn.tick import tick
from tests.fights import address, battle_in, browser, meet, typed, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db

WON = Claim("tabletop", "own", points_own=400, points_enemy=900)
LOST = Claim("tabletop", "enemy", points_own=900, points_enemy=400)
DRAWN = Claim("tabletop", "draw", points_own=500, points_enemy=501)
DRAWN_TOO = Claim("tabletop", "draw", points_own=501, points_enemy=500)
BEST = Claim("tabletop", "own", points_own=0, points_enemy=1600)
WORST = Claim("tabletop", "enemy", points_own=1500, points_enemy=0)
DICE = Claim("abstract")


@dataclass(frozen=True, slots=True)
class Line:
    """What both tell, what it stands at, and what comes of it; ``lost`` are the levels of North and South."""

    clause: int
    north: Claim | None
    south: Claim | None
    standing: str
    method: str
    winner: str | None = ""
    lost: tuple[int, int] | None = None
    plan: bool = True
    ruled: bool = False


TABLE = (
    Line(1, WON, WON, "dispute", "ruling", None, (0, 0), ruled=True),
    Line(1, WON, LOST, "agreed", "ruling", None, (0, 0), ruled=True),
    Line(2, WON, None, "forfeit", "abstract", plan=False),
    Line(3, WON, LOST, "agreed", "tabletop", "north1", (1, 3)),
    Line(3, LOST, WON, "agreed", "tabletop", "south1", (3, 1)),
    Line(3, DRAWN, DRAWN_TOO, "agreed", "tabletop", None, (1, 2)),
    Line(4, DICE, DICE, "abstract", "abstract"),
    Line(6, BEST, None, "one", "tabletop", "north1", (0, 7)),
    Line(6, WORST, None, "one", "abstract"),
    Line(6, None, Claim("tabletop", "own", 0, 1500), "one", "tabletop", "south1", (6, 0)),
    Line(7, None, None, "open", "abstract"),
    Line(7, DICE, None, "one", "abstract"),
)


def by_page(war: War, army: str, battle: Battle, claim: Claim) -> HttpResponse:
    """Told through the form."""
    return browser(war.users[army]).post(address(war, battle), typed(claim))  # type: ignore[return-value]


def by_program(war: War, army: str, battle: Battle, claim: Claim) -> HttpResponse:
    """Told through the API, under a key."""
    body: dict[str, object] = {"method": claim.method}
    if claim.method == "tabletop":
        body |= {"winner": claim.winner, "points_own": claim.points_own, "points_enemy": claim.points_enemy}
    path = f"/api/v1/campaigns/{war.campaign.public_id}/battles/{battle.public_id}/result/"
    return browser(war.users[army]).post(  # type: ignore[return-value]
        path, json.dumps(body), content_type="application/json", headers={"Idempotency-Key": f"{army}-1"}
    )


@pytest.mark.shared(3)
@pytest.mark.parametrize("way", [by_page, by_program], ids=["page", "api"])
@pytest.mark.parametrize("line", TABLE, ids=lambda line: f"7.{line.clause}-{line.standing}-{line.method}")
def test_what_comes_of_what_the_two_tell(line: Line, way: object) -> None:
    assert callable(way)
    war = meet(both_plan=line.plan, grace=0)
    battle = battle_in(war)
    with while_fighting(war):
        for army, claim in (("north", line.north), ("south", line.south)):
            if claim is not None and line.standing != "forfeit":
                assert way(war, army, battle, claim).status_code in (200, 302)
        where = f"/api/v1/campaigns/{war.campaign.public_id}/battles/{battle.public_id}/"
        assert browser(war.users["north"]).get(where).json()["standing"] == line.standing
        if line.ruled:
            rule_on_battle(
                battle=battle, winner="draw", points=(0, 300), reason="Fog everywhere", by=war.facilitator
            )
    war.publish()
    battle.refresh_from_db()
    assert battle.result is not None
    assert battle.result["method"] == line.method
    if line.winner != "":
        assert battle.result["winner"] == line.winner
    if line.lost is not None:
        lost = battle.result["lost"]
        assert (lost["north1"], lost["south1"]) == line.lost


@pytest.mark.parametrize(
    ("points", "levels"), [(0, 0), (300, 0), (301, 1), (500, 1), (501, 2), (1100, 4), (1101, 5), (1500, 6)]
)
def test_the_page_says_beforehand_what_the_table_will_take(points: int, levels: int) -> None:
    from tests.fights import seen_by

    war = meet()
    preview = seen_by(war, "north").preview
    assert preview is not None
    assert preview.cost(points, beaten=False) == levels
    battle = battle_in(war)
    with while_fighting(war):
        by_page(war, "north", battle, Claim("tabletop", "own", points, 1600))
        by_page(war, "south", battle, Claim("tabletop", "enemy", 1600, points))
    war.publish()
    battle.refresh_from_db()
    assert battle.result is not None
    assert battle.result["lost"]["north1"] == levels


def test_a_dispute_that_nobody_rules_on_is_left_to_the_dice() -> None:
    """Clause 5: the turn waits for a ruling; 72 hours after the results deadline the app asks for dice."""
    from datetime import timedelta

    war = meet()
    battle = battle_in(war)
    with while_fighting(war):
        by_page(war, "north", battle, WON)
        by_page(war, "south", battle, WON)
    due = war.turn.results_due
    assert due is not None
    tick(now=due + timedelta(hours=71))
    battle.refresh_from_db()
    assert (war.turn.phase, battle.dice) == ("battles", None)
    tick(now=due + timedelta(hours=73))
    battle.refresh_from_db()
    assert war.turn.phase == "aftermath_review"
    assert battle.dice is not None
