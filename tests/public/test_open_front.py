"""What all may see of a war, turns late: its own document, only if everybody agreed, and later only off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.film import fold
from campaign.film.public_eyes import public_film, public_map
from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import open_draft
from campaign.founding.services import save_settings
from campaign.founding.start.services import what_is_missing
from campaign.models import Banner, Battle, Campaign, Draft, Notice, OpenFront, Seat, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.people.open_vision.services import agree_to_vision, end_vision
from campaign.turn.told.open_front import front_seen, fronts_of
from campaign.turn.truth.truth_rows import TruthRows
from tests.archive.test_exchange import files_of, pack
from tests.archive.test_war_end import client_of
from tests.public.wars import open_war, played
from tests.wars import War

pytestmark = pytest.mark.django_db
Browser = Callable[[User | None], Client]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


@pytest.fixture
def shown() -> War:
    """A war after three turns, of which all may see the first two ends: banners, too."""
    return played(open_war(), 3)


def test_each_publication_tells_of_the_turn_that_was_so_many_before() -> None:
    war = open_war(delay=2)
    told: list[list[int]] = []
    for _turn in range(3):
        played(war, 1)
        told.append(fronts_of(war.campaign))
    assert told == [[], [0], [0, 1]]
    rows = OpenFront.objects.filter(turn__campaign=war.campaign).order_by("shows")
    assert list(rows.values_list("turn__number", "shows")) == [(2, 0), (3, 1)]


def test_it_holds_who_held_fought_and_stood_where_and_nothing_else(shown: War) -> None:
    front: Any = front_seen(shown.campaign, 1)
    truth = TruthRows(shown.campaign)
    document = truth.document(1)
    assert document is not None
    assert front["territory"] == truth.drawn(1, document)["territory"]
    battle = Battle.objects.get(turn__campaign=shown.campaign, turn__number=1)
    winner = {"north1": 1, "south1": 2}.get((battle.result or {})["winner"] or "")
    assert front["battles"] == [{"at": [battle.x, battle.y], "armies": [1, 2], "winner": winner}]
    seats = {"north": 1, "south": 2}
    stood = [(list(one["at"]), seats[one["owner"]], one["level"]) for one in document["banners"]]
    assert [(one["at"], one["army"], one["level"]) for one in front["banners"]] == sorted(
        stood, key=lambda one: (one[0][1], one[0][0], one[1], -one[2])
    )
    assert front.keys() == {"turn", "told", "territory", "battles", "banners"}
    assert {key for one in front["banners"] for key in one} == {"at", "army", "level"}
    text = json.dumps(front)
    for banner in Banner.objects.filter(campaign=shown.campaign):
        assert banner.public_id not in text
        assert banner.key not in text
        assert banner.name not in text


def test_the_front_alone_has_no_banners() -> None:
    war = played(open_war("front"), 3)
    front: Any = front_seen(war.campaign, 1)
    assert "banners" not in front
    assert front["battles"]
    found = public_map(war.campaign, 1)
    assert found is not None
    assert found["sightings"] == []


def test_where_nobody_agreed_to_anything_nothing_is_stored() -> None:
    war = played(open_war("facts"), 3)
    assert not OpenFront.objects.exists()
    assert public_film(war.campaign, 1) is None


def test_its_films_make_its_maps(shown: War) -> None:
    before = None
    for number in fronts_of(shown.campaign):
        film, after = public_film(shown.campaign, number), public_map(shown.campaign, number)
        assert film is not None
        assert after is not None
        assert film["as"] is None
        assert fold.shown(fold.folded(before, film, after)) == fold.shown(after)
        before = after
    assert any("fought at" in line["text"] for line in film["lines"])


def test_anybody_asks_for_it_and_for_nothing_younger(shown: War) -> None:
    visitor, base = client_of(None), f"/c/{shown.campaign.public_id}/turns"
    assert visitor.get(f"{base}/1/film.json?as=public").json()["turn"] == 1
    assert visitor.get(f"{base}/1/film/map.json?as=public").json()["turn"] == 1
    for path in (f"{base}/2/film.json?as=public", f"{base}/1/film.json?as=0", f"{base}/1/film.json?as=1"):
        assert visitor.get(path).status_code == 404, path


def test_programs_read_it(shown: War) -> None:
    reader = client_of(User.objects.create_user("nils@elsewhere.example", name="Nils"))
    base = f"/api/v1/campaigns/{shown.campaign.public_id}"
    assert reader.get(f"{base}/front/").json() == {"vision": "banners", "delay": 2, "turns": [0, 1]}
    assert reader.get(f"{base}/turns/1/front/").json() == front_seen(shown.campaign, 1)
    assert reader.get(f"{base}/turns/2/front/").status_code == 404


def test_it_can_be_ended_with_a_reason_and_never_begun_again(shown: War) -> None:
    campaign, by = shown.campaign, shown.facilitator
    assert refused(lambda: end_vision(campaign=campaign, by=shown.users["north"], reason="x")) == "not_yours"
    assert refused(lambda: end_vision(campaign=campaign, by=by, reason=" ")) == "reason"
    end_vision(campaign=campaign, by=by, reason="They asked for it.")
    campaign.refresh_from_db()
    assert Variables.of(campaign).open_vision == "facts"
    assert fronts_of(campaign) == []
    assert front_seen(campaign, 1) is None
    assert refused(lambda: end_vision(campaign=campaign, by=by, reason="Again")) == "nothing"
    page = client_of(None).get(f"/c/{campaign.public_id}/").content.decode()
    assert "They asked for it." in page
    again = lambda: save_settings(campaign=campaign, by=by, changes={"open_vision": "front"})  # noqa: E731
    assert refused(again) == "started"


def test_it_travels_with_the_campaign_and_is_read_with_care(shown: War) -> None:
    files = files_of(export_campaign(campaign=shown.campaign, by=shown.facilitator))
    friend = User.objects.create_user("friend@club.example", name="Friend")
    arrived = import_campaign(file=pack(files), by=friend)
    assert front_seen(arrived, 1) == front_seen(shown.campaign, 1)
    assert not Seat.objects.filter(campaign=arrived).exclude(open_agreed="").exists()
    rows = [json.loads(line) for line in files["openfront.jsonl"].splitlines()]
    rows[0]["document"]["territory"][0] = "<script>"
    bad = "".join(json.dumps(row) + "\n" for row in rows)
    assert (
        refused(lambda: import_campaign(file=pack({**files, "openfront.jsonl": bad}), by=friend))
        == "exchange"
    )
    del files["openfront.jsonl"]
    assert fronts_of(import_campaign(file=pack(files), by=friend)) == []


# Who agrees


@pytest.fixture
def draft(mara: User, ada: User, ben: User) -> Campaign:
    """A war that Mara builds; Ada and Ben hold its seats."""
    site = open_draft(by=mara, name="Karst", seats=2)
    made = invite(campaign=site, by=mara, uses=2)
    for user in (ada, ben):
        accept_invitation(invitation=made, user=user)
    return site


def lacking(campaign: Campaign) -> list[str]:
    found = Campaign.objects.get(pk=campaign.pk)
    items = checklist_of(found, Draft.objects.get(campaign=found))
    return [one.text.split(" has not agreed")[0] for one in items if "has not agreed" in one.text]


def test_every_player_agrees_before_the_start_and_a_change_voids_it(
    draft: Campaign, mara: User, ada: User, ben: User, as_user: Browser
) -> None:
    assert lacking(draft) == []
    save_settings(campaign=draft, by=mara, changes={"open_vision": "front"})
    armies = [seat.army for seat in draft.seats.order_by("number")]
    assert lacking(draft) == armies
    assert any("has not agreed" in text for text in what_is_missing(Campaign.objects.get(pk=draft.pk)))
    asked = Notice.objects.filter(kind="vision_asked", channel="mail")
    assert set(asked.values_list("user", flat=True)) == {ada.pk, ben.pk}

    page = as_user(ada).get(f"/c/{draft.public_id}/seat/").content.decode()
    assert "3 turns late all may see who held which ground" in page
    own = draft.seats.get(user=ada)
    as_user(ada).post(f"/c/{draft.public_id}/seat/", {"act": "vision", "vision": "front:3"})
    assert lacking(draft) == [seat.army for seat in draft.seats.exclude(pk=own.pk)]
    other = draft.seats.get(user=ben)
    assert refused(lambda: agree_to_vision(seat=other, by=ada, asked="front:3")) == "not_yours"
    assert refused(lambda: agree_to_vision(seat=other, by=ben, asked="front:2")) == "agree"
    agree_to_vision(seat=other, by=ben, asked="front:3")
    assert lacking(draft) == []

    save_settings(campaign=draft, by=mara, changes={"grace": 2})
    assert lacking(draft) == [], "what has nothing to do with it voids nothing"
    save_settings(campaign=draft, by=mara, changes={"open_delay": 4})
    save_settings(campaign=draft, by=mara, changes={"open_delay": 3})
    assert lacking(draft) == armies, "back where it was it is asked anew all the same"
    save_settings(campaign=draft, by=mara, changes={"open_vision": "facts"})
    assert lacking(draft) == []


def test_bots_agree_and_a_new_player_is_asked(draft: Campaign, mara: User, ben: User) -> None:
    save_settings(campaign=draft, by=mara, changes={"open_vision": "banners"})
    seat = draft.seats.get(user=ben)
    Seat.objects.filter(pk=seat.pk).update(user=None, status="bot")
    assert seat.army not in lacking(draft)
    made = invite(campaign=draft, by=mara, uses=1)
    accept_invitation(invitation=made, user=ben)
    assert seat.army in lacking(draft)


def test_whoever_joins_later_reads_it_first(shown: War) -> None:
    made = invite(campaign=shown.campaign, by=shown.facilitator)
    page = client_of(None).get(f"/join/{made.token}/").content.decode()
    assert "2 turns late all may see who held which ground" in page
    assert "Every player is asked to agree" not in page


@pytest.mark.parametrize("wrong", [{"open_vision": "all"}, {"open_delay": 1}, {"open_delay": 11}])
def test_there_are_three_ways_and_nine_delays(draft: Campaign, mara: User, wrong: dict[str, Any]) -> None:
    assert refused(lambda: save_settings(campaign=draft, by=mara, changes=wrong)) == "draft"
