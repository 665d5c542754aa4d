"""Maps as text: what goes out comes in again; what is wrong is told with its line and column."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from typing import Any

import pytest

from campaign.base.maps.formats import MOST_TEXT, Format, MapError, assumed_by, guess, read, write
from campaign.base.maps.generate import Wish, draw
from campaign.base.maps.tiled import to_tiled
from campaign.base.setup.boards import read_board

BOARD = read_board(
    {
        "terrain": [".C#.", "....", "#..C"],
        "features": [
            {
                "id": "f1",
                "at": [1, 1],
                "name": "Depot",
                "description": "A \u201cdump\u201d",
                "needs_search": True,
            }
        ],
        "relics": [
            {"id": "r1", "at": [2, 1], "destructible": False},
            {"id": "r2", "carried_by": "b1", "name": "Crown"},
        ],
        "banners": [{"id": "b1", "owner": "s1", "at": [0, 1], "level": 15, "works": "fortified"}],
        "occupied": [{"at": [3, 1], "occupier": "s2"}],
    }
)


@pytest.mark.parametrize("form", Format)
def test_what_goes_out_comes_in_again(form: Format) -> None:
    for board in (BOARD, draw(Wish(seed=4, players=3, sensors=1)).board):
        text = write(board, form)
        assert guess(text) == form
        assert read(text, onto=board) == board
        assert read(text, form, onto=board) == board


def test_rows_and_csv_hold_terrain_alone() -> None:
    assert read("...\n.C.\n", onto=None)["banners"] == []
    smaller = read("...\n.C.\n", onto=BOARD)
    assert smaller["terrain"] == ["...", ".C."]
    assert [one["id"] for one in smaller["banners"]] == ["b1"]
    assert smaller["occupied"] == []
    gone = read("...\n", onto=BOARD)
    assert gone["banners"] == []
    assert gone["relics"] == []


@pytest.mark.parametrize(
    "text",
    [
        ".,C,#\n.,.,.\n",
        ".;C;#\n.;.;.\n",
        ".\tC\t#\n.\t.\t.\n",
        "normal,city,impassable\nnormal,normal,normal\n",
        "0,1,2\r\n0,0,0\r\n",
        '"","c","#"\n\n"","",""\n',
        "\ufeff.,C,#\n.,.,.\n",
    ],
)
def test_csv_as_people_have_it(text: str) -> None:
    assert read(text)["terrain"] == [".C#", "..."]


def wrong(text: str, form: Format | None = None) -> MapError:
    with pytest.raises(MapError) as refused:
        read(text, form)
    return refused.value


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("..\n.x\n", "line 2, column 2 (B2)", "'#' or impassable"),
        ("\n\n..\n.\n", "line 4, column 2", "the first one has 2"),
        (".,.\n.,swamp\n", "line 2, column 2 (B2)", '"swamp" is not terrain'),
        (".,.\n.,.,.\n", "line 2, column 3", "the first one has 2"),
        ("", "line 1, column 1", "there is nothing"),
        ("." * 301, "line 1, column 301", "1 to 300"),
        (".\n" * 301, "line 301, column 1", "1 to 300"),
        ('{"terrain": ["..", ".x"]}', "terrain[1]", "in column 2"),
        ('{"terrain": ["..", "."]}', "terrain[1]", "the first row has 2"),
        ('{"terrain": [".."],\n "banners": [}', "line 2, column 14", "this is not JSON"),
        ('{"terrain": [".."], "dragons": []}', "dragons", "unknown key"),
        ('["..", "?."]', "terrain[1]", "a sector is"),
    ],
)
def test_a_broken_map_says_where_and_what_is_allowed(text: str, where: str, words: str) -> None:
    error = wrong(text)
    assert error.where == where
    assert words in error.message
    if where.startswith("line"):
        assert error.spot is not None
        assert where.startswith(f"line {error.spot.line}, column {error.spot.column}")


def test_a_text_beyond_all_measure_is_refused() -> None:
    assert str(MOST_TEXT) in wrong("." * (MOST_TEXT + 1)).message
    deep = "[" * 100_000
    assert wrong(deep).message


DO = [{"do": "unseal", "relic": "rod"}]


def test_triggers_stay_where_a_text_does_not_speak_of_them() -> None:
    trigger = {"id": "t1", "feature": "f", "do": DO}
    onto = read_board({"terrain": [".."], "triggers": [trigger]})
    for form in Format:
        text = write({key: value for key, value in onto.items() if key != "triggers"}, form)  # type: ignore[arg-type]
        assert read(text, form, onto=onto)["triggers"] == onto["triggers"], form
    assert read('{"terrain": [".."], "triggers": []}', onto=onto)["triggers"] == []


def test_the_map_of_a_scenario_comes_in_with_its_players_as_seats() -> None:
    scenario = {
        "turn": 1,
        "seed": "00" * 32,
        "map": ["...", "..#"],
        "players": [{"id": "alpha"}, {"id": "beta"}],
        "banners": [{"id": "b1", "owner": "beta", "at": [1, 0], "level": 9, "retreating": False}],
        "sectors": [{"at": [0, 0], "occupier": "alpha"}, {"at": [0, 1], "disputed": True}],
        "features": [{"id": "f", "at": [0, 1], "known_to": ["alpha"], "effect": "supply"}],
        "relics": [{"id": "orb", "carried_by": "b1"}, {"id": "rod", "at": [0, 0], "sealed": True}],
        "house": [{"id": "house_brave", "gives": ["tough"]}],
        "triggers": [
            {"id": "t1", "feature": "f", "holder": "alpha", "held": 2, "fired_by": ["alpha"], "do": DO},
        ],
    }
    board = read(json.dumps(scenario))
    assert [relic["sealed"] for relic in board["relics"]] == [False, True]
    (trigger,) = board["triggers"]
    assert (trigger["id"], trigger["feature"], trigger["do"]) == ("t1", "f", DO)
    assert not {"holder", "held", "fired_by"} & set(trigger), "it has not begun"
    assert board["banners"][0]["owner"] == "s2"
    assert board["occupied"] == [{"at": [0, 0], "occupier": "s1"}]
    assert board["features"][0]["effect"] == "supply"
    assert board["relics"][0]["carried_by"] == "b1"


# Tiled


def tiled(**changes: Any) -> dict[str, Any]:
    return {**to_tiled(BOARD), **changes}


@pytest.mark.parametrize(
    ("pack", "compression"), [(bytes, ""), (zlib.compress, "zlib"), (gzip.compress, "gzip")]
)
def test_packed_tiles_are_read(pack: Any, compression: str) -> None:
    document = to_tiled(BOARD)
    layer = document["layers"][0]
    raw = b"".join(number.to_bytes(4, "little") for number in layer["data"])
    layer.update(encoding="base64", compression=compression, data=base64.b64encode(pack(raw)).decode())
    assert read(json.dumps(document)) == BOARD


def test_flipped_tiles_and_tiles_known_by_their_properties_are_read() -> None:
    document = tiled()
    document["layers"][0]["data"][0] = 0x80000001
    document["tilesets"] = [
        {
            "firstgid": 1,
            "tiles": [
                {"id": 0, "properties": [{"name": "terrain", "type": "string", "value": "impassable"}]},
                {"id": 1, "class": "normal"},
                {"id": 2, "type": "city"},
            ],
        }
    ]
    assert read(json.dumps(document))["terrain"] == ["#.C#", "####", "C##."]


def test_a_tileset_in_a_file_of_its_own_is_taken_in_order() -> None:
    document = tiled(tilesets=[{"firstgid": 1, "source": "terrain.tsx"}])
    text = json.dumps(document)
    assert read(text)["terrain"] == BOARD["terrain"]
    assert assumed_by(text, None) == {1: "normal", 2: "city", 3: "impassable"}
    assert not assumed_by(json.dumps(tiled()), None)
    assert not assumed_by("..\n.#\n", None)


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"orientation": "isometric"}, "orientation", "only orthogonal"),
        ({"infinite": True}, "infinite", "fixed sides"),
        ({"width": 5}, "layers[0].data", "5 x 3 sectors need 15"),
        ({"width": 0}, "width", "from 1 to 300"),
        ({"layers": []}, "layers", "exactly one"),
        ({"tilesets": []}, "layers[0].data", "line 1, column 1 (A1) is tile 1"),
        (
            {"tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "lava"}]}]},
            "tilesets[0].tiles[0].type",
            "normal, city",
        ),
    ],
)
def test_a_broken_tiled_map_says_where(change: dict[str, Any], where: str, words: str) -> None:
    error = wrong(json.dumps(tiled(**change)))
    assert error.where == where
    assert words in error.message


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"type": "dragon"}, "layers[1].objects[0]", "allowed are feature, relic, banner, occupied"),
        ({"x": -5}, "layers[1].objects[0]", "off the map"),
        ({"x": "far"}, "layers[1].objects[0].x", "must be a number"),
        ({"properties": [{"name": "effect", "value": "magic"}]}, "layers[1].objects[0] (effect)", "supply"),
        (
            {"properties": [{"name": "colour", "value": "red"}]},
            "layers[1].objects[0].properties[0].value",
            "known are",
        ),
    ],
)
def test_a_broken_object_says_where(change: dict[str, Any], where: str, words: str) -> None:
    document = tiled()
    document["layers"][1]["objects"][0].update(change)
    error = wrong(json.dumps(document))
    assert error.where == where
    assert words in error.message


def test_a_packed_layer_that_would_not_end_is_refused() -> None:
    document = tiled()
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    document["layers"][0].update(encoding="base64", compression="zlib", data=bomb)
    assert "more than 300 x 300" in wrong(json.dumps(document)).message
