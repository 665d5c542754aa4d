"""The form in which a person makes a token for a program."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import Scope


class TokenForm(forms.Form):
    """What the program is called and what it may do."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=60,
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
