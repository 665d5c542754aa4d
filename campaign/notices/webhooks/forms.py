"""The form in which a person says where a program is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.models import Campaign
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line


class HookForm(forms.Form):
    """The address, and of which campaign it is told."""

    address = Line(
        label=_("Address of the program"),
        max_length=MOST_ADDRESS,
        help_text=_("It begins with https://, and its host must be one of the open internet."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )
    campaign_id = forms.ChoiceField(label=_("It is told of"), required=False)

    def __init__(
        self, campaigns: Iterable[Campaign], data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        field = self.fields["campaign_id"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("all my campaigns")), *((one.public_id, one.name) for one in campaigns)]
