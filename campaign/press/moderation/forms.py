"""The forms of flags."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.press.moderation.services import MOST_REASON
from campaign.web.line_field import Line


class FlagForm(forms.Form):
    """What is wrong with a message."""

    reason = Line(label=_("What is wrong with it?"), max_length=MOST_REASON)


class SettleForm(forms.Form):
    """What becomes of a flagged message."""

    answer = Line(label=_("Why"), max_length=MOST_REASON)
    hide = forms.BooleanField(label=_("Take the message away"), required=False)
