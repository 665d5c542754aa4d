"""Who helps with a weapon, or carries one beside his own, in the words of every day (Tabletop E)."""

from __future__ import annotations

import re

_ONE = r"(?:one|two|three|four|1|2|3|4)"
_GUN = (
    r"(?:lmg|mmg|hmg|mg ?\d\d|mg|bren|gun|machine gun|bazooka|piat|panzerschreck|mortar|bar|dp|lewis|him"
    r"|it)"
)
_MAN = r"(?:man|guy|bloke|chap|lad|mate|soldier|fellow|other|rifleman)"
_HELPS = re.compile(
    rf"(?:\bhis )?\b{_MAN}(?: (?:who|that|to|beside him|and))?(?: only| just)?"
    r" (?:(?:helps?|helping|feeds?|feeding|loads?|loading|assists?|assisting)(?: him)?"
    r"|(?:carr(?:y|ies)|carrying|lugs?|with|humping|holding) (?:the |its |his )?(?:ammo|ammunition|belts?"
    r"|magazines|mags))"
    rf"(?: (?:with|on|for))?(?: (?:the|his|its|an?))?(?: {_GUN}\b)?",
    re.IGNORECASE,
)
"""A loader: "1 man who helps with LMG", "his mate feeds it", "a guy with the ammo"."""
_AMONG = re.compile(
    r"\b(?:(?:it )?(?:needs|takes|wants|has|with|and|incl(?:uding)?) )?(?:an? |one |his "
    r"|its )?(?P<who>loader|assistant)"
    r" (?:out of|from|from among|among) (?:the|these|those|them)(?: (?:others?|rest|men|lot|\w+))?(?=\W|$)"
    r"|\b(?:again )?(?:one|another)(?: of (?:them|these|the \w+))? (?:is|as|being|acts as|counts as)"
    r" (?:the |an? |his |its )?(?:loader|assistant)\b",
    re.IGNORECASE,
)
"""Who loads is one of those who are counted: "needs a loader out of the ten"."""
_FAUSTS = re.compile(
    rf"\b(?P<who>{_ONE})(?: of (?:the |his |them|these |those |which |whom |em)[^\W\d]*(?: [^\W\d]+){{0,2}}?)"
    r" (?:(?:also|too|each) )*(?:carry|carries|have|has|with|w/|gets?|lugs?|holds?|got|hold)"
    r" (?:(?:also|their own) )*(?:an? |one )?(?P<what>(?:panzer)?faust)s?(?: (?:each|as well|too|on top))?",
    re.IGNORECASE,
)
"""Men who carry one beside their own: "two of the riflemen also carry a Panzerfaust"."""
_FAUSTS_ON = re.compile(
    rf"\b(?:(?:an?|one|1|2|two|3|three) )?(?P<what>(?:panzer)?faust)s? (?:on|for|with|carried by"
    rf"|in the hands of) (?P<who>{_ONE})"
    r" (?:of )?(?:the |his |them|these )?(?:rifle)?(?:men|man|guys?|lads?|blokes?)?\b",
    re.IGNORECASE,
)
"""The same, the other way round: "Panzerfaust on one of the riflemen"."""
_PAIR = re.compile(
    r"\b(?P<what>bren|lmg|piat|boys|bazooka|flamethrower|mg ?\d\d|dp|sniper) pair\b", re.IGNORECASE
)
"""Two who serve one: "Bren pair"."""
_SCHUETZEN = re.compile(
    r"\b(?:mit |w/ |with )?sch(?:\u00fc|ue?)tzen? ?1 ?(?:und|\+|&|/|,) ?(?:sch(?:\u00fc|ue?)tzen? ?)?2\b",
    re.IGNORECASE,
)
"""Who fires a machine gun and who loads it."""
_GUNNER = re.compile(r"\bsch(?:\u00fc|ue?)tze 1(?= (?:mg|lmg|\())", re.IGNORECASE)
_SECOND = re.compile(r"\bsch(?:\u00fc|ue?)tze 2(?: \((?:loader|ladesch\u00fctze)\))?", re.IGNORECASE)
_BOYS = re.compile(r"\brifle (?:boys|lads|guys|chaps|blokes)\b", re.IGNORECASE)
_LADS = re.compile(
    r"\b(?P<who>(?!(?:with|and|one|two|three|plus|his|the|carry|carries|carrying|tank|atr|plus|has|have|gets|got"
    r"|takes|holds|bren|lmg|smg|piat|for|team|crew|gunner|loader|extra|optional|men|man|mit|und|avec|rifles?)\b)"
    r"[^\W\d]{3,}) boys\b(?!\W{0,3}(?:at\b|a/t|a\.t|atr|anti|rifle|team|gun|crew|pair|\.?55|\d ?men|two))",
    re.IGNORECASE,
)
"""Who is no anti-tank rifle: "Village boys"."""
_PRONOUN = re.compile(
    r"\b(?:an)?other one\b(?! of)|\b(?:this|that) one\b(?! (?:of|man|more|has))"
    r"|(?<=\bthe )(?:[^\W_]+ ){1,2}ones?\b(?=\s*(?:$|[,;.)]))",
    re.IGNORECASE,
)
"""What counts nobody: "another one", "Sherman, the 75mm one"."""
_SERVED = re.compile(
    r"\b(?:served|crewed|manned|worked|operated) by (?P<who>two|three|2|3)"
    r"(?: (?:more|others|men|of them|guys|lads))?\b",
    re.IGNORECASE,
)
"""How many men serve it: "LMG served by two more"."""
_HALF = re.compile(
    r"^\W*(?:\d ?x )?half[ -](?=(?:troop|squad|section|team|platoon)\b(?! (?:has|have|with)))", re.IGNORECASE
)
"""A small one, of which half is no share: "Half troop"."""
_BOSS = re.compile(r"\b(?:the|my) boss\b(?= (?:wants|has|gets|carries|takes|with|needs)\b)", re.IGNORECASE)
"""The one whom the unit is about: "because the boss wants an Owen gun"."""
_LEADS = re.compile(r"(?<![\w'])ldr\b", re.IGNORECASE)
_SERVES = re.compile(
    r"(?:\b[hlm]?mg ?(?:\d\d)?|\b(?:bren|dp|lewis|breda|bar|piat|bazooka|mortar|atr|boys|flamethrower|gun|gnr"
    r"|gunner|team|crew)s?|schreck)(?:\W(?:\b(?:with|w|and|its|an?|one|plus|1x?)\b)?)*$",
    re.IGNORECASE,
)
_FIRES = re.compile(r"\b(?:gnrs?|gunners?),\s*$", re.IGNORECASE)
"""Behind what two serve "ldr" is who loads it, else who leads."""


def _led(text: str) -> str:
    """The same with a leader for "ldr smg", not for "LMG + ldr"; alone it is either."""
    for found in [*_LEADS.finditer(text)]:
        before = text[: found.start()]
        # "LMG, ldr smg" is another; "gunner, ldr" serve one.
        other = re.search(r",[^,(]*$", before) is not None and _FIRES.search(before) is None
        if re.search(r"\w", before + text[found.end() :]) and (other or not _SERVES.search(before)):
            text = f"{before}nco{text[found.end() :]}"
    return text


def served(text: str) -> str:
    """The same as most people write it, of the same length."""
    text = _led(text)
    for pattern, said in _SAID:
        for found in reversed([*pattern.finditer(text)]):
            known = {"who": "", "what": "", **{key: value or "" for key, value in found.groupdict().items()}}
            text = text[: found.start()] + said.format(**known).ljust(len(found[0])) + text[found.end() :]
    return text


_SAID = (
    (_BOYS, "riflemen"),
    (_HELPS, "loader"),
    (_AMONG, "loader"),
    (_FAUSTS, "{who} {what}"),
    (_FAUSTS_ON, "{who} {what}"),
    (_PAIR, "{what} team"),
    (_SCHUETZEN, "(2 Mann)"),
    (_GUNNER, "gunner"),
    (_SECOND, "loader"),
    (_LADS, "{who} lads"),
    (_PRONOUN, ""),
    (_SERVED, "({who} men)"),
    (_HALF, ""),
    (_BOSS, ""),
)
