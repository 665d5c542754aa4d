"""The cases of the rules, run through this very version, with a little map before and after each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.drawing.littlemap import LittleMap, before_and_after
from campaign.base.words.order_words import reasons_of
from campaign.base.words.rule_sentences import Named
from rules.agreement import differences
from rules.documents import Scenario
from rules.outcome import Void
from rules.scenario import adjudicate, load, outcome_document


@dataclass(frozen=True, slots=True)
class Case:
    """One case: ``sections`` are the rules that it shows, ``faults`` where this version answers otherwise."""

    slug: str
    name: str
    sections: tuple[str, ...]
    scenario: Scenario
    expect: Mapping[str, object]
    faults: tuple[str, ...]
    before: LittleMap
    after: LittleMap
    outcome: Mapping[str, Json]
    void: tuple[Void, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """What came out, in the words of whoever reads: the case itself is kept for all of them."""
        return tuple(tell(self.outcome, self.void))

    @property
    def passed(self) -> bool:
        """Whether everything that the case expects came out."""
        return not self.faults


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case."""
    return tuple(ran(path) for path in sorted(Path(settings.CASES_DIR).glob("*.json")))


def case_numbered(number: str) -> Case:
    """One case, without running the others: all of them together take a second or more."""
    return ran(next(Path(settings.CASES_DIR).glob(f"{number}-*.json")))


def cases_of(section: str) -> tuple[Case, ...]:
    """The cases that show a section of the rules, or a part of it."""
    return tuple(
        case
        for case in all_cases()
        if any(one == section or one.startswith(f"{section}.") for one in case.sections)
    )


@cache
def ran(path: Path) -> Case:
    """Run it, once in the life of the process: the rules do not change in it."""
    case = json.loads(path.read_text(encoding="utf-8"))
    scenario = case["scenario"]
    resolved = adjudicate(load(scenario))
    outcome = outcome_document(resolved)
    before, after = before_and_after(scenario, outcome)
    return Case(
        slug=path.stem,
        name=case["name"][0].upper() + case["name"][1:],
        sections=tuple(part.strip() for part in case["rules"].split(",")),
        scenario=scenario,
        expect=case["expect"],
        faults=tuple(differences(case["expect"], outcome)),
        before=before,
        after=after,
        outcome=outcome,
        void=resolved.void,
    )


def tell(outcome: Mapping[str, Json], void: Sequence[Void], named: Named = str) -> list[str]:
    """What an outcome holds besides positions, in short lines; ``void`` are its orders that did not count.

    ``named`` gives names for ids; without it everything is called by its id.
    """
    lines = [_void(one, named) for one in void]
    for one in outcome.get("destroyed", ()):
        by = _("by %(banner)s") % {"banner": named(one["by"])} if one["by"] else _("to nobody's credit")
        lines.append(_("%(banner)s is destroyed %(by)s.") % {"banner": named(one["id"]), "by": by})
    lines += [_battle(battle, named) for battle in outcome.get("battles", ())]
    for player, known in sorted(outcome.get("intelligence", {}).items()):
        seen = ", ".join(
            f"{named(banner['id'])} ({'?' if banner['level'] is None else banner['level']})"
            for banner in known["banners"]
        )
        lines.append(_("%(player)s knows: %(seen)s") % {"player": named(player), "seen": seen or "-"})
    for relic in outcome.get("relics", ()):
        if "carried_by" in relic:
            names = {"banner": named(relic["carried_by"]), "relic": named(relic["id"])}
            lines.append(_("%(banner)s carries %(relic)s.") % names)
    if outcome.get("victors"):
        lines.append(_("Victory: %(players)s") % {"players": ", ".join(map(named, outcome["victors"]))})
    return lines


def _void(void: Void, named: Named) -> str:
    return _("%(banner)s: %(order)s does not count: %(reason)s") % {
        "banner": named(void.banner),
        "order": _(void.order.value),
        "reason": reasons_of(void.problems, named),
    }


def _battle(battle: Mapping[str, Json], named: Named) -> str:
    first, second = map(named, battle["banners"])
    facts = {
        "first": first,
        "second": second,
        "category": _(battle["category"]),
        "attacker": named(battle["attacker"]),
    }
    line = _("%(first)s and %(second)s meet (%(category)s, %(attacker)s attacks)") % facts
    if battle.get("auto"):
        return _("%(line)s: not played.") % {"line": line}
    winner = _("a draw")
    if battle.get("winner"):
        winner = _("%(winner)s wins") % {"winner": named(battle["winner"])}
    lost = battle.get("lost") or {}
    return _("%(line)s: %(winner)s (%(method)s); levels lost %(lost)s.") % {
        "line": line,
        "winner": winner,
        "method": _(battle.get("method") or ""),
        "lost": ", ".join(f"{named(banner)} {levels}" for banner, levels in sorted(lost.items())),
    }
