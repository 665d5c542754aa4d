"""The documents of a war that has ended."""

from __future__ import annotations

from typing import Annotated, TypedDict

from rules.documents import Movement, Outcome, Scenario


class WarTurn(TypedDict):
    """A turn of a finished war, with all that decided it; the deployment has none of it."""

    turn: int
    rules: Annotated[str, "The version of the rules by which it was resolved."]
    input: Scenario | None
    movement: Movement | None
    outcome: Outcome | None


class War(TypedDict):
    """The whole war: each turn's input with all plans, and its outcome."""

    campaign: str
    champion: str | None
    armies: Annotated[dict[str, str], "Names by engine id."]
    banners: Annotated[dict[str, str], "Names by engine id."]
    turns: list[WarTurn]
