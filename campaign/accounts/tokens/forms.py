"""The form in which a person makes a token for a program."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.access.api_tokens import MOST_NAME
from campaign.models import Scope
from campaign.web.line_field import Line


class TokenForm(forms.Form):
    """What the program is called and what it may do."""

    name = Line(
        label=_("Name of the program"),
        max_length=MOST_NAME,
        help_text=_("For yourself, so that you know later which one to revoke."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=[Scope.READ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Reading is part of every token. Give no more than the program needs."),
    )
