"""The forms of vacations and of the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.dates.schedule import WEEKDAYS
from campaign.calendar.selectors import CalendarPage, TurnRow
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.form_options import FormOptions, Posted, Text
from campaign.web.line_field import Line

DAY = {"type": "date"}
WALL = "%Y-%m-%dT%H:%M"
WEEKDAY_NAMES = (
    _("Monday"),
    _("Tuesday"),
    _("Wednesday"),
    _("Thursday"),
    _("Friday"),
    _("Saturday"),
    _("Sunday"),
)
SLOT_NAMES = {
    "plan": _("Plans are due"),
    "announce": _("Battles are announced"),
    "results": _("Results are due"),
    "publish": _("The turn is published"),
}


def _day(label: Text, *, required: bool = True, help_text: Text = "") -> forms.DateField:
    widget = forms.DateInput(attrs=DAY, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, required=required, help_text=help_text)


class VacationForm(forms.Form):
    """Days on which one is away."""

    first_day = _day(_("First day away"))
    last_day = _day(_("Last day away"))


class ReasonForm(forms.Form):
    """A change of the schedule, with the reason that all read."""

    reason = Line(label=_("Reason"), max_length=MOST_REASON, help_text=_("All players will read it."))


class SlotsForm(ReasonForm):
    """Weekday and hour of each deadline."""

    def __init__(self, page: CalendarPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        days = [("", _("every day")), *zip(WEEKDAYS, WEEKDAY_NAMES, strict=True)]
        for name, label in SLOT_NAMES.items():
            slot = page.slots[name]
            self.fields[f"{name}_weekday"] = forms.ChoiceField(
                label=label, choices=days, required=False, initial=slot["weekday"] or ""
            )
            self.fields[f"{name}_hour"] = forms.TimeField(
                label=_("at"),
                initial=slot["hour"],
                widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            )
        self.order_fields([*(one for one in self.fields if one != "reason"), "reason"])

    def changes(self) -> Mapping[str, object]:
        """The slots as the schedule's document has them."""
        data = self.cleaned_data
        return {
            name: {
                "weekday": data[f"{name}_weekday"] or None,
                "hour": data[f"{name}_hour"].strftime("%H:%M"),
            }
            for name in SLOT_NAMES
        }

    def rows(self) -> Iterable[tuple[forms.BoundField, forms.BoundField]]:
        """Weekday and hour of each deadline, to stand side by side."""
        return [(self[f"{name}_weekday"], self[f"{name}_hour"]) for name in SLOT_NAMES]


class HolidayForm(ReasonForm):
    """Days on which no deadline falls."""

    first = _day(_("First free day"))
    last = _day(_("Last free day"), required=False, help_text=_("Empty: just that one."))
    field_order = ("first", "last", "reason")


class OwnDatesForm(ReasonForm):
    """One turn's own dates; in the campaign's time zone. What is empty is as usual."""

    turn = forms.TypedChoiceField(label=_("Turn"), coerce=int)
    plan = forms.DateTimeField(
        label=_("Plans are due on"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WALL),
    )
    results = forms.DateTimeField(
        label=_("Results are due on"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WALL),
    )
    plan_hours = forms.IntegerField(label=_("Hours for plans, at least"), required=False, min_value=0)
    battle_days = forms.IntegerField(label=_("Days for battles, at least"), required=False, min_value=0)
    field_order = ("turn", "plan", "results", "plan_hours", "battle_days", "reason")

    def __init__(self, page: CalendarPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        turn = self.fields["turn"]
        assert isinstance(turn, forms.TypedChoiceField)
        turn.choices = [(row.number, _label(row)) for row in page.turns if not row.promised]

    def changes(self) -> Mapping[str, object]:
        """The turn's own dates as the schedule's document has them; the wall time as it was typed."""
        data, own = self.cleaned_data, {}
        for name in ("plan", "results"):
            if data[name] is not None:
                own[name] = self.data[name][:16]
        for name in ("plan_hours", "battle_days"):
            if data[name] is not None:
                own[name] = data[name]
        return {"turns": {str(data["turn"]): own}}


def _label(row: TurnRow) -> str:
    return f"{row.number} *" if row.has_own else str(row.number)
