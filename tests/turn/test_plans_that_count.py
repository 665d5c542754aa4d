"""What stands of a seat's plan, who is told of it, and what a facilitator's orders make of a missing one."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_words import words_of
from campaign.desk.selectors import desk_page
from campaign.desk.services import (
    announce_now,
    correct_input,
    correct_outcome,
    excuse_player,
    publish_now,
    scenario_of,
    withdraw_correction,
)
from campaign.models import AuditEntry, Correction, Phase
from tests.desk.test_desk_reviews import dry_run, in_movement_review
from tests.fights import battle_in, browser, meet
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

RESUPPLY = {"secondary": {"order": "resupply"}}


def order(war: War, banner: str, orders: Any, reason: str = "Sent by letter.") -> Correction:
    change = {"plan": banner[:-1], "banner": banner, "orders": orders}
    return correct_input(turn=war.turn, change=change, reason=reason, by=war.facilitator)


def submitted(war: War, army: str) -> bool:
    document = scenario_of(war.turn)
    assert document is not None
    return bool(next(one for one in document["players"] if one["id"] == army)["submitted"])


def page_of(war: War, army: str) -> str:
    address = f"/c/{war.campaign.public_id}/turns/{war.turn.number}/report/"
    return browser(war.users[army]).get(address).content.decode()


def told(war: War, army: str, what: str = "announcement") -> dict[str, Any]:
    address = f"/api/v1/campaigns/{war.campaign.public_id}/turns/{war.turn.number}/{what}/"
    answer = browser(war.users[army]).get(address)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def without_plan(**war: Any) -> War:
    return in_movement_review(both_plan=False, **{"grace": 0, **war})


# Orders that a facilitator enters for a seat without a plan


def test_orders_entered_for_a_seat_without_a_plan_count() -> None:
    war = without_plan()
    assert not submitted(war, "south")
    order(war, "south1", RESUPPLY)
    assert submitted(war, "south")
    rows = {row.name: row for row in dry_run(war).banners}
    assert (rows["South 1"].level_before, rows["South 1"].level_after) == (15, 16)
    announce_now(turn=war.turn, by=war.facilitator)
    assert war.banner("south1").level == 16
    assert not battle_in(war).forfeit_second


def test_the_dry_run_the_board_the_log_and_the_player_are_told_that_they_count() -> None:
    war = without_plan()
    assert [(row.army.name, row.state) for row in dry_run(war).plans] == [("The south", "missed")]
    desk = browser(war.facilitator)
    review = f"/c/{war.campaign.public_id}/desk/review/"
    assert "all its battles are forfeited" in desk.get(review).content.decode()
    order(war, "south1", RESUPPLY)
    assert [(row.army.name, row.state) for row in dry_run(war).plans] == [("The south", "submitted")]
    page = desk.get(review).content.decode()
    assert "it has one, and forfeits nothing" in page
    assert "all its battles are forfeited" not in page
    assert "For a seat that sent no plan this makes one that counts" in page
    assert [row.corrected for row in desk_page(war.campaign, war.turn).board] == [False, True]
    assert "orders entered by a correction" in desk.get(f"/c/{war.campaign.public_id}/desk/").content.decode()
    (entry,) = AuditEntry.objects.filter(kind="plan_corrected")
    assert words_of(entry) == "The south had no plan; by this correction one counts"
    announce_now(turn=war.turn, by=war.facilitator)
    assert told(war, "south")["plan"] | {"text": ""} == {
        "state": "submitted",
        "corrected": True,
        "forfeited": [],
        "text": "",
    }
    assert "the facilitator entered orders for you; it counts as submitted" in page_of(war, "south")
    assert "entered orders" not in page_of(war, "north")


def test_the_missed_plan_stays_missed_for_grace_and_for_handing_over() -> None:
    war = without_plan()
    order(war, "south1", RESUPPLY)
    announce_now(turn=war.turn, by=war.facilitator)
    seat = war.seat("south")
    assert (seat.missed_in_a_row, seat.grace_left) == (1, 0)
    spared = without_plan_again(grace=1)
    order(spared, "south1", RESUPPLY)
    assert submitted(spared, "south")
    assert (spared.seat("south").grace_left, spared.part("south").excused) == (0, True)


def without_plan_again(**war: Any) -> War:
    from campaign.models import Campaign, User

    Campaign.objects.all().delete()
    User.objects.all().delete()
    return without_plan(**war)


def test_a_draft_that_does_not_count_stays_out_of_what_was_entered() -> None:
    war = begin_war(CLOSE, grace=0, drafts_count=False)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south2": march(9, 7)}, submit=False)
    war.pass_deadline()
    order(war, "south1", RESUPPLY)
    announce_now(turn=war.turn, by=war.facilitator)
    assert (war.banner("south1").level, war.banner("south2").y) == (16, 8)
    assert told(war, "south")["plan"]["corrected"] is True


def test_withdrawn_the_orders_count_no_more() -> None:
    war = without_plan()
    order(war, "south1", RESUPPLY)
    withdraw_correction(turn=war.turn, number=1, reason="A mistake.", by=war.facilitator)
    assert not submitted(war, "south")
    announce_now(turn=war.turn, by=war.facilitator)
    assert battle_in(war).forfeit_second


def test_who_has_a_plan_by_correction_needs_no_excuse() -> None:
    war = without_plan()
    order(war, "south1", RESUPPLY)
    with pytest.raises(Refusal) as planned:
        excuse_player(turn=war.turn, seat=war.seat("south"), reason="Ill.", by=war.facilitator)
    assert planned.value.code == "planned"


def test_orders_are_entered_through_the_page_and_the_turn_replays() -> None:
    war = without_plan()
    desk = browser(war.facilitator)
    typed = {
        "act": "orders",
        "banner": war.banner("south1").public_id,
        "secondary": "resupply",
        "reason": "Sent by letter.",
    }
    assert desk.post(f"/c/{war.campaign.public_id}/desk/review/", typed).status_code == 302
    assert submitted(war, "south")
    turn = war.publish()
    assert told_of(war, "south", turn.number)["plan"]["corrected"] is True
    said = StringIO()
    call_command("replay_turn", "--all", stdout=said)
    assert "1 turns replayed, 0 differ" in said.getvalue()


def told_of(war: War, army: str, number: int) -> dict[str, Any]:
    address = f"/api/v1/campaigns/{war.campaign.public_id}/turns/{number}/report/"
    body: dict[str, Any] = browser(war.users[army]).get(address).json()
    return body


def test_orders_of_a_banner_that_the_player_has_not_are_refused() -> None:
    war = without_plan()
    with pytest.raises(Refusal) as foreign:
        correct_input(
            turn=war.turn,
            change={"plan": "south", "banner": "north1", "orders": None},
            reason="Mixed up.",
            by=war.facilitator,
        )
    assert foreign.value.code == "correction"


# A correction that changes nothing


def test_a_correction_that_changes_nothing_is_refused_and_nothing_is_stored() -> None:
    war = in_movement_review()
    for change in (
        {"plan": "north", "banner": "north1", "orders": march(2, 4)},
        {"plan": "south", "banner": "south2", "orders": None},
        {"banner": "north1", "level": 15},
    ):
        with pytest.raises(Refusal) as nothing:
            correct_input(turn=war.turn, change=change, reason="As it is.", by=war.facilitator)
        assert nothing.value.code == "changes_nothing"
    assert not Correction.objects.exists()
    assert not AuditEntry.objects.filter(kind="correction").exists()


def test_no_orders_for_a_seat_without_a_plan_are_a_change_and_the_same_again_are_none() -> None:
    war = without_plan()
    order(war, "south1", None)
    assert submitted(war, "south")
    with pytest.raises(Refusal) as nothing:
        order(war, "south1", None)
    assert nothing.value.code == "changes_nothing"


def test_a_correction_of_the_outcome_that_changes_nothing_is_refused() -> None:
    war = meet()
    war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    level = next(one for one in war.turn.proposal["banners"] if one["id"] == "south2")["level"]
    with pytest.raises(Refusal) as nothing:
        correct_outcome(
            turn=war.turn, change={"banner": "south2", "level": level}, reason="As is.", by=war.facilitator
        )
    assert nothing.value.code == "changes_nothing"
    correct_outcome(
        turn=war.turn, change={"banner": "south2", "level": level - 1}, reason="One less.", by=war.facilitator
    )
    assert Correction.objects.count() == 1


def test_a_program_is_answered_422_and_the_page_keeps_what_was_typed() -> None:
    war = in_movement_review()
    desk = browser(war.facilitator)
    seat = war.seat("north").number
    change = {"plan": seat, "banner": war.banner("north1").public_id, "orders": march(2, 4)}
    body = {"stage": "input", "change": change, "reason": "As it is."}
    address = f"/api/v1/campaigns/{war.campaign.public_id}/desk/corrections/"
    answer = desk.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "changes_nothing")
    typed = {"act": "banner", "banner": war.banner("north1").public_id, "level": "15", "reason": "So it is."}
    page = desk.post(f"/c/{war.campaign.public_id}/desk/review/", typed)
    assert page.status_code == 422
    assert "This correction changes nothing" in page.content.decode()
    assert "So it is." in page.content.decode()


# What each seat is told of its own plan


def test_each_seat_is_told_what_stood_of_its_own_plan_and_nothing_of_a_rivals() -> None:
    war = without_plan()
    battle = battle_after(war)
    hers = told(war, "south")["plan"]
    assert (hers["state"], hers["corrected"], hers["forfeited"]) == ("missed", False, [battle])
    assert "Forfeited by it: C" in hers["text"]
    assert "South 1 (15) against The north (15)" in hers["text"]
    theirs = told(war, "north")["plan"]
    assert (theirs["state"], theirs["forfeited"]) == ("submitted", [])
    assert hers["text"].split(" Forfeited")[0] in page_of(war, "south")
    for leak in ("missed", "Forfeited", "forfeited by it"):
        assert leak not in page_of(war, "north")
    turn = war.publish()
    assert told_of(war, "south", turn.number)["plan"] == hers
    assert told_of(war, "north", turn.number)["plan"] == theirs


def battle_after(war: War) -> str:
    with clock.at(war.turn.announce_due or START):
        announce_now(turn=war.turn, by=war.facilitator)
    return battle_in(war).public_id


def test_a_draft_a_fallback_a_bot_and_an_excuse_are_told_apart() -> None:
    war = begin_war(
        {"north": ((2, 1),), "south": ((2, 8),), "east": ((10, 1),), "west": ((10, 8),)},
        grace=0,
        bots=("west",),
    )
    seat = war.seat("south")
    seat.fallback = {"south1": "fortify"}
    seat.save(update_fields=["fallback"])
    war.plan("north", {"north1": march(3, 1)}, submit=False)
    war.pass_deadline()
    excuse_player(turn=war.turn, seat=war.seat("east"), reason="Ill.", by=war.facilitator)
    announce_now(turn=war.turn, by=war.facilitator)
    states = {army: told(war, army)["plan"]["state"] for army in ("north", "south", "east")}
    assert states == {"north": "draft", "south": "fallback", "east": "excused"}
    assert war.part("west").announcement["plan"]["state"] == "bot"


def test_who_has_no_banner_left_is_told_of_no_plan() -> None:
    war = begin_war(CLOSE)
    war.campaign.banners.filter(seat__key="south").update(alive=False, gone_in=0)
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    announce_now(turn=war.turn, by=war.facilitator)
    assert told(war, "south")["plan"] == {"state": None, "corrected": False, "forfeited": [], "text": ""}


def test_sacrifices_of_a_draft_that_does_not_count_do_not_count_either() -> None:
    war = begin_war(CLOSE, grace=0, drafts_count=False, battles="abstract", rules={"south": ["sacrifice"]})
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {**RESUPPLY, "sacrifice": 2}}, submit=False)
    war.pass_deadline()
    order(war, "south1", RESUPPLY)
    announce_now(turn=war.turn, by=war.facilitator)
    publish_now(turn=war.turn, by=war.facilitator)
    said = war.campaign.turns.get(number=1).input["reports"]
    assert [one for one in said if one.get("sacrifice")] == []
