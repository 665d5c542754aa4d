"""Faults, problems, reports, refusals and mails in a second language: no English is left but names.

The language turns each piece of a sentence round and puts marks about it, and leaves the gaps outside: what
fills a gap and is not a name must have marks of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from campaign.base.maps.formats import MapError, read
from campaign.base.refusal import Refusal
from campaign.base.words.document_faults import fault, fault_text
from campaign.base.words.rule_sentences import by_name, wrong_with_rules
from campaign.delivery.emails import letter_of
from campaign.desk.review.selectors import review_page
from campaign.desk.services import correct_input
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign
from campaign.models import Banner, Notice, PlayerTurn, User
from campaign.turn.plans.services import save_plan
from campaign.warmap.practice.services import guesses_of, try_out
from rules.format.reading import ScenarioError
from rules.scenario import load, loads, move
from rules.sentences import FAULTS
from tests.base.test_pseudo_locale import DATA, OPEN, SHUT, WORD, Texts, outside
from tests.rules.sentences import gaps
from tests.rules.test_scenario import GONE, changed
from tests.rules.test_sentences import SAID
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
_GAP = re.compile(r"(%\(\w+\)[sd]|%[sd]|\{\w+\})")
FORMAT = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:alpha|beta|gamma|turn|map|players?|banners?|seed|settings|sectors?|features?"
    r"|relics?|plans?|reports?|forfeits|rulings|orders?|retrieval|auto|tabletop|abstract|never|tall|kind|id"
    r"|house|triggers|settlements"
    r"|sacrifice|extra|cache|orb|primary|conditions?|battle|by|method|winner|march|level|at|rules|node|to"
    r"|submitted|engagement|disputed|owner|retreating|no|count|known|works)\b"
)
"""Keys and words of the scenario format, which no language has."""


def turned(message: str) -> str:
    """A sentence in the second language."""
    pieces = _GAP.split(str(message))
    plain = "<" in message or "&" in message
    return "".join(
        piece
        if _GAP.fullmatch(piece) or not piece.strip()
        else f"{OPEN}{piece if plain else piece[::-1]}{SHUT}"
        for piece in pieces
    )


def english(text: str, *names: str) -> str:
    """What of a text is in no language but English, and no name."""
    rest = outside(text)
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    rest = DATA.sub(" ", rest)
    return " ".join(rest.split()) if WORD.search(rest) else ""


def test_what_is_no_translation_is_found() -> None:
    assert english(turned("%(one)s beat %(other)s.") % {"one": "Ada", "other": "nobody"}, "Ada") == "nobody"
    assert english(turned("It is %(works)s.") % {"works": turned("fortified")}) == ""
    assert turned("It is %(works)s.") == f"{OPEN} si tI{SHUT}%(works)s{OPEN}.{SHUT}"


# Faults of documents


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_every_fault_of_a_document_is_said(second: None, code: str) -> None:
    words = {"order": "march", "slot": "primary", "other": "special", "fault": "Expecting value"}
    values = {name: words.get(name, 7) for name in gaps(FAULTS[code])}
    said = fault_text(ScenarioError("turn", code, values))
    assert OPEN in said
    assert not english(said)


@pytest.mark.parametrize(("path", "value", "line"), SAID)
def test_a_document_s_fault_leaves_only_words_of_the_format(
    second: None, path: str, value: Any, line: str
) -> None:
    with pytest.raises(ScenarioError) as refused:
        move(load(changed(path, GONE if value == "GONE" else value)))
    said = fault(refused.value)
    assert OPEN in said
    assert not english(FORMAT.sub(" ", said), "'C'")


NO_JSON = ("", "{", '{"a"', '{"a": 1,}', '["a" 1]', '{"turn": 1} x', '"\\q"', '{"a": "\n"}')


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_is_said_with_the_reader_s_words(second: None, text: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        loads(text)
    assert not english(fault_text(refused.value))
    if text:
        with pytest.raises(MapError) as wrong:
            read(text + "{" if text[0] in '"[' else text, None)
        assert not english(FORMAT.sub(" ", str(wrong.value)), ".", "C", "normal", "city", "impassable")


def test_what_is_nested_too_deeply_to_be_shown_is_said(second: None) -> None:
    deep = '{"turn": ' + "[" * 900 + "]" * 900 + "}"
    for text in (deep, "[" * 100_000):
        with pytest.raises(ScenarioError) as refused:
            loads(text)
        assert not english(FORMAT.sub(" ", fault_text(refused.value)).replace("[", ""))


def test_names_stand_for_ids_in_a_fault(second: None) -> None:
    error = ScenarioError("orders.a1", "enemies_together", {"sector": (1, 2), "banner": '"a1"'})
    said = fault(error, by_name({"a1": "Gate Guard"}))
    assert not english(said, "orders", '"Gate Guard"', "Gate Guard")
    assert '"Gate Guard"' in said
    assert "a1" not in said


def test_a_choice_of_army_rules_is_judged_in_the_reader_s_language(second: None) -> None:
    said = wrong_with_rules(("tall", "blitz", "blitz", "very_tough", "tough", "hatred"), 2)
    assert len(said) == 3
    assert not english(" ".join(said), "'tall'", "'blitz'")


# Plans


def names_of(war: War) -> list[str]:
    """What people have called things in a war, and where pages lead."""
    named = [*Banner.objects.values_list("name", flat=True), war.campaign.name, "BOLTGUN", "Rules"]
    for seat in war.campaign.seats.all():
        named += [seat.army]
    return [*named, *(user.name for user in User.objects.all())]


def illegal(war: War) -> dict[str, Any]:
    """A plan against which much can be said."""
    one, other = (war.banner(key).public_id for key in ("north1", "north2"))
    return {
        "node": None,
        "orders": {
            one: {"primary": {"order": "march", "to": [9, 9]}, "secondary": {"order": "unfortify"}},
            other: {"secondary": {"order": "transfer", "from": one, "relic": "nothing"}},
        },
    }


def test_the_service_says_why_a_plan_is_illegal(second: None) -> None:
    war = begin_war(CLOSE)
    seat = war.seat("north")
    assert seat.user is not None
    with pytest.raises(Refusal) as refused:
        save_plan(seat=seat, number=1, plan=illegal(war), by=seat.user, submit=True)
    assert not english(refused.value.message, *names_of(war), "Rules")
    assert "North 1" in refused.value.message


def test_the_page_the_script_and_programs_read_it_too(second: None, as_user: As) -> None:
    war = begin_war(CLOSE)
    user, names = war.users["north"], names_of(war)
    client, home = as_user(user), f"/c/{war.campaign.public_id}"
    plan = illegal(war)
    answer = client.post(f"{home}/plan/", json.dumps(plan), content_type="application/json").json()
    texts = [one["text"] for one in answer["problems"]]
    checked = client.post(
        f"/api/v1/campaigns/{war.campaign.public_id}/turns/1/plan/check/",
        json.dumps(plan),
        content_type="application/json",
        headers={"X-CSRFToken": "x"},
    )
    told = [one["text"] for one in checked.json()["problems"]]
    assert len(told) == len(texts) == 3
    banner = war.banner("north1").public_id
    form = {f"{banner}-primary": "march:J9", f"{banner}-secondary": "fortify", "do": "save", "turn": "1"}
    page = client.post(f"{home}/plan/form/", form)
    assert page.status_code == 422
    shown = outside("\u241e".join(Texts(page.content.decode()).found)).split("\u241e")
    offered = client.get(f"/api/v1/campaigns/{war.campaign.public_id}/banners/{banner}/options/").json()
    reasons = [one["text"] for order in offered["orders"] for one in order["problems"]]
    assert len(reasons) == 5
    texts += [*told, *shown, *reasons]
    assert [english(text, *names, "nothing") for text in texts if english(text, *names, "nothing")] == []


def test_a_trial_and_what_is_wrong_with_its_guesses(second: None) -> None:
    war = begin_war({"north": ((2, 3),), "south": ((2, 7), (12, 8))})
    war.publish()
    seat = war.seat("north")
    public = war.banner("north1").public_id
    forward = {"orders": {public: {"primary": {"order": "march", "to": [2, 4]}}}}
    (enemy,) = guesses_of(seat, ())
    dug = guesses_of(
        seat,
        [{"id": enemy.id, "works": "entrenched", "order": {"primary": {"order": "march", "to": [2, 6]}}}],
    )
    trial = try_out(seat=seat, plan=forward, guesses=dug)
    names = [*names_of(war), "The south 1 (C8)"]
    assert any("The south 1 (C8)" in line for line in trial.lines)
    assert [english(line, *names) for line in trial.lines if english(line, *names)] == []
    assert not any(public in line or enemy.id in line for line in trial.lines)
    with pytest.raises(Refusal) as refused:
        guesses_of(seat, [{"id": enemy.id, "order": {"primary": {"order": "fortify"}}}])
    assert not english(refused.value.message)


# Reports, the desk, mails


@pytest.fixture
def void() -> War:
    """A turn in which orders do not count, at the movement review."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 2)})
    war.plan("south", {"south1": {"primary": {"order": "march", "to": [2, 5]}}})
    Banner.objects.filter(key="north1").update(works="fortified")
    war.pass_deadline()
    return war


def test_the_desk_reads_why_orders_do_not_count_with_names(second: None, void: War) -> None:
    page = review_page(void.campaign, void.turn)
    assert page is not None
    said = [text for row in page.banners for text in row.void]
    assert len(said) == 1
    assert not english(said[0])


def test_a_correction_that_cannot_be_names_what_is_in_the_way(second: None, void: War) -> None:
    south = void.banner("south1")
    change = {"banner": "north2", "at": [south.x, south.y]}
    with pytest.raises(Refusal) as refused:
        correct_input(turn=void.turn, change=change, reason="Mistyped", by=void.facilitator)
    assert not english(refused.value.message, *names_of(void), "banners", ".at")
    assert not re.search(r"\b(?:north|south)\d\b", refused.value.message)


def test_the_report_says_it_on_its_page_and_for_programs(second: None, void: War, as_user: As) -> None:
    void.publish()
    client = as_user(void.users["north"])
    stored = PlayerTurn.objects.get(seat=void.seat("north"), turn__number=1).report
    (problem,) = stored["told"]["void"][0]["problems"]
    assert (problem["values"], "text" in problem) == ({"works": "fortified"}, False)
    html = client.get(f"/c/{void.campaign.public_id}/turns/1/report/").content.decode()
    whole = "\u241e".join(Texts(html).found)
    rest = [english(text, *names_of(void)) for text in outside(whole).split("\u241e")]
    assert turned("it must unfortify first")[1:-1] in whole
    assert [one for one in rest if one] == []


def test_mails_of_the_turn(second: None, void: War) -> None:
    void.publish()
    notices = list(Notice.objects.filter(campaign=void.campaign).order_by("id"))
    letters = [found for found in map(letter_of, notices) if found is not None]
    assert len({notice.kind for notice in notices}) > 2
    assert len(letters) > 3
    names = names_of(void)
    said = [english(f"{one.subject} {one.text}", *names) for one in letters]
    assert [one for one in said if one] == []


# Refusals of a set-up


def test_a_set_up_that_cannot_be_read_is_refused(second: None) -> None:
    war = begin_war(CLOSE)
    document = {**changed("reports", []), "rulings": [], "forfeits": []}
    state = load(document).state
    spec = CampaignSpec(
        name="War",
        state=replace(state, banners=(*state.banners, state.banners[0])),
        seats=tuple(SeatSpec(key=one.id, army=one.id.title(), user=None) for one in state.players),
    )
    with pytest.raises(Refusal) as refused:
        create_campaign(facilitator=war.facilitator, spec=spec)
    assert not english(refused.value.message, "banners[3].id", '"a1"')
