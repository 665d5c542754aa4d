"""What came of a visitor's scenario, for whoever has its address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.drawing.littlemap import LittleMap, before_and_after
from campaign.base.words.document_faults import code_text
from campaign.base.words.report_words import Names, Sentence, sentence
from campaign.models import Verdict, VerdictState
from campaign.models.verdicts import KEPT_FOR
from campaign.rulebook.compliance import tell
from rules.events import EventKind
from rules.outcome import Void
from rules.reports.lines import Line
from rules.reports.plain import from_plain


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
    outcome: Mapping[str, object] | None = None
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
    verdict = Verdict.objects.get(public_id=public_id, asked_at__gte=clock.now() - KEPT_FOR)
    answer: dict[str, Json] = json.loads(verdict.answer) if verdict.answer else {}
    more: dict[str, Json] = {"error": verdict.error}
    if verdict.state == VerdictState.INVALID:
        more = {"error": _fault(answer), "error_path": answer["path"]}
    elif verdict.state == VerdictState.DISPUTED:
        more = {"battles": tuple((first, second) for first, second in answer["battles"])}
    elif verdict.state == VerdictState.DONE:
        more = _what_came(answer)
    return VerdictPage(
        id=verdict.public_id,
        state=VerdictState(verdict.state),
        scenario=verdict.scenario,
        expires=verdict.asked_at + KEPT_FOR,
        **more,
    )


def _fault(answer: dict[str, Json]) -> str:
    """What was wrong; verdicts from before this version have the sentence itself."""
    return code_text(answer["code"], answer["values"]) if "code" in answer else str(answer["message"])


def _what_came(answer: dict[str, Json]) -> dict[str, Json]:
    scenario, outcome = answer["scenario"], answer["outcome"]
    before, after = before_and_after(scenario, outcome)
    names = _names(scenario, outcome)
    return {
        "outcome": outcome,
        "before": before,
        "after": after,
        "told": tuple(Told(player, _sentences(lines, names)) for player, lines in answer["lines"].items()),
        "more": tuple(tell(outcome, [from_plain(Void, one) for one in answer.get("void", ())])),
    }


def _sentences(lines: list[object], names: Names) -> tuple[Sentence, ...]:
    """What a player reads; orders that did not count stand with their reasons among the rest."""
    read = (from_plain(Line, line) for line in lines)
    return tuple(sentence(line, names) for line in read if line.kind != EventKind.ORDER_VOID)


def _names(scenario: dict[str, Json], outcome: dict[str, Json]) -> Names:
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
