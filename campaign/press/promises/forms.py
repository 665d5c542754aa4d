"""The forms of promises."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.press.promises.services import ANSWERS
from campaign.web.form_options import FormOptions, Posted


class OfferForm(forms.Form):
    """Peace, and until when. What may be chosen depends on the turn; the service says what is wrong."""

    until = forms.IntegerField(
        label=_("Peace until the end of turn"), widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )

    def __init__(
        self,
        data: Posted = None,
        *,
        first: int | None = None,
        last: int | None = None,
        **options: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **options)
        self.fields["until"].widget.attrs |= {"min": first or 1, **({"max": last} if last else {})}
        self.fields["until"].initial = first


class AnswerForm(forms.Form):
    """What becomes of an offer."""

    answer = forms.ChoiceField(choices=[(one, one) for one in ANSWERS])
