"""The form with which somebody deletes an account."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import User
from campaign.web.form_options import FormOptions, Posted


class GoodbyeForm(forms.Form):
    """The password, or where there is none the e-mail address."""

    proof = forms.CharField(max_length=200, strip=False)
    sure = forms.BooleanField(
        label=_("Yes, delete my account. I know that nothing of it can be brought back.")
    )

    def __init__(self, user: User, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        proof = self.fields["proof"]
        if user.has_usable_password():
            proof.label = _("Your password")
            proof.widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        else:
            proof.label = _("The e-mail address of this account")
            proof.widget = forms.EmailInput(attrs={"autocomplete": "off"})
