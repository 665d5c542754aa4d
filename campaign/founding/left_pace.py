"""What a pace has changed beside the dates, and how all that was before: whoever leaves it has that back.

A war by the minute needs other settings than one that takes months. A setting that a builder has changed
since is the builder's own, and stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.base.answers import Json
from campaign.base.dates.schedule_presets import PACE, Pace
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.setting_words import TIMES, changed_words
from campaign.models import Campaign, Draft

PART = "pace"
"""The part of the draft that says who has taken over which pace, and what was before."""


def before_pace(draft: Draft, variables: Variables) -> dict[str, Json]:
    """The settings that still are as the last pace has made them, each as it was before that."""
    mark = draft.saved.get(PART, {})
    pace, now = PACE.get(mark.get("key", "")), variables.document()
    if pace is None:
        return {}
    return {
        name: was
        for name, was in mark["before"].items()
        if name in pace.variables and now[name] == pace.variables[name] != was
    }


def note_pace(draft: Draft, pace: Pace, before: Mapping[str, Json]) -> None:
    """Note what a pace has changed that was just taken over; for whoever saves the draft's row after it."""
    mark = {
        **draft.saved["schedule"],
        "key": pace.key,
        "before": {name: before[name] for name in pace.variables},
    }
    draft.saved = {**draft.saved, PART: mark}


def left_behind(campaign: Campaign, draft: Draft) -> dict[str, Json]:
    """What a pace by the minute has left in a war whose turns have days and hours again, as it was before."""
    pace = PACE.get(draft.saved.get(PART, {}).get("key", ""))
    if pace is None or pace.rhythm is None or campaign.schedule.get("rhythm"):
        return {}
    return before_pace(draft, Variables.of(campaign))


def left_words(campaign: Campaign, draft: Draft) -> list[str]:
    """The settings that a pace by the minute has left behind, each with what it was before."""
    now, left = Variables.of(campaign), left_behind(campaign, draft)
    was = Variables.parse({**now.document(), **left})
    return [
        *(f"{TIMES[name].label} ({left[name]})" for name in left if name in TIMES),
        *changed_words(now, was),
    ]
