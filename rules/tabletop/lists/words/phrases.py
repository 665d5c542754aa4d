"""Phrases that count or say something of their own: "in reserve turn 3", "8 strong" (Tabletop E)."""

from __future__ import annotations

import re
from functools import lru_cache

from rules.tabletop.lists.words import notations
from rules.tabletop.lists.words.markings import without_marks
from rules.tabletop.lists.words.serving import served
from rules.tabletop.lists.words.tokens import tokens_of

RESERVE = re.compile(r"\b(?:(?:in|from)\s+)?reserves?(?:\s+(?:turn\s+)?(\d{1,2}))?\b", re.IGNORECASE)
TURRETS = re.compile(r"\b(\d|one|two|three)\s*turrets?\b(?![ -]mounted)", re.IGNORECASE)
NO_NCO = re.compile(r"\b(?:no|without(?: an?)?|w/o)\s+nco\b", re.IGNORECASE)
CREW = re.compile(
    r"(?<!\d[\s-])\b(?:crew(?:\s+of)?\s*[:=]?"
    r"|(?:men|models|size|strength|unit size|squad size)\s*[:=]|\bsize(?= \d{1,2}\b))\s*(\d{1,2})\b",
    re.IGNORECASE,
)
SQUARE = re.compile(r"\[(\d{1,2})\]")
STRONG = re.compile(
    r"\b(\d{1,2})(?:(?<=\b\d)\s*in all\b(?=\s*(?:[:(]|$))|(?<=\b1\d)\s*in all\b(?=\s*(?:[:(]|$))"
    r"|[\s-]*strong|\s*(?:men|models|figures|troops|of them) (?:in all|all told|in total))\b",
    re.IGNORECASE,
)
ADDS_UP = re.compile(r"=\s*(\d{1,2}) men\b", re.IGNORECASE)
"""What all who are named make: "... = 11 men"."""
ALONE = re.compile(
    r"\b(?:alone|on (?:his|her|its) own|seul|alleine?|da solo"
    r"|single man|lone man|lone(?= (?:sniper|sharpshooter|observer|medic)\b)|without assistants?"
    r"|no (?:helpers?|assistants?|bodyguards?|extra men|(?:stretcher )?bearers?|escorts?"
    r"|retinue|company|staff))\b",
    re.IGNORECASE,
)
OF = re.compile(
    r"(?:\b(?:squad|section|team|group|unit|patrol)\s+of\s+"
    r"|\ball\s+(?=(?:two|three|four|five)\s+(?:with|have|carry|armed|hold)\b))(\w+)\b",
    re.IGNORECASE,
)
"""How many there are: "section of 8", "Captain + 2 men, all three with SMGs"."""
INSTEAD = re.compile(
    r"\b(?:instead of|in place of|replac(?:es|ing))\s+(?:the\s+|an?\s+|his\s+)?[\w .-]+", re.IGNORECASE
)
SWAP = re.compile(r"\b(?:replace|swap|exchange|change)s?\s+[\w -]+?\s+(?:with|for|by|to)\b", re.IGNORECASE)
BECOMES = re.compile(
    r"\b(?:another|one|1) (?:man|soldier|model|figure|rifleman|of (?:them|these|those|the \w+))"
    r" (?:becomes|is|as|acts as|will be|serves as) (?:the |an? |his |its )?(?:loader|assistant)\b",
    re.IGNORECASE,
)
"""Who serves a weapon is one of the men: as it is anyway."""
COUNTS_AS = re.compile(
    r"\b(?:counts?|counted|armour)\s+(?:as|of)\s+(?:an?\s+)?(?=(?:(?:super[\s-]*)?heavy|medium"
    r"|light)\s+tank\b)",
    re.IGNORECASE,
)
"""What stands behind it is what it is: "counts as medium tank"."""
CARRIES = re.compile(
    r"\b(?:(?:can\s+|may\s+)?(?:carr(?:y|ies)|transports?|seats)|(?:transport|room)\s+for"
    r"|(?:(?:transport|passenger|carrying)\s+)?capacity(?:\s+of)?|passengers?|seats)\s*[:=]?\s*\(?"
    r"(?:up\s+to\s+|of\s+)?\d{1,2}(?:[ -]*(?:men|man|troops|passengers|soldiers|infantry|models|figures))?"
    r"(?=\s*(?:[,;.)\]/|\u2022]|$))"
    r"|\b\d{1,2}[ -]*(?:passengers|seats|(?:man|men)\s+(?:transport|capacity))\b",
    re.IGNORECASE,
)
"""How many a vehicle has room for; they are units of their own."""
QUANTITY = re.compile(
    r"\b(?:qty|quantity|anzahl)\b\s*[:=.]?\s*(\d{1,2})\b"
    r"|\bi(?:'ve| have)?(?: got| take| bring| run)? (\d|two|three|four) of (?:these|those|them)\b",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\bso:|(?<!men )(?<!models )(?<!figures )(?<!troops )(?<!of them )\bin all\b(?!\s*[:(])"
    r"(?<!\b\d in all)(?<!\b1\d in all)"
    r"|(?<!no )\b(?!rifle/carbine|carbine/rifle)(?:pistol|rifle|smg|carbine)/(?:pistol|rifle|smg|carbine)\b"
    r"|\b(?:up to|at most|at least|min\.?|max\.?)\s+\d{1,2}\b"
    r"|\bmen (?:\+|plus) (?:an? |1x? )?[\w .-]{2,20} team\b"
    r"|\b\d{1,2}[-\u2013]\d{1,2}\s+(?:men|man|models?|figures?|troopers?|soldiers?)\b"
    r"|(?<!s) for (?:the )?(?:nco|sergeant|sgt|corporal|cpl|leader) (?:and|&|\+)"
    r" (?:\d|one|two|three|four|five|six) (?:(?:other|more) )?(?:men|man|others?)\b",
    re.IGNORECASE,
)
"""So many, or fewer, or more; one or the other."""
SPOKEN = re.compile(
    r"\b(?:he|she|who)(?:'s| has| carries| gets| got)\b|\bso (?:has|have|does|do)\b"
    r"|\b(?:is|are) one of them\b|\bhas one too\b|\b(?:nco|sergeant|sgt|corporal|cpl|leader) incl(?:uded)?\b"
    r"|\b[2-9] men on (?:the )?(?:two|three|[2-4])\b",
    re.IGNORECASE,
)
"""Who has what, in sentences: "ten counting the NCO, he has an SMG", "so has one other"."""
_ALL_TOLD = re.compile(r"\b(?:all told|in all)\b", re.IGNORECASE)
"""How many there are, "10 all told": not what all of them have."""
HOLDING = re.compile(
    r"(\b(\d{1,2}) ?[x\u00d7] [^\W\d][^,;:()\d]{1,40}?)(: ?\2 ?[x\u00d7] )(?=[^\W_])", re.IGNORECASE
)
"""So many men and as many weapons: "5x Rifleman: 5x Rifle"."""
PRINTED = re.compile(r"\[\d+ ?pts\]")
"""What a unit costs, as roster programs print it."""
_ORDINAL = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\u00aa|\u00ba|a|e|er|\u00e8me|eme)|third|fourth|fifth) "
    r"(?=(?:(?:rifle|infantry|grenadier|weapons|support"
    r"|assault|heavy|light|armou?red|tank|gun|mortar|machine) )?(?:squads?|sections?|platoons?|teams?|groups?"
    r"|squadra|groupe|gruppe|dru\u017cyna|druzyna|sekcja|ryhm\u00e4|troops?|company|battalion|regiment"
    r"|brigade|division|guns?)\b)",
    re.IGNORECASE,
)
"""Which of several it is: "Grenadiers, 2nd squad"."""
_TYPE = re.compile(r"(?:(?<=[lmhs]mg)|(?<=gun)|(?<=rtar)) \(type \d{1,2}\)", re.IGNORECASE)
"""What tells nothing of a weapon whose class stands before: "LMG (Type 99)"."""
_MARKED = re.compile(
    r"\b(?:wz|vz|mle|mod|obr)\.? ?\d{1,4}(?:[./-]\d{1,3})? "
    r"(?=(?:browning |hotchkiss |maxim |light |medium |heavy )?"
    r"(?:lmg|mmg|hmg|machine gun|automatic rifle|at rifle|at gun|anti-tank|mortar|howitzer)\b)",
    re.IGNORECASE,
)
"""Which model of a weapon it is whose class stands behind: "wz. 30 MMG"."""
_CREWMEN = re.compile(
    r"\b(?:mortar|[mh]mg|(?:medium |heavy )?machine gun) (?=crewm[ae]n\b)"
    r"|(?<=\dx )(?:mortar|[mh]mg) (?=crew\s*(?:$|,))",
    re.IGNORECASE,
)
"""Of a weapon that has its own name: "3x Mortar crewman, medium mortar"."""
_EVERY_ONE = re.compile(r"\bevery (?:(?:last|single) )?one\b(?: of (?:them|em))?", re.IGNORECASE)
_LEADERS = (
    "nco|sgt|sarge|sergeant|cpl|corporal|leader|sarg|l/?cpl|feldwebel|fw|unteroffizier|uffz|obergefreiter"
    "|ogefr"
    "|gefreiter|oberj\u00e4ger|unterfeldwebel|scharf\u00fchrer|unterscharf\u00fchrer|uscha|gruppenf\u00fchrer"
    "|truppf\u00fchrer|sergent|caporal|chef|sergente|caporale|sargento|cabo|serzhant|kapral|plutonowy"
)
_EXCEPT = re.compile(
    r"(?:\bexcept(?:ing)?(?: for)?|(?<=\ball )bar|(?<=\bbody )bar|\bbut(?: for)?"
    r"|\bapart from|\bother than|\bexcluding)"
    rf"(?= (?:the |an? |one |1 |his |their )?(?:{_LEADERS}|(?:squad|section|team) leader)\b)",
    re.IGNORECASE,
)
"""Before the one who has something else: "SMGs for everyone except the NCO (rifle)"."""
_EVEN = re.compile(rf"\beven(?= (?:the )?(?:{_LEADERS})\b)", re.IGNORECASE)
_ALL_INCLUDED = re.compile(
    r"(?:(?<=\bvets)|(?<=\bvet)|(?<=eterans)|(?<=eteran)|(?<=\bregs)|(?<=\breg)|(?<=egulars)|(?<=egular)) "
    r"(?=all [\w' -]{2,20}? incl(?:uding)?\b)",
    re.IGNORECASE,
)
"""Where a name ends: "10 vets all ppsh incl the nco"."""
_WHO_HAS = re.compile(r"(?:,| [-\u2013])? who (?:has|have|carr(?:y|ies)|holds?|lugs?|got)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:(?<=\d )|(?<=\btwo )|(?<=\bsix )|(?<=\bfour )|(?<=\bfive )|(?<=\bnine )|(?<=\bthree )|(?<=\bseven )"
    r"|(?<=\beight ))others(?= (?:have|with|carry))",
    re.IGNORECASE,
)
"""Men, beside the one who is named: "the NCO and two others have MP40s"."""
_OF_THEM = re.compile(
    r"(?:(?<=\btwo )|(?<=\bthree )|(?<=\bfour )|(?<=\b[234] ))"
    r"of (?:the|his|my) (?:men|boys|lads|guys|others)(?= (?:have|with|carry|hold))",
    re.IGNORECASE,
)
"""Men, beside the one who is named: "NCO and three of the boys carry Thompsons"."""
_FOR_WHOM = re.compile(
    r"\bfor (?:the |an? |my )?(?:[\w-]+ ){1,3}to ride (?:in|on)\b"
    r"|\b(?:transport|ride|lift|truck|wheels) for (?:the |an? |my )?(?:[\w-]+ ){0,3}"
    r"(?:squads?|sections?|teams?|platoons?|hq|men|infantry|gun|mortar|lads|boys)\b",
    re.IGNORECASE,
)
"""Whom a vehicle carries, which is a unit of its own: "transport for the SMG squad"."""
_RIDES = re.compile(
    r"(?:\b(?:they|all|who)(?:'ll| will| all| can)? )?\b(?:rides?|riding|travels?|travelling) (?:in|on)"
    r" (?:the|their|its|my|that|an?) [^,;()\[\]\d]{3,30}",
    re.IGNORECASE,
)
"""In what men ride, which is a unit of its own: "they ride in the truck"."""
_CARRIED_BY = re.compile(r"\bcarried by (?:an? |the |one |two )?(?:of (?:the )?)?[^\W\d_]+", re.IGNORECASE)
"""Who has it beside his own: "1 Panzerfaust (carried by a rifleman)"."""
_WITHOUT_ARMS = re.compile(r"\b(?:no|without(?: any)?) (?:weapons?|arms|guns?)\b", re.IGNORECASE)
_NOTHING_BUT = re.compile(r"\bnothing but\b(?= [^\W\d_]+s\b)", re.IGNORECASE)
_NOT_TAKEN = re.compile(r"\b[a-z][\w -]{2,30} not (?:taken|used|bought|selected|chosen)\b", re.IGNORECASE)
_LOADER = r"(?:a |an |its |their )?(?:loader|assistant)"
_EACH_SERVED = re.compile(
    rf"\(?\b(?:each (?:with|w/) {_LOADER}\b|(?:with|w/) {_LOADER} each\b"
    rf"|gunner (?:and|\+|&|with|w/) {_LOADER} each\b)\)?",
    re.IGNORECASE,
)
"""Who serves each of several: "2x LMG with loader each"."""
_THREE = re.compile(
    r"(?:(?<=nco and 2 men)|(?<=nco and two men)|(?<=nco \+ 2 men))(?:,| [-\u2013])?"
    r" all three(?= (?:with|have)\b)",
    re.IGNORECASE,
)
"""Who they are stands before: "NCO and 2 men, all three with SMGs"."""
_BOYS = re.compile(r"\b(?:the|my|our) boys\b(?!\W*(?:anti|at\b|atr|rifle|a\.t))", re.IGNORECASE)
"""Men, and not the rifle of that name: "that the boys use for scouting"."""
_MEN_AND_BOYS = re.compile(r"(?<=\bmen) (?:&|and|\+|n|'n'|und) (?:boys|kids)\b", re.IGNORECASE)
"""Both are men: "12 old men & boys"."""
_SERVED_BY = re.compile(
    r"(?:(?<=, )|(?<=\band )|(?<=\+ )|(?<=& )|(?<=: )|(?<=; )|(?<=\()|(?<=\bund )|(?<=\bplus ))"
    r"(?P<men>two|three|2|3)(?: (?:men|guys|lads|blokes|of (?:them|the men)))? (?:(?:manning|mans?"
    r"|crew(?:s|ing)?|serv(?:es?|ing)"
    r"|operat(?:es?|ing)|work(?:s|ing)?|running|using|lugging|carrying|on|with|w/) (?:an?|the|their)"
    r"|manning|crewing|serving|operating)(?= \w)",
    re.IGNORECASE,
)
"""Who serve one weapon together: "two manning an LMG", "2 with a PIAT"."""
_TOO = re.compile(
    rf"(?:\b(?:the|his) )?\b(?P<who>{_LEADERS}) (?:too|as well|also|included|auch|aussi|compris)(?=\W|$)",
    re.IGNORECASE,
)
"""Whoever leads has what all have: "all rifles, NCO too"."""
_DOZEN = re.compile(r"\b(?<!half )(?:a dozen|one dozen|dozen)\b(?! of)", re.IGNORECASE)
_BEFORE = r"(?:(?<=[,;:|.] )|(?<=\bmen )|(?<=[-\u2013\u2014] )|(?<=[(\[|;]))"
_BEHIND = r"(?=\s*(?:$|[,;:.)\]|\u2013\u2014]|-(?= )))"
_ELITE = re.compile(rf"{_BEFORE}elite{_BEHIND}", re.IGNORECASE)
_LINE = re.compile(rf"{_BEFORE}(?:line|trained){_BEHIND}", re.IGNORECASE)
"""A quality that stands alone."""
_FORMATION = re.compile(
    r"\b(?:\d{1,3}(?:st|nd|rd|th) (?:(?:armou?red|airborne|infantry|panzer|rifle|marine|guards) )?"
    r"(?:div(?:ision)?|regt|regiment|bde|brigade|bn|battalion|ab|army)\b\.?"
    r"|\d{1,3} (?:(?:armou?red|airborne|infantry|panzer|rifle|marine|guards) )?(?:regt|regiment|psk|pulk)\b)",
    re.IGNORECASE,
)
"""To what a unit belongs: "9th Div"."""
_COUNTING = re.compile(r"\bcounting(?= (?:the|his|its|an?|one) )", re.IGNORECASE)
_WHEELS = re.compile(r"\b[468][ -](?:x )?wheels\b", re.IGNORECASE)


_FEW = {"two": "2", "three": "3"}
_SAID_PLAINLY = (
    (_OF_THEM, "men"),
    *(
        (pattern, "")
        for pattern in (
            _FORMATION,
            _ORDINAL,
            _CARRIED_BY,
            _BOYS,
            _MEN_AND_BOYS,
            _THREE,
            _TYPE,
            _MARKED,
            _CREWMEN,
            _FOR_WHOM,
            _RIDES,
            _NOT_TAKEN,
        )
    ),
    (_EACH_SERVED, "(2 men each)"),
    (_DOZEN, "12"),
    *((pattern, "all") for pattern in (_EVERY_ONE, _NOTHING_BUT)),
    (_WITHOUT_ARMS, "unarmed"),
    (_EXCEPT, ","),
    (_EVEN, "incl"),
    (_ALL_INCLUDED, ","),
    (_WHO_HAS, " with"),
    (_OTHERS, "men"),
    (_WHEELS, "wheeled"),
    (_COUNTING, "incl"),
    (_ELITE, "vet"),
    (_LINE, "reg"),
)
"""What is said instead, in this order, filled up to its length."""


def words_in(text: str) -> set[str]:
    """All words of a text, but for those that count all: of these nothing is said."""
    return {token.text for token in tokens_of(_ALL_TOLD.sub("", text)) if token.word}


def _served_by(found: re.Match[str]) -> str:
    said = f"{_FEW.get(found['men'].lower(), found['men'])} men w/"
    return said.ljust(len(found[0])) if len(said) <= len(found[0]) else found[0]


@lru_cache(maxsize=1024)
def plainly(text: str) -> str:
    """Other ways of saying it as it is mostly said, of the same length: words stay in their places."""
    for pattern, said in _SAID_PLAINLY:
        for found in reversed([*pattern.finditer(text)]):
            text = text[: found.start()] + said.ljust(len(found[0])) + text[found.end() :]
    text = _SERVED_BY.sub(_served_by, text)
    text = _TOO.sub(lambda found: f"inc {found['who']}".ljust(len(found[0]))[: len(found[0])], text)
    text = notations.in_words(served(without_marks(text)))
    return HOLDING.sub(lambda found: found[1] + " w/".ljust(len(found[3])), text)


def holding(text: str) -> bool:
    """Whether it is so many men with as many weapons, whatever they are called: "5x Bombas: 5x Pistol"."""
    return HOLDING.search(text) is not None
