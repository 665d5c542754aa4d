"""The cases of the rules, run through this very version, with a little map before and after each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from campaign.drawing.littlemap import LittleMap, before_and_after
from rules.agreement import differences
from rules.scenario import adjudicate, load, outcome_document


@dataclass(frozen=True, slots=True)
class Case:
    """One case: ``sections`` are the rules that it shows, ``faults`` where this version answers otherwise."""

    slug: str
    name: str
    sections: tuple[str, ...]
    scenario: Mapping[str, Any]
    expect: Mapping[str, Any]
    faults: tuple[str, ...]
    before: LittleMap
    after: LittleMap
    told: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything that the case expects came out."""
        return not self.faults


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case, run once in the life of the process: the rules do not change in it."""
    return tuple(_run(path) for path in sorted(Path(settings.CASES_DIR).glob("*.json")))


def cases_of(section: str) -> tuple[Case, ...]:
    """The cases that show a section of the rules, or a part of it."""
    return tuple(
        case
        for case in all_cases()
        if any(one == section or one.startswith(f"{section}.") for one in case.sections)
    )


def _run(path: Path) -> Case:
    case = json.loads(path.read_text(encoding="utf-8"))
    scenario = case["scenario"]
    outcome = outcome_document(adjudicate(load(scenario)))
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
        told=tuple(tell(outcome)),
    )


def tell(outcome: Mapping[str, Any]) -> list[str]:
    """What an outcome holds besides positions, in short lines."""
    lines = [_("%(banner)s: %(order)s does not count: %(reason)s") % void for void in outcome.get("void", ())]
    for one in outcome.get("destroyed", ()):
        by = _("by %(banner)s") % {"banner": one["by"]} if one["by"] else _("to nobody's credit")
        lines.append(_("%(banner)s is destroyed %(by)s.") % {"banner": one["id"], "by": by})
    lines += [_battle(battle) for battle in outcome.get("battles", ())]
    for player, known in sorted(outcome.get("intelligence", {}).items()):
        seen = ", ".join(
            f"{banner['id']} ({'?' if banner['level'] is None else banner['level']})"
            for banner in known["banners"]
        )
        lines.append(_("%(player)s knows: %(seen)s") % {"player": player, "seen": seen or "-"})
    for relic in outcome.get("relics", ()):
        if "carried_by" in relic:
            lines.append(
                _("%(banner)s carries %(relic)s.") % {"banner": relic["carried_by"], "relic": relic["id"]}
            )
    if outcome.get("victors"):
        lines.append(_("Victory: %(players)s") % {"players": ", ".join(outcome["victors"])})
    return lines


def _battle(battle: Mapping[str, Any]) -> str:
    first, second = battle["banners"]
    facts = {"first": first, "second": second, "category": battle["category"], "attacker": battle["attacker"]}
    line = _("%(first)s and %(second)s meet (%(category)s, %(attacker)s attacks)") % facts
    if battle.get("auto"):
        return _("%(line)s: not played.") % {"line": line}
    winner = _("%(winner)s wins") % {"winner": battle["winner"]} if battle.get("winner") else _("a draw")
    lost = battle.get("lost") or {}
    return _("%(line)s: %(winner)s (%(method)s); levels lost %(lost)s.") % {
        "line": line,
        "winner": winner,
        "method": battle.get("method"),
        "lost": ", ".join(f"{banner} {levels}" for banner, levels in sorted(lost.items())),
    }
