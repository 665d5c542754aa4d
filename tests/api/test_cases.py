"""The cases of the rules, planned and told through the API, carried by the deadlines to their publication."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from campaign.models import Battle, Phase, Seat, Turn, User
from rules.agreement import differences
from rules.scenario import load
from tests import scenarios
from tests.api.conftest import Answer, Program

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
As = Callable[[User | None], Program]
Document = Mapping[str, Any]


@pytest.mark.shared(4, 1)
@pytest.mark.django_db
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_case_comes_out_the_same_through_the_api(path: Path, program: As) -> None:
    case = json.loads(path.read_text())
    turn = Played(case["scenario"], program).turn()
    assert turn.phase == Phase.PUBLISHED
    assert differences(case["expect"], turn.outcome or {}) == []


class Played:
    """A scenario, played by programs where they can."""

    def __init__(self, document: Document, program: As) -> None:
        self.document = document
        self.program = program
        self.started = scenarios.found(document)
        self.path = f"campaigns/{self.started.campaign.public_id}/"
        seats = Seat.objects.filter(campaign=self.started.campaign).select_related("campaign", "user")
        self.seats = {seat.key: seat for seat in seats}

    def turn(self) -> Turn:
        """The turn, published."""
        turn = self.started
        for player in self.document["players"]:
            if player.get("submitted", True):
                self.plan(self.seats[player["id"]])
        turn = scenarios.pass_deadline(turn)
        self.excuse()
        turn = scenarios.pass_deadline(turn)
        self.tell(turn)
        turn = scenarios.pass_deadline(turn)
        return turn if turn.phase == Phase.PUBLISHED else scenarios.pass_deadline(turn)

    def plan(self, seat: Seat) -> None:
        """Submit a plan; what the API refuses as illegal is left to the rules to void."""
        plan = self.document.get("plans", {}).get(seat.key, {"orders": {}})
        path = f"{self.path}turns/{self.started.number}/plan/"
        wire = {"orders": {}, **scenarios.in_public(seat, plan)}
        checked = self.program(seat.user).post(f"{path}check/", wire)
        answer = self.program(seat.user).post(f"{path}submit/", wire)
        if answer.status == 200:
            assert checked.body["legal"] is True
            assert answer.body["receipt"] == checked.body["receipt"]
        else:
            self.refused(answer, checked)
            scenarios.hand_in(seat, self.started.number, plan)

    def refused(self, answer: Answer, checked: Answer) -> None:
        """A refusal names every order at fault, and the check has said the same."""
        assert answer.status in (400, 422), answer.body
        assert answer.errors
        if answer.status == 422:
            found = {f"orders.{one['banner']}.{one['slot']}" for one in checked.body["problems"]}
            assert set(answer.errors) == found
        else:
            assert checked.body == answer.body

    def excuse(self) -> None:
        """The facilitator excuses whom the scenario excuses, if they have no plan."""
        for player in self.document["players"]:
            if player.get("excused") and not player.get("submitted", True):
                self.excuse_seat(self.seats[player["id"]])

    def excuse_seat(self, seat: Seat) -> None:
        """Excuse one player."""
        facilitator = User.objects.get(roles__campaign=self.started.campaign)
        body = {"seat": seat.number, "reason": "The scenario says so"}
        assert self.program(facilitator).post(f"{self.path}desk/excuse/", body).status == 200

    def tell(self, turn: Turn) -> None:
        """Sides and facilitator tell; after a forfeit, what no page would take is written as rows."""
        silent = {player["id"] for player in self.document["players"] if not player.get("submitted", True)}
        told: dict[str, list[Document]] = {"reports": [], "rulings": [], "forfeits": []}
        rows: dict[str, list[Document]] = {"reports": [], "rulings": [], "forfeits": []}
        for kind in told:
            for paper in self.document.get(kind, ()):
                battle = self.battle(turn, paper["battle"])
                forfeited = silent & {battle.seat_first.key, battle.seat_second.key}
                (rows if forfeited else told)[kind].append(paper)
        scenarios.tell(turn, load({**self.document, **rows}))
        for report in told["reports"]:
            self.report(turn, report)
        for forfeit in told["forfeits"]:
            self.forfeit(turn, forfeit)
        for ruling in told["rulings"]:
            self.rule(turn, ruling)

    def battle(self, turn: Turn, pair: list[str]) -> Battle:
        """The battle of two banners."""
        first, second = sorted(pair)
        return Battle.objects.get(turn=turn, first=first, second=second)

    def report(self, turn: Turn, report: Document) -> None:
        """One side reports."""
        battle, seat = self.battle(turn, report["battle"]), self.seats[report["by"]]
        own = battle.first if battle.seat_first_id == seat.pk else battle.second
        body: dict[str, Any] = {"method": report["method"], "sacrifice": report.get("sacrifice", 0)}
        if report["method"] == "tabletop":
            body["winner"] = (
                "draw" if report["winner"] is None else ("own" if report["winner"] == own else "enemy")
            )
            for banner, points in report["points_lost"].items():
                body["points_own" if banner == own else "points_enemy"] = points
        self.say(seat, battle, body)

    def say(self, seat: Seat, battle: Battle, body: Document) -> None:
        """Tell of a battle."""
        answer = self.program(seat.user).post(f"{self.path}battles/{battle.public_id}/result/", dict(body))
        assert answer.status == 200, answer.body

    def rule(self, turn: Turn, ruling: Document) -> None:
        """The facilitator rules."""
        battle = self.battle(turn, ruling["battle"])
        ids = {"first": battle.first, "second": battle.second}
        winner = next((side for side, key in ids.items() if key == ruling["winner"]), "draw")
        given = ruling.get("sacrifice", {})
        body = {
            "winner": winner,
            **{f"points_{side}": ruling["points_lost"][key] for side, key in ids.items()},
            **{f"sacrifice_{side}": given.get(key, 0) for side, key in ids.items()},
            "reason": "The scenario says so",
        }
        self.act(battle, "ruling", body)

    def forfeit(self, turn: Turn, forfeit: Document) -> None:
        """The facilitator says that a side has forfeited."""
        battle = self.battle(turn, forfeit["battle"])
        side = "first" if battle.seat_first_id == self.seats[forfeit["by"]].pk else "second"
        self.act(battle, "forfeit", {"side": side, "reason": "The scenario says so"})

    def act(self, battle: Battle, what: str, body: Document) -> None:
        """Do something to a battle at the desk."""
        facilitator = User.objects.get(roles__campaign=self.started.campaign)
        path = f"{self.path}desk/battles/{battle.public_id}/{what}/"
        answer = self.program(facilitator).post(path, dict(body))
        assert answer.status == 200, answer.body
