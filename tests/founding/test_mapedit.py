"""The map of a campaign that is being built, for its builders alone: pages, files, the picture under it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaign.access import uploads
from campaign.base.maps.formats import Format, read
from campaign.base.maps.tiled import to_tiled
from campaign.base.refusal import Refusal
from campaign.base.setup.boards import read_board
from campaign.base.setup.house_rules import read_house
from campaign.founding.draft_parts import board_version
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.mapedit.services import LONGEST, set_backdrop
from campaign.models import Backdrop, Campaign, CampaignStatus, Draft, Role, RoleKind, Seat, User
from tests import bombs

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
WISH = {
    "act": "draw",
    "seed": 7,
    "width": 20,
    "height": 18,
    "symmetry": "rotation",
    "city": 5,
    "rock": 10,
    "banners": 2,
    "level": 12,
    "supplies": 1,
    "sensors": 0,
    "relics": 1,
}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign that Mara builds, with three seats."""
    return open_draft(by=mara, name="The Long March", seats=3)


@pytest.fixture
def seated(site: Campaign, ada: User) -> Campaign:
    """The same with Ada in its first seat."""
    Seat.objects.filter(campaign=site, number=1).update(user=ada, status="player")
    return site


def mark(site: Campaign) -> str:
    """The version of the map as it is now."""
    return board_version(Draft.objects.get(campaign=site))


def board_of(campaign: Campaign) -> Draft:
    return Draft.objects.get(campaign=campaign)


def picture(size: tuple[int, int] = (60, 40), kind: str = "PNG", **more: Any) -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", size, "olive").save(out, kind, **more)
    return SimpleUploadedFile("ground.png", out.getvalue())


ADDRESSES = (
    "build/map/",
    "build/map/files/",
    "build/map/files/rows/",
    "build/balance/",
    "build/balance/games/",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_only_those_who_build_the_campaign_see_its_map(
    address: str, seated: Campaign, mara: User, ada: User, nils: User, as_user: As
) -> None:
    path = f"/c/{seated.public_id}/{address}"
    assert as_user(mara).get(path).status_code == 200
    assert as_user(ada).get(path).status_code == 404
    assert as_user(nils).get(path).status_code == 404
    assert as_user(None).get(path).status_code == 302


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_sees_the_map_of_a_blind_campaign_or_of_one_that_has_started(
    address: str, mara: User, site: Campaign, as_user: As
) -> None:
    blind = open_draft(by=mara, name="In the dark", seats=2, blind=True)
    assert as_user(mara).get(f"/c/{blind.public_id}/{address}").status_code == 404
    Campaign.objects.filter(pk=site.pk).update(status=CampaignStatus.RUNNING)
    led = as_user(mara).get(f"/c/{site.public_id}/{address}")
    if address.endswith("/games/"):
        # A part of a page: it leads nowhere by itself.
        assert led.status_code == 404
        return
    assert (led.status_code, led["Location"]) == (302, f"/c/{site.public_id}/desk/")


def test_the_editor_holds_the_board_and_no_word_is_left_out(site: Campaign, mara: User, as_user: As) -> None:
    page = as_user(mara).get(f"/c/{site.public_id}/build/map/").content.decode()
    assert '"board": {"terrain": [' in page
    assert "Army 3" in page
    assert f"/api/v1/campaigns/{site.public_id}/draft/map/" in page


def test_a_map_is_drawn_by_the_form_alone(site: Campaign, mara: User, as_user: As) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    answer = as_user(mara).post(path, {**WISH, "version": mark(site)}, follow=True)
    assert "The map is drawn." in answer.content.decode()
    assert answer.redirect_chain == [(f"/c/{site.public_id}/build/map/", 302)]
    board = board_of(site).board
    assert (len(board["terrain"][0]), len(board["terrain"])) == (20, 18)
    assert {banner["owner"] for banner in board["banners"]} == {"s1", "s2", "s3"}
    assert board_of(site).board_version == 1


def test_a_form_that_was_filled_in_over_an_older_map_changes_nothing(
    site: Campaign, mara: User, as_user: As
) -> None:
    client, path = as_user(mara), f"/c/{site.public_id}/build/map/files/"
    old = mark(site)
    client.post(path, {**WISH, "version": old})
    before = board_of(site).board
    answer = client.post(path, {**WISH, "seed": 8, "version": old})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "You have saved this elsewhere" in text
    assert board_of(site).board == before
    # Who has read that sends it again, over what is there now.
    assert f'name="version" value="{mark(site)}"' in text
    assert old not in text


@pytest.mark.parametrize("sent", [{}, {"version": ""}], ids=["no version", "an empty version"])
def test_a_form_without_a_version_changes_nothing_and_says_so(
    sent: dict[str, str], site: Campaign, mara: User, as_user: As
) -> None:
    client, path = as_user(mara), f"/c/{site.public_id}/build/map/files/"
    client.post(path, {**WISH, "version": mark(site)})
    before = board_of(site).board
    for data in ({**WISH, "seed": 8}, {"act": "import", "text": "....\n....\n....\n...."}):
        answer = client.post(path, {**data, **sent})
        assert answer.status_code == 422
        assert "It was sent without the version that you have read." in answer.content.decode()
        assert board_of(site).board == before


@pytest.mark.parametrize(("field", "value"), [("width", 5), ("rock", 80), ("players", 3), ("seed", "x")])
def test_a_wish_out_of_bounds_is_told_at_its_field(
    field: str, value: object, site: Campaign, mara: User, as_user: As
) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    answer = as_user(mara).post(path, {**WISH, "version": mark(site), field: value})
    if field == "players":
        assert answer.status_code == 302  # there is no such field: the seats decide
        return
    assert answer.status_code == 422
    assert answer.context["draw"].errors.keys() == {field}
    assert board_of(site).board_version == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...\n.x.\n", "line 2, column 2 (B2)"),
        (".,.\n.,swamp\n", "line 2, column 2 (B2)"),
        ('{"layers": [], "width": 3,\n}', "line 2, column 1"),
        ('{"terrain": ["...", ".."]}', "terrain[1]: has 2 sectors"),
        ("", "Choose a file or paste a text."),
    ],
)
def test_a_broken_import_says_line_and_column_and_keeps_what_was_typed(
    text: str, words: str, site: Campaign, mara: User, as_user: As
) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    answer = as_user(mara).post(path, {"act": "import", "version": mark(site), "text": text})
    assert answer.status_code == 422
    assert any(words in error for error in answer.context["take"].errors["text"])
    assert answer.context["take"]["text"].value() == text
    assert board_of(site).board_version == 0


@pytest.mark.parametrize("raw", [b"...\n.x.\n", bombs.deep().encode(), b"what is this?"])
def test_a_broken_file_is_refused_at_its_field(raw: bytes, site: Campaign, mara: User, as_user: As) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    sent = {"act": "import", "version": mark(site), "text": "", "file": SimpleUploadedFile("a.txt", raw)}
    answer = as_user(mara).post(path, sent)
    assert (answer.status_code, list(answer.context["take"].errors)) == (422, ["file"])


def test_what_a_file_brings_beyond_the_day_is_refused_at_its_field(
    site: Campaign, mara: User, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 5)
    path = f"/c/{site.public_id}/build/map/files/"
    for field, sent in (("file", SimpleUploadedFile("a.txt", b"....\n....")), ("text", "....\n....")):
        answer = as_user(mara).post(path, {"act": "import", "version": mark(site), field: sent})
        assert (answer.status_code, list(answer.context["take"].errors)) == (429, [field])


def test_a_map_of_tiled_that_does_not_say_its_terrain_tells_for_what_its_tiles_were_taken(
    site: Campaign, mara: User, as_user: As
) -> None:
    client, path = as_user(mara), f"/c/{site.public_id}/build/map/files/"
    board = read_board({"terrain": ["..C.", ".C..", "...."]})
    for said, tiles in ((True, to_tiled(board)["tilesets"]), (False, [{"firstgid": 1, "source": "my.tsx"}])):
        text = json.dumps({**to_tiled(board), "tilesets": tiles})
        answer = client.post(path, {"act": "import", "version": mark(site), "text": text}, follow=True)
        page = unescape(answer.content.decode())
        assert "The map is imported." in page
        taken = "tile 1 as open ground, tile 2 as city. If that is wrong" in page
        assert taken is not said, page


@pytest.mark.parametrize("form", Format)
def test_what_is_written_out_is_taken_in_again(form: Format, site: Campaign, mara: User, as_user: As) -> None:
    client, path = as_user(mara), f"/c/{site.public_id}/build/map/files/"
    client.post(path, {**WISH, "version": mark(site)})
    board = board_of(site).board
    out = client.get(f"{path}{form.value}/")
    assert out["Content-Disposition"] == f'attachment; filename="the-long-march.{form.ending}"'
    assert read(out.content.decode(), onto=board) == board
    upload = SimpleUploadedFile("a-map", out.content)
    answer = client.post(path, {"act": "import", "version": mark(site), "file": upload})
    assert answer.status_code == 302
    assert board_of(site).board == board
    assert board_of(site).board_version == 2


def test_house_rules_in_a_map_file_come_in_with_it(site: Campaign, mara: User, as_user: As) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    Campaign.objects.update(house=read_house([{"id": "house_old"}, {"id": "house_calm", "points": 2}]))
    rule = {"id": "house_calm", "points": 1, "never": ["march"], "title": "Calm"}
    text = json.dumps({"map": ["...", "..."], "house": [rule]})
    answer = as_user(mara).post(path, {"act": "import", "version": mark(site), "text": text})
    assert answer.status_code == 302
    house = {one["id"]: one for one in Campaign.objects.get().house}
    assert set(house) == {"house_old", "house_calm"}
    assert (house["house_calm"]["title"], house["house_calm"]["points"]) == ("Calm", 1)
    broken = text.replace("march", "fly")
    refused = as_user(mara).post(path, {"act": "import", "version": mark(site), "text": broken})
    assert refused.status_code == 422
    assert "house[0].never" in str(refused.context["take"].errors["text"])


def test_a_file_that_is_no_text_is_refused(site: Campaign, mara: User, as_user: As) -> None:
    upload = SimpleUploadedFile("a-map", b"\xff\xfe\x00")
    path = f"/c/{site.public_id}/build/map/files/"
    answer = as_user(mara).post(path, {"act": "import", "version": mark(site), "file": upload})
    assert "file" in answer.context["take"].errors
    assert as_user(mara).get(f"{path}stone/").status_code == 404


# The picture under the map


def test_a_picture_is_made_anew_and_shown_to_whom_it_is_meant_for(
    seated: Campaign, mara: User, ada: User, nils: User, as_user: As
) -> None:
    client, path = as_user(mara), f"/c/{seated.public_id}/build/map/files/"
    sent = picture((LONGEST * 2, 400), "JPEG", comment=b"a hidden word")
    assert client.post(path, {"act": "picture", "picture": sent}).status_code == 302
    kept = Backdrop.objects.get()
    assert (kept.width, kept.height) == (LONGEST, 200)
    assert b"hidden" not in bytes(kept.picture)
    assert Image.open(io.BytesIO(bytes(kept.picture))).format == "WEBP"
    address = f"/c/{seated.public_id}/map/{kept.public_id}/"
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert as_user(ada).get(address).status_code == 404
    client.post(path, {"act": "show", "shown": "yes"})
    assert as_user(ada).get(address).status_code == 200
    assert as_user(nils).get(address).status_code == 404
    client.post(path, {"act": "show", "shown": "no"})
    assert as_user(ada).get(address).status_code == 404
    client.post(path, {"act": "remove"})
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a" + bytes(20)],
)
def test_what_is_no_picture_is_refused(content: bytes, site: Campaign, mara: User, as_user: As) -> None:
    path = f"/c/{site.public_id}/build/map/files/"
    upload = SimpleUploadedFile("ground.png", content)
    answer = as_user(mara).post(path, {"act": "picture", "picture": upload})
    assert answer.status_code == 422
    assert "picture" in answer.context["picture"].errors
    assert not Backdrop.objects.exists()


def test_a_picture_too_large_is_refused(site: Campaign, mara: User) -> None:
    with pytest.raises(Refusal, match="5 MB"):
        set_backdrop(campaign=site, by=mara, upload=io.BytesIO(bytes(5 * 1024 * 1024 + 1)), shown=False)
    bomb = io.BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    bomb.seek(0)
    with pytest.raises(Refusal, match="pixels"):
        set_backdrop(campaign=site, by=mara, upload=bomb, shown=False)


def test_nobody_else_lays_a_picture(seated: Campaign, ada: User) -> None:
    with pytest.raises(Refusal) as refused:
        set_backdrop(campaign=seated, by=ada, upload=picture().file, shown=True)
    assert refused.value.code == "not_yours"


def test_a_board_that_is_saved_shows_its_faults(site: Campaign, mara: User, as_user: As) -> None:
    board = {"terrain": ["...", ".#."], "banners": [{"id": "b", "owner": "s8", "at": [1, 1], "level": 3}]}
    save_board(campaign=site, by=mara, board=board)
    page = as_user(mara).get(f"/c/{site.public_id}/build/map/files/").content.decode()
    assert "b stands on impassable ground in " in page
    assert "which is not there" in page


def test_players_see_the_picture_under_their_war_map(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: As
) -> None:
    kept = Backdrop.objects.create(
        campaign=tarn, picture=b"RIFF", media_type="image/webp", width=60, height=40, shown=False
    )
    address = f"/c/{tarn.public_id}/map/{kept.public_id}/"
    war_map = f"/c/{tarn.public_id}/"
    assert "data-backdrop" not in as_user(ada).get(war_map).content.decode()
    cache.clear()
    Backdrop.objects.update(shown=True)
    assert f'data-backdrop="{address}"' in as_user(ada).get(war_map).content.decode()
    # Whoever sees no map sees no picture of it: those who watch, who judge, and guests until the end.
    Role.objects.create(campaign=tarn, user=nils, kind=RoleKind.OBSERVER)
    Campaign.objects.update(open_to_all=True)
    found = {user: as_user(user).get(address).status_code for user in (mara, ada, nils)}
    assert found == {mara: 200, ada: 200, nils: 404}
    assert Client().get(address).status_code == 404
    Campaign.objects.update(status=CampaignStatus.ENDED)
    assert Client().get(address).status_code == 200
    assert as_user(nils).get(address).status_code == 200
