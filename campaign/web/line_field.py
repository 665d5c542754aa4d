"""The field of forms for a name, a title or any other single line."""

from __future__ import annotations

from django import forms

from campaign.base.one_line import validate


class Line(forms.CharField):
    """One line of text."""

    default_validators = [validate]
