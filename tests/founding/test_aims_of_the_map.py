"""An aim fits the map: what is off it is named where it is typed, and later wherever it stands."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import Campaign, Draft, User
from tests.founding.test_builder_pages import logged_in, page
from tests.founding.test_building import BOARD


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building, with a map of eight by four."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    return site


def add(client: Client, site: Campaign, act: str, **fields: Any) -> tuple[int, str]:
    """Send one aim of seat 1; the status and the page that answers."""
    sent = {"turns": 1, "primary": "yes", **fields}
    path = reverse("build_player", args=[site.public_id, 1])
    answer = client.post(path, {"act": act, **{f"{act}-{name}": value for name, value in sent.items()}})
    return answer.status_code, answer.content.decode()


def aims(site: Campaign) -> list[Any]:
    return list(Draft.objects.get(campaign=site).players.get("s1", {}).get("conditions", []))


@pytest.mark.parametrize(
    ("act", "fields", "told"),
    [
        ("hold_sectors", {"sectors": "A1, Z99"}, "An aim asks for Z99: off the map or impassable."),
        ("hold_sectors", {"sectors": "F2"}, "An aim asks for F2: off the map or impassable."),
        (
            "hold_sectors",
            {"sectors": "A5-H6"},
            "An aim asks for A5, B5, C5, D5, E5, ...: off the map or impassable.",
        ),
        ("hold_count", {"count": 80_000}, "An aim asks for more sectors than the map has."),
    ],
)
def test_an_aim_that_nobody_can_meet_is_named_and_not_added(
    act: str, fields: dict[str, Any], told: str, site: Campaign, mara: User
) -> None:
    status, text = add(logged_in(mara), site, act, **fields)
    assert (status, told in text) == (422, True)
    assert aims(site) == []


def test_an_aim_is_added_once(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    assert add(client, site, "hold_sectors", sectors="A1-B2")[0] == 302
    status, text = add(client, site, "hold_sectors", sectors="A1-B2")
    assert status == 422
    assert "This army has this aim already." in text
    assert add(client, site, "hold_sectors", sectors="A1-B2", turns=2)[0] == 302
    assert len(aims(site)) == 2


def test_an_aim_that_the_map_has_left_behind_is_marked_where_it_stands(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    assert add(client, site, "hold_sectors", sectors="H4")[0] == 302
    told = "an aim asks for H4: off the map or impassable"
    assert told not in page(client, "build_player", site, 1)
    smaller = {"terrain": ["........", "C.......", "........"], "banners": BOARD["banners"]}
    save_board(campaign=site, by=mara, board=smaller)
    assert told in page(client, "build_player", site, 1)
    assert told in page(client, "build_players", site)
    site.refresh_from_db()
    items = checklist_of(site, Draft.objects.get(campaign=site))
    assert f"Army 1: {told}." in [one.text for one in items if one.blocking]
