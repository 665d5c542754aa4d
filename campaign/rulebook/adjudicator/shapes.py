"""The shapes of visitors' scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import JsonObject, one_of
from campaign.models import VerdictState
from campaign.web.api.fields import Anything
from campaign.web.api.request_parsing import Strict


class ScenarioToJudge(Strict):
    """A scenario to adjudicate."""

    scenario = Anything(help_text="A scenario document, up to 200 kB.")


@dataclass(frozen=True, slots=True)
class ScenarioFault:
    """What is wrong with a scenario, and where."""

    path: Annotated[str, "The JSON path, as banners[3].at."]
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a scenario."""

    id: Annotated[str, "Nobody can guess it; whoever has it can read the verdict."]
    state: Annotated[str, one_of(VerdictState)]
    expires_at: Annotated[datetime, "Then it is deleted."]
    page: Annotated[str, "The address of the same for people."]
    error: Annotated[ScenarioFault | None, "While state is invalid or failed."]
    in_dispute: Annotated[
        Sequence[Sequence[str]], "The battles for which a ruling is missing, while state is disputed."
    ]
    outcome: Annotated[JsonObject | None, "The outcome document, once state is done."]
