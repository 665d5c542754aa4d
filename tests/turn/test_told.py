"""What a seat is told and shown: sightings, ghosts, territory, fog, and nothing that is not its to know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.models import Campaign
from rules.reports.report import announcement_from, report_from
from tests.wars import APART, CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db

SEEN = {"north": ((6, 1),), "south": ((6, 5),)}
"""North sees south (recon touches its battle range), and one step away does not."""


def sightings(war: War, army: str, number: int) -> list[dict[str, Any]]:
    return list(war.part(army, number).map["sightings"])


def walk(war: War, **steps: tuple[int, int] | None) -> None:
    """Each army's first banner marches, or holds."""
    for army, to in steps.items():
        war.plan(army, {f"{army}1": march(*to) if to else HOLD})
    war.publish()


def test_a_sighting_keeps_its_id_while_its_place_is_known_turn_after_turn() -> None:
    war = begin_war(SEEN)
    walk(war, north=None, south=(7, 5))
    walk(war, north=None, south=(6, 5))
    ids = {seen["id"] for number in (0, 1, 2) for seen in sightings(war, "north", number)}
    assert len(ids) == 1
    assert [one["at"] for one in sightings(war, "north", 1)] == [[7, 5]]


def test_after_a_turn_unseen_it_is_a_new_one_and_the_old_one_a_ghost_meanwhile() -> None:
    war = begin_war(SEEN)
    (first,) = sightings(war, "north", 0)
    walk(war, north=(6, 0), south=(6, 6))
    assert sightings(war, "north", 1) == [first]
    walk(war, north=(6, 1), south=(6, 5))
    (seen,) = sightings(war, "north", 2)
    assert seen["id"] != first["id"]
    assert (seen["name"], seen["turn"], seen["since"]) == ("The south 2", 2, 2)


def test_a_ghost_goes_when_the_ranges_would_show_a_banner_there() -> None:
    war = begin_war({"north": ((6, 1),), "south": ((6, 5),)})
    walk(war, north=(6, 0), south=(6, 6))
    assert [one["turn"] for one in sightings(war, "north", 1)] == [0]
    walk(war, north=(6, 1), south=(6, 7))
    assert sightings(war, "north", 2) == []


def test_numbers_go_to_new_sightings_by_sector_and_never_come_back() -> None:
    war = begin_war({"north": ((6, 4),), "south": ((9, 4), (3, 4))})
    names = {tuple(one["at"]): one["name"] for one in sightings(war, "north", 0)}
    assert names == {(3, 4): "The south 1", (9, 4): "The south 2"}


def test_a_split_off_is_a_new_sighting_and_its_parent_keeps_its_own() -> None:
    war = begin_war(SEEN)
    (first,) = sightings(war, "north", 0)
    war.plan("south", {"south1": {"secondary": {"order": "split", "name": "Secret name"}}})
    war.publish()
    now = sightings(war, "north", 1)
    assert len(now) == 2
    assert first["id"] in {one["id"] for one in now}
    assert "Secret name" not in json.dumps(war.part("north", 1).map)


def test_fog_and_territory_show_what_is_known_now_and_what_was_known() -> None:
    war = begin_war(APART)
    before = war.part("north", 0).map
    assert before["fog"][1][2] == "2"
    assert before["fog"][8][2] == "0"
    assert before["territory"][1][2] == "1"
    assert before["territory"][8][2] == "."
    war.plan("north", {"north1": march(1, 1), "north2": march(6, 1)})
    war.publish()
    after = war.part("north", 1).map
    assert after["fog"][1][9] == "2"
    assert after["territory"][1][3] == "1"
    assert set(map(len, after["fog"])) == {14}


def test_what_was_seen_and_is_no_more_turns_into_old_fog() -> None:
    war = begin_war({"north": ((6, 1),), "south": ((12, 8),)}, rules={"north": ["blitz"]})
    for x in (5, 4, 3, 2):
        walk(war, north=(x, 1), south=None)
    fog = war.part("north", 4).map["fog"]
    assert fog[1][8] == "1"
    assert fog[1][2] == "2"
    assert fog[8][12] == "0"


def test_documents_read_back_as_the_rules_values() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    mine = war.part("north", 1)
    assert announcement_from(mine.announcement["told"]).turn == 1
    report = report_from(mine.report["told"])
    assert report.battles[0].meeting.opponent == "2"
    assert [sighting.owner for sighting in report.sightings] == ["2"]


def test_no_engine_id_or_owner_s_name_is_told_to_anybody() -> None:
    war = begin_war({**CLOSE, "west": ((12, 3), (12, 6))})
    war.plan("north", {"north1": march(2, 4), "north2": march(10, 2)})
    war.plan("west", {"west1": march(11, 3), "west2": {"secondary": {"order": "split", "name": "West 3"}}})
    war.publish()
    for _ in range(2):
        war.publish()
    for army, other in (("north", "south"), ("south", "north"), ("west", "north")):
        for part in (war.part(army, number) for number in range(4)):
            text = json.dumps([part.announcement, part.report, part.map])
            for secret in ("north1", "south1", "west1", f"{other.title()} 1", f"{other.title()} 2"):
                assert secret not in text


def test_two_worlds_that_look_alike_to_a_seat_tell_it_the_same() -> None:
    """Non-interference: what north cannot know changes nothing that north is told, not even an id."""

    def told(extra: tuple[tuple[int, int], ...], level: int) -> str:
        war = begin_war(
            {"north": ((6, 1),), "south": ((6, 5), (12, 9), *extra)},
            document={
                "banners": [
                    {"id": "north1", "owner": "north", "at": [6, 1], "level": 15},
                    {"id": "south1", "owner": "south", "at": [6, 5], "level": 15},
                    *(
                        {"id": f"south{n}", "owner": "south", "at": list(at), "level": level}
                        for n, at in enumerate(((12, 9), *extra), start=2)
                    ),
                ]
            },
        )
        Campaign.objects.update(id_key=b"k" * 32)
        war.campaign.banners.filter(key="north1").update(public_id="the-public-id-of-north")
        war.plan("north", {"north1": {"primary": {"order": "search"}}})
        war.plan("south", {"south2": march(11, 9)} if level > 12 else {})
        war.publish()
        part = war.part("north", 1)
        text = json.dumps([part.announcement, part.report, part.map["sightings"], part.map["fog"]])
        war.campaign.delete()
        for user in (*war.users.values(), war.facilitator):
            user.delete()
        return text

    assert told((), 15) == told(((13, 0),), 12)
