"""The course of a war that has ended: its moments, aims turn by turn, each turn told; nothing before."""

from __future__ import annotations

import io
import zipfile
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.archive.course.aims import aims_of
from campaign.archive.course.ledger_lines import ledger_lines
from campaign.archive.course.moments import moments_of
from campaign.archive.course.selectors import course_turn
from campaign.archive.course.war_names import WarNames
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.models import (
    Campaign,
    Correction,
    Promise,
    PromiseState,
    Relic,
    Seat,
    Settlement,
    Trigger,
    Turn,
    User,
)
from campaign.press.promises.services import answer_promise, offer_promise
from tests.fights import browser
from tests.wars import CLOSE, HOLD, START, War, begin_war, march

pytestmark = pytest.mark.django_db
PAGES = ("end/course/", "end/course/1/", "end/facts/")
PROGRAMS = ("end/facts/", "end/aims/", "end/promises/", "end/course/1/")
AIMS = [
    {"kind": "occupation", "count": 140, "primary": True},
    {"kind": "destruction", "banners": ["south1", "south2"], "primary": False},
]


def told(**more: Any) -> War:
    """A war of one turn: north and south promise peace, north breaks it, the dice decide."""
    war = begin_war(
        CLOSE,
        document={"players": [{"id": "north", "conditions": AIMS}, {"id": "south"}]},
        battles="abstract",
        last_turn=1,
        **more,
    )
    with clock.at(START):
        made = offer_promise(user=war.users["north"], campaign=war.campaign, name="seat-2", until=1)
        answer_promise(
            user=war.users["south"], campaign=war.campaign, promise_id=made.public_id, answer="accept"
        )
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.plan("south", {"south1": {"secondary": {"order": "fortify"}}, "south2": HOLD})
    war.publish()
    war.campaign.refresh_from_db()
    return war


def page(war: War, path: str, client: Client | None = None) -> str:
    answer = (client or browser(war.users["south"])).get(f"/c/{war.campaign.public_id}/{path}")
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_before_the_end_all_of_it_answers_as_what_does_not_exist() -> None:
    war = begin_war(CLOSE)
    Campaign.objects.update(open_to_all=True)
    root = f"campaigns/{war.campaign.public_id}/"
    for user in (war.users["north"], war.facilitator):
        client = browser(user)
        for path in PAGES:
            assert client.get(f"/c/{war.campaign.public_id}/{path}").status_code == 404
        for path in PROGRAMS:
            answer, unknown = (client.get(f"/api/v1/{root}{one}") for one in (path, "end/nothing/"))
            assert (answer.status_code, answer.json()) == (404, unknown.json())


def test_after_the_end_all_who_may_read_it_read_the_same() -> None:
    war = told()
    stranger = User.objects.create_user("o@club.example", name="O")
    root = f"/c/{war.campaign.public_id}/"
    facts = [browser(one).get(f"{root}end/facts/").json() for one in (war.users["north"], war.facilitator)]
    assert facts[0] == facts[1] != []
    program = browser(war.users["south"]).get(f"/api/v1/campaigns/{war.campaign.public_id}/end/facts/")
    assert program.json() == facts[0]
    for path in PAGES:
        assert browser(stranger).get(root + path).status_code == 404
    Campaign.objects.update(open_to_all=True)
    assert Client().get(f"{root}end/facts/").json() == facts[0]
    assert Client().get(f"{root}end/course/2/").status_code == 404


def test_the_moments_are_told_the_most_telling_first() -> None:
    war = told()
    found = moments_of(war.campaign)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
    kinds = [one.kind for one in found]
    assert kinds[0] == "victory"
    assert {"battle", "promise_broken", "march", "loss"} <= set(kinds)
    broken = next(one for one in found if one.kind == "promise_broken")
    assert (broken.turn, broken.seats, broken.weight) == (1, (1, 2), 80)
    assert broken.text == (
        "A promise of peace was broken. Turn 1: The north moved into battle with The south at C6."
    )
    assert broken.text in page(war, "end/")


def test_aims_are_shown_turn_by_turn_secondary_ones_too() -> None:
    war = told()
    first, second = aims_of(war.campaign).sides[0].aims
    outcome = war.campaign.turns.get(number=1).outcome
    own = sum(one["occupier"] == "north" for one in outcome["sectors"])
    assert [(one.turn, one.met, one.done, one.wanted) for one in first.turns] == [(1, False, own, 140)]
    living = {one["id"] for one in outcome["banners"]}
    assert (second.turns[0].done, second.turns[0].wanted) == (2 - len({"south1", "south2"} & living), 2)
    assert not second.aim.primary
    assert f"Turn 1: {own} of 140" in page(war, "end/")


def test_a_turn_is_told_with_plans_beliefs_battles_corrections_and_promises() -> None:
    war = told()
    turn = war.campaign.turns.get(number=1)
    made = {"turn": turn, "stage": "input", "user": war.facilitator}
    Correction.objects.create(**made, change={"banner": "south2", "level": 12}, reason="A slip.")
    Correction.objects.create(
        **made, change={"banner": "south2", "level": 1}, reason="Taken back.", withdrawn_at=START
    )
    said = page(war, "end/course/1/")
    for words in (
        "march to C5",
        "fortify",
        "North 1 (15) met South 1 (15) at C6",
        "It believed in the place of one enemy banner, and was right. One stood where it knew of none.",
        "South 2: level 12",
        "A slip.",
        "The north moved into battle with The south at C6.",
        "The north and The south promised each other peace for turn 1.",
    ):
        assert words in said, words
    assert "Taken back." not in said


def test_belief_is_measured_against_the_truth_of_the_turns_start() -> None:
    war = told()
    part = war.part("north", 0)
    sighting = {"id": "a", "seat": 2, "name": "A", "at": [2, 6], "level": None, "turn": 0, "since": 0}
    part.map = {**part.map, "sightings": [sighting, {**sighting, "id": "b", "at": [4, 4]}]}
    part.save()
    found = course_turn(war.campaign, 1)
    assert found is not None
    belief = found.sides[0].belief
    assert belief is not None
    assert (belief.believed, belief.elsewhere, belief.unknown) == (2, 1, 1)
    assert belief.mistakes[0].away == 2
    assert belief.text == (
        "It believed in the places of 2 enemy banners; one stood elsewhere. One stood where it knew of none."
    )


def test_triggers_and_settlements_are_told_where_there_are_any() -> None:
    war = told()
    turn = war.campaign.turns.get(number=1)
    fired = {
        "id": "t1",
        "holder": "north",
        "held": 1,
        "fired": True,
        "actor": "north1",
        "fired_by": ["north"],
    }
    turn.outcome = {**turn.outcome, "triggers": [fired, {**fired, "id": "t2", "fired": False}]}
    turn.save()
    Trigger.objects.create(
        campaign=war.campaign,
        key="t1",
        document={"relic": "crown", "when": [{"is": "used"}], "do": [{"do": "level", "by": 2}]},
        told="The gates open.",
        fired_by=["north"],
    )
    Relic.objects.create(campaign=war.campaign, key="crown", name="The crown", x=1, y=1)
    said = page(war, "end/course/1/")
    assert "The trigger The crown (t1) fired for The north, by North 1. The gates open." in said
    assert "by North 1. The gates open. It fires when the acting banner has the order to use it." in said
    assert "Then the acting banner gains 2 levels." in said
    assert "t2" not in said
    assert [one.text for one in moments_of(war.campaign) if one.kind == "trigger"] == [
        "The trigger The crown (t1) fired for The north, by North 1. The gates open."
    ]
    revealed = page(war, "end/revealed/")
    assert "fired for The north" in revealed
    assert "It fires once in the whole war, for whoever is first." in revealed


def test_orders_in_words_are_told_with_what_came_of_them() -> None:
    war = told(special_orders="all")
    turn = war.campaign.turns.get(number=1)
    orders = turn.input["plans"]["north"]["orders"]
    orders["north2"] = {"special": {"order": "other", "text": "Bribe the ferryman"}}
    turn.input["plans"]["south"]["orders"]["south2"] = {"special": {"order": "other", "text": "Wait"}}
    turn.save()
    deeds = [{"do": "move", "to": [5, 2]}, {"do": "level", "by": -2}]
    made = {"turn": turn, "seat": war.seat("north"), "at": START, "words": "He takes you over"}
    Settlement.objects.create(
        **made, banner="north2", start=deeds, end=[{"do": "spy", "radius": 2, "at": [1, 1]}]
    )
    said = page(war, "end/course/1/")
    assert (
        "North 2 of The north asked “Bribe the ferryman”: North 2 moves to F3; North 2: level -2;"
        " a spy at B2 sees 2 sectors far; it was told “He takes you over”." in said
    )
    assert "South 2 of The south asked “Wait”: nothing came of it." in said


def test_what_was_heard_before_the_war_is_opened_at_the_end() -> None:
    war = told()
    false = {"seat": "south", "at": [4, 4], "level": 12, "age": 3, "grade": "false", "marked": False}
    old = {"banner": "south2", "at": [4, 5], "level": None, "age": 0, "grade": "old", "marked": True}
    Seat.objects.filter(pk=war.seat("north").pk).update(sightings=[false, old])
    said = page(war, "end/course/1/")
    for words in (
        "Of a banner of The south at E5, level 12, seen 3 turns before the war: invented.",
        "Of a banner of The south at E6: out of date. It meant South 2, which stood at J9.",
    ):
        assert words in said, words


def test_a_ledger_says_what_changed_every_level() -> None:
    items = [
        {"rule": "7", "item": "table", "levels": -5, "with": "b1"},
        {"rule": "7", "item": "sacrifice", "levels": -1, "with": None},
        {"rule": "14.4", "item": "trigger", "levels": 3, "with": "t1"},
    ]
    gone = {"rule": "5.6", "item": "destroyed", "levels": -2, "with": "b1"}
    rows = [("a1", 2, 0, [gone]), ("a1", 15, 12, items), ("b1", 9, 9, [])]
    ledger = {
        "ledger": [{"banner": one, "from": was, "to": now, "items": why} for one, was, now, why in rows],
        "battles": [],
    }
    names = WarNames({}, {"a1": "A1", "b1": "B1"}, {}, {}, {"t1": Trigger(document={"feature": "x"})}, ())
    lines = [line.text for line in ledger_lines(ledger, {"a1": "north"}, names, "north")]
    assert lines == [
        "A1, from 2, and gone: Destroyed in its retreat by B1 \N{MINUS SIGN}2.",
        "A1, from 15 to 12: Points lost, by the attrition table \N{MINUS SIGN}5 (B1);"
        " Its own sacrifice \N{MINUS SIGN}1; What the campaign had in store +3 (x (t1)).",
    ], "one who is gone and one split off under its id have a line each, in the words of the reports"
    assert list(ledger_lines(ledger, {"a1": "north"}, names, "south")) == []
    assert list(ledger_lines(None, {}, names, "north")) == []


def test_messages_and_offers_in_vain_stay_private_at_the_end() -> None:
    war = told()
    Promise.objects.filter(campaign=war.campaign).update(state=PromiseState.DECLINED)
    for path in ("end/", "end/course/1/"):
        assert "promise" not in page(war, path).lower().replace("promises-", "")
    program = browser(war.users["south"]).get(f"/api/v1/campaigns/{war.campaign.public_id}/end/promises/")
    assert program.json() == {"promises": []}


def test_a_turn_takes_few_queries_however_long_the_war() -> None:
    war = told()
    client = browser(war.users["south"])
    page(war, "end/course/1/", client)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page(war, "end/course/1/", client)
    assert len(asked) <= 32


def test_promises_travel_in_the_file_of_a_war_that_has_ended_and_in_no_other() -> None:
    war = told()
    taken = import_campaign(
        file=export_campaign(campaign=war.campaign, by=war.users["north"]), by=war.facilitator
    )
    (here,), (there,) = (Promise.objects.filter(campaign=one) for one in (war.campaign, taken))
    assert (there.since, there.until, there.breaches) == (here.since, here.until, here.breaches)
    assert there.public_id != here.public_id
    Campaign.objects.filter(pk=war.campaign.pk).update(status="paused")
    Turn.objects.filter(campaign=war.campaign, number=1).update(phase="planning")
    war.campaign.refresh_from_db()
    running = export_campaign(campaign=war.campaign, by=war.facilitator)
    with zipfile.ZipFile(io.BytesIO(running)) as archive:
        assert archive.read("promise.jsonl") == b""
