"""The part of the schedule's form by which turns go by the minute."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.dates.rhythm import BATTLE_MINUTES, PLAN_MINUTES, Rhythm
from campaign.web.form_options import Cleaned, Initial, Text


def _minutes(label: Text, bounds: tuple[int, int]) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=bounds[0], max_value=bounds[1])


def _hour(label: Text, help_text: Text = "") -> forms.TimeField:
    """An hour of the day that may be left out."""
    return forms.TimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=("%H:%M", "%H:%M:%S"),
    )


class RhythmForm(forms.Form):
    """Whether turns go by the minute, and by how many."""

    by_minutes = forms.BooleanField(
        label=_("Turns go by the minute"),
        required=False,
        help_text=_(
            "For people who sit together: a deadline comes so many minutes after the one before, and the days"
            " and hours above do not count."
        ),
    )
    plan_minutes = _minutes(_("Minutes for plans"), PLAN_MINUTES)
    battle_minutes = _minutes(_("Minutes for battles"), BATTLE_MINUTES)
    clock_from = _hour(_("The clock runs from"), _("Empty, both: day and night."))
    clock_until = _hour(_("until"))

    def clean(self) -> Cleaned:
        """What is needed once turns go by the minute."""
        data: Cleaned = super().clean() or self.cleaned_data
        if data.get("by_minutes"):
            if data.get("plan_minutes") is None and "plan_minutes" not in self.errors:
                self.add_error("plan_minutes", _now("Say how many minutes there are for plans."))
            if (data.get("clock_from") is None) != (data.get("clock_until") is None):
                self.add_error("clock_until", _now("Say both when the clock starts and when it stops."))
        return data

    def rhythm(self) -> dict[str, object] | None:
        """The minutes that were chosen; None where days and hours count."""
        data = self.cleaned_data
        if not data["by_minutes"]:
            return None
        hours = {"from": data["clock_from"], "until": data["clock_until"]}
        return {
            "plan_minutes": data["plan_minutes"],
            "battle_minutes": data["battle_minutes"] or 0,
            **{name: hour.strftime("%H:%M") for name, hour in hours.items() if hour is not None},
        }

    def rhythm_fields(self) -> Iterable[forms.BoundField]:
        """The fields of a war by the minute."""
        return [self[name] for name in ("plan_minutes", "battle_minutes", "clock_from", "clock_until")]

    @staticmethod
    def minutes_of(rhythm: Rhythm | None) -> Initial:
        """What it shows first."""
        if rhythm is None:
            return {}
        return {
            "by_minutes": True,
            "plan_minutes": rhythm.plan_minutes,
            "battle_minutes": rhythm.battle_minutes,
            "clock_from": None if rhythm.all_day else rhythm.opens,
            "clock_until": None if rhythm.all_day else rhythm.closes,
        }
