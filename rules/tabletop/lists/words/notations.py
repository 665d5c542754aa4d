"""How many men there are and what they hold, in signs: "7* rifle", "Soldier x7 (rifle)" (Tabletop E)."""

from __future__ import annotations

import re

_SQUARED = re.compile(r"(?<=\w )\[([^\W\d][^\[\]]+|\d men|\d{1,2} ?[x\u00d7] [^\[\]\d]+)\]")
"""What round brackets would say as well: "NCO [SMG], LMG [2 men]"."""
_BEHIND = re.compile(
    r"(?:^|(?<=[,;(+/&|\u2022-] )|(?<=with )|(?<=[(\[]))([^\W\d_]{3,}) x(\d{1,2})"
    r"(?=:? (?:with|w/|armed)|: | \()",
    re.IGNORECASE,
)
"""How many men there are, behind what they are: "Soldier x7 with rifle"."""
_STAR = re.compile(r"((?:^|[-,;:(\[+/&|\u2022] ?|with )\d{1,2}) ?\* ?(?=[^\W\d_]{2})")
"""The sign in "7* rifle"."""
_ALL_WITH = re.compile(
    r"((?:^|[,;(+/&|\u2022-] ?)\d{1,2} ?[x\u00d7]? ?[^\W\d_]+), all(?= (?:with|armed with|carrying) )",
    re.IGNORECASE,
)
"""Of men beside others: "4 men, all with rifles"."""
_HELD = re.compile(
    r"(\b(\d{1,2}) ?[x\u00d7]? ?[^\W\d][^,;:()\d]{1,40}?)( ?\( ?\2 ?[x\u00d7] ?)([^\W\d][^()]*)\)",
    re.IGNORECASE,
)
"""So many men and as many weapons in brackets: "5x Rifleman (5x Rifle)"."""
_BEHIND_DASH = re.compile(
    r"(\b(?:nco|sgt|sergeant|cpl|corporal|squad leader)|\d ?[x\u00d7] [^\W\d_]+) [-\u2013\u2014=] "
    r"(?=(?:an? |1 )?(?:pistol|smg|rifle|carbine|shotgun|bar|lmg|(?:assault|automatic) rifle"
    r"|submachine gun)s?\s*(?:[,;/|+&)\]]|\.?\s*$|[-\u2013\u2014](?: |$)))",
    re.IGNORECASE,
)
"""What somebody holds: "NCO - pistol"."""
_TEAM_OF = re.compile(r"\((?:team|crew) of ([2-6]|two|three|four|five|six)\)", re.IGNORECASE)
"""Behind what it serves: "LMG (team of 2)"."""


def in_words(text: str) -> str:
    """The same as most people write it, of the same length: "7  rifle", "7x Soldier (rifle)"."""
    text = _SQUARED.sub(r"(\1)", text)
    text = _BEHIND.sub(r"\2x \1", text)
    text = _STAR.sub(lambda found: found[1].ljust(len(found[0])), text)
    text = _ALL_WITH.sub(lambda found: found[1].ljust(len(found[0])), text)
    text = _HELD.sub(lambda found: f"{found[1]}{' w/'.ljust(len(found[3]))}{found[4]} ", text)
    text = _BEHIND_DASH.sub(r"\1 w ", text)
    return _TEAM_OF.sub(lambda found: f"({found[1]} men)".ljust(len(found[0])), text)
