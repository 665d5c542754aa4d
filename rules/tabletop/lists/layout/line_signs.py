"""A line without what its writer put around it, and how he wrote a price or a name (Tabletop E)."""

from __future__ import annotations

import re

_WORD = r"(?:pts?\b\.?|points?|p\b|punkte?|pkt|pnts?|punti|puntos|punten|punkty)"
_PRICED = (
    r"(?:points?|pts|costs?|price|value|worth|punkte|pkt|kosten|wert|koszt|punkty|co\u00fbt|coste|costo|punti|puntos)"
    r"(?: cost| value)?"
)
_PRICE_ALONE = re.compile(
    rf"^[^\w+]*(?P<label>(?:unit )?(?:total )?{_PRICED}\W*)?(\d{{2,3}})\W*(?P<word>{_WORD})?\W*"
    r"(?:each|total|in all)?\W*$",
    re.IGNORECASE,
)
MOST_MEN = 24
"""Up to so much a number alone may be how many men there are."""
FREE_ALONE = re.compile(rf"\W*(?:{_PRICED}\W+)?(?:free|gratis|kostenlos)\W*", re.IGNORECASE)
_QUALITY = (
    r"(?:troop )?quality|experience|exp|training|veterancy|rating|grade|level|erfahrung"
    r"|qualit(?:\u00e4t|\u00e9|\u00e0)|calidad|jako\u015b\u0107|esperienza|exp\u00e9rience"
)
_SIZE = (
    r"men|models?|figures|size|str|strength|squad size|unit size|crew|troops|mann|st\u00e4rke|hommes|effectif"
    r"|hombres|uomini|liczba|ludzie"
)
_ARMS = (
    r"bewaffnung|waffen|ausr\u00fcstung|armement|armes|armas|armi|armamento|uzbrojenie|"
    r"weapons?|arms|armed|armed with|armament|equipment|kit|gear|guns?|loadout|wargear|composition"
    r"|composed of|(?:men|models|troops) and (?:weapons|arms|equipment)"
)
LABEL = re.compile(
    rf"^\W*(?:{_QUALITY}|{_SIZE}|{_ARMS}|class|crewed by|options?|opts|upgrades?|extras?|notes?|special"
    rf"|rules?|with|plus|{_PRICED}|leader|nco|led by|carries|consists of|made up of)\b\s*[:=\u2013-]",
    re.IGNORECASE,
)
"""What a form writes before something of a unit that is not its name."""
LABELS = re.compile(
    rf"(?:unit(?: name| type)?|name|type|troop type|{_QUALITY}|{_SIZE}|{_ARMS}|options?|upgrades?|notes?"
    rf"|special rules?|{_PRICED})\s*:?",
    re.IGNORECASE,
)
"""The same in a line of its own."""
_LEFT_OUT = re.compile(rf"^\W*(?:{_QUALITY}|{_ARMS}|{_SIZE})\s*[:=]\s*(?=\S)", re.IGNORECASE)
_MEN_ALONE = re.compile(rf"\W*(?:{_SIZE})\s*[:=\u2013-]\s*(\d{{1,2}})\W*", re.IGNORECASE)
_HELD = re.compile(r"\W*[(\[](\d{1,2})[)\]]\W*")
NAMED = re.compile(
    r"^\W*(?:unit(?: name| type)?|name|type|troop type|squad name|einheit)\s*[:=-]\s*(?=\w)", re.IGNORECASE
)
"""What a form writes before a unit's name."""
NUMBERED = re.compile(
    r"^\W*(?:(?:unit|no\.?|nr\.?|dice|die|order|activation|slot|entry|team)\s*)?#?(?:\d|1\d|2[0-4])\s*[.):]\s*(?=\W*[^\W\d])"
    r"|^\W*#\d{1,2}\b",
    re.IGNORECASE,
)
BULLET = re.compile(
    r"^\s*(?:[-\u2022\u00b7>+\u2013\u2014\u25e6\u25aa\u25cf\u2023]|\*(?=\s)|\.(?=\s))\s*(?=[^\s>+*-])"
)
MARKUP = re.compile(r"\*\*?|__?|~~|`|\[/?(?:b|i|u|\*|size[^\]]*|color[^\]]*)\]", re.IGNORECASE)


def price_alone(text: str) -> int | None:
    """What a line that tells nothing else says that a unit costs: "Cost: 95", "(95 pts)", "95"."""
    found = _PRICE_ALONE.match(text)
    if found is None or not (found["label"] or found["word"] or int(found[2]) > MOST_MEN):
        return None
    return int(found[2])


def plain(line: str) -> str:
    """A line without the signs before and around it."""
    return NUMBERED.sub("", MARKUP.sub("", BULLET.sub("", line))).strip(" \t#=+~>|-").strip()


def named(line: str) -> str:
    """A unit's first line, without what stands before its name."""
    return NAMED.sub("", plain(line)).rstrip(" :")


def part(line: str) -> str:
    """A line below it, as it is mostly written: "110 pts", "regular", "8 men"."""
    text = plain(line)
    if (price := price_alone(text)) is not None:
        return f"{price} pts"
    men = _MEN_ALONE.fullmatch(text) or _HELD.fullmatch(text)
    return f"{men[1]} men" if men is not None else _LEFT_OUT.sub("", text)
