"""A poster: one turn's map with its title, its armies and what came of it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from campaign.film.drawing.map_board import Table, shown_part
from campaign.film.drawing.naming import Naming
from campaign.film.drawing.palette import flat
from campaign.film.drawing.sheet import Army, Sheet, Words, armies_of

TOLD = ("results", "relics", "land", "search", "contact", "sight", "aims", "close")
"""The phases whose sentences a poster tells, the most telling first."""
SENTENCES = 4
COLOURS = 192


def poster(given: Mapping[str, Any]) -> bytes:
    """The PNG of a poster; one that is asked for small has the few colours of films."""
    out = BytesIO()
    image = drawn(given)
    if given.get("beneath"):
        # A picture of any colours: its own few, not those of films.
        image = image.quantize(COLOURS, dither=Image.Dither.NONE)
    elif given.get("small"):
        image = flat(image, given["light"])
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def drawn(given: Mapping[str, Any]) -> Image.Image:
    """The poster of the first scene."""
    scene, light = given["scenes"][0], given["light"]
    board, film = scene["after"], scene["film"]
    naming = Naming([board], [film["names"]] if film else [])
    sheet = Sheet((given["size"][0], given["size"][1]), shown_part([board]), light)
    size = board["size"][0], board["size"][1]
    table = Table(size, sheet.view, light, naming, _beneath(given))
    image = sheet.frame()
    ground = table.bare(board)
    table.stand(
        ground, table.crowd(table.pieces(board), board), frozenset(one["id"] for one in board["relics"])
    )
    image.paste(ground, sheet.map[:2])
    words = Words(
        naming.sentence(given["title"]),
        naming.sentence(scene["heading"]),
        naming.sentence(scene["mark"]),
        given["site"],
        _armies(given, board, naming),
        given["words"]["happened"] if film else "",
        tuple(naming.sentence(text) for text in won_by(given) or (told(film) if film else ())),
        given["words"].get("sectors", ""),
        champion_of(given, naming),
    )
    sheet.write(image, words)
    sheet.foot(image, words)
    return image


def _beneath(given: Mapping[str, Any]) -> Image.Image | None:
    """The picture under the map, which comes as bare pixels: nothing is unpacked here."""
    found = given.get("beneath")
    if not found:
        return None
    return Image.frombytes("RGB", (found["size"][0], found["size"][1]), base64.b64decode(found["pixels"]))


def _armies(given: Mapping[str, Any], board: Mapping[str, Any], naming: Naming) -> tuple[Army, ...]:
    """The armies; of a card of a war that goes on nobody is told how many sectors they hold."""
    found = armies_of(board, naming.armies)
    return tuple(replace(one, sectors=-1) for one in found) if given.get("bare") else found


def champion_of(given: Mapping[str, Any], naming: Naming) -> tuple[int, str, str] | None:
    """Who has won, of what goes to the end."""
    found = given.get("champion")
    if not found:
        return None
    return found["seat"], given["words"]["champion"], naming.armies[found["seat"]]


def won_by(given: Mapping[str, Any]) -> list[str]:
    """By which conditions he has."""
    aims: list[str] = (given.get("champion") or {}).get("aims", [])
    return aims


def told(film: Mapping[str, Any]) -> list[str]:
    """The sentences of a film that say most."""
    found: list[int] = []
    phases = {phase["id"]: phase for phase in film["phases"]}
    for name in TOLD:
        for beat in phases.get(name, {"beats": ()})["beats"]:
            line = beat.get("line")
            if line is not None and line not in found:
                found.append(line)
    return [film["lines"][line]["text"] for line in found[:SENTENCES]]
