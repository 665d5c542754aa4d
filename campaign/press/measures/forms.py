"""The forms of an operator's acts."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import MeasureKind
from campaign.models.messages import MOST_REASON
from campaign.press.measures.services import LONGEST_SUSPENSION
from campaign.web.line_field import Line


class MeasureForm(forms.Form):
    """What is done about a flag, and why."""

    kind = forms.ChoiceField(
        label=_("What is done"),
        choices=[one for one in MeasureKind.choices if one[0] != MeasureKind.UNDO],
    )
    name = Line(label=_("Its new name, if it is renamed"), max_length=80, required=False)
    days = forms.IntegerField(
        label=_("For how many days, if the account is suspended"),
        min_value=1,
        max_value=LONGEST_SUSPENSION,
        required=False,
    )
    reason = Line(
        label=_("Why"), max_length=MOST_REASON, help_text=_("The person is told, and who has flagged it.")
    )


class UndoForm(forms.Form):
    """Why a measure is taken back."""

    reason = Line(label=_("Why"), max_length=MOST_REASON)
