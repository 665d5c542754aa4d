"""A program reads what its player has been told, and nothing before it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from campaign.base.answers import members_of
from campaign.base.documents import Meeting, VoidOrder, VoidReason
from campaign.base.words.order_words import Objection
from campaign.models import Phase, PlayerTurn, User
from campaign.reports.shapes import Announcement, FoughtLine, GoalTold, LedgerBanner, LedgerLine, Report
from rules.outcome import Void
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


def test_the_deployment_can_be_read_from_the_start(war: War, ada: User, program: As) -> None:
    known = program(ada).get(f"{war.path}turns/0/map/").body
    assert [banner["name"] for banner in known["banners"]] == ["Vanguard", "Gate Guard"]
    assert known == PlayerTurn.objects.get(seat__user=ada, turn__number=0).map
    assert program(ada).get(f"{war.path}turns/0/report/").status == 200


def test_nothing_of_a_turn_is_told_before_its_time(war: War, ada: User, program: As) -> None:
    war.meet()
    parts = ("announcement", "report", "map")

    def told() -> list[int]:
        return [program(ada).get(f"{war.path}turns/1/{part}/").status for part in parts]

    assert told() == [404, 404, 404]
    war.go_to(Phase.MOVEMENT_REVIEW)
    assert told() == [404, 404, 404]
    war.go_to(Phase.BATTLES)
    assert told() == [200, 404, 404]
    war.go_to(Phase.AFTERMATH_REVIEW)
    assert told() == [200, 404, 404]
    war.go_to(Phase.PUBLISHED)
    assert told() == [200, 200, 200]


def test_each_line_stands_in_words_with_its_rule(war: War, ada: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.PUBLISHED)
    announced = program(ada).get(f"{war.path}turns/1/announcement/").body
    marched = next(line for line in announced["lines"] if line["kind"] == "marched")
    assert (marched["rule"], marched["at"], marched["to"]) == ("5.4", [2, 2], [3, 2])
    assert "Vanguard" in marched["text"]
    assert announced["names"][marched["banner"]] == "Vanguard"
    (met,) = announced["battles"]
    assert announced["names"][met["opponent"]] == "Crimson Host"
    report = program(ada).get(f"{war.path}turns/1/report/").body
    assert all(line["text"] and line["rule"] for line in report["lines"])
    assert [goal["kind"] for goal in report["goals"]] == ["occupation"]


def test_a_player_is_told_nothing_of_what_others_do(war: War, cleo: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.PUBLISHED)
    told = [
        program(cleo).get(f"{war.path}turns/1/{part}/").body for part in ("announcement", "report", "map")
    ]
    words = str(told)
    assert "Vanguard" not in words
    assert "Red Spear" not in words
    assert told[2]["sightings"] == []


def test_what_is_answered_is_what_the_shapes_say(war: War, ada: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.PUBLISHED)
    announced = program(ada).get(f"{war.path}turns/1/announcement/").body
    report = program(ada).get(f"{war.path}turns/1/report/").body
    (met,), (fought,) = announced["battles"], report["battles"]
    assert set(met) == set(fought["meeting"]) == names(Meeting)
    assert set(fought) == names(FoughtLine)
    assert {frozenset(account) for account in report["ledger"]} == {frozenset(names(LedgerBanner))}
    assert {frozenset(item) for account in report["ledger"] for item in account["items"]} == {
        frozenset(member.name for member in members_of(LedgerLine) if member.required)
    }
    needed = {member.name for member in members_of(GoalTold) if member.required}
    for goal in report["goals"]:
        assert needed <= set(goal) <= names(GoalTold)
    assert set(announced) == names(Announcement)
    assert set(report) == names(Report)


def test_an_order_that_did_not_count_has_the_shape_that_is_said() -> None:
    assert dataclass_names(Void) == names(VoidOrder)
    assert dataclass_names(Objection) == names(VoidReason)


def names(kind: type) -> set[str]:
    return {member.name for member in members_of(kind)}


def dataclass_names(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}
