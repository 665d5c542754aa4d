"""Whether a unit has as many men and arms as its list says elsewhere (Tabletop E, page 9 D)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rules.tabletop.lists.raw import MODEL, Part
from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.words.armoury import ARMS, SMALL
from rules.tabletop.lists.words.scanning import ARM, GUNNER, LOADER, Seen, scan
from rules.tabletop.units import Group

_MEN = re.compile(
    r"(?:men|man|models?|figures?|strong|mann|hommes?|uomini|hombres|ludzi|soldiers?|guys|lads|infantry)",
    re.IGNORECASE,
)
_SO_MANY = re.compile(
    rf"\W*(\d{{1,2}})[ -]?{_MEN.pattern}(?:\s+\d{{2,3}}\s*(?:p(?:oin)?ts?)?)?\W*", re.IGNORECASE
)
MOST_BESIDE, WHOLE = 4, 8
FEWEST = 2
LEAST = 5
"""No squad is smaller."""
MOST_OF_A_MAN = 20
"""Of some 1,800 squads few cost more, with assault rifles and Panzerfausts."""
_SERVES = re.compile(r"\b(?:mortar|machine gun|mg|lmg|gun) (?:team|crew)", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:both|beide|(?:tous|toutes)? ?les deux|entramb[ie]|ambos|ambas|obaj)\b", re.IGNORECASE
)


def are_of_models(parts: Sequence[Part], facts: Facts, groups: Sequence[Group]) -> bool:
    """Whether there are as many small arms as models are told to have, where a loader is told of beside.

    Of a loader who is not told of, one of the others does his work.
    """
    if not any(one.kind == MODEL and _has_loader(one) for one in parts):
        return True
    held: Counter[str] = Counter()
    for group in groups:
        held[group.weapon] += group.count
    told: Counter[str] = Counter()
    for one in facts.men:
        if one.file and len(one.arms) == 1 and one.arms[0].rows[0] in SMALL:
            told[one.arms[0].rows[0]] += one.count if one.arms[0].count == one.count else 0
    return all(held[row] >= many for row, many in told.items())


def are_the_models(parts: Sequence[Part], groups: Sequence[Group]) -> bool:
    """Whether no model of a file is lost, and no small arm is held that none of them is told to have."""
    models = [one for one in parts if one.kind == MODEL]
    if len(models) < FEWEST:
        return True
    if sum(one.count * one.crew for one in groups) < sum(one.count or 1 for one in models):
        return False
    held = sum(one.count for one in groups if one.weapon in SMALL)
    told = [_small_arms(one) for one in models]
    return None in told or held <= sum(many or 0 for many in told)


def _small_arms(model: Part) -> int | None:
    """How many small arms such models have; None if nothing tells what they have, or what they serve."""
    seen = [one for text in (model, *model.parts) for one in scan(text.text)]
    arms = [ARMS[one.key] for one in seen if one.kind == ARM]
    if any(rows[0] in SMALL for rows in arms):
        return model.count or 1
    return (
        0 if arms or any(one.kind in (LOADER, GUNNER) for one in seen) or _SERVES.search(model.text) else None
    )


def are_as_many(parts: Sequence[Part], facts: Facts, men: int | None) -> bool:
    """Whether there are as many men as a part of its own says, "8 men"; of "both" there are two."""
    if men == 1 and any(_BOTH.search(one.text) for one in parts):
        return False
    if facts.is_about_one or facts.spotters:
        return True
    told = [number for one in parts if (number := _so_many(one))]
    if len(told) > 1:
        # "5 men", "+5 men"
        return sum(told) <= (men or 0) <= sum(told) + MOST_BESIDE or (
            max(told) == men and (min(told) < men or men >= WHOLE)
        )
    # Who leads them, and a weapon with its crew, may stand beside; but not where "rifles" are said of all.
    armed = any(one.kind == ARM and one.plural for part in parts for one in _alone(part))
    return not told or told[0] <= (men or 0) <= told[0] + (0 if armed else MOST_BESIDE)


def may_be_of_all(facts: Facts, groups: Sequence[Group]) -> bool:
    """ "2x Rifle squad: 10x rifleman", as programs print it: ten of each, or of both together."""
    counted: Counter[str] = Counter()
    for group in groups:
        counted[group.weapon] += group.count
    told = facts.times > 1 and any(one.file or one.part for one in facts.men)
    shares = [count / facts.times for count in counted.values()]
    return told and bool(shares) and all(share == int(share) for share in shares) and sum(shares) >= LEAST


def cost_too_much(groups: Sequence[Group], cost: int, times: int) -> bool:
    """Whether the men of several units that are printed as one cost more than any do, with small arms alone.

    Then what counts the men of each may have been shared among them. What one unit costs is its campaign's.
    """
    men = sum(group.count * group.crew for group in groups)
    small = all(group.weapon in SMALL or not group.crew for group in groups)
    return times > 1 and men >= LEAST and small and cost > MOST_OF_A_MAN * men


def _so_many(part: Part) -> int:
    """How many men a part tells of and nothing else, 0 if it does not."""
    if part.count and not part.kind and _MEN.fullmatch(part.text):
        return part.count
    found = _SO_MANY.fullmatch(part.text) if not part.count else None
    return int(found[1]) if found else 0


def _alone(part: Part) -> Sequence[Seen]:
    """The one word of a part that has no other, and no number."""
    seen = scan(part.text)
    return seen if len(seen) == 1 and not part.count else []


def _has_loader(part: Part) -> bool:
    return any(one.kind == LOADER for text in (part, *part.parts) for one in scan(text.text))
