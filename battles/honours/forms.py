"""When a person can usually play: a window a weekday, empty for none."""

from __future__ import annotations

from datetime import time

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from battles.models import Availability
from campaign.models import User
from campaign.web.form_options import Cleaned, Posted


class AvailabilityForm(forms.Form):
    """Two times a weekday, in the user's own time zone."""

    def __init__(self, user: User, data: Posted = None) -> None:
        known = {one.weekday: one for one in Availability.objects.filter(user=user).order_by("weekday")}
        initial: dict[str, time] = {}
        for weekday, window in known.items():
            initial |= {f"from{weekday}": window.starts, f"to{weekday}": window.ends}
        super().__init__(data, initial=initial)
        for weekday, name in WEEKDAYS.items():
            for key, label in (("from", _("%(day)s from")), ("to", _("%(day)s to"))):
                self.fields[f"{key}{weekday}"] = forms.TimeField(
                    label=label % {"day": name},
                    required=False,
                    widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                    input_formats=["%H:%M", "%H:%M:%S"],
                )

    def clean(self) -> Cleaned:
        """Both times or neither, the later one last."""
        cleaned = super().clean() or {}
        for weekday in range(7):
            starts, ends = cleaned.get(f"from{weekday}"), cleaned.get(f"to{weekday}")
            if (starts is None) != (ends is None):
                self.add_error(f"to{weekday}", _("Give both times, or neither."))
            elif starts is not None and ends is not None and ends <= starts:
                self.add_error(f"to{weekday}", _("The end must be later than the beginning."))
        return cleaned

    def windows(self) -> list[tuple[int, time, time]]:
        """The windows that were given."""
        data = self.cleaned_data
        return [
            (weekday, data[f"from{weekday}"], data[f"to{weekday}"])
            for weekday in range(7)
            if data.get(f"from{weekday}") is not None
        ]

    @property
    def days(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """The fields by weekday."""
        return [(str(name), self[f"from{number}"], self[f"to{number}"]) for number, name in WEEKDAYS.items()]
