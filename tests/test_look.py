"""The palette: text can be read, armies can be told apart by eyes of every common kind, in both lights."""

from __future__ import annotations

import math
import re
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaign.base.drawing.declared_look import CSS, END, SCRIPT, SPRITE
from campaign.base.drawing.inks import inks_of
from campaign.base.drawing.land_picture import land
from campaign.base.drawing.look import LOOK, Light
from campaign.base.drawing.outlines import polygons_of
from tests.colours import KINDS, contrast, lab, linear, seen

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
ARMIES = [f"--a{number}" for number in range(1, 9)]
GROUNDS = ("--paper", "--paper-2", "--card")


def inks(light: Light) -> dict[str, str]:
    """The variables of a light, by the names that pages call them."""
    armies = {f"--a{number}": ink for number, ink in enumerate(light.armies, start=1)}
    return armies | {f"--{name}": ink for name, ink in light.page.items()}


LIGHTS = {"paper": inks(LOOK.paper), "night": inks(LOOK.night)}


def rule(start: str) -> dict[str, str]:
    """The variables of the first rule that begins with ``start``."""
    css = (ROOT / CSS).read_text()
    body = css[css.index(start) :].partition("{")[2].partition("}")[0]
    return {name: value.strip() for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", body)}


def test_both_ways_into_the_night_are_the_same() -> None:
    by_device = rule(':root:not([data-theme="paper"]) {')
    assert by_device == rule(':root[data-theme="night"] {')
    assert LIGHTS["night"].items() <= by_device.items()
    assert LIGHTS["paper"].items() <= rule(":root {").items()


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", ["--ink", "--ink-2", "--accent", "--ok", "--warn", "--bad"])
def test_text_can_be_read(light: str, ground: str, text: str) -> None:
    palette = LIGHTS[light]
    assert contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("army", ARMIES)
def test_an_armys_name_can_be_read_in_its_colour_and_its_shield_carries_a_number(
    light: str, army: str
) -> None:
    palette = LIGHTS[light]
    for ground in ("--paper", "--card"):
        assert contrast(palette[army], palette[ground]) >= 4.5


@pytest.mark.parametrize("light", LIGHTS)
def test_buttons_can_be_read_and_their_edges_seen(light: str) -> None:
    palette = LIGHTS[light]
    assert contrast(palette["--accent-ink"], palette["--accent"]) >= 4.5
    for ground in GROUNDS:
        assert contrast(palette["--edge"], palette[ground]) >= 3


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("kind", ["full", *KINDS])
def test_no_two_armies_look_alike(light: str, kind: str) -> None:
    palette = LIGHTS[light]
    least = 25 if kind == "full" else 12
    close = [
        (one, other, round(distance, 1))
        for one, other in combinations(ARMIES, 2)
        if (distance := math.dist(seen(palette[one], kind), seen(palette[other], kind))) < least
    ]
    assert close == []


def test_no_other_file_repeats_an_ink_of_an_army() -> None:
    """Inks are told in one place; what is written from it is written by one command."""
    inks = [ink.removeprefix("#") for light in (LOOK.paper, LOOK.night) for ink in light.armies]
    pattern = re.compile("|".join(inks), re.IGNORECASE)
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    allowed = {"campaign/base/drawing/look.json", CSS}
    drawn = (".py", ".js", ".css", ".html", ".svg", ".json", ".ts", ".toml")
    guilty = [
        name
        for name in names
        if name.endswith(drawn)
        and name not in allowed
        and not name.startswith("tests/")
        and (ROOT / name).is_file()
        and pattern.search((ROOT / name).read_text())
    ]
    assert guilty == []


def test_a_changed_ink_makes_the_pages_stale(tmp_path: Path, settings: Any) -> None:
    """The gate that compares them shuts, and the command that it names opens it again."""
    for name in (CSS, SPRITE, SCRIPT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    settings.BASE_DIR = tmp_path
    call_command("declare_look", "--check")
    for name, old, new in (
        (CSS, LOOK.night.armies[2], "#123456"),
        (SPRITE, LOOK.signs[3].path, "M0 0h9v9z"),
        (SCRIPT, "PERIOD = 12", "PERIOD = 11"),
    ):
        sound = (tmp_path / name).read_text()
        assert old in sound
        (tmp_path / name).write_text(sound.replace(old, new))
        with pytest.raises(CommandError, match=f"{name}: stale"):
            call_command("declare_look", "--check")
        call_command("declare_look")
        assert (tmp_path / name).read_text() == sound
    (tmp_path / CSS).write_text((ROOT / CSS).read_text().replace(END, ""))
    with pytest.raises(CommandError, match="written between"):
        call_command("declare_look", "--check")


PICTURED = 10
"""Pixels a sector of the pictures that are looked at here; each army holds 12 by 12 sectors."""


def pictured(light: str, fog: str) -> list[list[float]]:
    """The lightness of each army's land in a picture, pixel by pixel of its pattern."""
    rows = ["".join(str(x // 12 + 1) for x in range(96))] * 12
    document: Any = {"size": [96, 12], "terrain": ["." * 96] * 12, "territory": rows, "fog": [fog * 96] * 12}
    image = land(document, PICTURED * 12, inks_of(light))

    def lightness(x: int, y: int) -> float:
        return lab(linear("#{:02x}{:02x}{:02x}".format(*image.getpixel((x, y)))))[0]

    # Beside the sign in the middle of each, and a whole number of tiles from the corner of A1.
    lefts = [12 * PICTURED * army + 12 for army in range(8)]
    return [[lightness(x, y) for y in range(12, 24) for x in range(left, left + 12)] for left in lefts]


def correlation(one: list[float], other: list[float]) -> float:
    """The greatest of two patterns of 12 x 12, however one is moved over the other."""

    def level(tile: list[float]) -> list[float]:
        off = [value - sum(tile) / 144 for value in tile]
        return [value / math.hypot(*off) for value in off]

    still, moved = level(one), level(other)
    return max(
        sum(
            still[y * 12 + x] * moved[(y + dy) % 12 * 12 + (x + dx) % 12]
            for y in range(12)
            for x in range(12)
        )
        for dy in range(12)
        for dx in range(12)
    )


@pytest.mark.parametrize("light", ["paper", "night"])
@pytest.mark.parametrize("fog", ["2", "1"])
def test_patterns_tell_armies_apart_in_pictures_without_colours(light: str, fog: str) -> None:
    """What a browser draws is measured in ``tests/browser/test_territory.py``."""
    tiles = pictured(light, fog)
    assert min((max(tile) - min(tile)) / 2 for tile in tiles) >= 3
    assert max(correlation(one, other) for one, other in combinations(tiles, 2)) <= 0.6


def test_shapes_become_polygons() -> None:
    """Each command that a path may hold, moved and absolute, and lines after it."""
    assert polygons_of("M1 2h3v4H0z") == [[(1, 2), (4, 2), (4, 6), (0, 6), (1, 2)]]
    assert polygons_of("m1,2 3,0l-1-1M9 9L8-8") == [[(1, 2), (4, 2), (3, 1)], [(9, 9), (8, -8)]]
    (curve,) = polygons_of("M0 0c0 3 3 6 6 6")
    assert curve[0] == (0, 0)
    assert curve[-1] == (6, 6)
    (ring,) = polygons_of("M0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5z")
    assert all(math.isclose(math.hypot(x, y), 5) for x, y in ring)
    assert min(x for x, _ in ring) < -4.9
    assert max(x for x, _ in ring) > 4.9


def test_every_sign_that_a_page_names_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/icons/sprite.svg").read_text()))
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for folder, pattern, named in (
            ("templates", "*.html", r'{% icon "([^"]+)"'),
            ("static/js", "*.js", r'\bicon\("([^"]+)"'),
        )
        for path in (ROOT / folder).rglob(pattern)
        for name in re.findall(named, path.read_text())
    }
    assert len(named) > 100
    assert {(where, name) for where, name in named if name not in drawn} == set()
