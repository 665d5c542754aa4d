"""The words of a line in one spelling, each with the place where it stands (Tabletop E).

Letters and figures part (``MG42`` is as good as ``MG 42``), hyphens and dots are blanks, and a plural is its
singular, so that every phrase of the data has to be written once.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import zip_longest

_TOKEN = re.compile(
    r"\d+(?:[.,]\d{1,2}(?!\d)|[\u00bc-\u00be])?|[^\W\d_]+(?:['\u2019][^\W\d_]+)?|[^\w\s]", re.UNICODE
)
_APART = {
    "halftrack": "half track",
    "machinegun": "machine gun",
    "submachinegun": "sub machine gun",
    "submachine": "sub machine",
    "antitank": "anti tank",
    "antiaircraft": "anti aircraft",
    "flamethrower": "flame thrower",
    "autocannon": "auto cannon",
    "autorifle": "auto rifle",
    "softskin": "soft skin",
    "softskinned": "soft skin",
    "skinned": "skin",
    "superheavy": "super heavy",
    "armored": "armoured",
    "armor": "armour",
    "coaxial": "coax",
    "kpfw": " ",
    "kfpw": " ",
    "panzerbuchse": "panzer buchse",
    "panzerkampfwagen": "panzer",
    "pzkpfw": "panzer",
    "pzkw": "panzer",
    "pz": "panzer",
    "sdkfz": "sd kfz",
    "comander": "commander",
    "commisar": "commissar",
    "veteren": "veteran",
    "vetran": "veteran",
    "trupp": "team",
    "d'un": "un",
    "d'une": "un",
    "sin": "without",
    "senza": "without",
    "sans": "without",
    "bez": "without",
    "keine": "no",
    "kein": "no",
    "keinen": "no",
    "identical": " ",
    "armas": "weapon",
    "armi": "weapon",
    "broni": "weapon",
    "pzgren": "panzergrenadier",
    "pzgrens": "panzergrenadier",
    "arme": "weapon",
    "autres": "other",
    "altri": "other",
    "uzbrojenia": "weapon",
    "machinegunner": "machine gunner",
    "shurzen": "schurzen",
    "turrent": "turret",
    "casement": "casemate",
    "copula": "cupola",
    "mouted": "mounted",
    "wheels": "wheeled",
    "vetern": "veteran",
    "veterean": "veteran",
    "vetaran": "veteran",
    "veterens": "veteran",
    "regluar": "regular",
    "regualr": "regular",
    "reguler": "regular",
    "regulr": "regular",
    "inexpierenced": "inexperienced",
    "inexpereinced": "inexperienced",
    "inexperenced": "inexperienced",
    "inexperieced": "inexperienced",
    "sargent": "sergeant",
    "infanty": "infantry",
    "grenadeir": "grenadier",
    "grenaider": "grenadier",
    "tracks": "tracked",
    "arty": "artillery",
    "fj": "fallschirmjager",
    "artilery": "artillery",
    "artillary": "artillery",
    "morter": "mortar",
    "mtr": "mortar",
    "motar": "mortar",
    "howizter": "howitzer",
    "howitser": "howitzer",
    "flamethower": "flame thrower",
    "bazuka": "bazooka",
    "bazoka": "bazooka",
    "panzerfuast": "panzerfaust",
    "panzefaust": "panzerfaust",
    "panzerschrek": "panzerschreck",
    "granade": "grenade",
    "reguar": "regular",
    "inexperianced": "inexperienced",
    "inexperinced": "inexperienced",
    "unexperienced": "inexperienced",
    "lieutenent": "lieutenant",
    "leutenant": "leutnant",
    **dict.fromkeys(("leiutenant", "lieutenat", "lieutanant", "leiutennant", "lieutnant"), "lieutenant"),
    "liutenant": "lieutenant",
    **dict.fromkeys(("captian", "captin", "capitan"), "captain"),
    "lieutentant": "lieutenant",
    "seargent": "sergeant",
    "sergant": "sergeant",
    "infantery": "infantry",
    "infrantry": "infantry",
    "grenedier": "grenadier",
    "grenadeer": "grenadier",
    "flamer": "flame thrower",
    "koax": "coax",
    "koaxial": "coax",
    "koaxiale": "coax",
    "how": "howitzer",
    "fwd": "forward",
    "vorn": "forward",
    "vorne": "forward",
    "hinten": "rear",
    "ohne": "without",
    "bewaffnung": "weapon",
    "waffen": "weapon",
    "unbewaffnet": "unarmed",
    **dict.fromkeys(("desarmado", "desarmada", "disarmato", "desarme", "nieuzbrojony"), "unarmed"),
    **{f"granadero{end}": "grenadier" for end in ("", "s")},
    "nur": "only",
    "auf": "on",
    "lafette": "tripod",
    "lt": "lieutenant",
    "ltn": "leutnant",
    "cpt": "captain",
    "capt": "captain",
    "maj": "major",
    "sgt": "sergeant",
    "cpl": "corporal",
    "reg": "regular",
    "regs": "regular",
    "vet": "veteran",
    "vets": "veteran",
    "inexp": "inexperienced",
    "inx": "inexperienced",
    "pounder": "pdr",
    "pdrs": "pdr",
    "millimetre": "mm",
    "howitzers": "howitzer",
    "med": "medium",
    **{f"mittlere{end}": "mittlere" for end in "rsmn"},
    **{f"leichte{end}": "leichte" for end in "rsmn"},
    **{f"schwere{end}": "schwere" for end in "rsmn"},
    **{f"uberschwere{end}": "uberschwere" for end in "rsmn"},
    **{f"superschwere{end}": "uberschwere" for end in ("", *"rsmn")},
    "sqd": "squad",
    "tm": "team",
    **dict.fromkeys(("rfl", "rfls", "rif"), "rifle"),
    **dict.fromkeys(("ldr", "ldrs"), "loader"),
    **dict.fromkeys(("gnr", "gnrs"), "gunner"),
    "p'schreck": "panzerschreck",
    "p'faust": "panzerfaust",
    "atg": "at gun",
    "sec": "section",
    "pzf": "panzerfaust",
    "pf": "panzerfaust",
    "panzershreck": "panzerschreck",
    "pzschreck": "panzerschreck",
    "pzshreck": "panzerschreck",
    "schreck": "panzerschreck",
    "shreck": "panzerschreck",
    "panzershrek": "panzerschreck",
    "panzerschreek": "panzerschreck",
}
_WHOLE = {"ss", "us", "is", "bus", "cross", "chess", "gas", "less", "plus", "pass", "fullness", "mas", "ras"}
_WHOLE |= {"js", "su", "has", "was", "this", "les", "des", "express", "bates", "mans", "ans", "sas", "das"}
_WHOLE |= {"hotchkiss", "priest's", "boys", "chasseurs", "nebelwerfers", "lewis", "vickers"}
_PLURALS = {
    **{
        "squadre": "squadra",
        "gruppi": "gruppo",
        "plotoni": "plotone",
        "cannoni": "cannone",
        "carri": "carro",
    },
    **{"cannoni": "cannone"},
    **{"mortai": "mortaio", "druzyny": "druzyna", "sekcje": "sekcja", "zespoly": "zespol", "czolgi": "czolg"},
    **{"armaty": "armata", "mozdzierze": "mozdzierz", "dziala": "dzialo", "pelotones": "peloton"},
    **{"secciones": "seccion", "canones": "canon", "camiones": "camion", "samochody": "samochod"},
    **{"ciezarowki": "ciezarowka", "transportery": "transporter", "obici": "obice", "haubice": "haubica"},
}
"""Of other tongues, with their singulars."""
_PANZER = re.compile(r"(?:pz|pzkpfw|pzkw|panzer)(iii|iv|vi|v|ii|i)([a-n])?")
"""A tank written as one word: "PzIVH"."""
_LETTERED = re.compile(r"(iii|iv|vi|v|ii|i)([a-n])")
_NUMERALS = {"iii", "iv", "vi", "v", "ii", "i"}
_LETTERED_OF = {"panzer", "stug"}
_TROOPS = {
    "team": "team",
    "teams": "team",
    "trupp": "team",
    "truppen": "team",
    "gruppe": "squad",
    "gruppen": "squad",
    "zug": "platoon",
}
_MARK_AND_PLURAL = re.compile(r"[^\W\d_]\d+s$")
_JOINED = re.compile(r"(?!kampf|sturm|oster|ost|stos)(\w{4,}?)s?(trupp|truppen|gruppe|gruppen|teams?)")
"""German names of teams and squads, written as one word."""
_BY_CASE = {"sMG": "schwere mg", "s.MG": "schwere mg", "HAT": "heavy at gun"}
"""What only the size of its letters tells: in German "sMG" is no SMG, "hat" is a word."""
_PARTS_OF_ONE = {"\u00bc": ".25", "\u00bd": ".5", "\u00be": ".75"}
_SIZED = {"tank", "mortar", "howitzer", "at", "anti", "gun", "machine", "mg", "auto"}
_HOWITZERS = {"pack", "light", "medium", "heavy", "mm", "cm", "inch", "mountain", "pdr", "lieutenant"}
"""What stands before a howitzer that is called "how"."""
_INCHES = {'"', "\u2033", "\u201d"}
NUMBER_WORDS = {
    name: number
    for number, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ]
    )
}
NUMBER_WORDS |= dict.fromkeys(("un", "uno", "una", "une", "ein", "eine", "einen"), 1)
NUMBER_WORDS |= {"dozen": 12, "pair": 2, "couple": 2, "jeden": 1, "jedna": 1, "een": 1}
for _words in (
    "zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "deux trois quatre cinq six sept huit neuf dix onze douze",
    "due tre quattro cinque sei sette otto nove dieci undici dodici",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec",
    "dwoch trzech czterech pieciu szesciu siedmiu osmiu dziewieciu dziesieciu",
    "twee drie vier vijf zes zeven acht negen tien",
):
    NUMBER_WORDS |= {name: number for number, name in enumerate(_words.split(), 2)}
NUMBER_WORDS |= {"troi": 3}  # as it is told without the s
for _word in ("sept", "once"):
    del NUMBER_WORDS[_word]  # September, and one time, more often.


_ALIKE = (
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456"
)
_LATIN = str.maketrans(_ALIKE, "ABEKMHOPCTXaeopcyxi")
"""Cyrillic letters that look as Latin ones do."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in its one spelling, and where it stands in the text; ``plural`` if it had an s too many."""

    text: str
    start: int
    end: int
    plural: bool = False

    @property
    def number(self) -> int | None:
        """The whole number that it is, in figures or as a word."""
        whole = self.text.removesuffix(".0").removesuffix(".00")
        if whole.isdigit():
            return int(whole[:6])
        return NUMBER_WORDS.get(self.text)

    @property
    def word(self) -> bool:
        """Whether it is a word or a number, no sign."""
        return self.text[0].isalnum()


@cache
def _plain(text: str) -> str:
    if all(char in _ALIKE or not char.isalpha() for char in text):
        text = text.translate(_LATIN)
    low = text.lower().replace("ß", "ss").replace("\u2019", "'").replace("ł", "l").replace("ø", "o")
    return "".join(char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))


@cache
def singular(word: str) -> str:
    """A word without the s of its plural, ``men`` as ``man``."""
    if word in _WHOLE or len(word) < 3 or not word.isalpha():
        return word
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("men") and len(word) > 2:
        return f"{word[:-3]}man"
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith("ss") and not word.endswith("us"):
        return word[:-1]
    return word


def _low_of(text: str) -> str:
    """A word or number as it is compared."""
    if text[-1] in _PARTS_OF_ONE:
        return text[:-1] + _PARTS_OF_ONE[text[-1]]
    return _BY_CASE.get(text) or _plain(text)


def _whole_of(low: str) -> str | None:
    """What a word stands for that the data write as several."""
    if low in _BY_CASE.values():
        return low
    if joined := _JOINED.fullmatch(low):
        # "Panzerschrecktrupp", "Grenadiergruppe"
        return _APART.get(low) or f"{singular(joined[1])} {_TROOPS[joined[2]]}"
    if panzer := _PANZER.fullmatch(low):
        return " ausf ".join(filter(None, (f"panzer {panzer[1]}", panzer[2])))
    return _APART.get(low) or _APART.get(singular(low))


def _is_howitzer(before: list[Token]) -> bool:
    """Whether "how" is a gun, as in "75mm pack how", and not as in "nobody shows them how"."""
    return bool(before) and (before[-1].text in _HOWITZERS or before[-1].text[0].isdigit())


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """All words, numbers and signs of a text."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if match[0] == "s" and _MARK_AND_PLURAL.search(text, 0, match.end()):
            # "9 M1s"
            continue
        low = _low_of(match[0])
        start, end = match.span()
        if low[:1].isdigit():
            found.append(Token(low.replace(",", "."), start, end))
            continue
        if low.endswith("'s"):
            low = low[:-2]
        whole = _whole_of(low) if low != "how" or _is_howitzer(found) else None
        if low in ("tracks", "trk") and [one.text for one in found if one.word][-1:] == ["half"]:
            # "2 half-tracks" are such vehicles; "on tracks" is how one moves.
            whole = "track"
        plural = singular(low) != low
        low = "x" if low == "\u00d7" else low
        if (low in _INCHES or low == "in") and text[start - 1 : start].isdigit():
            low = "inch"
        low = "degree" if low == "\u00b0" else low
        if found and found[-1].text in _LETTERED_OF and low not in _NUMERALS:
            # "StuG IIIG", "Pz IVH"
            whole = _LETTERED.sub(r"\1 ausf \2", low) if _LETTERED.fullmatch(low) else whole
        for part in (whole or singular(low)).split():
            if word := part.replace("'", ""):
                found.append(Token(word, start, end, plural))
    return _light(found)


def _light(found: list[Token]) -> tuple[Token, ...]:
    """The words, "lt" before a tank, howitzer, mortar or gun as light: of lieutenants none stands there."""
    return tuple(
        replace(one, text="light")
        if one.text == "lieutenant"
        and one.end - one.start == 2
        and after is not None
        and after.text in _SIZED
        else one
        for one, after in zip_longest(found, found[1:])
    )


@cache
def key_of(phrase: str) -> tuple[str, ...]:
    """A phrase of the data as its words stand in a line."""
    return tuple(token.text for token in tokens_of(phrase) if token.word)


def size_in(word: str) -> int | None:
    """How many men a word says, in figures or not."""
    low = word.lower()
    return NUMBER_WORDS.get(low) or (int(low) if low.isdigit() and len(low) < 3 else None)
