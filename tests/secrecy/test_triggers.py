"""A vault opens, and nobody learns of it who may not: worlds apart in triggers, seals and hints."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.models import (
    Correction,
    Feature,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Relic,
    Seat,
    SeatStatus,
    Trigger,
)
from campaign.turn import publication
from campaign.turn.bot_plans import plan_ahead
from campaign.turn.plans.hinted_things import hinted_things
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.told.player_projection import Teller
from rules.bot import regular
from rules.state import FeatureId
from tests.archive.test_war_end import client_of
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db

VAULT: dict[str, Any] = {
    "feature": "vault",
    "repeat": "once",
    "when": [{"is": "carries", "relic": "crown"}, {"is": "used"}],
    "do": [
        {"do": "unseal", "relic": "rod"},
        {"do": "level", "by": 2, "on": "all"},
        {"do": "spy", "radius": 3, "at": [2, 8]},
    ],
}
NEVER: dict[str, Any] = {**VAULT, "when": [{"is": "turn", "from": 50}]}
HINT, TOLD = "Turn the crown in its lock.", "The vault opens with a groan."
SCENARIO: dict[str, Any] = {
    "features": [{"id": "vault", "at": [2, 1], "known_to": ["north"]}],
    "relics": [{"id": "crown", "carried_by": "north1"}, {"id": "rod", "at": [8, 5], "sealed": True}],
    "triggers": [{"id": "t1", **VAULT}],
}


class UndoneError(Exception):
    """Takes back what a world has come to."""


@pytest.fixture
def war() -> War:
    """A war with a vault, at the moment before its first turn is resolved; north1 has used the vault."""
    war = begin_war(document=SCENARIO, special_orders="use")
    part = war.part("north")
    Order.objects.create(
        player_turn=part, banner="north1", slot="special", detail={"order": "use", "feature": "vault"}
    )
    PlayerTurn.objects.filter(pk=part.pk).update(state=PlanState.SUBMITTED)
    return war


def told(war: War, document: Mapping[str, Any] = VAULT, **row: Any) -> dict[str, Json]:
    """What both are told of turn 1 in a world with this trigger, as JSON; the world is taken back."""
    found: dict[str, Json] = {}
    relic = {key: row.pop(key) for key in ("x", "y", "sealed") if key in row}
    try:
        with transaction.atomic():
            Trigger.objects.filter(campaign=war.campaign).update(document=document, **row)
            if relic:
                Relic.objects.filter(campaign=war.campaign, key="rod").update(**relic)
            war.publish()
            for army in ("north", "south"):
                part = war.part(army, 1)
                assert part.report is not None
                found[army] = {"announcement": part.announcement, "report": part.report, "map": part.map}
            raise UndoneError
    except UndoneError:
        return found


def same(one: Json, other: Json) -> bool:
    """Whether two documents are equal to the byte."""
    return json.dumps(one) == json.dumps(other)


def test_a_rival_learns_nothing_and_the_holder_what_is_his(war: War) -> None:
    fired = told(war, hint=HINT, told=TOLD)
    still = told(war, NEVER, hint="Nothing will ever happen here.", told="Never told.", x=3, y=6)

    assert same(fired["south"], still["south"])
    north, quiet = fired["north"], still["north"]
    assert north["report"]["happened"] == [TOLD]
    assert [hint["text"] for hint in north["map"]["hints"]] == [HINT]
    assert {one["name"] for one in north["map"]["relics"]} == {"rod"}
    assert [one["level"] for one in north["map"]["banners"]] == [17, 17]
    assert north["map"]["sightings"]
    assert "happened" not in quiet["report"]
    assert not quiet["map"]["relics"]
    assert not quiet["map"]["sightings"]
    assert "t1" not in json.dumps(fired)


def test_a_trigger_that_does_not_fire_tells_its_holder_nothing_of_its_terms(war: War) -> None:
    die = {
        **VAULT,
        "when": [{"is": "used"}, {"is": "turn", "from": 9}, {"is": "die", "sides": 6, "at_least": 2}],
    }
    one, other = told(war, NEVER, hint=HINT, told="A."), told(war, die, hint=HINT, told="B.", told_to="all")
    assert same(one, other)


def test_all_are_told_where_all_are_to_be_told_and_of_nothing_else(war: War) -> None:
    quiet, loud = told(war), told(war, told=TOLD, told_to="all")
    assert loud["south"]["report"].pop("happened") == [TOLD]
    assert same(loud["south"], quiet["south"])


@contextmanager
def told_to_all() -> Iterator[None]:
    """What fires is told to whoever plays."""
    happened = publication._happened

    def leaking(board: Any, outcome: Any) -> Any:
        texts = sorted({text for told in happened(board, outcome).values() for text in told})
        return {player.id: texts for player in outcome.state.players} if texts else {}

    with patch.object(publication, "_happened", leaking):
        yield


@contextmanager
def hinted_to_all() -> Iterator[None]:
    """A map has the hints of all that there is, known or not."""

    def leaking(teller: Teller, features: Any, relics: Any) -> list[Any]:
        return [
            {"thing": "", "name": "", "text": text} for texts in teller.names.hints.values() for text in texts
        ]

    with patch.object(Teller, "_hints", leaking):
        yield


@contextmanager
def seals_broken() -> Iterator[None]:
    """A map has relics under seal in it."""
    tell = Teller.report

    def leaking(self: Teller, *arguments: Any) -> Any:
        report, board = tell(self, *arguments)
        found = Relic.objects.filter(sealed=True).order_by("key").values_list("x", "y")
        return report, {**board, "relics": [*board["relics"], *found]}

    with patch.object(Teller, "report", leaking):
        yield


@pytest.mark.parametrize("leak", [told_to_all, hinted_to_all, seals_broken])
def test_a_planted_leak_is_found(war: War, leak: Callable[[], AbstractContextManager[None]]) -> None:
    with leak():
        fired = told(war, hint=HINT, told=TOLD)
        still = told(war, NEVER, hint="Nothing will ever happen here.", told="Never told.", x=3, y=6)
    assert not same(fired["south"], still["south"])


def test_pages_and_programs_tell_it_to_whom_it_concerns(war: War) -> None:
    Trigger.objects.filter(campaign=war.campaign).update(hint=HINT, told=TOLD)
    war.publish()
    path = f"campaigns/{war.campaign.public_id}"
    for army, knows in (("north", True), ("south", False)):
        client = client_of(war.users[army])
        pages = (f"/c/{war.campaign.public_id}/turns/1/report/", f"/c/{war.campaign.public_id}/table/")
        report = client.get(f"/api/v1/{path}/turns/1/report/").json()
        board = client.get(f"/api/v1/{path}/turns/1/map/").json()
        assert report["happened"] == ([TOLD] if knows else [])
        assert bool(board.get("hints")) == knows
        read = [client.get(page).content.decode() for page in pages]
        assert (TOLD in read[0]) == knows
        assert [HINT in page for page in read] == [knows, knows]


@pytest.mark.parametrize("ahead", [True, False])
def test_the_bot_uses_a_hinted_thing_once(war: War, ahead: bool) -> None:
    """Its plan is made ahead, or at the deadline: the thing is the engine's in both."""
    Trigger.objects.filter(campaign=war.campaign).update(document=NEVER, hint=HINT)
    Order.objects.filter(player_turn__seat=war.seat("north")).delete()
    war.publish()
    view = view_of_seat(war.seat("north"))
    vault = FeatureId(Feature.objects.get(campaign=war.campaign).public_id)
    assert hinted_things(view) == {vault}
    plan = regular.plan(replace(view.with_engine_ids(), hinted=tuple(hinted_things(view))))
    used = {key: one.special.feature for key, one in plan.orders.items() if one.special is not None}
    assert set(used.values()) == {vault}
    Seat.objects.filter(campaign=war.campaign, key="north").update(status=SeatStatus.BOT)
    if ahead:
        with clock.at(war.turn.plan_due - timedelta(hours=1)):
            assert plan_ahead() == 1
        made = Order.objects.get(player_turn=war.part("north"), slot="special")
        assert made.detail == {"order": "use", "feature": "vault"}
    turn = war.pass_deadline()
    assert turn.input["plans"]["north"]["orders"]["north1"] == {
        "special": {"order": "use", "feature": "vault"}
    }
    assert not (turn.proposal or turn.movement)["void"]
    assert not hinted_things(view)


def test_the_desk_corrects_seals_and_triggers_and_nobody_is_told(war: War, as_user: Any) -> None:
    desk = as_user(war.facilitator)
    path = f"/c/{war.campaign.public_id}/desk/review/"
    war.pass_deadline()
    assert war.turn.phase == Phase.MOVEMENT_REVIEW
    page = desk.get(path).content.decode()
    assert "t1: nobody holds it" in page
    trigger, rod = Trigger.objects.get(campaign=war.campaign), Relic.objects.get(key="rod")
    north = war.seat("north").public_id
    common = {"reason": "A slip of the pen"}
    fired = {"trigger": trigger.public_id, "holder": north, "held": "3", "fired_by": [north]}
    answer = desk.post(path, {"act": "trigger", **fired, **common})
    assert answer.status_code == 302, answer.content.decode()
    desk.post(path, {"act": "relic", "relic": rod.public_id, "sealed": "no", **common})
    assert [one.seats for one in Correction.objects.order_by("id")] == [[], []]

    war.publish()
    trigger.refresh_from_db()
    rod.refresh_from_db()
    assert (trigger.holder, trigger.held, trigger.fired_by) == ("north", 4, ["north"])
    assert not rod.sealed
    for army in ("north", "south"):
        part = war.part(army, 1)
        assert part.announcement is not None
        assert part.announcement["corrections"] == []
        assert "happened" not in (part.report or {})
