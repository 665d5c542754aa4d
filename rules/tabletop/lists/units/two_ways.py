"""What a line says in two ways, none of them guessed: "Truck or half-track", "39 + 7 = 64" (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.words.scanning import CLASS, STOP, VEHICLE, scan

_SUM = re.compile(
    r"(?<![+=x*@\u00d7]\s)(?<![\d.,+=x*@\u00d7])(?P<parts>\d{1,3}(?:\s*\+\s*\d{1,3})+)"
    r"\s*=\s*(?P<all>\d{2,3})(?![\d.,])"
)
_PRODUCT = re.compile(
    r"(?<![\d.,+-])(?P<men>\d{1,2})\s*(?:(?:[^\W\d]+\s+){1,3}(?:@|at)|[x\u00d7*@])\s*(?P<each>\d{1,3})"
    r"\s*(?:pts?|points?)?\s*(?:each)?\s*=\s*(?P<all>\d{2,3})(?![\d.,])",
    re.IGNORECASE,
)
_WORKING = re.compile(r"\d\s*[+=]\s*\d.*=|=.*=|\+[^=]*[^\W\d][^=]*=")


def wrong_working(line: str) -> tuple[int, ...]:
    """What a unit costs as its sum says and as its parts make it, where these differ; else nothing."""
    added, times = _SUM.search(line), _PRODUCT.search(line)
    if added is not None:
        made, told = sum(map(int, added["parts"].split("+"))), int(added["all"])
    elif times is not None and not _WORKING.search(line):
        made, told = int(times["men"]) * int(times["each"]), int(times["all"])
    else:
        return ()
    return (told, made) if made != told else ()


def either_class(name: str) -> bool:
    """Whether a unit is called by two vehicles or classes of them: "Truck or half-track"."""
    seen = [one for one in scan(name) if one.kind != STOP or one.key == ("or",)]
    return any(
        middle.key == ("or",) and {before.kind, after.kind} <= {VEHICLE, CLASS} and before.key != after.key
        for before, middle, after in zip(seen, seen[1:], seen[2:], strict=False)
    )
