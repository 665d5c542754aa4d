"""The steps of a battle as its page shows them: date, mission, lists, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from battles.page.selectors import Surroundings
from battles.results.battle_pages import BattlePage


@dataclass(frozen=True, slots=True)
class Step:
    """One step: ``state`` is ``done``, ``now`` or ``later``; ``anchor`` where the page does it."""

    anchor: str
    name: str
    state: str


def steps_of(page: BattlePage, surroundings: Surroundings) -> tuple[Step, ...]:
    """The steps of a battle that is still to be fought; none once nothing is left to do.

    Once somebody has told the result that is the step, whatever was left out before.
    """
    if not page.may_report:
        return ()
    mission = page.roll is not None and page.roll.final
    done = (
        ("date", _("Date"), surroundings.dated),
        ("mission", _("Mission"), mission),
        ("lists", _("Lists"), surroundings.lists_open),
        ("do", _("Result"), False),
    )
    told = page.mine is not None or page.theirs is not None
    first = "do" if told else next(anchor for anchor, _name, is_done in done if not is_done)
    return tuple(
        Step(anchor, name, "done" if is_done else "now" if anchor == first else "later")
        for anchor, name, is_done in done
    )


def step_now(steps: Sequence[Step]) -> str:
    """The anchor of the step that is next; empty if there is none."""
    return next((step.anchor for step in steps if step.state == "now"), "")
