"""The units of a roster file, with their points as they add up (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms.tree import Node, Roster
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.lists.raw import MODEL, UNIT, UPGRADE, Part, Raw
from rules.tabletop.lists.words.armoury import ARMS, CARRIED
from rules.tabletop.lists.words.scanning import (
    ARM,
    CLASS,
    LEADER,
    MAN,
    OPTION,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    VEHICLE,
    scan,
)
from rules.tabletop.lists.words.troops import QUALITIES

_COST = re.compile(
    r"\s*\(\+?\s?\d{1,3}\s?(?:pts?|points?)?(?:\s*(?:each|ea\.?|(?:per|a|/)\s*(?:man|model|figure)))?\)"
    r"(?<!\d\))|\s*\(\+\s?\d{1,3}\)",
    re.IGNORECASE,
)
"""What an option costs, in its name."""
_EXTRA = re.compile(
    r"\b(?:extra|additional|more)\b.*?\b(?:m[ae]n|soldiers?|marines?|troopers?|riflem[ae]n)\b", re.I
)
_OF_CORPS = re.compile(r"\b(?:SS|HJ)[- ](?=[A-Z][a-z])")
"""What all are, before what each of them is: "SS-Grenadier with rifle"."""
_UNNAMED = re.compile(r"(?:[^\W\d_]+ )?(?:options?|upgrades?|equipment|weapons?|swaps?)", re.IGNORECASE)
_NO_UNITS = ("configuration", "config", "options", "army rules", "rules", "settings", "reference")


def units_of(roster: Roster) -> Written:
    """The units of a roster, and what of it is left out."""
    found = Written(name=roster.name, army=roster.army)
    tops: list[Node] = []
    others: list[Node] = []
    for node in roster.selections:
        for one in _tops(node):
            if _is_unit(one):
                tops.append(one)
            else:
                others.append(one)
                found.left.append(_line(one)[: bounds.LONGEST_VALUE])
    bounds.within(sum(max(1, one.number) for one in tops), bounds.MOST_UNITS, "units")
    inclusive = _inclusive(tops, others, roster.total)
    inner = any(map(_has_inner_cost, tops))
    for at, one in enumerate(tops, 1):
        unsure = roster.unpriced or (inclusive is None and (_has_inner_cost(one) or not inner))
        found.units.append(_raw(one, at, -1 if unsure else _points(one, inclusive)))
    if roster.total is not None:
        found.total = int(roster.total)
    return found


def _tops(node: Node) -> Iterator[Node]:
    """The units of a selection: itself, or those in it if it only holds them together."""
    inner = [one for one in node.selections if one.type == UNIT]
    if inner and node.type != MODEL and not _has_men(node):
        for one in node.selections:
            yield from _tops(one)
    else:
        yield node


def _has_men(node: Node) -> bool:
    """Whether a unit has men of its own, beside a team in it that its file calls a unit as well."""
    men = [one for one in node.selections if one.type == MODEL]
    return node.type == UNIT and any(
        not any(seen.kind in (VEHICLE, CLASS) for seen in scan(one.name)) for one in men
    )


def _is_unit(node: Node) -> bool:
    if node.number < 1 or any(name.strip().lower() in _NO_UNITS for name in node.categories):
        return False
    known = _whole_cost(node) > 0 or any(
        one.kind in (ARM, VEHICLE, CLASS, TEAM, RANK) for one in scan(node.name)
    )
    if node.type in (UNIT, MODEL) or not node.type:
        # "Theatre selector", which some call a unit, costs nothing and has nobody in it.
        options = {one.kind for one in scan(node.name)} <= {OPTION, STOP, UNKNOWN}
        return known or not options or any(one.type == MODEL for one in node.selections)
    return known


def _whole_cost(node: Node) -> float:
    return (node.cost or 0) + sum(_whole_cost(one) for one in node.selections)


def _is_costed(node: Node) -> bool:
    """Whether it is told what it, or a part of it, costs, if only that it costs nothing."""
    return node.cost is not None or any(map(_is_costed, node.selections))


def _has_inner_cost(node: Node) -> bool:
    return any(_whole_cost(one) for one in node.selections)


def _inclusive(tops: Sequence[Node], others: Sequence[Node], total: float | None) -> bool | None:
    """Whether costs hold their children's: what adds up to the total is right, None if neither does.

    What is left out may be in the total.
    """
    if total is None:
        return None if any(_has_inner_cost(one) for one in tops) else True
    own, whole = ({0, sum(map(cost, others))} for cost in (_own_cost, _whole_cost))
    if any(abs(sum(map(_whole_cost, tops)) + more - total) < 0.5 for more in whole):
        return False
    if any(abs(sum(map(_own_cost, tops)) + more - total) < 0.5 for more in own):
        return True
    return None


def _own_cost(node: Node) -> float:
    return node.cost or 0


def _points(node: Node, inclusive: bool | None) -> int | None:
    """The points of one of these units, -1 if they have to be asked."""
    cost = _whole_cost(node) if inclusive is False and _is_costed(node) else node.cost
    if cost is None:
        return None
    each = cost / max(1, node.number)
    if each != int(each) or not 0 <= each <= bounds.MOST_POINTS:
        return -1
    return int(each)


def _raw(node: Node, number: int, points: int | None) -> Raw:
    likely = [cost for held in (True, False) if (cost := _points(node, held) or 0) > 0]
    bounds.within(node.number, bounds.MOST_OF_A_KIND, "count", unit=node.name)
    parts = _given(tuple(_part(one, _among(node)) for one in node.selections))
    parts = (*parts, *_qualified(node))
    men = _all_men(parts)
    return Raw(
        node.name or "-",
        _line(node, points),
        number,
        max(1, node.number),
        points,
        men.count if men is not None else None,
        tuple(one for one in parts if one is not men),
        node.type,
        structured=True,
        custom=_custom(node),
        likely=tuple(dict.fromkeys(likely)) if points == -1 else (),
        expected=frozenset({"groups"}) if _adds_men(parts) else frozenset(),
    )


def _adds_men(parts: Sequence[Part]) -> bool:
    """Whether options add men to others whom only a rule tells: "5x Extra men w/ rifle", and no models."""
    return any(_EXTRA.search(one.text) for one in parts) and not any(one.kind == MODEL for one in parts)


def _qualified(node: Node) -> list[Part]:
    """The quality that a category of a unit tells, if nothing else of it does: "Veteran"."""
    told = [name for node_ in _inside(node) for name in (node_.name, node_.custom) if _qualities(name)]
    found = {quality for name in node.categories if len(quality := _qualities(name)) == 1}
    return [] if told or len(found) != 1 else [Part(found.pop()[0], None, UPGRADE)]


def _inside(node: Node) -> Iterator[Node]:
    yield node
    for one in node.selections:
        yield from _inside(one)


def _qualities(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(QUALITIES[one.key] for one in scan(name) if one.kind == QUALITY))


def _all_men(parts: Sequence[Part]) -> Part | None:
    """The models who are all of a unit, "12x Men, Submachine gun (NCO), BAR": he leads them, and is one."""
    models = [one for one in parts if one.kind == MODEL]
    others = [scan(one.text) for one in parts if one.kind != MODEL and not one.parts]
    plain = len(models) == 1 and not models[0].parts and {one.kind for one in scan(models[0].text)} == {MAN}
    # "NCO with rifle" may be somebody beside them, whatever a file calls him.
    leads = any(seen and seen[0].kind == ARM and any(one.kind == LEADER for one in seen) for seen in others)
    return models[0] if plain and leads and (models[0].count or 0) > 1 else None


def _given(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """ "NCO, 9x Soldier, NCO with SMG, 8x Rifle, LMG": men who are models, with the arms beside them."""
    bare = [one for one in parts if one.kind == MODEL and not one.parts]
    beside = [one for one in parts if one.kind == UPGRADE and not one.parts]
    given: dict[int, list[Part]] = {}
    for at, one in enumerate(beside):
        owner = next((man for man in bare if man.count == 1 and _is_of(one, man)), None)
        if owner is not None:
            given.setdefault(id(owner), []).append(Part(one.text[len(owner.text) :], one.count, one.kind))
            beside[at] = owner
    arms = [one for one in beside if one.kind == UPGRADE and _is_arm(one)]
    others = [one for one in bare if id(one) not in given]
    if (
        len(others) == 1
        and (others[0].count or 0) > 1
        and sum(one.count or 1 for one in arms) == others[0].count
    ):
        given[id(others[0])] = arms
        beside = [one for one in beside if one not in arms]
    kept = {id(one) for one in beside}
    return tuple(
        replace(one, parts=tuple(given[id(one)])) if id(one) in given else one
        for one in parts
        if one.kind != UPGRADE or one.parts or id(one) in kept
    )


def _is_of(part: Part, man: Part) -> bool:
    """Whether "NCO with SMG" says what the NCO holds."""
    return re.match(rf"{re.escape(man.text)}\s+(?:with|w/)\s", part.text, re.IGNORECASE) is not None


def _is_arm(part: Part) -> bool:
    seen = scan(part.text)
    named = {one.kind for one in seen} == {ARM}
    return named and all(ARMS[one.key][0] not in CARRIED for one in seen)


def _among(node: Node) -> int:
    """Among how many units what stands below is counted: two tanks have two guns together, or one each."""
    several = node.number > 1 and bool(node.selections)
    return node.number if several and all(one.number % node.number == 0 for one in node.selections) else 1


def _part(node: Node, units: int = 1) -> Part:
    kind = UPGRADE if node.type == UNIT else node.type or UPGRADE
    each: int | None = node.number // units if node.number % units == 0 else node.number
    if each == 1 and any(one.kind == ARM and one.plural for one in scan(node.name)) and not node.selections:
        # "Rifles (everyone else)" is not one of them.
        each = None
    name = _OF_CORPS.sub("", _COST.sub("", node.name))
    if (node.cost or 0) > 0 and not node.selections and _UNNAMED.fullmatch(name):
        # "Weapon options" that cost something: which they are is asked.
        name = f"{name} {node.cost:g}"
    return Part(name, each, kind, tuple(_part(one, units) for one in node.selections))


def _line(node: Node, points: int | None = None) -> str:
    """The unit in one line, as it is printed."""
    parts = ", ".join(_said(one) for one in node.selections)
    cost = f" [{points}pts]" if points is not None and points >= 0 else ""
    times = f"{node.number}x " if node.number > 1 else ""
    name = f"{node.name} ({node.custom})" if _custom(node) else node.name
    return f"{times}{name}{cost}" + (f": {parts}" if parts else "")


def _custom(node: Node) -> str:
    """What its owner calls a unit, where that is another name."""
    return node.custom if node.custom != node.name else ""


def _said(node: Node) -> str:
    inner = ", ".join(_said(one) for one in node.selections)
    times = f"{node.number}x " if node.number > 1 else ""
    return f"{times}{node.name}" + (f" ({inner})" if inner else "")
