"""The words of a piece of text: which the data know, which are numbers, which nobody knows (Tabletop E).

The longest phrase goes first, wherever it stands: "light tank" before "tank".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from rules.tabletop.lists.words import trimmings, troops
from rules.tabletop.lists.words.armoury import ARMS
from rules.tabletop.lists.words.tokens import Token, tokens_of
from rules.tabletop.lists.words.vehicles import VEHICLES

Key = tuple[str, ...]
ARM, VEHICLE, CLASS, TEAM, QUALITY, RANK, FLAG = "arm", "vehicle", "class", "team", "quality", "rank", "flag"
LEADER, LOADER, GUNNER, MAN, OPTION, STOP, NUMBER, BREAK, UNKNOWN = (
    *("leader", "loader", "gunner", "man", "option", "stop", "number", "break", "unknown"),
)
_MARK = ("m", "1")
"""A rifle, or the mark of another arm."""
BREAKS = frozenset(',;:()[]|+&•*@="{}<>!?')
_DIGRAPH = re.compile("([aou])e")
_APART = re.compile(
    r"(?<=\w)\((t|r|f|a|h|w)\)|\b(?<=[\w)])\s?\(((?:75|76|105|[lL]/?(?:24|48|70))(?:\s?mm|w)?)\)"
    r"|(?<=\b[Ll]t\s)\((?:1st|2nd)\)|(?<=\b[Ll]ieutenant\s)\((?:1st|2nd|first|second)\)",
    re.IGNORECASE,
)
FULL_STOP = re.compile(
    r"(?<=[^\W\d_]{2})\.(?=\s+[A-Z0-9])(?<!\b(?i:sd|lt|st|no|nr|mk|dr|pz|op|gr|wz|vz)\.)"
    r"(?<!\b(?i:inc|reg|vet|kfz|sgt|cpl|maj|cap|gen|col|inf|art|pkt|cal|lnt|obl|ltn|olt|fwb|uff|kpt|por)\.)"
    r"(?<!\b(?i:ausf|capt|kpfw|mann|serg|oblt|ppor|hptm|uffz|feld|incl)\.)"
)
"""A full stop that ends something said, and not one of an abbreviation."""
_QUALITIES = {"V": "veteran", "R": "regular"}
_QUALITY = re.compile(r"(?:(?<=[\w.),|;:-]\s\()|(?<=^\())[VRvr](?=\))")
"""A quality by its first letter, in brackets behind a name: "MMG team (V)"."""
_GLUED = re.compile(
    r"(?<=['\u2019])\d\d\b|(?<![^\W\d_])(?![xX\u00d7]\d)[^\W\d_]{1,3}(\d+[^\W\d_]?)+|(?<=\d)/\d+"
    r"|(?<![\w.])\.\d+|\b\d{2,3}(?=(?:st|nd|rd|th)\b)"
    r"|\b\d(?=-wheel)|(?<=\bmid )\d\d\b|(?<=\blate )\d\d\b|(?<=\bearly )\d\d\b"
    r"|(?<![^\W_])(?!X)[A-Z]{1,2}-\d{1,3}(?!\d)|\b19[34]\d\b(?:\s?[-\u2013/]\s?(?:19)?[34]\d\b)?"
    r"|\b(?:type|mk|mark|model|wz|vz|typ|mle|modele|flak|kfz)\.?\s?\d{1,4}\b"
    r"|\bno\.\s?1\b|#\d\b|\bmod\.?\s\d\d\b|\b\d\d(?=-k\b)"
    r"|\b[A-Za-z]/\d{2}(?:-\d{2})?\b"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s[34]\d\b",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[(\[]\+\s?(\d+)(?:\s?(?:pts?|points?))?(?:,? incl?(?:uded|\.)?)?\s?[)\]]")
"""What an option costs: "LMG (+20)"."""
_BY = re.compile(r"(?<=\d)[xX\u00d7](?=[^\W\d_]{2})")
"""The sign in "3xSMG"."""
_POINT_50 = re.compile(r"(?<![\w.])\.(50)\b(?!\W*cal|\s*in|\d)", re.IGNORECASE)
"""A heavy machine gun by its calibre alone: "pintle .50"."""
_CLASSED = re.compile(r"(?<=\()[lmh]mg\s*,(?=\s*\d)", re.IGNORECASE)
"""A machine gun's class in brackets, before its crew: "MG42 (LMG, 2 men)"."""
_ROUND = re.compile(
    r"\((?:sd\.?\s?kfz\.?\s?)?2[35]\d/\d{1,2}\)|\((?:7|8|9|10|11)\+\)|\(360\s?(?:\u00b0|\u00ba"
    r"|deg\w*)?(?:\s?arc\w*)?\)",
    re.IGNORECASE,
)
"""An arc all round, in brackets behind a weapon."""
_STAR = re.compile(r"(?<=[\w)]\s)\*(?=\d)")
"""The sign in "MMG team *3"."""
_SLASH = re.compile(r"(?<=\s)/(?=\s)")
_DASH = re.compile(r"(?<=\s)[-\u2013\u2014]+(?=\s)|\s[\u2013\u2014]+|[\u2013\u2014]+\s")


@dataclass(frozen=True, slots=True)
class Seen:
    """A phrase, a number, or a sign that parts; ``start`` and ``end`` say where it stands."""

    kind: str
    key: Key
    start: int
    end: int
    plural: bool = False
    number: int = 0
    glued: bool = False
    """Whether a number is part of a word, as in "m43", "M1A1", ".50", "ISU-122/152"."""


@cache
def _lexicon() -> dict[Key, str]:
    found: dict[Key, str] = {}
    # What comes later counts where a phrase stands in two tables.
    tables: tuple[tuple[str, Iterable[Key]], ...] = (
        (STOP, trimmings.STOP),
        (OPTION, trimmings.OPTIONS),
        (ARM, ARMS),
        (TEAM, troops.TEAMS),
        (FLAG, trimmings.FLAGS),
        (MAN, troops.ROLES),
        (GUNNER, troops.GUNNERS),
        (LOADER, troops.LOADERS),
        (LEADER, troops.LEADERS),
        (CLASS, troops.CLASSES),
        (VEHICLE, VEHICLES),
        (RANK, troops.RANKS),
        (QUALITY, troops.QUALITIES),
    )
    for kind, keys in tables:
        for key in keys:
            found[key] = kind
    return found


@cache
def _lengths() -> dict[str, tuple[int, ...]]:
    """Of how many words the phrases are that begin with a word: no others are looked for."""
    found: dict[str, set[int]] = {}
    for key in _lexicon():
        found.setdefault(key[0], set()).add(len(key))
    return {word: tuple(sorted(lengths)) for word, lengths in found.items()}


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(word for key in _lexicon() for word in key)


def _spelt(token: Token) -> Token:
    """ "Kuebelwagen" as the data spell it, without the umlaut."""
    if token.text in _vocabulary() or not _DIGRAPH.search(token.text):
        return token
    plain = _DIGRAPH.sub(lambda found: found[1], token.text)
    return replace(token, text=plain) if plain in _vocabulary() else token


def _is_man(token: Token | None) -> bool:
    return token is not None and _lexicon().get((token.text,)) in (MAN, TEAM)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[()]", " ", match[0])


@lru_cache(maxsize=1024)
def scan(text: str) -> tuple[Seen, ...]:
    """All that stands in a text, in its order; a unit's words are asked for several times on end."""
    glued = {at for match in _GLUED.finditer(text) for at in range(*match.span())}
    glued |= {at for match in _APART.finditer(text) for at in range(*match.span())}
    text = _CLASSED.sub(lambda found: found[0].replace(",", " "), text)
    text = _STAR.sub("x", _BY.sub(" ", _ROUND.sub(lambda found: " " * len(found[0]), text)))
    text = _SLASH.sub(";", FULL_STOP.sub(";", _APART.sub(_blank, text)))
    dashes = [match.span() for match in _DASH.finditer(text)]
    slots: list[Token | None] = []
    breaks: dict[int, Seen] = {}
    lettered = {match.start(): _QUALITIES[match[0].upper()] for match in _QUALITY.finditer(text)}
    lettered |= {match.start(1): "hmg" for match in _POINT_50.finditer(text)}
    for token in tokens_of(text):
        if token.start in lettered:
            slots.append(replace(token, text=lettered[token.start]))
        elif token.word:
            slots.append(_spelt(token))
        elif token.text in BREAKS or any(start <= token.start < end for start, end in dashes):
            breaks[len(slots)] = Seen(BREAK, (token.text,), token.start, token.end)
            slots.append(None)
    found = _named_after(_matched(slots, breaks), text)
    priced = {match.start(1) for match in _PRICE.finditer(text)}
    armed = [one.end for one in found if one.kind in (ARM, LEADER)]
    return tuple(
        replace(
            one, glued=one.start in glued or (one.start in priced and min(armed, default=one.end) < one.end)
        )
        if one.kind == NUMBER
        else one
        for one in found
    )


def _matched(slots: list[Token | None], breaks: dict[int, Seen]) -> list[Seen]:
    found: dict[int, Seen] = dict(breaks)
    used = [slot is None for slot in slots]
    lexicon, lengths = _lexicon(), _lengths()
    starts = [
        (-length, at)
        for at, token in enumerate(slots)
        if token is not None
        for length in lengths.get(token.text, ())
        if at + length <= len(slots)
    ]
    for less, at in sorted(starts):
        end = at - less
        if any(used[at:end]):
            continue
        whole = [token for token in slots[at:end] if token is not None]
        key = tuple(token.text for token in whole)
        kind = lexicon.get(key)
        if kind is None or (kind == RANK and key[0] in "12" and whole[-1].plural):
            continue
        if kind == STOP and whole[0].number == 1 and end < len(slots) and _is_man(slots[end]):
            # "ein Mann mit Gewehr", "un uomo con fucile"
            continue
        used[at:end] = [True] * (end - at)
        found[at] = Seen(kind, key, whole[0].start, whole[-1].end, any(one.plural for one in whole[-1:]))
    for at, token in enumerate(slots):
        if token is not None and not used[at]:
            number = token.number
            kind = UNKNOWN if number is None else NUMBER
            found[at] = Seen(kind, (token.text,), token.start, token.end, token.plural, number or 0)
    return _marks_of_arms([found[at] for at in sorted(found)])


def _marks_of_arms(found: list[Seen]) -> list[Seen]:
    """Take "M1" beside another arm as its mark, "57mm AT gun M1", and what says its class once more as said.

    Alone "M1" is a rifle; "ZB-30 LMG" is one weapon.
    """
    told: list[Seen] = []
    for at, one in enumerate(found):
        before, after = told[-1:], found[at + 1 : at + 2]
        armed = [other for other in before if other.kind == ARM]
        again = any(
            one.kind == ARM and one.start <= other.end + 1 and ARMS[other.key][0] == ARMS[one.key][0]
            for other in armed
        )
        beside = any(other.kind in (ARM, NUMBER, VEHICLE, CLASS) for other in after)
        is_mark = one.key == _MARK and (beside or any(one.kind in (ARM, VEHICLE, CLASS) for one in before))
        if again:
            first = armed[0]
            key = min(first.key, one.key, key=lambda key: len(ARMS[key]))
            told[-1] = replace(first, key=key, end=one.end, plural=one.plural)
        else:
            told.append(replace(one, kind=STOP) if is_mark else one)
    return told


def _named_after(found: list[Seen], text: str) -> list[Seen]:
    """Take a name behind a rank as what its bearer is called: "ppor. Zalewski, SMG"."""
    return [
        replace(one, kind=STOP)
        if one.kind == UNKNOWN
        and at
        and found[at - 1].kind == RANK
        and text[one.start].isupper()
        and text[one.start + 1 : one.end].islower()
        and all(other.kind == BREAK for other in found[at + 1 : at + 2])
        else one
        for at, one in enumerate(found)
    ]
