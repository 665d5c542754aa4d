"""Large maps: sent in parts, with a picture of the whole; small ones as ever."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from campaign.base.dates.schedule import Schedule
from campaign.base.drawing import windows
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.start.founding import CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Campaign, PlayerTurn, User
from tests.conftest import ADA, BEN, CLEO, FORCES, tarn_ford

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
WIDE, TALL = 160, 120


@pytest.fixture
def plain(mara: User, ada: User, ben: User, cleo: User) -> Campaign:
    """The three armies on a plain of 160 by 120 sectors."""
    rows = tuple("." * WIDE if y % 10 else "C" * WIDE for y in range(TALL))
    spec = CampaignSpec(
        name="The Great Plain",
        state=replace(tarn_ford(), rows=rows),
        seats=(SeatSpec(ADA, "Iron", ada), SeatSpec(BEN, "Crimson", ben), SeatSpec(CLEO, "Swarm", cleo)),
        banners={key: name for key, _, _, _, name in FORCES},
        variables=Variables(grace=0),
        schedule=Schedule(time_zone="Europe/Berlin", short_turns=False),
    )
    campaign = create_campaign(facilitator=mara, spec=spec)
    start_campaign(campaign=campaign, by=mara)
    return campaign


def stored(campaign: Campaign, user: User) -> dict[str, Any]:
    found: dict[str, Any] = PlayerTurn.objects.get(
        seat__campaign=campaign, seat__user=user, turn__number=0
    ).map
    return found


def page_map(client: Client, campaign: Campaign) -> dict[str, Any]:
    html = client.get(f"/c/{campaign.public_id}/").content.decode()
    found = re.search(r'id="map-data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    document: dict[str, Any] = json.loads(found[1])
    return document


def test_a_large_map_comes_with_the_tiles_around_ones_own_banners(
    plain: Campaign, ada: User, as_user: As
) -> None:
    whole, sent = stored(plain, ada), page_map(as_user(ada), plain)
    assert "terrain" not in sent
    assert [tile["at"] for tile in sent["tiles"]] == [[0, 0]]
    assert sent["tiles"][0]["fog"] == [row[:50] for row in whole["fog"][:50]]
    assert sent["banners"] == whole["banners"]
    assert sent == as_user(ada).get(sent["more"]).json()


def test_more_is_sent_as_it_is_asked_for(plain: Campaign, ada: User, as_user: As) -> None:
    whole = stored(plain, ada)
    more = f"/c/{plain.public_id}/turns/0/map.json"
    tiles = as_user(ada).get(more, {"tiles": "3,2;1,0;9,9;-1,0"}).json()["tiles"]
    assert [tile["at"] for tile in tiles] == [[150, 100], [50, 0]]
    assert tiles[0]["terrain"] == [row[150:] for row in whole["terrain"][100:]]
    for wrong in ("x", "1", "1,2,3", ""):
        assert as_user(ada).get(more, {"tiles": wrong}).status_code == 400


def test_the_picture_has_a_pixel_for_each_sector(plain: Campaign, ada: User, as_user: As) -> None:
    whole = stored(plain, ada)
    for night in ("", "?night=1"):
        answer = as_user(ada).get(f"/c/{plain.public_id}/turns/0/overview.png{night}")
        assert answer["Content-Type"] == "image/png"
        image = Image.open(BytesIO(answer.content))
        assert image.size == (WIDE, TALL)
        seen, dark = (2, 2), (WIDE - 1, TALL - 1)
        assert (whole["fog"][2][2], whole["fog"][TALL - 1][WIDE - 1]) == ("2", "0")
        assert image.getpixel(seen) != image.getpixel(dark)


def test_the_picture_is_drawn_larger_for_pages(plain: Campaign, ada: User, as_user: As) -> None:
    address = f"/c/{plain.public_id}/turns/0/overview.png"
    image = Image.open(BytesIO(as_user(ada).get(address, {"px": "3"}).content))
    assert image.size == (3 * WIDE, 3 * TALL)
    for wrong in ("0", "5", "x", "1.5", ""):
        assert as_user(ada).get(address, {"px": wrong}).status_code == 404


def test_a_small_map_is_sent_as_it_lies(tarn: Campaign, ada: User, as_user: As) -> None:
    assert page_map(as_user(ada), tarn) == stored(tarn, ada)
    assert as_user(ada).get(f"/c/{tarn.public_id}/turns/0/map.json").json() == stored(tarn, ada)


def test_strangers_find_neither(plain: Campaign, nils: User, mara: User, as_user: As) -> None:
    for person in (nils, mara):
        assert as_user(person).get(f"/c/{plain.public_id}/turns/0/overview.png").status_code == 404
        assert as_user(person).get(f"/c/{plain.public_id}/turns/0/map.json?tiles=0,0").status_code == 404


def test_signs_of_many_seats_are_told_apart() -> None:
    document = {
        "size": [4, 1],
        "banners": [],
        "terrain": ["..#C"],
        "territory": ["1*." + chr(0x10000 + 40)],
        "fog": ["2102"],
    }
    image = Image.open(BytesIO(windows.picture(document)))
    assert len({image.getpixel((x, 0)) for x in range(4)}) == 4
    assert windows.first_tiles(document) == [(0, 0)]


def test_programs_get_large_maps_in_the_same_parts(
    plain: Campaign, ada: User, mara: User, as_user: As
) -> None:
    client, whole = as_user(ada), stored(plain, ada)
    base = f"/api/v1/campaigns/{plain.public_id}/turns/0/map/"
    sent = client.get(base).json()
    assert {"terrain", "territory", "fog"} & set(sent) == set()
    assert sent["tiles"] == page_map(client, plain)["tiles"]
    more = client.get(f"{base}tiles/?at=2,1;9,9").json()
    assert [tile["at"] for tile in more["tiles"]] == [[100, 50]]
    assert more["tiles"][0]["terrain"] == [row[100:150] for row in whole["terrain"][50:100]]
    drawn = client.get(f"{base}overview/", headers={"Accept": "image/png"})
    assert Image.open(BytesIO(drawn.content)).size == (WIDE, TALL)
    for at in ("", "x", "1", "1,2;"):
        wrong = client.get(f"{base}tiles/?at={at}")
        assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (400, "at")
    assert as_user(mara).get(f"{base}overview/").status_code == 403


def test_the_map_that_a_film_goes_on_from_is_whole(plain: Campaign, ada: User, as_user: As) -> None:
    address = f"/api/v1/campaigns/{plain.public_id}/turns/0"
    assert "tiles" in as_user(ada).get(f"{address}/map/").json()
    assert as_user(ada).get(f"{address}/film/map/").json() == stored(plain, ada)
