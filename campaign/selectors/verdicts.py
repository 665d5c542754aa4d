"""What came of a visitor's scenario, for whoever has its address."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaign.compliance import tell
from campaign.dates import clock
from campaign.drawing.littlemap import LittleMap, before_and_after
from campaign.models import Verdict, VerdictState
from campaign.models.verdicts import KEPT_FOR
from campaign.wording.faults import fault_text
from campaign.wording.report import Names, Sentence, sentence
from rules.events import EventKind
from rules.lines import Line
from rules.plain import from_plain


@dataclass(frozen=True, slots=True)
class Told:
    """What happened to one player, in words."""

    player: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """A verdict as it is shown: of what stands here only that is filled which its state has."""

    id: str
    state: VerdictState
    scenario: str
    expires: datetime
    error: str = ""
    error_path: str = ""
    battles: tuple[tuple[str, str], ...] = ()
    outcome: Any = None
    before: LittleMap | None = None
    after: LittleMap | None = None
    told: tuple[Told, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether it is still to be given."""
        return self.state in (VerdictState.WAITING, VerdictState.RUNNING)

    @property
    def outcome_text(self) -> str:
        """The outcome as the rules' command prints it."""
        return json.dumps(self.outcome, indent=2, sort_keys=True)


def verdict_page(public_id: str) -> VerdictPage:
    """A verdict of the last day by its id. Raises ``Verdict.DoesNotExist``."""
    verdict = Verdict.objects.get(public_id=public_id, created_at__gte=clock.now() - KEPT_FOR)
    answer: dict[str, Any] = json.loads(verdict.answer) if verdict.answer else {}
    more: dict[str, Any] = {"error": verdict.error}
    if verdict.state == VerdictState.INVALID:
        more = {"error": fault_text(answer["message"]), "error_path": answer["path"]}
    elif verdict.state == VerdictState.DISPUTED:
        more = {"battles": tuple((first, second) for first, second in answer["battles"])}
    elif verdict.state == VerdictState.DONE:
        more = _what_came(answer)
    return VerdictPage(
        id=verdict.public_id,
        state=VerdictState(verdict.state),
        scenario=verdict.scenario,
        expires=verdict.created_at + KEPT_FOR,
        **more,
    )


def _what_came(answer: dict[str, Any]) -> dict[str, Any]:
    scenario, outcome = answer["scenario"], answer["outcome"]
    before, after = before_and_after(scenario, outcome)
    names = _names(scenario, outcome)
    return {
        "outcome": outcome,
        "before": before,
        "after": after,
        "told": tuple(Told(player, _sentences(lines, names)) for player, lines in answer["lines"].items()),
        "more": tuple(tell(outcome)),
    }


def _sentences(lines: list[Any], names: Names) -> tuple[Sentence, ...]:
    """What a player reads; orders that did not count stand with their reasons among the rest."""
    read = (from_plain(Line, line) for line in lines)
    return tuple(sentence(line, names) for line in read if line.kind != EventKind.ORDER_VOID)


def _names(scenario: dict[str, Any], outcome: dict[str, Any]) -> Names:
    """Everything is called by its id."""
    things = [
        *scenario["players"],
        *scenario["banners"],
        *outcome["banners"],
        *scenario["features"],
        *scenario["relics"],
    ]
    at = {one["id"]: (one["at"][0], one["at"][1]) for one in scenario["banners"]}
    return Names({one["id"]: one["id"] for one in things}, at)
