"""What pages take from ``look.json``, as the text of the files that it is written to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from campaign.base.drawing.look import LOOK, Light, Look

BEGIN = "Written by manage.py declare_look from campaign/base/drawing/look.json, never by hand."
END = "So far what is written."
CSS = "static/css/web/variables.css"
SPRITE = "static/icons/sprite.svg"
SCRIPT = "static/js/web/map/look.js"
ON_A_LINE = 6


class UnmarkedError(Exception):
    """A file has lost the two lines between which it is written."""


def written(kept: Mapping[str, str], look: Look = LOOK) -> dict[str, str]:
    """The files as they should be, by name; ``kept`` are those of which only a part is written."""
    return {
        CSS: _between(kept[CSS], "/* ", " */", _variables(look)),
        SPRITE: _between(kept[SPRITE], "  <!-- ", " -->", _symbols(look)),
        SCRIPT: _script(look),
    }


def _between(text: str, before: str, after: str, part: str) -> str:
    begin, end = f"{before}{BEGIN}{after}\n", f"{before}{END}{after}\n"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise UnmarkedError(f"its part is written between {begin.strip()!r} and {end.strip()!r}")
    head, _, rest = text.partition(begin)
    return f"{head}{begin}{part}{end}{rest.partition(end)[2]}"


def _variables(look: Look) -> str:
    paper = _rule(":root", "light", look.paper, "0")
    by_device = _rule(':root:not([data-theme="paper"])', "dark", look.night, "1")
    by_choice = _rule(':root[data-theme="night"]', "dark", look.night, "1")
    indented = re.sub(r"^(?=.)", "  ", by_device, flags=re.MULTILINE)
    return f"{paper}\n@media (prefers-color-scheme: dark) {{\n{indented}}}\n\n{by_choice}"


def _rule(selector: str, scheme: str, light: Light, night: str) -> str:
    thick = {name: f"{value:g}".replace("0.", ".") for name, value in light.thick.items()}
    groups = (
        light.page,
        {f"a{number}": ink for number, ink in enumerate(light.armies, start=1)},
        {"map-night": night} | {f"map-{name}": value for name, value in {**light.map, **thick}.items()},
    )
    lines = [f"{selector} {{", f"  color-scheme: {scheme};"]
    for group in groups:
        said = [f"--{name}: {value};" for name, value in group.items()]
        lines += [
            "  " + " ".join(said[first : first + ON_A_LINE]) for first in range(0, len(said), ON_A_LINE)
        ]
    return "\n".join([*lines, "}", ""])


def _symbols(look: Look) -> str:
    box = 'viewBox="-22 -26 44 54"'
    shield = f'<path d="{look.shapes["shield"]}"/>'
    lines = [f'  <symbol id="shield" {box}>{shield}</symbol>']
    for number, sign in enumerate(look.signs, start=1):
        path = f'<path d="{sign.path}" fill-rule="evenodd"/>'
        lines.append(f'  <symbol id="sign-{number}" {box}>{path}</symbol>')
    for number, sign in enumerate(look.signs, start=1):
        path = f'<path fill="var(--card, #fff)" d="{sign.path}" fill-rule="evenodd"/>'
        group = f'<g transform="translate(0,-1) scale(.9)">{path}</g>'
        lines.append(f'  <symbol id="shield-{number}" {box}>{shield}{group}</symbol>')
    return "\n".join(lines) + "\n"


def _script(look: Look) -> str:
    patterns = [
        json.dumps(
            {"width": one.width, "lines": one.lines, "dots": one.dots, "rings": one.rings},
        )
        for one in look.patterns
    ]
    lines = [
        "/** The patterns, signs and shapes of the map: printed by manage.py declare_look. */",
        "/** Pixels after which a pattern comes again. */",
        f"export const PERIOD = {look.period};",
        "/** @type {ArmyPattern[]} */",
        "export const PATTERNS = [",
        *(f"  {one}," for one in patterns),
        "];",
        "/** Paths in the box of a shield, filled even-odd. */",
        "export const SIGNS = [",
        *(f"  {json.dumps(one.path)}," for one in look.signs),
        "];",
        "/** How far below 0 the middle of each sign lies. */",
        f"export const SIGN_MIDDLES = {json.dumps([one.middle for one in look.signs])};",
        "export const SHAPES = {",
        *(f"  {name}: {json.dumps(path)}," for name, path in look.shapes.items()),
        "};",
    ]
    return "\n".join(lines) + "\n"
