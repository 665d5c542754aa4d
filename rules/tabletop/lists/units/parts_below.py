"""What stands in the lines below a unit's first: its men, their arms, options (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.tabletop.lists.lines.lining import Line
from rules.tabletop.lists.raw import Part
from rules.tabletop.lists.units.fragments import of_men, part_of, pieces_of
from rules.tabletop.lists.words.scanning import ARM, LEADER, MAN, NUMBER, STOP, scan

_TRAILING = re.compile(
    r"\s*(?:\.{3,}|\u2026+)\s*(?:\+?\s?\d{1,3}|incl\.?|free)\s*(?:pts?|points?)?\s*$", re.IGNORECASE
)
"""What an option costs behind dots: "LMG .......... +20"."""
OPTION_LINE = re.compile(
    r"^(?:opts?\.?|options?|upgrades?|weapons?|arms|equipment|wargear|composition|selections?|rules?|special"
    r" rules?|categories|profiles?|abilities|armed with|armament|crew|includes?|with|quality"
    r"|experience|training|veterancy)\s*[:=]\s*",
    re.IGNORECASE,
)
HELD = re.compile(
    r"^(?=.*[^\W\d]|[(\[])(?:(?:men|models|figures|size|strength|unit size|squad size)\s*[:=]?\s*)?"
    r"[(\[]?(\d{1,2})[)\]]?\s*(?:men|man|models?|figures?|soldiers?|strong)?\s*$",
    re.IGNORECASE,
)
"""How many men it has, in a line of its own: "Models: 8", "10 men", "[10]"."""
_LETTER = re.compile(r"^[(\[]?[a-h][)\].]\s+(?=\S)")
_COST_BEHIND = re.compile(r"(?<=\S)\s*,?\s\+\s?(?:[3-9]|\d{2,3})\s*(?:pts?|points?)?\s*$", re.IGNORECASE)
"""What an option costs, behind it: "1 guy w/ SMG +13"."""
_COUNTED = re.compile(r"^\s*\d{1,2}\s*[x\u00d7]\s+[^:,]*\w:\s", re.IGNORECASE)
_SEVERAL = re.compile(
    r"[^:]*$|[^:]*(?:[,;]|\s[/+&])\s[^:]*:|[^:]*:\s*\d{1,2}\s*[,;+/]|\s*[^\W\d_]+: [^:,;/+&]+ [/+&] \w+:"
)
"""No colon, or not only one after the first name: "NCO with SMG, rifles: 7", "rifles: 8, BARs: 2"."""
_JOINED = re.compile(r"\s[+/]\s")


def beside_him(part: Part) -> Part:
    """ "Infantryman: rifle" below an officer is one man."""
    seen = scan(part.text)
    one = part.count is None and bool(part.parts) and [word.kind for word in seen] == [MAN]
    return replace(part, count=1) if one and not seen[0].plural else part


def counted_once(parts: list[Part]) -> list[Part]:
    """ "8x Soldier: 8x Rifle, Soldier with LMG": whoever is called as men who are counted is one."""
    men = [one.text for one in parts if one.count is not None and one.parts]
    return [
        replace(one, count=1)
        if one.count is None and any(one.text.startswith(f"{text} w") for text in men)
        else one
        for one in parts
    ]


def said_once(head: list[Part], below: list[Part]) -> list[Part]:
    """What a unit's first line and those below tell of it, without what is told in full elsewhere.

    "Squad [99pts]: 7x Rifleman, NCO" above ". 7x Rifleman: 7x Rifle" and ". NCO: SMG" has seven riflemen.
    """
    full = {_key(one) for one in (*head, *below) if one.parts}
    counted = {_key(one) for one in below if one.count is not None}
    first = [one for one in head if one.parts or _key(one) not in full | counted]
    return first + [one for one in below if one.parts or _key(one) not in full]


def _key(part: Part) -> tuple[str, int]:
    return part.text.casefold(), part.count or 1


def _of_one_man(pieces: list[str]) -> list[str]:
    """ "1 bodyguard, SMG", a line of its own: he has it."""
    if len(pieces) != 2:
        return pieces
    who, what = scan(pieces[0]), scan(pieces[1])
    one = all(word.number < 3 for word in who if word.kind == NUMBER)
    named = {word.kind for word in who} & {MAN, LEADER}
    told = one and named and {word.kind for word in who} <= {NUMBER, MAN, LEADER, STOP}
    held = [word.kind for word in what] == [ARM] and not what[0].plural
    return [f"{pieces[0]} with {pieces[1]}"] if told and held else pieces


def _in_commas(text: str) -> str:
    """ "NCO has SMG + 9 rifles + LMG team", with commas."""
    return text if "," in text or len(_JOINED.findall(text)) < 2 else _JOINED.sub(", ", text)


def _counts_men(lines: list[Line]) -> bool:
    """Whether men are counted line by line: "6x Soldier: Rifle"."""
    return any(_COUNTED.match(one.rest) for one in lines)


def tree(lines: list[Line]) -> list[Part]:
    """Lines below a unit, those further in belonging to the one above them."""
    parts: list[Part] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        while end < len(lines) and lines[end].depth > line.depth and not HELD.match(line.rest.strip()):
            end += 1
        text = OPTION_LINE.sub("", _COST_BEHIND.sub("", _LETTER.sub("", line.rest.strip())))
        if parts_of_men := of_men(text):
            parts += parts_of_men
            at += 1
            continue
        if text != line.rest.strip():
            # "Options: SMG +3"
            text = re.sub(r"(?<=\w)\s\+\s?\d{1,3}(?=\W|$)", "", text)
        text = _in_commas(_TRAILING.sub("", HELD.sub(r"\1 men", text)))
        inner = tree(lines[at + 1 : end])
        # "Weapons: NCO: SMG, 7 rifles", "NCO: SMG"
        several = _SEVERAL.match(text) or (text != line.rest.strip() and "," in text)
        pieces = _of_one_man(pieces_of(text)) if several else [text]
        made = [part_of(piece) for piece in pieces]
        if inner and made:
            last = made[-1]
            made[-1] = Part(last.text, last.count, last.kind, (*last.parts, *inner))
        counted = line.dots or (line.bullet and _counts_men(lines))
        if counted and len(made) == 1 and made[0].parts and made[0].count is None:
            # As rosters are printed, whoever is not counted is one: ". Rifleman with Panzerfaust: Rifle".
            made = [replace(made[0], count=1)]
        parts += made
        at = end
    return parts
