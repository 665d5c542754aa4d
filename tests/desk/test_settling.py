"""Orders in words: written, settled in the reviews, told to their player (Rules 14.2, 14.3)."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest

from campaign.base.refusal import Refusal
from campaign.desk.review.selectors import review_page
from campaign.desk.selectors import desk_page
from campaign.desk.services import correct_input
from campaign.desk.settling.services import Said, settle, unsettle
from campaign.models import AuditEntry, Feature, Order, Phase, Settlement
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.replay import is_equal
from campaign.turn.turn_rights import mark_of
from campaign.warmap.plan.selectors import my_plan
from tests.warmap.test_warmap import browser as client
from tests.wars import APART, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db

VAULT = {"id": "vault", "at": [12, 9], "needs_search": True, "known_to": []}
MILL = {"id": "mill", "at": [3, 2], "known_to": ["north"]}
RELIC = {"id": "crown", "carried_by": "north1"}


def other(text: str) -> dict[str, Any]:
    return {"special": {"order": "other", "text": text}}


def in_review(**variables: Any) -> War:
    """Both have an order in words, and the movement is shown to the facilitator."""
    war = begin_war(
        APART, document={"features": [VAULT, MILL], "relics": [RELIC]}, special_orders="all", **variables
    )
    war.plan("north", {"north1": other("Bribe the ferryman"), "north2": HOLD})
    war.plan("south", {"south1": other("Poison their wells")})
    war.pass_deadline()
    assert war.turn.phase == Phase.MOVEMENT_REVIEW
    return war


def say(war: War, said: Said, banner: str = "north1") -> Settlement:
    return settle(turn=war.turn, banner=banner, said=said, by=war.facilitator)


def told(war: War, army: str, document: str, number: int = 1) -> list[Any]:
    found = getattr(war.part(army, number), document)["others"]
    return [(one["text"], one["settled"], one["words"]) for one in found]


FERRY = Said(
    ({"do": "level", "by": -2, "banner": "south1"}, {"do": "move", "to": [6, 5]}),
    ({"do": "reveal", "feature": "vault"},),
    "He takes you over.\nFor a price.",
)


def test_what_is_settled_takes_effect_and_its_player_alone_reads_of_it() -> None:
    war = in_review()
    say(war, FERRY)
    assert war.turn.input["settlements"][0]["banner"] == "north1"
    war.pass_deadline()
    assert (war.banner("north1").x, war.banner("north1").y) == (6, 5)
    assert war.banner("south1").level == 13
    assert told(war, "north", "announcement") == [("Bribe the ferryman", True, FERRY.words)]
    assert told(war, "south", "announcement") == [("Poison their wells", False, "")]
    turn = war.publish()
    assert Feature.objects.get(key="vault").known_to == ["north"]
    assert told(war, "north", "report") == [("Bribe the ferryman", True, FERRY.words)]
    assert told(war, "south", "report") == [("Poison their wells", False, "")]
    assert is_equal(turn)
    theirs = json.dumps([war.part("south", 1).report, war.part("south", 1).announcement])
    assert "ferryman" not in theirs
    assert "For a price" not in theirs


def test_in_the_aftermath_review_only_the_end_is_settled() -> None:
    war = in_review()
    say(war, Said(FERRY.start, (), "Wait and see."))
    war.pass_deadline()
    war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    movement = war.turn.movement
    with pytest.raises(Refusal) as no:
        say(war, Said((), FERRY.end))
    assert (no.value.code, no.value.field) == ("settlement", "start")
    with pytest.raises(Refusal) as no:
        unsettle(turn=war.turn, banner="north1", by=war.facilitator)
    assert no.value.field == "start"
    say(war, Said(None, ({"do": "level", "by": -3},), "A high price."))
    say(war, Said(None, ({"do": "level", "by": 2, "banner": "north2"},)), "south1")
    turn = war.publish()
    assert (war.banner("north1").level, war.banner("north2").level) == (12, 17)
    assert turn.movement == movement
    assert told(war, "north", "announcement")[0][2] == "Wait and see."
    assert told(war, "north", "report")[0][2] == "A high price."
    assert is_equal(turn)


def test_what_is_taken_back_comes_to_nothing_and_a_corrected_order_rests() -> None:
    war = in_review()
    say(war, FERRY)
    correct = {"plan": "north", "banner": "north1", "orders": march(3, 1)}
    made = correct_input(turn=war.turn, change=correct, reason="He may not", by=war.facilitator)
    assert "settlements" not in war.turn.input
    assert made.change == correct
    say(war, Said((), (), "They are deep."), "south1")
    unsettle(turn=war.turn, banner="south1", by=war.facilitator)
    war.pass_deadline()
    assert war.banner("south1").level == 15
    assert "others" not in war.part("north", 1).announcement
    kinds = list(
        AuditEntry.objects.filter(kind__endswith="settled").order_by("id").values_list("kind", flat=True)
    )
    assert kinds == ["settled", "settled", "unsettled"]
    assert not AuditEntry.objects.filter(kind__endswith="settled", public=True).exists()


@pytest.mark.parametrize(
    ("said", "field", "word"),
    [
        (Said(({"do": "fly"},)), "start[0].do", "level, move"),
        (Said(({"do": "reveal", "feature": "vault"},)), "start[0].do", "level, move"),
        (Said(({"do": "level", "by": 21},)), "start[0].by", "20"),
        (Said((), ({"do": "level", "by": 1, "banner": "nobody"},)), "end[0].banner", "nobody"),
        (Said((), ({"do": "reveal", "feature": "moon"},)), "end[0].feature", "moon"),
        (Said((), ({"do": "spy", "radius": 31, "at": [1, 1]},)), "end[0].radius", "30"),
        (Said(({"do": "move", "to": [1, 1]}, {"do": "move", "to": [2, 1]})), "start[1].do", "move"),
        (Said((), (), "x" * 1001), "words", "1000"),
        (Said((), (), "a\u202eb"), "words", "U+202E"),
        (Said(), "words", "effect"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place_and_what_is_allowed(
    said: Said, field: str, word: str
) -> None:
    war = in_review()
    with pytest.raises(Refusal) as no:
        say(war, said)
    assert (no.value.code, no.value.field) == ("settlement", field)
    assert word in no.value.message
    assert not Settlement.objects.exists()


def test_only_a_facilitator_settles_and_only_an_order_in_words() -> None:
    war = in_review()
    for by, banner, code in (
        (war.users["south"], "north1", "not_yours"),
        (war.facilitator, "north2", "settlement"),
    ):
        with pytest.raises(Refusal) as no:
            settle(turn=war.turn, banner=banner, said=FERRY, by=by)
        assert no.value.code == code
    say(war, FERRY)
    with pytest.raises(Refusal) as no:
        say(war, FERRY)
    assert no.value.code == "changes_nothing"


# The desk's page


def test_the_desk_settles_with_a_form() -> None:
    war = in_review()
    page = f"/c/{war.campaign.public_id}/desk/review/"
    desk, banner = client(war.facilitator), war.banner("north1").public_id
    shown = unescape(desk.get(page).content.decode())
    assert "Bribe the ferryman" in shown
    assert "nothing came of it" in shown
    typed = {
        "act": f"settle-{banner}",
        "start_level_0_by": "-2",
        "start_level_0_banner": war.banner("south1").public_id,
        "start_move_0_to": "G6",
        "end_reveal_0_thing": f"feature:{Feature.objects.get(key='vault').public_id}",
        "end_spy_0_at": "B2",
        "words": "He takes you over.",
    }
    wrong = desk.post(page, typed)
    assert wrong.status_code == 422
    assert "how far it sees" in unescape(wrong.content.decode())
    assert "He takes you over." in wrong.content.decode()
    assert desk.post(page, {**typed, "end_spy_0_radius": "2"}).status_code == 302
    made = Settlement.objects.get()
    assert made.start == [{"do": "level", "by": -2, "banner": "south1"}, {"do": "move", "to": [6, 5]}]
    assert [one["do"] for one in made.end] == ["reveal", "spy"]
    dry_run = review_page(war.campaign, war.turn)
    assert dry_run is not None
    (moved,) = [row for row in dry_run.banners if row.moved]
    assert (moved.name, moved.after) == ("North 1", "G6")
    kept = unescape(desk.get(page).content.decode())
    assert "North 1 moves to G6" in kept
    assert 'value="G6"' in kept
    assert desk.post(page, {"act": f"unsettle-{banner}"}).status_code == 302
    assert not Settlement.objects.exists()
    assert client(war.users["south"]).get(page).status_code == 404


def test_the_overview_counts_the_orders_that_wait() -> None:
    war = in_review()
    desk, page = client(war.facilitator), f"/c/{war.campaign.public_id}/desk/"
    assert "2 orders in the players' own words wait for your decision." in unescape(
        desk.get(page).content.decode()
    )
    say(war, FERRY)
    assert "1 order in the player's own words waits for your decision." in unescape(
        desk.get(page).content.decode()
    )
    say(war, Said((), (), "Nothing."), "south1")
    assert "settle" not in [one.kind for one in desk_page(war.campaign, war.turn).decisions]


def test_a_form_of_before_the_turn_went_on_is_a_conflict_that_keeps_what_was_typed() -> None:
    war = in_review()
    page = f"/c/{war.campaign.public_id}/desk/review/"
    desk, banner = client(war.facilitator), war.banner("north1").public_id
    typed = {"act": f"settle-{banner}", "seen": mark_of(war.turn), "words": "He takes you\nover <all>."}
    war.pass_deadline()
    war.pass_deadline()
    war.publish()
    answer = desk.post(page, typed)
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "The turn has gone on since you opened this page" in shown
    assert "He takes you<br>over &lt;all&gt;." in shown
    assert desk.post(page, {**typed, "seen": ""}).status_code == 404
    assert not Settlement.objects.exists()


def test_the_report_says_what_came_of_it() -> None:
    war = in_review()
    say(war, FERRY)
    war.pass_deadline()
    north, south = client(war.users["north"]), client(war.users["south"])
    page = f"/c/{war.campaign.public_id}/turns/1/report/"
    before = unescape(south.get(page).content.decode())
    assert "The report of the turn says what came of it" in before
    war.publish()
    assert "He takes you over." in unescape(north.get(page).content.decode())
    theirs = unescape(south.get(page).content.decode())
    assert "Nothing came of it." in theirs
    assert "ferry" not in theirs.lower()
    api = f"/api/v1/campaigns/{war.campaign.public_id}/turns/1/report/"
    (one,) = south.get(api).json()["others"]
    assert (one["text"], one["outcome"]) == ("Poison their wells", "Nothing came of it.")


def test_programs_settle_with_public_ids() -> None:
    war = in_review()
    desk, here = client(war.facilitator), f"/api/v1/campaigns/{war.campaign.public_id}/desk/settlements/"
    north, south = war.banner("north1").public_id, war.banner("south1").public_id
    (one, _two) = desk.get(here).json()["orders"]
    assert (one["banner"], one["text"], one["settled"]) == (north, "Bribe the ferryman", False)
    body = {
        "start": [{"do": "level", "by": -2, "banner": south}],
        "end": [{"do": "unseal", "relic": view_of_seat(war.seat("north")).ids.public_relics["crown"]}],
        "words": "So be it.",
    }

    def put(sent: Any) -> Any:
        return desk.put(
            f"{here}{north}/", sent, "application/json", headers={"Idempotency-Key": str(len(str(sent)))}
        )

    wrong = put({**body, "start": [{"do": "level", "by": 1, "banner": "moon"}]})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "start[0].banner")
    wrong = put({**body, "end": [{"do": "level", "by": 0}]})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "end[0].by")
    (one, _two) = put(body).json()["orders"]
    assert (one["start"], one["end"], one["words"]) == (body["start"], body["end"], "So be it.")
    taken = desk.post(f"{here}{north}/remove/", {}, "application/json", headers={"Idempotency-Key": "gone"})
    assert not taken.json()["orders"][0]["settled"]
    assert client(war.users["south"]).get(here).status_code == 403


# Plans


def test_a_relic_or_a_feature_in_battle_range_is_used() -> None:
    war = begin_war(APART, document={"features": [VAULT, MILL], "relics": [RELIC]}, special_orders="use")
    seat = war.seat("north")
    mill = Feature.objects.get(key="mill").public_id
    war.plan("north", {"north1": {"special": {"order": "use", "feature": mill}}}, submit=False)
    assert Order.objects.get().detail == {"order": "use", "feature": "mill"}
    plan = my_plan(seat, 1).plan["orders"][war.banner("north1").public_id]
    assert plan["special"] == {"order": "use", "feature": mill}
    vault = Feature.objects.get(key="vault").public_id
    for wrong in ({"order": "use", "feature": vault}, {"order": "other", "text": "No"}):
        with pytest.raises(Refusal):
            war.plan("north", {"north1": {"special": wrong}}, submit=False)
    war.plan(
        "north",
        {"north1": {"special": {"order": "use", "relic": view_of_seat(seat).ids.public_relics["crown"]}}},
    )
    war.pass_deadline()
    assert war.turn.proposal["void"] == []
    assert war.turn.input["plans"]["north"]["orders"]["north1"]["special"]["relic"] == "crown"


@pytest.mark.parametrize("text", ["two\nlines", "a\u0007bell", "", "x" * 501])
def test_words_of_an_order_are_one_line_of_text(text: str) -> None:
    war = begin_war(APART, special_orders="all")
    with pytest.raises(Refusal) as no:
        war.plan("north", {"north1": other(text)})
    assert no.value.code == "malformed"
    assert (no.value.field or "").endswith("special.text")
