"""A campaign is founded, built and started by a program alone, and every fault is named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from campaign.founding.draft_saving import save_board
from campaign.models import ArmyPick, Campaign, CampaignStatus, Role, RoleKind, Seat, SeatStatus, User
from tests.api.conftest import Program
from tests.founding.test_building import AIM, BOARD, filled

pytestmark = pytest.mark.django_db
Programs = Callable[[User | None], Program]


def founded(program: Program, **more: Any) -> str:
    answer = program.post("campaigns/", {"name": "March", "seats": 2, **more})
    assert answer.status == 201, answer.body
    return f"campaigns/{answer.body['id']}/"


def put(program: Program, path: str, step: str, body: dict[str, Any]) -> Any:
    """Save a step of the draft over the version that it has."""
    draft = program.get(f"{path}draft/").body
    number = step.partition("/")[2]
    version = draft["seats"][int(number) - 1]["dossier_version"] if number else draft["versions"][step]
    return program.put(f"{path}draft/{step}/", {**body, "version": version or "none"})


def test_from_nothing_to_turn_1(program: Programs, mara: User, ada: User, ben: User) -> None:
    mine = program(mara)
    path = founded(mine)
    assert put(mine, path, "story", {"name": "Winter", "story": "Snow."}).status == 200
    answer = put(mine, path, "settings", {"settings": {"battle_load": 5}, "automatic": True})
    assert (answer.body["settings"]["battle_load"], answer.body["automatic"]) == (5, True)
    schedule = {"plan": {"weekday": "sunday", "hour": "20:00"}, "holidays": ["2026-12-24"]}
    assert put(mine, path, "schedule", {"schedule": schedule}).body["schedule"]["plan"]["hour"] == "20:00"
    assert put(mine, path, "seats", {"armies": ["Reds", "Blues"]}).body["seats"][1]["army"] == "Blues"
    campaign = Campaign.objects.get()
    save_board(campaign=campaign, by=mara, board=BOARD)
    heard = [{"banner": "b3", "at": [7, 1], "level": 14, "age": 3, "grade": "exact", "marked": True}]
    broken = put(mine, path, "seats/1", {"sightings": [{**heard[0], "level": None}]})
    assert (broken.status, broken.body["errors"][0]["path"]) == (400, "sightings[0].level")
    answer = put(mine, path, "seats/1", {**AIM, "features": ["f1"], "relics": [], "sightings": heard})
    assert answer.body["seats"][0]["dossier"]["sightings"] == heard
    assert answer.body["seats"][0]["dossier"]["letter"] == "Beware."
    assert answer.body["seats"][0]["dossier"]["features"] == ["f1"]
    refused = mine.post(f"{path}draft/start/")
    assert (refused.status, refused.body["code"]) == (409, "not_ready")
    filled(campaign, ada, ben)
    draft = mine.get(f"{path}draft/").body
    assert [item for item in draft["checklist"] if item["blocking"]] == []
    started = mine.post(f"{path}draft/start/", key="once")
    assert (started.status, started.body["turn"]) == (200, 1)
    assert mine.post(f"{path}draft/start/", key="once").body == started.body
    packet = program(ada).get(f"{path}packet/").body
    assert (packet["letter"], packet["features"][0]["name"]) == ("Beware.", "Depot")
    assert [(one["age"], one["grade"]) for one in packet["enemies"]] == [(0, None), (3, "exact")]
    told = program(ada).get(f"{path}turns/0/map/").body["sightings"]
    assert [(one["turn"], one.get("grade")) for one in told] == [(0, None), (-3, "exact")]
    assert program(ben).get(f"{path}packet/").body["letter"] == ""
    assert mine.get(f"{path}draft/").status == 409


@pytest.mark.parametrize(
    ("step", "body", "path"),
    [
        ("story", {"name": "", "story": ""}, "name"),
        ("story", {"name": "A", "story": 5}, "story"),
        ("settings", {"settings": {"luck": 1}}, "settings.luck"),
        ("settings", {"settings": {"grace": "2"}}, "settings.grace"),
        ("settings", {"automatic": "yes"}, "automatic"),
        ("schedule", {"schedule": {"holidays": 5}}, "schedule.holidays"),
        ("schedule", {"schedule": {"time_zone": []}}, "schedule.time_zone"),
        ("schedule", {"schedule": {"short_turns": 1}}, "schedule.short_turns"),
        ("schedule", {"schedule": {"plan": {"weekday": "doomsday"}}}, "schedule.plan"),
        ("schedule", {}, "schedule"),
        ("seats", {"armies": ["one"]}, "armies"),
        ("seats/1", {"conditions": [{"kind": "luck"}]}, "conditions[0].kind"),
        ("seats/1", {"features": ["nothing"]}, "features"),
        ("seats/1", {"aim": 1}, "aim"),
    ],
)
def test_each_fault_is_named_and_nothing_is_stored(
    program: Programs, mara: User, step: str, body: dict[str, Any], path: str
) -> None:
    mine = program(mara)
    draft = f"{founded(mine)}draft/"
    before = mine.get(draft).body
    answer = put(mine, draft.removesuffix("draft/"), step, body)
    assert answer.status == 400, answer.body
    assert path in answer.errors
    assert mine.get(draft).body == before


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "A", "seats": 9}, "seats"),
        ({"name": "A", "template": "nothing"}, "template"),
        ({"name": "A", "copy_of": "nothing"}, "copy_of"),
        ({"name": "A", "copy_of": "x", "template": "crossing"}, "copy_of"),
        ({"seats": 3}, "name"),
    ],
)
def test_what_cannot_be_founded(program: Programs, mara: User, body: dict[str, Any], path: str) -> None:
    answer = program(mara).post("campaigns/", body)
    assert answer.status == 400
    assert path in answer.errors
    assert not Campaign.objects.exists()


def test_a_blind_campaign_shows_nothing_of_its_set_up(
    program: Programs, mara: User, ada: User, nils: User
) -> None:
    mine = program(mara)
    path = founded(mine, blind=True, template="crossing")
    assert put(mine, path, "seats/1", AIM).body["code"] == "blind"
    campaign = Campaign.objects.get()
    assert mine.post(f"{path}draft/own-seat/", {"seat": 1}).body["seats"][0]["taken"] is True
    assert "seat" in mine.post(f"{path}draft/own-seat/", {"seat": 2}).errors
    ArmyPick.objects.all().delete()
    filled(campaign, mara, ada)
    Role.objects.create(campaign=campaign, user=nils, kind=RoleKind.ARBITER)
    assert all(seat["dossier"] is None for seat in mine.get(f"{path}draft/").body["seats"])
    assert mine.post(f"{path}draft/start/").status == 200
    for hidden in ("desk/", "desk/proposal/", "turns/1/scenario/"):
        assert mine.get(f"{path}{hidden}").status == 403, hidden
        assert program(nils).get(f"{path}{hidden}").status == 403, hidden
    assert mine.get(f"{path}packet/").status == 200


def test_templates_are_listed_and_used(program: Programs, mara: User) -> None:
    mine = program(mara)
    keys = [one["key"] for one in mine.get("templates/").body["items"]]
    assert keys == ["crossing", "nightfall", "reliquary", "long_war"]
    path = founded(mine)
    answer = mine.post(f"{path}draft/template/", {"template": "crossing"})
    assert answer.body["template"] == "crossing"
    assert mine.post(f"{path}draft/template/", {"template": "long_war"}).status == 400


def test_it_is_thrown_away_only_by_its_builder(program: Programs, mara: User, ada: User) -> None:
    path = founded(program(mara))
    Seat.objects.filter(number=1).update(user=ada, status=SeatStatus.PLAYER)
    assert program(ada).get(f"{path}draft/").status == 403
    assert program(mara).post(f"{path}draft/discard/", {"name": "March"}).status == 409
    Seat.objects.filter(number=1).update(user=None)
    assert program(ada).get(f"{path}draft/").status == 404
    assert program(mara).post(f"{path}draft/discard/", {"name": "March"}).status == 200
    assert not Campaign.objects.filter(status=CampaignStatus.BUILDING).exists()


def test_a_part_that_somebody_else_has_saved_is_refused(program: Programs, mara: User, nils: User) -> None:
    mine = program(mara)
    path = f"{founded(mine)}draft/"
    Role.objects.create(campaign=Campaign.objects.get(), user=nils, kind=RoleKind.FACILITATOR)
    read = mine.get(path).body["versions"]
    saved = program(nils).put(f"{path}settings/", {"settings": {"grace": 2}, "version": read["settings"]})
    assert saved.status == 200
    late = mine.put(f"{path}settings/", {"settings": {"grace": 3}, "version": read["settings"]})
    assert (late.status, late.body["code"]) == (409, "changed")
    # Those who build together learn who it was and when, and from which version to go on.
    assert (late.body["saved_by"], late.body["version"]) == ("Nils", saved.body["versions"]["settings"])
    assert datetime.fromisoformat(late.body["saved_at"]) <= timezone.now()
    assert late.body["detail"].startswith("Nils has saved this since you opened it, on ")
    bare = mine.put(f"{path}settings/", {"settings": {"grace": 3}})
    assert (bare.status, bare.body["version"]) == (428, saved.body["versions"]["settings"])
    assert bare.body["version"] in bare.body["detail"]
    assert mine.get(path).body["settings"]["grace"] == 2
    # The other parts are not touched by it.
    assert mine.put(f"{path}seats/", {"armies": ["A", "B"], "version": read["seats"]}).status == 200
    now = saved.body["versions"]["settings"]
    assert mine.put(f"{path}settings/", {"settings": {"grace": 3}, "version": now}).status == 200


def test_the_clubs_own_rules_are_written_by_a_program(program: Programs, mara: User) -> None:
    mine = program(mara)
    path = founded(mine)
    campaign = Campaign.objects.get()
    save_board(campaign=campaign, by=mara, board=BOARD)
    rule = {"id": "house_street", "title": "Street", "mods": [{"what": "march", "by": 1}]}
    answer = put(mine, path, "house", {"house": [rule]})
    assert answer.body["house"] == [{**rule, "points": 0, "gives": [], "never": [], "text": ""}]
    broken = put(mine, path, "house", {"house": [{**rule, "mods": [{"what": "march", "by": 3}]}]})
    assert (broken.status, broken.body["errors"][0]["path"]) == (400, "house[0].mods[0].by")
    twice = put(mine, path, "house", {"house": [rule, {"id": "house_lane", "title": " STREET "}]})
    assert (twice.status, twice.body["errors"][0]["path"]) == (400, "house[1].title")
    assert "“STREET”: Another house rule is called so" in twice.body["detail"]
    printed = put(mine, path, "house", {"house": [{**rule, "title": "Tough"}]})
    assert "“Tough”: An army rule of the rulebook is called so" in printed.body["detail"]
    assert [one["title"] for one in mine.get(f"{path}draft/").body["house"]] == ["Street"]
    words = put(mine, path, "settings", {"settings": {"special_orders": "all"}, "automatic": True})
    assert (words.status, words.body["errors"][0]["path"]) == (400, "settings.special_orders")
    assert mine.post(f"{path}draft/plant/", {"template": "vault", "at": [1, 2]}).status == 200
    assert mine.get(f"{path}draft/map/").body["board"]["triggers"][0]["feature"] == "vault"
    off = mine.post(f"{path}draft/plant/", {"template": "well", "at": [1, 20]})
    assert (off.status, off.body["errors"][0]["path"]) == (400, "at")
    assert put(mine, path, "lots", {"templates": ["well"]}).body["lots"] == ["well"]
    strange = put(mine, path, "lots", {"templates": ["luck"]})
    assert (strange.status, strange.body["errors"][0]["path"]) == (400, "templates")
