"""What a list says of a unit in sentences that tell nothing of it: "Shot once on Saturday." (Tabletop E)."""

from __future__ import annotations

import re
from itertools import pairwise

from rules.tabletop.lists.words.scanning import BREAK, FULL_STOP, NUMBER, STOP, UNKNOWN, scan

_ENDS = re.compile(rf"{FULL_STOP.pattern}|(?<=[^\W\d_]{{3}})[!?](?=\s+[A-Z])")
"""Where something that is said ends, and no abbreviation."""
_SHORTENED = re.compile(r"(?:^|[^\W\d_])(?:exp|prox|pts|mod|etc|obs|sect|plt|bn|mot|hvy|med)$", re.IGNORECASE)
_TELLS = re.compile(
    r"\b(?:no|not|none|without|with|w/|w|plus|and|also|has|have|had|having|carr\w+|armed|equip\w*|mount\w*"
    r"|add\w*|incl\w*|extra|or|if|maybe|perhaps|either|instead|optional\w*|could|might|may|swap\w*|drop\w*"
    r"|unless|replac\w*|upgrad\w*|gets?|takes?|gives?|gave|given|got|each|all|both|half|another|other|same|as"
    r"|like|too|kein\w*|ohne|mit|und|dabei|auch|dazu|avec|sans|et|aussi|con|senza|anche)\b|[+&/()=]",
    re.IGNORECASE,
)
"""Words behind which arms may stand that nobody knows, or that leave something open."""
_ONES = {"one", "once"}


def without_remarks(text: str) -> str:
    """The text with blanks for each sentence behind another that names nothing and counts nobody."""
    ends = [one.end() for one in _ENDS.finditer(text) if not _SHORTENED.search(text[: one.start()])]
    for start, end in pairwise([*ends, len(text)]):
        if _is_remark(text[start:end]):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _is_remark(sentence: str) -> bool:
    seen = scan(sentence)
    told = {one.kind for one in seen} - {UNKNOWN, STOP, BREAK, NUMBER}
    counted = any(one.kind == NUMBER and one.key[0] not in _ONES for one in seen)
    # "Kampfpistole." alone may be what they have.
    known = sum(one.kind == STOP for one in seen)
    plain = 2 * known >= sum(one.kind in (STOP, UNKNOWN) for one in seen) > 1
    return plain and not (told or counted or _TELLS.search(sentence))
