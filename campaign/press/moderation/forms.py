"""The forms of flags."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.press.moderation.services import MOST_REASON
from campaign.web.line_field import Line


class FlagForm(forms.Form):
    """What is wrong with something, and who is to see it."""

    reason = Line(label=_("What is wrong with it?"), max_length=MOST_REASON)
    to_operators = forms.BooleanField(
        label=_("Show it to the operators of the site instead of this campaign's moderators"), required=False
    )


class VisitorsFlagForm(forms.Form):
    """The same for whoever has no part in it: the operators alone see it."""

    reason = Line(label=_("What is wrong with it?"), max_length=MOST_REASON)


class SettleForm(forms.Form):
    """What becomes of something flagged."""

    answer = Line(label=_("Why"), max_length=MOST_REASON)
    hide = forms.BooleanField(label=_("Take it away"), required=False)
