"""What an answer to a step holds."""

from __future__ import annotations

from django import forms

from campaign.lessons.machine import Act

GO_ON = "go_on"
"""To go on from the scenario of a chapter that could not begin."""
MOST_ID = 40


class AnswerForm(forms.Form):
    """The step that was shown, and what is done with it."""

    step = forms.CharField(max_length=MOST_ID, widget=forms.HiddenInput)
    act = forms.ChoiceField(choices=[(act.value, act.value) for act in Act] + [(GO_ON, GO_ON)])
    next = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)


class BeginForm(forms.Form):
    """The war that is given up for a new one, if any; whoever has no account sends the page's key."""

    key = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    instead_of = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)
