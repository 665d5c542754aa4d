"""A lesson is played through, otherwise, left and taken up again: by the services, with a real tick."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaign.base.refusal import Refusal
from campaign.lessons.curriculum import lesson
from campaign.lessons.hint_parts import hint_context
from campaign.lessons.machine import Act, OutOfOrderError
from campaign.lessons.selectors import hint_for, standing_of
from campaign.lessons.services import answer, ask_hints_again, begin, go_on
from campaign.models import (
    Campaign,
    CampaignKind,
    CampaignStatus,
    LessonProgress,
    PlayerTurn,
    ScriptedPlan,
    Seat,
    User,
)
from campaign.skirmish.claiming import has_begun_twice, move_wars
from campaign.skirmish.services import begin_for
from campaign.skirmish.setting_up import Wish
from campaign.turn.plans.services import save_plan
from tests.lessons.conftest import WAR, Learner

HOLD: dict[str, object] = {}


def test_the_whole_lesson_by_its_own_plans(learner: Learner) -> None:
    shown = []
    for number in (1, 2, 3, 4):
        while (step := learner.hint.step) is not None and step.wants.kind != "submitted":
            shown.append(step.id)
            if step.wants.kind == "plan_has":
                orders = WAR.chapters[number - 1].model["orders"]
                learner.plan({step.wants.banner: orders[step.wants.banner]} | _given(learner, orders))
            else:
                learner.answer()
        shown.append(step.id if step else "")
        learner.play(number)
    shown += _end(learner)
    assert shown == [step.id for chapter in WAR.chapters for step in chapter.steps]
    war = Campaign.objects.get(pk=learner.war.pk)
    assert war.status == CampaignStatus.ENDED
    assert war.champion == war.seats.get(user=learner.user)
    assert LessonProgress.objects.get().state == "done"


def _given(learner: Learner, orders: dict[str, object]) -> dict[str, object]:
    """What stands in the plan already: a draft is whole."""
    part = PlayerTurn.objects.filter(seat__user=learner.user).order_by("-turn__number")[0]
    there = set(part.orders.values_list("banner", flat=True))
    return {key: given for key, given in orders.items() if key in there}


def _end(learner: Learner) -> list[str]:
    seen = []
    while True:
        found = hint_for(learner.user, learner.war.public_id, learner.war.kind)
        if found is None or found.step is None:
            return seen
        seen.append(found.step.id)
        learner.answer()


def test_the_enemies_do_what_is_written(learner: Learner) -> None:
    learner.play(1)
    scripts = ScriptedPlan.objects.filter(seat__campaign=learner.war, turn=1)
    assert {row.seat.key for row in scripts} == {"tithe", "marsh"}
    tithe = learner.war.banners.get(key="hammer")
    assert (tithe.x, tithe.y) == (8, 1)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_legal_plan_is_taken_and_the_lesson_goes_on_from_its_own(learner: Learner, number: int) -> None:
    for turn in range(1, number):
        learner.play(turn)
        learner.read_on()
    learner.plan(HOLD, submit=True)
    found = learner.hint.present
    assert found.missed
    assert found.place.chapter == number
    old = learner.war
    learner.war = go_on(user=learner.user, campaign_id=old.public_id)
    assert not Campaign.objects.filter(pk=old.pk).exists(), "the other war is forgotten"
    assert learner.war.public_id == old.public_id, "other tabs and the way back lead to it"
    assert learner.turn == number + 1
    assert learner.hint.present.id == WAR.chapters[number].steps[0].id
    told = PlayerTurn.objects.get(seat__user=learner.user, turn__number=number)
    assert told.report, "with its report"


def test_a_lost_end_can_be_played_again_or_looked_at(learner: Learner) -> None:
    for turn in (1, 2, 3):
        learner.play(turn)
    learner.play(4)
    assert not learner.hint.present.missed
    Campaign.objects.update(champion=None)
    assert learner.hint.present.missed
    assert learner.hint.last_chapter
    again = go_on(user=learner.user, campaign_id=learner.war.public_id)
    learner.war = again
    assert learner.turn == 4
    learner.play(4)
    Campaign.objects.update(champion=None)
    learner.answer(Act.SKIP)
    assert learner.hint.present.id == "reveal"
    assert hint_context(learner.hint, "map")["text"].startswith("The lesson's war was not won this time. ")


def test_whoever_has_won_is_told_so(learner: Learner) -> None:
    for turn in (1, 2, 3, 4):
        learner.play(turn)
    assert hint_context(learner.hint, "map")["text"].startswith("You have won: ")
    learner.answer()
    assert "won" not in hint_context(learner.hint, "map")["text"], "said once"


def test_nothing_is_stored_for_a_step_that_is_not_the_present_one(learner: Learner) -> None:
    before = LessonProgress.objects.values().get()
    for step in ("film", "march", "nobody-knows-it", ""):
        for act in (Act.DONE, Act.SKIP, Act.LEAVE):
            with pytest.raises(OutOfOrderError) as refused:
                answer(user=learner.user, campaign_id=learner.war.public_id, step=step, act=act)
            assert refused.value.present.id == "aim"
    with pytest.raises(OutOfOrderError):
        go_on(user=learner.user, campaign_id=learner.war.public_id)
    assert LessonProgress.objects.values().get() == before


def test_only_a_plan_that_is_stored_counts(learner: Learner) -> None:
    for _step in range(3):
        learner.answer()
    assert learner.hint.present.id == "march"
    with pytest.raises(Refusal):
        learner.plan({"scouts": {"primary": {"order": "march", "to": [8, 8]}}})
    assert learner.hint.present.id == "march"
    learner.plan({"scouts": {"primary": {"order": "march", "to": [5, 4]}}})
    assert learner.hint.present.id == "saved"


def test_it_is_left_and_taken_up_again(learner: Learner) -> None:
    learner.answer()
    learner.answer(Act.LEAVE)
    assert hint_for(learner.user, learner.war.public_id, learner.war.kind) is None
    standing = standing_of(learner.user)
    assert standing is not None
    assert standing.state == "left"
    assert begin(user=learner.user) == learner.war
    assert learner.hint.present.id == "banner"


def test_it_is_told_at_the_turn_that_runs_before_any_of_its_steps_is_answered(learner: Learner) -> None:
    learner.play(1)
    assert LessonProgress.objects.get().chapter == 0
    standing = standing_of(learner.user)
    assert standing is not None
    assert (standing.chapter, standing.title) == (2, WAR.chapters[1].title)


@pytest.mark.parametrize("act", ["done", "skip"])
def test_the_last_answer_leads_to_how_it_ended(learner: Learner, act: str) -> None:
    for turn in (1, 2, 3, 4):
        learner.play(turn)
    client, there = log_in(learner.user), f"/c/{learner.war.public_id}/lesson/"
    first = client.post(there, {"step": "reveal", "act": act}, headers={"Accept": "application/json"})
    assert "there" not in first.json()
    last = client.post(there, {"step": "film", "act": act}, headers={"Accept": "application/json"})
    assert last.json() == {"there": f"/c/{learner.war.public_id}/end/"}
    LessonProgress.objects.update(step=1, state="open")
    assert client.post(there, {"step": "film", "act": act})["Location"] == f"/c/{learner.war.public_id}/end/"


def test_it_is_begun_anew_once_however_often_it_is_asked(learner: Learner) -> None:
    old = learner.war.public_id
    fresh = begin(user=learner.user, instead_of=old)
    assert begin(user=learner.user, instead_of=old) == fresh
    assert Campaign.objects.filter(kind=CampaignKind.LESSON).count() == 1


def test_whoever_begins_again_is_asked_first_but_not_once_it_is_done(learner: Learner) -> None:
    client, sent = log_in(learner.user), {"instead_of": learner.war.public_id}
    learner.answer()
    assert "How far you have come is erased" in client.post("/lesson/", sent).content.decode()
    assert learner.hint.present.id == "banner", "nothing has happened"
    assert client.post("/lesson/", sent | {"sure": "yes"}).status_code == 302
    assert not Campaign.objects.filter(pk=learner.war.pk).exists()
    LessonProgress.objects.update(state="done")
    war = Campaign.objects.get()
    assert client.post("/lesson/", {"instead_of": war.public_id}).status_code == 302
    assert not Campaign.objects.filter(pk=war.pk).exists()


def test_others_have_no_part_in_it(learner: Learner, ben: User) -> None:
    assert hint_for(ben, learner.war.public_id, learner.war.kind) is None
    with pytest.raises(Refusal):
        answer(user=ben, campaign_id=learner.war.public_id, step="aim", act=Act.DONE)


# The pages


def log_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_looking_makes_nothing(visitor: Client) -> None:
    assert visitor.get("/lesson/").status_code == 200
    assert not Campaign.objects.exists()
    assert not User.objects.exists()


def test_a_visitor_learns_as_a_guest(visitor: Client) -> None:
    page = visitor.get("/lesson/").content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key is not None
    first = visitor.post("/lesson/", {"key": key[1]})
    war = Campaign.objects.get()
    assert first["Location"] == f"/c/{war.public_id}/"
    assert User.objects.get().guest
    assert 'data-step="aim"' in visitor.get(first["Location"]).content.decode()
    assert visitor.post(f"/c/{war.public_id}/lesson/", {"step": "aim", "act": "done"}).status_code == 302
    again = Client().post("/lesson/", {"key": key[1]})
    assert again["Location"] == first["Location"]
    assert Campaign.objects.count() == 1
    assert visitor.get("/rules/short/").status_code == 200


def test_a_key_that_is_none_makes_nothing(visitor: Client) -> None:
    assert visitor.post("/lesson/", {"key": "nonsense"})["Location"] == "/lesson/"
    assert not User.objects.exists()


def test_the_wrong_step_is_422_with_the_present_one(learner: Learner) -> None:
    client = log_in(learner.user)
    there = f"/c/{learner.war.public_id}/lesson/"
    for sent in ({"step": "film", "act": "done"}, {"step": "aim", "act": "fly"}, {"step": "aim"}, {}):
        told = client.post(there, sent, headers={"Accept": "application/json"})
        assert told.status_code == 422
        assert told.json()["step"] == "aim"
        assert 'data-step="aim"' in told.json()["html"]
        page = client.post(there, sent)
        assert page.status_code == 422
        assert 'data-step="aim"' in page.content.decode()
    assert LessonProgress.objects.get().step == 0


def test_a_step_stands_on_map_table_and_report(learner: Learner) -> None:
    client = log_in(learner.user)
    war = learner.war.public_id
    for page in (f"/c/{war}/", f"/c/{war}/table/"):
        body = client.get(page).content.decode()
        assert 'data-step="aim"' in body
        assert WAR.chapters[0].steps[0].text.split(".")[0] in body
    learner.play(1)
    body = client.get(reverse("turn_report", args=[war, 1])).content.decode()
    assert 'data-step="report-1"' in body
    assert 'name="act" value="done"' in body
    assert len(client.get(f"/c/{war}/").content) <= 120_000


def test_an_answer_leads_back_where_it_came_from_and_nowhere_else(learner: Learner) -> None:
    client = log_in(learner.user)
    there = f"/c/{learner.war.public_id}/lesson/"
    table = f"/c/{learner.war.public_id}/table/"
    assert client.post(there, {"step": "aim", "act": "done", "next": table})["Location"] == table
    for elsewhere in ("//evil.example/", "https://evil.example/", "/\\evil.example"):
        LessonProgress.objects.update(step=1)
        told = client.post(there, {"step": "banner", "act": "skip", "next": elsewhere})
        assert told["Location"] == f"/c/{learner.war.public_id}/"


def test_nobody_keeps_a_step_or_the_key_of_a_beginning(learner: Learner, visitor: Client) -> None:
    """No proxy, and no button back on a machine that others use."""
    client, there = log_in(learner.user), f"/c/{learner.war.public_id}/lesson/"
    wrong = {"step": "film", "act": "done"}
    for told in (
        visitor.get("/lesson/"),
        client.get("/lesson/"),
        client.get(there, headers={"Accept": "application/json"}),
        client.post(there, wrong, headers={"Accept": "application/json"}),
        client.post(there, wrong),
    ):
        assert "no-store" in told["Cache-Control"]
        assert "private" in told["Cache-Control"]


def test_strangers_find_no_lesson(learner: Learner, ben: User) -> None:
    client = log_in(ben)
    assert (
        client.post(f"/c/{learner.war.public_id}/lesson/", {"step": "aim", "act": "done"}).status_code == 404
    )


def test_a_claim_takes_the_lesson_along(visitor: Client, ben: User) -> None:
    key = re.search(r'name="key" value="([^"]+)"', visitor.get("/lesson/").content.decode())
    assert key is not None
    visitor.post("/lesson/", {"key": key[1]})
    guest = User.objects.get(guest=True)
    assert move_wars(guest=guest, account=ben) == 1
    war = Campaign.objects.get()
    found = hint_for(ben, war.public_id, war.kind)
    assert found is not None
    assert found.present.id == "aim"


@pytest.mark.parametrize("further", ["the guest", "the account"])
def test_a_claim_keeps_the_lesson_that_has_got_further(visitor: Client, ben: User, further: str) -> None:
    known = Learner(ben)
    key = re.search(r'name="key" value="([^"]+)"', visitor.get("/lesson/").content.decode())
    assert key is not None
    visitor.post("/lesson/", {"key": key[1]})
    guest = User.objects.get(guest=True)
    theirs = LessonProgress.objects.get(user=guest).campaign
    kept = theirs if further == "the guest" else known.war
    LessonProgress.objects.filter(campaign=kept).update(step=1)
    assert has_begun_twice(guest=guest, account=ben)
    move_wars(guest=guest, account=ben)
    assert list(Campaign.objects.all()) == [kept], "one lesson has one war, and none is without its hints"
    found = hint_for(ben, kept.public_id, kept.kind)
    assert found is not None
    assert found.present.id == "banner"
    assert not User.objects.filter(pk=guest.pk).exists()
    assert begin(user=ben) == kept


# The first turn in a real seat


def _first(user: User, war: Campaign) -> str:
    found = hint_for(user, war.public_id, war.kind)
    return found.present.id if found is not None else ""


def test_the_first_turn_in_a_real_seat_shows_five_hints_each_once(tarn: Campaign, ada: User) -> None:
    seat = Seat.objects.get(campaign=tarn, user=ada)
    ada.hints = 0
    ada.save()
    number = tarn.turns.order_by("-number")[0].number
    seen = []
    while step := _first(ada, tarn):
        seen.append(step)
        if step in ("orders", "submit"):
            orders = {seat.banners.order_by("id")[0].public_id: {"primary": {"order": "search"}}}
            save_plan(seat=seat, number=number, plan={"orders": orders}, by=ada, submit=step == "submit")
        else:
            answer(user=ada, campaign_id=tarn.public_id, step=step, act=Act.DONE)
            ada.refresh_from_db()
    assert seen == [step.id for step in lesson("first_turn").chapters[0].steps]
    assert len(seen) == 5


def test_hints_are_for_the_first_turn_alone_and_come_again_when_asked(tarn: Campaign, ada: User) -> None:
    ask_hints_again(user=ada)
    assert _first(ada, tarn) == "aims"
    answer(user=ada, campaign_id=tarn.public_id, step="aims", act=Act.LEAVE)
    ada.refresh_from_db()
    assert _first(ada, tarn) == ""
    client = log_in(ada)
    assert client.post("/lesson/hints/").status_code == 302
    ada.refresh_from_db()
    assert _first(ada, tarn) == "aims"
    body = client.get(f"/c/{tarn.public_id}/").content.decode()
    assert 'data-step="aims"' in body


def test_the_page_is_answered_with_the_next_hint(tarn: Campaign, ada: User) -> None:
    ask_hints_again(user=ada)
    client, there = log_in(ada), f"/c/{tarn.public_id}/lesson/?where=map"
    sent = {"step": "aims", "act": "done"}
    told = client.post(there, sent, headers={"Accept": "application/json"})
    assert 'data-step="banner"' in told.json()["html"]


def test_a_turn_that_is_over_is_no_first_one(learner: Learner, tarn: Campaign, ada: User) -> None:
    ask_hints_again(user=ada)
    learner.play(1)
    assert _first(ada, tarn) == "aims", "a lesson's turn is not a real one"
    seat = Seat.objects.get(campaign=tarn, user=ada)
    number = tarn.turns.order_by("-number")[0].number
    orders = {seat.banners.order_by("id")[0].public_id: {"hold": True}}
    save_plan(seat=seat, number=number, plan={"orders": orders}, by=ada)
    assert _first(ada, tarn) == "aims", "it is still the first"
    another = begin_for(user=ada, token="another", wish=Wish(2, "recruit", "steady")).campaign
    assert _first(ada, another) == "", "who has planned elsewhere knows the page"
