"""Sealing and opening through the API: one's own alone, the promised codes, once for a key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from campaign.base.dates import clock
from campaign.models import DiceSeal, User
from rules.open_dice.mixing import seal_of
from tests.api.conftest import Answer, Program
from tests.wars import CLOSE, START, War, begin_war

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]
SHARE = bytes(range(32))


def place(war: War) -> str:
    return f"campaigns/{war.campaign.public_id}/dice/"


def seal(war: War, program: As, army: str, share: bytes = SHARE, **more: str) -> Answer:
    made = seal_of(war.campaign.public_id, 1, war.seat(army).number, share).hex()
    with clock.at(START):
        return program(war.users[army]).put(f"{place(war)}seal/", {"turn": 1, "seal": made}, **more)


def give(war: War, program: As, army: str, share: bytes = SHARE, after: int = 1, **more: str) -> Answer:
    assert war.turn.plan_due is not None
    with clock.at(war.turn.plan_due + timedelta(minutes=after)):
        body = {"turn": 1, "share": share.hex()}
        return program(war.users[army]).post(f"{place(war)}share/", body, **more)


def test_a_seal_is_put_and_opened_and_only_its_army_is_told(program: As) -> None:
    war = begin_war(CLOSE, dice="open")
    first = seal(war, program, "north", key="once")
    assert (first.status, first.body["turn"]) == (200, 1)
    assert seal(war, program, "north", key="once").body == first.body
    own = program(war.users["north"]).get(f"{place(war)}own/").body
    assert (own["state"], own["seat"], own["seal"], own["seals"]) == ("sealing", 1, first.body["seal"], True)
    for other in (war.users["south"], war.facilitator):
        told = program(other).get(f"{place(war)}own/")
        assert (told.status, told.body["seal"], told.body["sealed_at"]) == (200, "", None)
    assert program(User.objects.create_user("eve@x.example")).get(f"{place(war)}own/").status == 404
    early = give(war, program, "north", after=-1)
    assert (early.status, early.body["code"]) == (409, "early")
    closing = war.pass_deadline().closing
    wrong = give(war, program, "north", bytes(32))
    assert (wrong.status, wrong.body["code"]) == (422, "wrong_share")
    assert give(war, program, "south").status == 422
    opened = give(war, program, "north")
    assert (opened.status, opened.body["share"]) == (200, SHARE.hex())
    again = seal(war, program, "north")
    assert (again.status, again.body["code"]) == (409, "late")
    own = program(war.users["south"]).get(f"{place(war)}own/").body
    assert (own["state"], own["closings"]) == ("opening", [{"turn": 1, "closing": closing}])
    war.pass_deadline()
    late = give(war, program, "south")
    assert (late.status, late.body["code"]) == (409, "late")
    assert give(war, program, "north").body == opened.body


def test_what_cannot_be_read_or_has_no_place_is_said(program: As) -> None:
    war = begin_war(CLOSE, dice="open")
    ada = program(war.users["north"])
    with clock.at(START):
        for body in (
            {"turn": 1, "seal": "A" * 64},
            {"turn": 1, "seal": "a"},
            {"turn": 1},
            {"turn": 0, "seal": "a" * 64},
        ):
            assert ada.put(f"{place(war)}seal/", body).status == 400
        assert ada.put(f"{place(war)}seal/", {"turn": 9, "seal": "a" * 64}).status == 404
        assert ada.put(f"{place(war)}seal/", {"turn": 10**12, "seal": "a" * 64}).status == 404
        other = program(war.facilitator).put(f"{place(war)}seal/", {"turn": 1, "seal": "a" * 64})
        assert other.status == 403
    assert not DiceSeal.objects.exists()
    older = begin_war(CLOSE)
    answer = seal(older, program, "north")
    assert (answer.status, answer.body["code"]) == (409, "chain")
    assert program(older.users["north"]).get(f"{place(older)}own/").body["state"] == "chain"


def test_the_turn_says_publicly_that_its_dice_are_being_drawn(program: As) -> None:
    war = begin_war(CLOSE, dice="open")
    turn = war.pass_deadline()
    facts = program(war.users["south"]).get(f"campaigns/{war.campaign.public_id}/").body["turn"]
    assert (facts["closing"], facts["draw_due"] is None) == (turn.closing, False)
    desk = program(war.facilitator)
    refused = desk.post(f"campaigns/{war.campaign.public_id}/desk/announce/", {})
    assert (refused.status, refused.body["code"]) == (409, "drawing")
