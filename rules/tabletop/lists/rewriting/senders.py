"""Messages of a chat whose sender stands in a line above each: "[Kev, 21:14]" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

FEWEST = 3
_WHEN = r"(?P<when{0}>\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?)(?:\s?[ap]\.?m\.?)?"
_DAY = r"(?:(?:today|yesterday|heute|gestern|\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?)\W*(?:at|um)?\s*)?"
_WHO = r"(?P<who{0}>[^\W\d][\w .'-]{{0,28}}?)"
_ABOVE = re.compile(
    rf"^\s*(?:[\[(<]?\s*{_WHO.format(0)}\s*[\])>]?\s*(?:[,\u2014\u2013|\u2022\u00b7-]\s*"
    rf"|\s)[\[(]?{_DAY}{_WHEN.format(0)}"
    rf"|[\[(<]?{_DAY}{_WHEN.format(1)}\s*[\])>]?\s*[,\u2014\u2013|\u2022\u00b7-]?\s*{_WHO.format(1)})\s*[\])>]?\s*:?\s*$",
    re.IGNORECASE,
)


def sent_in_one(lines: Sequence[str]) -> list[str]:
    """The lines, with the sender of each message before its first: "[21:14] Kev: Rifle squad"."""
    above = {at: one for at, line in enumerate(lines) if (one := _ABOVE.match(line))}
    often = {one["who0"] or one["who1"] for one in above.values()}
    if len(above) < FEWEST or len(often) == len(above):
        return [*lines]
    found: list[str] = []
    sender = ""
    for at, line in enumerate(lines):
        if at in above:
            who, when = (above[at][f"{name}0"] or above[at][f"{name}1"] for name in ("who", "when"))
            sender = f"[{when}] {who}: "
            found += [""] if found and found[-1].strip() else []
        elif sender and line.strip():
            found.append(f"{sender}{line.strip()}")
            sender = ""
        else:
            found.append(line)
    return found
