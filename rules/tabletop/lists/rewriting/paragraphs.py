"""A letter whose paragraphs each tell of a unit in whole sentences (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.tabletop.lists.layout.gathering import JOINED

FEWEST = 3
LONG_NAME, WIDE, WORDS = 5, 55, 6
"""Words that a name alone has not; how wide a line is that goes on; words in a line of a letter."""
_PRICE = re.compile(r"(?<![\w.,+])\d{2,3}\s*(?:pts?|points?|punkte|punti|puntos)\b", re.IGNORECASE)
_SIGN = re.compile(r"^\s*(?:[-*\u2022\u00b7>+#=|]|\(?\d{1,2}[.)]\s|[IVX]{1,4}[.)]\s|\[)")
_ENDS = re.compile(r"[.!?:][\"')\u201d]?\s*$")


def in_paragraphs(lines: Sequence[str]) -> list[str]:
    """As many lines as there are, each paragraph of a letter in its first."""
    blocks = _blocks(lines)
    priced = [block for block in blocks if len(_PRICE.findall(" ".join(lines[at] for at in block))) == 1]
    told = [block for block in priced if _is_told([lines[at] for at in block])]
    if len(told) < FEWEST or 2 * len(told) <= len(priced):
        return [*lines]
    found = [*lines]
    for block in blocks:
        if block in told or _goes_on([lines[at] for at in block]):
            found[block[0]] = " ".join(lines[at].strip() for at in block)
            found[block[0] + 1 : block[-1] + 1] = [JOINED] * (len(block) - 1)
    return found


def _blocks(lines: Sequence[str]) -> list[range]:
    """The lines between empty ones."""
    found: list[range] = []
    begin = None
    for at, line in enumerate([*lines, ""]):
        if re.search(r"\w", line):
            begin = at if begin is None else begin
        elif begin is not None:
            found.append(range(begin, at))
            begin = None
    return found


def _is_told(block: Sequence[str]) -> bool:
    """Whether a paragraph tells of a unit: whole sentences, in lines as long as those of a letter."""
    if any(map(_SIGN.match, block)) or not _ENDS.search(block[-1]):
        return False
    words = sum(len(line.split()) for line in block)
    goes_on = len(block) == 1 or _goes_on(block) or all(map(_ENDS.search, block))
    return goes_on and words >= WORDS * len(block) and len(block[0].split()) >= LONG_NAME


def _goes_on(block: Sequence[str]) -> bool:
    """Whether sentences go on from line to line."""
    if len(block) < 2 or any(map(_SIGN.match, block)):
        return False
    return all(
        not _ENDS.search(line) or len(line) >= WIDE or below.lstrip()[:1].islower()
        for line, below in pairwise(block)
    ) and any(len(line) >= WIDE - 15 for line in block)
