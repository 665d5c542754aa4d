"""What a player has heard before the war: sightings, true or not, on the first map."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaign import ids
from campaign.base.refusal import Refusal
from campaign.founding import services as building
from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.packet.selectors import packet_of
from campaign.founding.selectors import dossiers
from campaign.founding.start.copying import copy_campaign
from campaign.founding.start.services import start_campaign
from campaign.models import Banner, Campaign, Draft, PlayerTurn, User
from campaign.warmap.practice.services import known_enemies
from tests.founding.test_builder_pages import logged_in, page, send
from tests.founding.test_building import BOARD, filled, seat_of

pytestmark = pytest.mark.django_db

WIDE: dict[str, Any] = {**BOARD, "terrain": ["." * 20] * 8}
"""Horde (b2, level 12) stands in H1, Mob (b3, level 14) in H2; Guard in A1 sees neither."""

EXACT = {"banner": "b3", "at": [7, 1], "level": 14, "age": 3, "grade": "exact", "marked": False}
PLACE = {"seat": "s2", "at": [7, 0], "level": None, "age": 0, "grade": "place", "marked": False}
OLD = {"banner": "b3", "at": [15, 5], "level": 9, "age": 2, "grade": "old", "marked": False}
FALSE = {"seat": "s2", "at": [12, 4], "level": 20, "age": 1, "grade": "false", "marked": True}


@pytest.fixture
def site(mara: User, ada: User, ben: User) -> Campaign:
    """A campaign of two that Mara is building, with a board."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=WIDE)
    filled(site, ada, ben)
    return site


def heard(site: Campaign, by: User, *sightings: dict[str, Any], **more: Any) -> None:
    dossier = {"sightings": list(sightings), **more}
    building.save_dossier(campaign=site, by=by, seat=seat_of(site, 1), dossier=dossier)


def first_map(site: Campaign) -> dict[str, Any]:
    part = PlayerTurn.objects.get(turn__campaign=site, turn__number=0, seat__number=1)
    assert isinstance(part.map, dict)
    return part.map


def test_the_first_map_shows_what_was_heard_and_tells_only_of_what_is_marked(
    site: Campaign, mara: User, ada: User
) -> None:
    heard(site, mara, EXACT, PLACE, OLD, FALSE)
    start_campaign(campaign=site, by=mara)
    seen = {tuple(one["at"]): one for one in first_map(site)["sightings"]}
    assert {at: (one["level"], one["turn"], one.get("grade")) for at, one in seen.items()} == {
        (7, 1): (14, -3, None),
        (7, 0): (None, 0, None),
        (15, 5): (9, -2, None),
        (12, 4): (20, -1, "false"),
    }
    assert seen[7, 1]["name"] == "Army of Ben 1"
    assert first_map(site)["numbers"] == {"2": 4}
    assert len({one["id"] for one in seen.values()}) == 4
    assert not {one["id"] for one in seen.values()} & set(Banner.objects.values_list("public_id", flat=True))
    packet = page(logged_in(ada), "packet", site)
    assert "Army of Ben, H2, level 14, seen 3 turns before the war</li>" in packet
    assert "Army of Ben, M5, level 20, seen a turn before the war, known to be false</li>" in packet
    found = packet_of(seat_of(site, 1))
    assert found is not None
    assert [(one.age, one.grade) for one in found.enemies] == [(0, None), (3, None), (1, "false"), (2, None)]
    table = logged_in(ada).get(reverse("sector_table", args=[site.public_id]), {"show": "things"})
    assert "seen 3 turns before the war" in table.content.decode()
    assert {(one.at, one.level) for one in known_enemies(seat_of(site, 1))} >= {((12, 4), 20)}


def test_where_its_own_ranges_reach_it_sees_for_itself(site: Campaign, mara: User) -> None:
    heard(site, mara, {**FALSE, "at": [1, 1]}, {**FALSE, "at": [9, 6]})
    (dossier, _other) = dossiers(site, Draft.objects.get(campaign=site))
    assert [one.hidden for one in dossier.heard] == [True, False], "its builder is told so"
    assert (
        page(logged_in(mara), "build_player", site, 1).count("it will see for itself, and not be told") == 1
    )
    start_campaign(campaign=site, by=mara)
    assert [one["at"] for one in first_map(site)["sightings"]] == [[9, 6]]
    assert first_map(site)["sightings"][0]["name"] == "Army of Ben 1"


def worlds(grades: list[dict[str, Any]], build: Callable[[str], Campaign], by: User) -> list[str]:
    """What the first seat is told in worlds that differ in what it heard, with equal ids."""
    told = []
    for number, sighting in enumerate(grades):
        site = build(f"World {number}")
        Campaign.objects.filter(pk=site.pk).update(id_key=b"k" * 32)
        aims = [{"kind": "destruction", "banners": ["b3"], "title": "The Butcher"}]
        heard(site, by, sighting, EXACT, conditions=aims)
        site.refresh_from_db()
        start_campaign(campaign=site, by=by)
        part = PlayerTurn.objects.get(turn__campaign=site, turn__number=0, seat__number=1)
        own = dict(Banner.objects.filter(campaign=site).values_list("public_id", "key"))
        text = json.dumps([part.map, part.report], sort_keys=True)
        for public_id, key in own.items():
            text = text.replace(public_id, key)
        told.append(text)
    return told


def test_unmarked_sightings_look_alike_whatever_their_grade(
    mara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = {"at": [7, 1], "level": 14, "age": 2, "marked": False}
    same = [
        {**looks, "grade": "exact", "banner": "b3"},
        {**looks, "grade": "old", "banner": "b3"},
        {**looks, "grade": "false", "seat": "s2"},
        {**looks, "grade": "false", "banner": "b2"},
    ]

    def build(name: str) -> Campaign:
        site = open_draft(by=mara, name=name, seats=2)
        save_board(campaign=site, by=mara, board=WIDE)
        site.seats.update(status="bot")
        return site

    told = worlds(same, build, mara)
    assert len(set(told)) == 1
    assert "Butcher" in told[0]
    # A planted leak is found: a world that marks it differs, and so would one whose id knew the grade.
    assert worlds([{**same[1], "marked": True}], build, mara) != told[:1]
    grades = iter(("exact", "", "false", ""))

    def leaking(key: bytes, seat: str, place: int, turn: int) -> str:
        return ids.derived_id(key, "early", seat, f"{place}{next(grades)}", turn)

    monkeypatch.setattr("campaign.turn.told.early_sightings.early_id", leaking)
    assert len(set(worlds([same[0], same[2]], build, mara))) == 2


@pytest.mark.parametrize(
    ("sighting", "said"),
    [
        (
            {**EXACT, "at": [6, 1]},
            "no such banner of Army of Ben stands in G2: Mob stands in H2 with level 14",
        ),
        ({**EXACT, "level": 13}, "the level is not 13: Mob stands in H2 with level 14"),
        ({**PLACE, "at": [3, 3]}, "Horde stands in H1 with level 12; Mob stands in H2 with level 14"),
        ({**OLD, "at": [15, 8]}, "P9 is off the map or impassable"),
        ({**OLD, "banner": "b1"}, "must be of an enemy's banner or army"),
        ({**OLD, "banner": "b9"}, "the banner is not on the map"),
        ({**FALSE, "seat": "s7"}, "must be of an enemy's banner or army"),
    ],
)
def test_what_is_said_to_be_true_must_be_so(
    site: Campaign, mara: User, sighting: dict[str, Any], said: str
) -> None:
    heard(site, mara, sighting)
    found = [one.text for one in checklist_of(site, Draft.objects.get(campaign=site)) if one.blocking]
    assert len(found) == 1
    assert found[0].startswith("Army of Ada: sighting 1: ")
    assert said in found[0]
    with pytest.raises(Refusal):
        start_campaign(campaign=site, by=mara)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({**EXACT, "seat": "s2"}, "sightings[0]: needs exactly one of banner and seat"),
        ({**EXACT, "level": None}, "sightings[0].level: an exact sighting tells the level"),
        ({**PLACE, "level": 3}, "sightings[0].level: a sighting of the place tells no level"),
        ({**OLD, "grade": "sure"}, "sightings[0].grade: must be one of exact, place, old, false"),
        ({**OLD, "age": -1}, "sightings[0].age: must be from 0 to 99"),
        ({**OLD, "at": [1]}, "sightings[0].at: "),
        ({**OLD, "marked": "yes"}, "sightings[0].marked: must be true or false"),
        ({**FALSE, "seat": "north"}, "sightings[0].seat: must be one of s1"),
    ],
)
def test_a_broken_sighting_is_refused_with_its_path(
    site: Campaign, mara: User, broken: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal) as refused:
        heard(site, mara, broken)
    assert said in refused.value.message
    assert refused.value.field == said.partition(":")[0]


def test_the_form_fills_in_the_truth_and_keeps_what_was_typed(site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build_player", args=[site.public_id, 1])

    def add(**data: Any) -> Any:
        typed = {"of": "banner:b3", "grade": "exact", "at": "", "level": "", "age": "2", **data}
        return client.post(
            path, {"act": "heard", **{f"heard-{name}": value for name, value in typed.items()}}
        )

    assert add().status_code == 302
    assert add(of="seat:s2", grade="false", at="n5", level="7", age="0", marked="on").status_code == 302
    truth = {"banner": "b3", "at": [7, 1], "level": 14, "age": 2, "grade": "exact", "marked": False}
    lie = {"seat": "s2", "at": [13, 4], "level": 7, "age": 0, "grade": "false", "marked": True}
    assert Draft.objects.get(campaign=site).players["s1"]["sightings"] == [truth, lie]
    for typed, said in (
        ({"at": "C3"}, "Mob stands in H2 with level 14"),
        ({"grade": "place", "level": "4"}, "A sighting of the place tells no level"),
        ({"of": "seat:s2", "grade": "old"}, "Name the sector"),
        ({"at": "nowhere"}, "nowhere is no sector"),
    ):
        answer = add(age="17", **typed)
        assert answer.status_code == 422
        text = answer.content.decode()
        assert said in text
        assert 'value="17"' in text
    # The other forms of the page keep the sightings; each is taken out by itself.
    assert send(client, path, {"act": "know", "letter": "Hold."}).status_code == 302
    shown = client.get(path).content.decode()
    assert "Mob (Army of Ben) in H2; level 14; seen 2 turns before the war; exact" in shown
    assert send(client, path, {"act": "forget", "which": "0"}).status_code == 302
    assert Draft.objects.get(campaign=site).players["s1"]["sightings"] == [lie]
    assert "known to be false" in page(client, "build_packet", site, 1)


def test_a_copy_takes_along_what_was_heard(site: Campaign, mara: User) -> None:
    heard(site, mara, EXACT, FALSE)
    start_campaign(campaign=site, by=mara)
    again = copy_campaign(by=mara, source_id=site.public_id, name="Again")
    assert Draft.objects.get(campaign=again).players["s1"]["sightings"] == [EXACT, FALSE]
