"""A campaign that is being built: saved step by step, by its builders alone."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from campaign.base.refusal import Outdated, Refusal
from campaign.base.setup.boards import empty_board, faults, read_board
from campaign.founding.draft_parts import board_version
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.drafts import board_for, builds, draft_for
from campaign.models import Campaign, CampaignStatus, Draft, User
from rules.format.reading import ScenarioError

BOARD: dict[str, Any] = {
    "terrain": ["..C", ".#."],
    "features": [{"id": "f1", "at": [0, 0], "name": "Depot", "effect": "supply", "needs_search": True}],
    "relics": [{"id": "r1", "at": [2, 0]}, {"id": "r2", "carried_by": "b1", "destructible": False}],
    "banners": [{"id": "b1", "owner": "s1", "at": [0, 1], "level": 15, "name": "Guard"}],
    "occupied": [{"at": [0, 1], "occupier": "s1"}],
}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign that Mara is building."""
    return open_draft(by=mara, name="  The   Long March ", seats=3)


def test_a_draft_has_places_for_its_players(site: Campaign, mara: User) -> None:
    assert site.name == "The Long March"
    assert site.status == CampaignStatus.BUILDING
    assert [seat.key for seat in site.seats.order_by("number")] == ["s1", "s2", "s3"]
    assert all(seat.status == "open" for seat in site.seats.all())
    assert draft_for(mara, site).board == empty_board()


@pytest.mark.parametrize(
    ("name", "seats", "field"), [("  ", 3, "name"), ("x" * 81, 3, "name"), ("A", 9, "seats")]
)
def test_what_cannot_be_begun(mara: User, name: str, seats: int, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_draft(by=mara, name=name, seats=seats)
    assert refused.value.field == field
    assert not Campaign.objects.exists()


def test_the_board_is_saved_whole_over_the_version_that_was_seen(site: Campaign, mara: User) -> None:
    seen = board_version(Draft.objects.get(campaign=site))
    draft = save_board(campaign=site, by=mara, board=BOARD, version=seen)
    assert draft.board_version == 1
    stored = Draft.objects.get(campaign=site).board
    assert stored["banners"] == [
        {"id": "b1", "owner": "s1", "at": [0, 1], "level": 15, "works": "none", "name": "Guard"}
    ]
    assert stored["relics"][1] == {
        "id": "r2",
        "name": "r2",
        "description": "",
        "carried_by": "b1",
        "destructible": False,
        "known_to": [],
        "sealed": False,
    }
    site.refresh_from_db()
    assert site.map_rows == "..C\n.#."
    # What is stored already is no conflict, and no save; anything else over an old version is.
    assert save_board(campaign=site, by=mara, board=BOARD, version=seen).board_version == 1
    other = {**BOARD, "terrain": ["C.C", ".#."]}
    with pytest.raises(Outdated) as refused:
        save_board(campaign=site, by=mara, board=other, version=seen)
    assert (refused.value.code, refused.value.who) == ("changed", mara.name)
    assert refused.value.version == board_version(draft)
    assert "You have saved this elsewhere" in refused.value.message
    assert Draft.objects.get(campaign=site).board_version == 1


def test_only_builders_see_and_save_it(site: Campaign, mara: User, ada: User) -> None:
    assert builds(mara, site)
    assert not builds(ada, site)
    with pytest.raises(Draft.DoesNotExist):
        draft_for(ada, site)
    with pytest.raises(Refusal) as refused:
        save_board(campaign=site, by=ada, board=BOARD)
    assert refused.value.code == "not_yours"


def test_nobody_sees_or_saves_the_board_of_a_blind_campaign(mara: User) -> None:
    blind = open_draft(by=mara, name="Blind", blind=True)
    assert blind.automatic
    assert draft_for(mara, blind)
    with pytest.raises(Draft.DoesNotExist):
        board_for(mara, blind)
    with pytest.raises(Refusal) as refused:
        save_board(campaign=blind, by=mara, board=BOARD)
    assert refused.value.code == "blind"


def test_when_it_has_started_nothing_is_built_any_more(site: Campaign, mara: User) -> None:
    Campaign.objects.filter(pk=site.pk).update(status=CampaignStatus.RUNNING)
    with pytest.raises(Refusal) as refused:
        save_board(campaign=site, by=mara, board=BOARD)
    assert refused.value.code == "started"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("terrain",), [], "terrain: has no rows"),
        (("terrain", 1), "..", "terrain[1]: has 2 sectors; the first row has 3"),
        (("terrain", 0), ".x.", "terrain[0]: holds 'x' in column 2"),
        (("banners", 0, "owner"), "s9", "banners[0].owner: must be one of s1"),
        (("banners", 0, "level"), -1, "banners[0].level"),
        (("banners", 0, "name"), "N" * 61, "banners[0].name: has 61 characters"),
        (("banners", 0, "name"), "a\x00", "banners[0].name: holds the character NUL"),
        (("features", 0, "effect"), "gold", "features[0].effect"),
        (("features", 0, "known_to"), ["s0"], "features[0].known_to[0]: must be one of s1"),
        (("features", 0, "price"), 3, "features[0].price: is an unknown key"),
        (("relics", 1, "at"), [0, 0], "relics[1]: needs exactly one of at and carried_by"),
        (("relics", 1, "id"), "r1", "relics[1]: the id 'r1' is used twice"),
        (("occupied", 0, "at"), [300, 0], "occupied[0].at"),
        (("treasure",), [], "treasure: is an unknown key"),
    ],
)
def test_a_board_that_cannot_be_drawn_says_where(path: tuple[Any, ...], value: Any, said: str) -> None:
    board = copy.deepcopy(BOARD)
    place: Any = board
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(ScenarioError) as error:
        read_board(board)
    assert said in str(error.value)


def test_an_unfinished_board_is_kept_and_its_faults_are_told() -> None:
    board = read_board(
        {
            **BOARD,
            "features": [
                {"id": "f1", "at": [1, 1], "name": "Depot"},
                {"id": "f2", "at": [9, 9], "name": "Mill"},
            ],
            "relics": [{"id": "r1", "carried_by": "lost", "name": "Orb"}],
            "banners": [
                {"id": "a", "owner": "s1", "at": [0, 0], "level": 9, "name": "One"},
                {"id": "b", "owner": "s2", "at": [0, 0], "level": 9, "name": "Other"},
                {"id": "c", "owner": "s5", "at": [1, 0], "level": 9, "name": "Third"},
            ],
            "occupied": [{"at": [0, 1], "occupier": "s7"}],
        }
    )
    assert list(faults(board, ("s1", "s2"))) == [
        "Depot stands on impassable ground in B2",
        "Mill is off the map",
        "Orb is carried by a banner that is not there",
        "Third belongs to seat 5, which is not there",
        "sectors are occupied by seat 7, which is not there",
        "One, Other are enemies in one sector, A1",
    ]
