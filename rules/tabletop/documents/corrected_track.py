"""What a correction of the momentum track proposes: what is not as when its form was opened (Tabletop D)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.momentum import HOLDER, SEALS, SLIDER


def opened(seen: ReadPlain) -> str:
    """The track of a view as it stands when the form is opened: ``momentum=1;holder=-1;seals=0,2``."""
    track, seals = seen["momentum"], ",".join(str(side["seals"]) for side in seen["sides"])
    return f"{SLIDER}={track['slider']};{HOLDER}={track['holder']};{SEALS}={seals}"


def proposed(values: Mapping[str, object], was: str) -> dict[str, object]:
    """Only what was changed in the form; without ``was`` all that is said. A slider goes with its holder."""
    stood = dict(part.split("=", 1) for part in was.split(";") if "=" in part)
    found = dict(values)
    if all(_same(found, name, stood) for name in (SLIDER, HOLDER)):
        found = {name: value for name, value in found.items() if name not in (SLIDER, HOLDER)}
    seals = found.get(SEALS)
    if SEALS in stood and isinstance(seals, Mapping):
        before = dict(enumerate(stood[SEALS].split(",")))
        left = {key: value for key, value in seals.items() if not _stood(str(key), str(value), before)}
        found[SEALS] = left
    return {name: value for name, value in found.items() if name != SEALS or value or SEALS not in stood}


def _same(found: Mapping[str, object], name: str, stood: Mapping[str, str]) -> bool:
    return name not in found or str(found[name]) == stood.get(name)


def _stood(key: str, value: str, before: Mapping[int, str]) -> bool:
    return key.isdecimal() and before.get(int(key)) == value
