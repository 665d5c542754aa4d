"""The form of a visitor's scenario."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class VerdictForm(forms.Form):
    """A scenario, as a JSON text; what is wrong with it is found by the adjudicator."""

    scenario = forms.CharField(
        label=_("Scenario"),
        required=False,
        strip=False,
        help_text=_("One turn as JSON, up to 200 kB. It and its result are deleted after a day."),
        widget=forms.Textarea(
            attrs={"class": "paste", "rows": 16, "spellcheck": "false", "autocomplete": "off"}
        ),
    )
