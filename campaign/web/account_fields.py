"""The account's form."""

from __future__ import annotations

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.web.line_field import Line

THEMES = (
    ("system", _("As the device")),
    ("paper", _("Paper (light)")),
    ("night", _("Night (dark)")),
)


def zones() -> list[tuple[str, str]]:
    """The time zones to choose from, by name."""
    regions = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in regions)]


def browser_zone() -> forms.CharField:
    """A field that nobody sees: the browser says where its clock is (``base.js``)."""
    widget = forms.HiddenInput(attrs={"data-browser-zone": ""})
    return forms.CharField(required=False, max_length=64, widget=widget)


class AccountForm(forms.Form):
    """How a person is called, reads times and sees pages."""

    name = Line(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=zones, help_text=_("All dates are shown in it, with its name.")
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=THEMES, widget=forms.RadioSelect)
