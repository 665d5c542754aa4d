"""Promises of peace: who makes them, what breaks them, and who knows of it before the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from campaign.accounts.privacy.selectors import own_data
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.delivery import services as delivery
from campaign.models import Deputy, Notice, Promise, User
from campaign.people.seats.services import leave_seat
from campaign.press.promises.selectors import PromiseLine, own_promises, promises_in
from campaign.press.promises.services import answer_promise, offer_promise
from tests.fights import browser
from tests.wars import APART, CLOSE, HOLD, START, War, begin_war, march

pytestmark = pytest.mark.django_db
THREE = {**CLOSE, "east": ((12, 3), (12, 8))}


def offer(war: War, army: str, to: int, until: int = 3) -> Promise:
    with clock.at(START):
        return offer_promise(user=war.users[army], campaign=war.campaign, name=f"seat-{to}", until=until)


def answer(war: War, army: str, promise: Promise, what: str = "accept") -> Promise:
    with clock.at(START):
        return answer_promise(
            user=war.users[army], campaign=war.campaign, promise_id=promise.public_id, answer=what
        )


def peace(war: War, until: int = 3) -> Promise:
    return answer(war, "south", offer(war, "north", 2, until))


def known(war: War, army: str) -> PromiseLine:
    war.campaign.refresh_from_db()
    (line,) = own_promises(war.users[army], war.campaign)
    return line


def refused(act: Any, *given: Any) -> str:
    with pytest.raises(Refusal) as caught:
        act(*given)
    return caught.value.code


def test_peace_is_offered_and_accepted_and_only_the_two_know() -> None:
    war = begin_war(THREE)
    made = peace(war)
    assert (made.state, made.since, made.until) == ("accepted", 1, 3)
    assert [known(war, army).standing for army in ("north", "south")] == ["running", "running"]
    assert known(war, "north").mine
    Deputy.objects.create(
        seat=war.seat("south"), user=User.objects.create_user("d@club.example"), since=START
    )
    deputy = User.objects.get(email="d@club.example")
    for other in (war.users["east"], war.facilitator, deputy):
        assert own_promises(other, war.campaign) == ()
        page = browser(other).get(f"/c/{war.campaign.public_id}/promises/").content.decode()
        assert "Peace until" not in page
        act = {"answer": "accept"}
        path = f"/c/{war.campaign.public_id}/promises/{made.public_id}/"
        assert browser(other).post(path, act).status_code == 404
    assert not war.campaign.audit.filter(kind__contains="promise").exists()


def test_who_may_offer_and_answer_and_until_when() -> None:
    war = begin_war(THREE, last_turn=4)
    assert refused(offer, war, "north", 2, 0) == "until"
    assert refused(offer, war, "north", 2, 5) == "until"
    assert refused(offer, war, "north", 9) == "unknown"
    made = offer(war, "north", 2)
    assert refused(offer, war, "south", 1) == "open_offer"
    assert refused(answer, war, "north", made) == "not_yours"
    assert refused(answer, war, "south", made, "withdraw") == "not_yours"
    assert refused(answer, war, "east", made) == "unknown"
    answer(war, "north", made, "withdraw")
    assert refused(answer, war, "south", made) == "settled"
    answer(war, "south", offer(war, "north", 2), "decline")
    late = offer(war, "north", 2, 1)
    war.pass_deadline()
    assert refused(answer, war, "south", late) == "too_late"
    assert [line.standing for line in own_promises(war.users["north"], war.campaign)] == [
        "lapsed",
        "declined",
        "withdrawn",
    ]


@pytest.mark.parametrize("press", ["public", "none"])
def test_the_press_limits_promises_as_it_does_messages(press: str) -> None:
    war = begin_war(CLOSE)
    made = offer(war, "north", 2)
    war.campaign.settings = Variables.parse({**war.campaign.settings, "press": press}).document()
    war.campaign.save()
    assert refused(answer, war, "south", made) == "press"
    answer(war, "south", made, "decline")
    assert refused(offer, war, "north", 2) == "press"
    talk = promises_in(war.users["north"], war.campaign, "seat-2")
    assert talk is not None
    assert not talk.may_offer


def test_home_names_an_offer_until_it_is_answered_to_its_player_alone() -> None:
    war = begin_war(THREE)
    made = offer(war, "north", 2)
    words = f"{war.seat('north').army} offers peace until the end of turn 3: answer it"
    assert words in browser(war.users["south"]).get("/").content.decode()
    for army in ("north", "east"):
        assert "offers peace" not in browser(war.users[army]).get("/").content.decode()
    deputy = User.objects.create_user("deputy@club.example", name="Dora")
    Deputy.objects.create(seat=war.seat("south"), user=deputy, since=START)
    assert "offers peace" not in browser(deputy).get("/").content.decode()
    answer(war, "south", made, "decline")
    assert "offers peace" not in browser(war.users["south"]).get("/").content.decode()


def test_where_nobody_holds_the_other_seat_no_link_is_dead_and_the_offer_can_be_settled() -> None:
    war = begin_war(THREE)
    made = offer(war, "north", 2)
    reader = browser(war.users["south"])
    with clock.at(START):
        delivery.send_due()
    (told,) = [one for one in mail.outbox if "peace with another army" in one.subject]
    leave_seat(seat=war.seat("north"), by=war.users["north"])
    (offered,) = re.findall(
        r'<a class="button primary" href="([^"]+/promises/)">.*?offers peace',
        reader.get("/").content.decode(),
    )
    assert offered in str(told.body)
    page = reader.get(offered).content.decode()
    assert "nobody holds its seat now" in page
    assert known(war, "south").talk == ""
    for link in set(re.findall(r'href="(/c/[^"#]+)', page)):
        assert reader.get(link).status_code in (200, 302), link
    there = reader.post(f"{offered}{made.public_id}/", {"answer": "decline", "back": "talk"})
    assert (there.status_code, there["Location"]) == (302, offered)
    assert known(war, "south").standing == "declined"


def test_a_promise_is_made_in_the_talk_of_two_and_nowhere_else() -> None:
    war = begin_war(THREE)
    for name in ("all", "facilitators"):
        with pytest.raises(Refusal) as caught:
            offer_promise(user=war.users["north"], campaign=war.campaign, name=name, until=2)
        assert caught.value.code == "no_talk"


# Broken


def test_who_marches_into_battle_has_broken_it_and_who_stood_still_knows() -> None:
    war = begin_war(CLOSE)
    peace(war)
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.plan("south", {"south1": HOLD, "south2": HOLD})
    war.publish()
    (breach,) = Promise.objects.get().breaches
    assert (breach["seat"], breach["how"], breach["told"]) == ("north", "battle", ["north", "south"])
    for army in ("north", "south"):
        line = known(war, army)
        assert (line.standing, line.breaches[0].seat) == ("broken", 1)
    assert "of yours moved into battle" in known(war, "north").breaches[0].text
    assert "moved into battle with yours" in known(war, "south").breaches[0].text


def test_where_both_march_into_battle_both_have_broken_it_and_know_of_both() -> None:
    """Two that have marched meet in no raid: each knows from that, and from its own march, of the other's."""
    war = begin_war({"north": ((2, 2),), "south": ((2, 6),)})
    peace(war)
    war.plan("north", {"north1": march(2, 3)})
    war.plan("south", {"south1": march(2, 5)})
    war.publish()
    told = {one["seat"]: sorted(one["told"]) for one in Promise.objects.get().breaches}
    assert told == {"north": ["north", "south"], "south": ["north", "south"]}


def test_before_it_begins_and_after_it_ends_nothing_breaks_it() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.pass_deadline()
    made = peace(war)
    assert made.since == 2
    war.publish()
    assert Promise.objects.get().breaches == []
    assert known(war, "south").standing == "running"


def test_who_takes_a_sector_has_broken_it_and_both_know_by_their_maps() -> None:
    war = begin_war({"north": ((2, 3),), "south": ((2, 6),)}, early_close=True)
    peace(war)
    for orders in ({"north1": HOLD, "south1": HOLD}, {"north1": march(2, 4), "south1": march(2, 7)}):
        war.plan("north", {"north1": orders["north1"]})
        war.plan("south", {"south1": orders["south1"]})
        war.publish()
    found = [(one["turn"], one["seat"], one["how"], one["at"]) for one in Promise.objects.get().breaches]
    assert found == [(2, "north", "sector", [1, 5])]
    assert [known(war, army).standing for army in ("north", "south")] == ["broken", "broken"]
    assert known(war, "north").breaches[0].text == "Turn 2: you took B6 from The south."
    assert known(war, "south").breaches[0].text == "Turn 2: The north took B6 from you."


def test_a_breach_that_a_report_does_not_show_is_not_told_before_the_end() -> None:
    war = begin_war(CLOSE)
    made = peace(war)
    made.breaches = [{"turn": 1, "seat": "north", "how": "battle", "at": [2, 5], "told": ["north"]}]
    made.save()
    assert [known(war, army).standing for army in ("north", "south")] == ["broken", "running"]
    assert known(war, "south").breaches == ()
    war.campaign.status = "ended"
    war.campaign.save()
    assert known(war, "south").standing == "broken"


# Pages, programs, notices


def test_the_page_of_the_talk_offers_and_answers() -> None:
    war = begin_war(APART)
    north, south = browser(war.users["north"]), browser(war.users["south"])
    talk = f"/c/{war.campaign.public_id}/messages/seat-2/"
    assert "Offer peace" in north.get(talk).content.decode()
    assert north.post(f"{talk}promise/", {"until": "3"}).status_code == 302
    made = Promise.objects.get()
    back = f"/c/{war.campaign.public_id}/messages/seat-1/"
    page = south.get(back).content.decode()
    assert "Peace until the end of turn 3" in page
    assert 'value="accept"' in page
    south.post(f"/c/{war.campaign.public_id}/promises/{made.public_id}/", {"answer": "accept"})
    assert "promised" in north.get(f"/c/{war.campaign.public_id}/promises/").content.decode()
    assert Client().get(f"/c/{war.campaign.public_id}/promises/").status_code == 302


def test_programs_offer_once_and_answer() -> None:
    war = begin_war(APART)
    north, south = browser(war.users["north"]), browser(war.users["south"])
    path = f"/api/v1/campaigns/{war.campaign.public_id}/"
    sent = {"kind": "peace", "until": 3}
    key = {"Idempotency-Key": "offer1"}
    for _ in range(2):
        made = north.post(f"{path}messages/seat-2/promises/", sent, "application/json", headers=key)
        assert made.status_code == 201, made.content
    assert Promise.objects.count() == 1
    wrong = north.post(f"{path}messages/seat-2/promises/", {"kind": "war", "until": 3}, "application/json")
    assert wrong.status_code == 400
    ident = made.json()["id"]
    answered = south.post(f"{path}promises/{ident}/", {"answer": "accept"}, "application/json").json()
    assert (answered["standing"], answered["since"], answered["mine"]) == ("running", 1, False)
    assert [one["id"] for one in south.get(f"{path}promises/").json()["items"]] == [ident]
    assert north.get(f"{path}messages/seat-2/promises/").json()["items"][0]["seat"] == 2
    facilitator = browser(war.facilitator)
    assert facilitator.get(f"{path}promises/").json()["items"] == []
    refusal = facilitator.post(f"{path}promises/{ident}/", {"answer": "accept"}, "application/json")
    assert refusal.status_code == 404


def test_an_offer_and_its_acceptance_are_told_to_the_other_player_alone() -> None:
    war = begin_war(APART)
    made = offer(war, "north", 2)
    assert list(Notice.objects.filter(kind="promise").values_list("user__name", flat=True)) == ["South"]
    with clock.at(START):
        delivery.send_due()
    (told,) = [one for one in mail.outbox if "peace with another army" in one.subject]
    assert told.to == ["south@club.example"]
    assert "The north offers you peace until the end of turn 3" in str(told.body)
    assert "north" not in told.subject
    answer(war, "south", made)
    assert set(Notice.objects.filter(kind="promise").values_list("user__name", flat=True)) == {
        "North",
        "South",
    }
    assert b'"until": 3' in b"".join(own_data(war.users["south"]).values())
