"""A line without what its writer put around it, and how he wrote a price or a name (Tabletop E)."""

from __future__ import annotations

import re

_WORD = r"(?:pts?\b\.?|points?|p\b|punkte?|pkt|pnts?|punti|puntos|punten|punkty)"
_PRICED = (
    r"(?:points?|pts|costs?|price|value|worth|punkte|pkt|kosten|wert|koszt|punkty|co\u00fbt|coste|costo"
    r"|punti|puntos)"
    r"(?: cost| value)?"
)
_SPOKEN = (
    r"(?:all )?(?:(?:so |and )?(?:that(?:'s| is)?|it(?:'s| is)?|this(?: is)?|they(?:'re| are)?|he(?:'s"
    r"| is)?|together"
    r"(?: they)?|altogether|all of (?:this|that|them)|(?:each|both|each one) of them|each(?: one)?) )?"
    r"(?:comes? (?:out )?(?:to|at)|costs?(?: (?:me|you|us))?|makes?|adds? up to|sets me back|for|at|is|are)"
)
_PRICE_ALONE = re.compile(
    rf"^[^\w+]*(?P<label>(?:unit )?(?:total )?{_PRICED}\W*|{_SPOKEN}\W+)?(\d{{2,3}})\W*(?P<word>{_WORD})?\W*"
    r"(?P<of>each(?: one)?|for (?:each|one)|apiece|a ?pop|a ?piece|ea|per (?:unit|squad|team|section)"
    r"|total|in all|for (?:both"
    r"|all)|cad[au] un[ao]|ciascun[ao]|chacune?|(?:la )?pi\u00e8ce|pro st\u00fcck|per stuk"
    r"|za sztuk\u0119)?\W*$",
    re.IGNORECASE,
)
_ALL = ("total", "in all", "for both", "for all")
_OF_ALL, _OF_EACH = "in all", "each"
MOST_MEN = 24
"""Up to so much a number alone may be how many men there are."""
EQUALS_ALONE = re.compile(r"\s*=\s*(\d{1,3})\s*")
"""What a unit costs however little that is: "=23"."""
FREE_ALONE = re.compile(rf"\W*(?:{_PRICED}\W+)?(?:free|gratis|kostenlos)\W*", re.IGNORECASE)
_QUALITY = (
    r"(?:troop )?quality|how (?:good|experienced|well trained)|experience|exp|training|veterancy|rating"
    r"|grade|level|erfahrung"
    r"|qualit(?:\u00e4t|\u00e9|\u00e0)|calidad|jako\u015b\u0107|esperienza|exp\u00e9rience"
)
_SIZE = (
    r"men|who|headcount|bodies|how many(?: men)?|manpower|models?|figures|size|str|strength|squad size"
    r"|unit size|crew|troops|mann|st\u00e4rke|hommes|effectif"
    r"|hombres|uomini|liczba|ludzie"
)
_ARMS = (
    r"bewaffnung|waffen|ausr\u00fcstung|armement|armes|armas|armi|armamento|uzbrojenie|"
    r"weapons?|arms|armed|armed with|carrying|with|who has what|armament|equipment|kit|gear|guns?"
    r"|loadout|wargear|composition"
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
_MEN_ADDED = re.compile(rf"\W*(?:{_SIZE})\s*[:=\u2013-]\s*(\d{{1,2}})\s*\+\s*(\d{{1,2}})\W*", re.IGNORECASE)
_MEN_LISTED = re.compile(rf"\W*(?:{_SIZE})\s*[:=\u2013-]\s*(\d{{1,2}})\s*(?=[(\[])", re.IGNORECASE)
"""How many men there are, and who they are in brackets: "Men: 2 (SMG, rifle)"."""
_BRACKETED = re.compile(r"\W*[(\[]\d{2,3}[)\]]\W*")
_HELD = re.compile(r"\W*[(\[](\d{1,2})[)\]]\W*")
NAMED = re.compile(
    r"^\W*(?:unit(?: name| type)?|name|type|troop type|squad name|einheit|entry)\s*[:=-]\s*(?=\w)",
    re.IGNORECASE,
)
"""What a form writes before a unit's name."""
NUMBERED = re.compile(
    r"^\W*(?:(?:unit|no\.?|nr\.?|dice|die|order|activation|slot|entry|team)\s*)?#?(?:\d|1\d"
    r"|2[0-4])\s*[.):]\s*(?=\W*(?:[^\W\d]|\d[\d.,/]*[\s-]*(?:pdr|pounder|pr|mm|cm|inch|in)\b))"
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


def part(line: str, costs: int | None = None) -> str:
    """A line below it, as it is mostly written: "110 pts", "regular","
    " "8 men"; ``costs``: it tells only that."""
    text = plain(line)
    if costs is not None and text.isdigit():
        return f"{costs} pts"
    if costs is not None and (first := _BRACKETED.match(text)) is not None:
        return f"{costs} pts; {text[first.end() :]}".rstrip("; ")
    if (price := price_alone(text)) is not None:
        of = (((found := _PRICE_ALONE.match(text)) and found["of"]) or "").lower()
        return f"{price} pts {_OF_ALL if of.startswith(_ALL) else _OF_EACH if of else ''}".rstrip()
    if (added := _MEN_ADDED.fullmatch(text)) is not None:
        return f"{int(added[1]) + int(added[2])} men"
    men = _MEN_ALONE.fullmatch(text) or _HELD.fullmatch(text)
    if men is None and (listed := _MEN_LISTED.match(text)) is not None:
        return f"{listed[1]} men {text[listed.end() :]}"
    return f"{men[1]} men" if men is not None else _LEFT_OUT.sub("", text)
