"""A banner to be destroyed has a mark for that player, on every sighting of it, and none else (Rules 10)."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from campaign.base.refusal import Refusal
from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.copying import copy_campaign
from campaign.founding.start.services import start_campaign
from campaign.models import Draft, PlayerTurn, User
from tests.api.conftest import Program
from tests.founding.test_builder_pages import logged_in, page
from tests.founding.test_building import BOARD, filled, seat_of
from tests.warmap.test_warmap import ask, browser, data_of
from tests.wars import HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db

NEAR: dict[str, tuple[tuple[int, int], ...]] = {"north": ((2, 1),), "south": ((2, 5), (2, 5), (12, 9))}
"""South 1 and 2 stand together and are seen from the start, South 3 is out of sight."""


def hunt(*goals: list[str], **variables: Any) -> War:
    """A war in which the north is to destroy banners of the south, by condition."""
    wanted = [{"kind": "destruction", "banners": goal, "primary": False} for goal in goals]
    players = [{"id": "north", "conditions": wanted}, {"id": "south"}]
    return begin_war(NEAR, document={"players": players}, **variables)


def board_of(war: War, number: int = 0, army: str = "north") -> dict[str, Any]:
    """An army's map after a turn, as it is stored."""
    found: dict[str, Any] | None = war.part(army, number).map
    assert found is not None
    return found


def marks(war: War, army: str = "north", number: int = 0) -> dict[str, str]:
    """The marks of an army's map by the sightings' names; without the unmarked ones."""
    sightings = board_of(war, number, army)["sightings"]
    return {one["name"]: one["mark"] for one in sightings if "mark" in one}


def text_of(war: War, army: str, path: str) -> str:
    """A page's text as its player reads it."""
    return unescape(ask(war, army, path).content.decode())


def test_only_the_banner_that_is_named_has_a_mark_and_only_for_that_player() -> None:
    war = hunt(["south2"])
    assert sorted(one["name"] for one in board_of(war)["sightings"]) == [
        "The south 1",
        "The south 2",
    ]
    assert list(marks(war).values()) == ["Target 1"]
    assert board_of(war)["goals"][0] | {"met": None, "held": None} == {
        "kind": "destruction",
        "primary": False,
        "turns": 1,
        "met": None,
        "held": None,
        "banners": 1,
        "title": "Target 1",
        "armies": [{"seat": 2, "banners": 1}],
    }
    assert marks(war, "south") == {}


def test_what_is_not_seen_has_no_mark_and_tells_nothing() -> None:
    war = hunt(["south3"])
    assert marks(war) == {}
    assert "Target" not in str(board_of(war)["sightings"])
    assert board_of(war)["goals"][0]["armies"] == [{"seat": 2, "banners": 1}]


def test_the_mark_stands_on_map_table_report_conditions_packet_and_in_the_api(war_of_marks: War) -> None:
    war = war_of_marks
    board = data_of(ask(war, "north"))["map-data"]
    assert [one["mark"] for one in board["sightings"] if "mark" in one] == ["The Butcher"]
    assert "to be destroyed: The Butcher" in text_of(war, "north", "table/?show=things")
    report = text_of(war, "north", "turns/1/report/")
    assert "to be destroyed: The Butcher" in report
    assert "Destroy The Butcher: a banner of The south" in report
    packet = text_of(war, "north", "packet/")
    assert "Destroy The Butcher: a banner of The south" in packet
    assert "to be destroyed: The Butcher" in packet
    for path in ("", "table/?show=all", "turns/1/report/", "packet/"):
        assert "Butcher" not in text_of(war, "south", path)


def test_programs_read_the_mark_too(war_of_marks: War) -> None:
    war = war_of_marks
    base = f"campaigns/{war.campaign.public_id}/turns/1/"
    mine, theirs = (Program(browser(war.users[army])) for army in ("north", "south"))
    for part in ("map/", "report/"):
        told = mine.get(base + part).body
        assert [one["mark"] for one in told["sightings"] if "mark" in one] == ["The Butcher"]
        assert told["goals"][0]["title"] == "The Butcher"
        assert "Butcher" not in str(theirs.get(base + part).body)


@pytest.fixture
def war_of_marks() -> War:
    """A war of which one turn is over, with a title for the banner to be destroyed."""
    war = hunt(["south2"])
    titled(war, "north", "The Butcher")
    war.plan("north", {"north1": HOLD})
    war.publish()
    return war


def titled(war: War, army: str, title: str) -> None:
    """Give an army's first condition a title, as the dossier would have; in what was told already too."""
    seat = war.seat(army)
    seat.conditions[0]["title"] = title
    seat.save(update_fields=("conditions",))
    part = war.part(army, 0)
    assert part.map is not None
    for one in (*part.map["goals"], *(one for one in part.map["sightings"] if "mark" in one)):
        one["title" if "kind" in one else "mark"] = title
    part.save(update_fields=("map",))


def test_the_title_outlasts_the_turns(war_of_marks: War) -> None:
    war = war_of_marks
    assert list(marks(war, number=1).values()) == ["The Butcher"]
    war.publish()
    assert war.seat("north").conditions[0]["title"] == "The Butcher"
    assert list(marks(war, number=2).values()) == ["The Butcher"]


def test_the_heir_of_a_banner_that_was_joined_away_bears_its_mark() -> None:
    war = hunt(["south2"])
    ids = {name: war.banner(name).public_id for name in ("south1", "south2")}
    war.plan(
        "south",
        {
            "south1": {"secondary": {"order": "join", "with": ids["south2"]}},
            "south2": {"secondary": {"order": "join", "with": ids["south1"]}},
        },
    )
    war.publish()
    now = [one for one in board_of(war, 1)["sightings"] if one["turn"] == 1]
    assert [one.get("mark") for one in now] == ["Target 1"]
    assert board_of(war, 1)["goals"][0]["met"] is False


def test_a_banner_that_has_split_off_bears_no_mark() -> None:
    war = hunt(["south2"])
    war.plan("south", {"south2": {"secondary": {"order": "split", "name": "The other"}}})
    war.publish()
    assert len([one for one in board_of(war, 1)["sightings"] if one["turn"] == 1]) == 3
    assert list(marks(war, number=1).values()) == ["Target 1"]


def test_an_old_sighting_keeps_the_mark_that_it_was_seen_with() -> None:
    war = hunt(["south2"])
    (name,) = marks(war)
    war.plan("north", {"north1": march(2, 0)})
    war.publish()
    assert [one["turn"] for one in board_of(war, 1)["sightings"]] == [0, 0]
    assert marks(war, number=1) == {name: "Target 1"}


def test_who_is_named_by_two_conditions_bears_both_marks() -> None:
    war = hunt(["south1"], ["south1", "south3"])
    assert list(marks(war).values()) == ["Target 1, Target 2"]
    assert "Destroy Target 2: 2 banners of The south" in text_of(war, "north", "packet/")


def test_the_builder_gives_the_title_and_it_reaches_the_player(mara: User, ada: User, ben: User) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    client, path = logged_in(mara), reverse("build_player", args=[site.public_id, 1])
    said = {"banners": ["b2"], "mark": "  The   Butcher ", "turns": 1, "primary": "no"}
    data = {f"destroy_banners-{name}": value for name, value in said.items()}
    assert client.post(path, {"act": "destroy_banners", **data}).status_code == 302
    assert Draft.objects.get(campaign=site).players["s1"]["conditions"][0]["title"] == "The Butcher"
    assert "Destroy Horde (its player sees: The Butcher)" in page(client, "build_player", site, 1)
    preview = page(client, "build_packet", site, 1)
    assert "Destroy The Butcher: a banner of" in preview
    assert "Destroy Horde" not in preview


@pytest.mark.parametrize(("mark", "said"), [("x" * 61, "at most 60"), ("The\u202eButcher", "cannot be seen")])
def test_a_title_that_cannot_be_is_told_and_nothing_is_lost(mara: User, mark: str, said: str) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    path = reverse("build_player", args=[site.public_id, 1])
    typed = {"banners": ["b2"], "mark": mark, "turns": 3, "primary": "no"}
    data = {f"destroy_banners-{name}": value for name, value in typed.items()}
    answer = logged_in(mara).post(path, {"act": "destroy_banners", **data})
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert said in text
    assert mark in text
    assert Draft.objects.get(campaign=site).players == {}


def test_the_title_goes_from_the_draft_into_the_war_and_into_a_copy_of_it(
    mara: User, ada: User, ben: User
) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    filled(site, ada, ben)
    save_board(campaign=site, by=mara, board=BOARD)
    goals = [
        {"kind": "occupation", "count": 3},
        {"kind": "destruction", "banners": ["b2"], "title": "The Butcher"},
        {"kind": "destruction", "banners": ["b3"]},
    ]
    dossier = {"conditions": goals, "banners": ["b2", "b3"]}
    building.save_dossier(campaign=site, by=mara, seat=seat_of(site, 1), dossier=dossier)
    start_campaign(campaign=site, by=mara)
    seat = seat_of(site, 1)
    assert [one.get("title") for one in seat.conditions] == [None, "The Butcher", None]
    board = PlayerTurn.objects.get(seat=seat, turn__number=0).map
    assert board is not None
    found = {(one["at"][0], one["at"][1]): one["mark"] for one in board["sightings"]}
    assert found == {(7, 0): "The Butcher", (7, 1): "Target 2"}
    copied = Draft.objects.get(campaign=copy_campaign(by=mara, source_id=site.public_id, name="Again"))
    titles = [one.get("title") for one in copied.players["s1"]["conditions"]]
    assert titles == [None, "The Butcher", None]


@pytest.mark.parametrize(
    ("condition", "path", "said"),
    [
        ({"kind": "destruction", "banners": ["b2"], "title": "x" * 61}, "title", "at most 60"),
        ({"kind": "occupation", "count": 3, "title": "Ground"}, "title", "banners to be destroyed"),
        ({"kind": "destruction", "banners": ["b2"], "title": 4}, "title", "must be text"),
    ],
)
def test_a_program_is_told_where_a_title_cannot_be(
    mara: User, condition: dict[str, Any], path: str, said: str
) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    with pytest.raises(Refusal, match=said) as refused:
        building.save_dossier(
            campaign=site, by=mara, seat=seat_of(site, 1), dossier={"conditions": [condition]}
        )
    assert f"conditions[0].{path}" in f"{refused.value.field} {refused.value}"
