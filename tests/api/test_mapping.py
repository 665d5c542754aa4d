"""The API's part of building a map: what the browser can do there, programs can."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PIL import Image

from battles.lists import intake
from campaign.base import pictures
from campaign.base.maps import map_intake
from campaign.base.maps.tiled import to_tiled
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError
from campaign.base.setup.boards import read_board
from campaign.founding.balance.services import play_next
from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import Backdrop, Campaign, Draft, User
from tests import bombs
from tests.api.conftest import Answer, Program

pytestmark = pytest.mark.django_db

Programs = Callable[[User | None], Program]
BOARD = {
    "terrain": ["....", ".C#.", "...."],
    "banners": [
        {"id": "a", "owner": "s1", "at": [0, 0], "level": 12},
        {"id": "b", "owner": "s2", "at": [3, 2], "level": 12},
    ],
}


@pytest.fixture
def site(mara: User) -> Campaign:
    return open_draft(by=mara, name="The Long March", seats=2)


def at(site: Campaign, path: str) -> str:
    return f"campaigns/{site.public_id}/draft/{path}"


def test_a_map_is_saved_over_the_version_that_was_read(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    read = mine.get(at(site, "map/")).body
    seen = read["version"]
    assert (read["picture"], read["problems"]) == (None, [])
    assert read["seats"][1] == {"key": "s2", "number": 2, "army": "Army 2"}
    bare = mine.ask("PUT", at(site, "map/"), {"board": BOARD})
    assert (bare.status, bare.body["version"]) == (428, seen)
    saved = mine.ask("PUT", at(site, "map/"), {"board": BOARD, "version": seen})
    now = mine.get(at(site, "map/")).body["version"]
    assert (saved.status, saved.body) == (200, {"version": now, "problems": []})
    late = mine.ask("PUT", at(site, "map/"), {"board": {"terrain": ["..."]}, "version": seen})
    assert (late.status, late.body["code"], late.body["version"]) == (409, "changed", now)
    assert late.body["saved_by"] == "Mara"
    assert Draft.objects.get().board["terrain"] == BOARD["terrain"]
    wrong = mine.ask("PUT", at(site, "map/"), {"board": {"terrain": ["..x"]}, "version": now})
    assert (wrong.status, wrong.body["errors"][0]["path"]) == (400, "board.terrain[0]")


def test_a_map_is_drawn_and_not_stored(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    wish = {"seed": 5, "width": 16, "height": 14, "rock": 20, "symmetry": "mirror"}
    drawn = mine.post(at(site, "map/draw/"), wish).body
    assert len(drawn["board"]["terrain"]) == 14
    assert drawn == mine.post(at(site, "map/draw/"), wish).body
    assert Draft.objects.get().board_version == 0
    for field, value in (("width", 4), ("rock", 90), ("relics", 3), ("symmetry", "none"), ("players", 3)):
        refused = mine.post(at(site, "map/draw/"), {"seed": 1, field: value})
        assert (refused.status, refused.body["errors"][0]["path"]) == (400, field)


def test_a_map_is_read_from_text_and_written_as_text(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    save_board(campaign=site, by=mara, board=BOARD)
    for form in ("rows", "csv", "tiled", "map"):
        written = mine.get(at(site, f"map/text/{form}/")).body
        assert written["format"] == form
        read = mine.post(at(site, "map/read/"), {"text": written["text"]}).body
        assert read["board"]["terrain"] == BOARD["terrain"]
        assert len(read["board"]["banners"]) == 2
    broken = mine.post(at(site, "map/read/"), {"text": "...\n..x\n"})
    assert broken.status == 400
    assert "line 2, column 3 (C2)" in broken.body["detail"]
    assert mine.get(at(site, "map/text/stone/")).status == 404


def test_house_rules_come_back_beside_the_map(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    rule = {"id": "house_calm", "points": 1, "never": ["march"], "title": "Calm"}
    read = mine.post(
        at(site, "map/read/"), {"text": json.dumps({"map": ["...", "..."], "house": [rule]})}
    ).body
    assert [(one["id"], one["title"], one["never"]) for one in read["house"]] == [
        ("house_calm", "Calm", ["march"])
    ]
    stands = mine.get(at(site, "")).body
    saved = mine.ask(
        "PUT",
        at(site, "house/"),
        {"house": read["house"], "version": stands["versions"]["house"]},
    )
    assert saved.status == 200
    assert saved.body["house"] == read["house"]
    wrong = json.dumps({"map": ["...", "..."], "house": [{**rule, "never": ["fly"]}]})
    broken = mine.post(at(site, "map/read/"), {"text": wrong})
    assert (broken.status, broken.body["errors"][0]["path"]) == (400, "text")
    assert "house[0].never" in broken.body["detail"]


def test_a_map_of_tiled_says_what_was_assumed_of_its_tiles(
    site: Campaign, mara: User, program: Programs
) -> None:
    document = to_tiled(read_board({"terrain": ["..", ".#"]})) | {"tilesets": [{"firstgid": 1}]}
    read = program(mara).post(at(site, "map/read/"), {"text": json.dumps(document)}).body
    assert read["board"]["terrain"] == ["..", ".#"]
    assert read["assumed"] == {"1": "normal", "3": "impassable"}


def test_a_picture_lies_under_the_map(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    out = io.BytesIO()
    Image.new("RGB", (30, 20), "olive").save(out, "PNG")
    text = base64.b64encode(out.getvalue()).decode()
    laid = mine.ask("PUT", at(site, "map/picture/"), {"picture": text}).body
    assert laid["picture"] == f"/c/{site.public_id}/map/{Backdrop.objects.get().public_id}/"
    assert laid["shown"] is False
    assert mine.post(at(site, "map/picture/"), {"shown": True}).body["shown"] is True
    assert mine.get(at(site, "map/")).body["picture_shown"] is True
    assert mine.post(at(site, "map/picture/remove/")).body["picture"] is None
    for sent in ("?", base64.b64encode(b"none").decode()):
        refused = mine.ask("PUT", at(site, "map/picture/"), {"picture": sent})
        assert (refused.status, refused.body["errors"][0]["path"]) == (400, "picture")


def test_a_picture_of_up_to_five_megabytes_is_taken(site: Campaign, mara: User, program: Programs) -> None:
    mine, path = program(mara), at(site, "map/picture/")

    def laid(size: int) -> Answer:
        text = base64.b64encode(bombs.png(30, 20) + bytes(size)).decode()
        return mine.ask("PUT", path, {"picture": text})

    assert laid(4_500_000).status == 200
    assert laid(5 * 1024 * 1024 - 1_000).status == 200
    for size, status in ((5 * 1024 * 1024, 422), (5_900_000, 422), (7_000_000, 413)):
        refused = laid(size)
        (error,) = refused.body["errors"]
        assert (refused.status, error["path"]) == (status, "picture"), size
        assert "A picture has at most 5 MB." in error["detail"]


def test_a_number_of_thousands_of_digits_is_refused_in_words_of_our_own(
    site: Campaign, mara: User, program: Programs
) -> None:
    mine = program(mara)
    read = mine.post(at(site, "map/read/"), {"text": '{"terrain": [' + "1" * 5000 + "]}"})
    assert (read.status, read.errors) == (
        422,
        {"text": "The text holds a number of more than 4300 digits."},
    )
    drawn = mine.ask("POST", at(site, "map/draw/"), raw=b'{"seed": 1, "city": ' + b"9" * 5000 + b"}")
    assert (drawn.status, "a number may have up to 100 digits" in drawn.body["detail"]) == (400, True)
    drawn = mine.ask("POST", at(site, "map/draw/"), raw=b'{"seed": 1, "city": ' + b"9" * 90 + b"}")
    assert (drawn.status, list(drawn.errors)) == (400, ["city"])


def test_what_takes_more_than_it_may_is_told_with_the_limit(
    site: Campaign, mara: User, program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hungry(*_asked: object, **_more: object) -> Iterator[str]:
        raise ChildFailedError("it needed more memory than it may have")
        yield

    monkeypatch.setattr(children, "lines", hungry)
    mine = program(mara)
    for answer, said in (
        (
            mine.ask("PUT", at(site, "map/picture/"), a_picture()),
            "picture takes more than the 512 MiB or 10 s",
        ),
        (mine.post(at(site, "map/read/"), {"text": "..\n.."}), "map takes more than the 256 MiB or 20 s"),
        (mine.post("lists/", {"roster": "Rifle squad"}), "list takes more than the 256 MiB or 5 s"),
    ):
        assert (answer.status, answer.body["type"]) == (422, "/api/v1/problems/unfit/")
        assert said in answer.body["errors"][0]["detail"]


def a_picture() -> dict[str, str]:
    out = io.BytesIO()
    Image.new("RGB", (30, 20), "olive").save(out, "PNG")
    return {"picture": base64.b64encode(out.getvalue()).decode()}


def test_what_was_kept_waiting_by_others_is_not_said_to_be_too_much(
    site: Campaign, mara: User, program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that is taken a child's clock runs out before it has worked."""
    for door in (intake, map_intake, pictures):
        monkeypatch.setattr(door, "LIMITS", replace(door.LIMITS, clock=0.001))
    mine = program(mara)
    for answer in (
        mine.ask("PUT", at(site, "map/picture/"), a_picture()),
        mine.post(at(site, "map/read/"), {"text": "..\n.."}),
        mine.post("lists/", {"roster": "Rifle squad"}),
    ):
        assert (answer.status, answer.body["type"]) == (503, "/api/v1/problems/unavailable/")
        assert "send yours again in a minute" in str(answer.body)
        assert answer.headers["retry-after"]


def test_bots_try_the_map_out(site: Campaign, mara: User, program: Programs) -> None:
    mine = program(mara)
    assert mine.post(at(site, "balance/games/cancel/")).status == 404
    save_board(campaign=site, by=mara, board=BOARD)
    started = mine.post(at(site, "balance/games/"), {"games": 2, "turns": 3})
    assert (started.status, started.body["state"]) == (200, "waiting")
    again = mine.post(at(site, "balance/games/"), {"games": 2})
    assert (again.status, again.body["code"]) == (409, "running")
    while play_next():
        pass
    read = mine.get(at(site, "balance/")).body
    assert read["games"]["state"] == "done"
    assert sum(one["wins"] for one in read["games"]["wins"]) + read["games"]["nobody"] == 2
    assert [one["nearest_enemy"] for one in read["seats"]] == [3, 3]
    assert mine.post(at(site, "balance/games/"), {"games": 501}).status == 400
    mine.post(at(site, "balance/games/"), {"games": 2})
    assert mine.post(at(site, "balance/games/cancel/")).body["state"] == "cancelled"


def test_who_does_not_build_the_campaign_finds_nothing(
    site: Campaign, mara: User, ada: User, nils: User, program: Programs
) -> None:
    site.seats.filter(number=1).update(user=ada, status="player")
    asked = (
        ("GET", "map/", None),
        ("PUT", "map/", {"board": BOARD, "version": ""}),
        ("POST", "map/draw/", {"seed": 1}),
        ("POST", "map/read/", {"text": "..."}),
        ("GET", "map/text/rows/", None),
        ("PUT", "map/picture/", {"picture": "AAAA"}),
        ("GET", "balance/", None),
        ("POST", "balance/games/", {}),
        ("POST", "balance/games/cancel/", {}),
    )
    for method, path, body in asked:
        assert program(mara).ask(method, at(site, path), body).status != 401
        for user, status in ((ada, 404), (nils, 404), (None, 401)):
            assert program(user).ask(method, at(site, path), body).status == status, (method, path)
