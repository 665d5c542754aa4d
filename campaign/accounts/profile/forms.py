"""The form of one's own profile."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.accounts.profile.selectors import Choices
from campaign.models import Visibility
from campaign.web.form_options import FormOptions, Posted


class ProfileForm(forms.Form):
    """Who may look at it, and which wars are on it."""

    visible_to = forms.ChoiceField(
        label=_("Who may look at your profile?"), choices=Visibility.choices, widget=forms.RadioSelect
    )
    shows_counts = forms.BooleanField(
        label=_("It tells your counts: plans on time, battles reported, wars left"), required=False
    )
    wars = forms.MultipleChoiceField(
        label=_("Wars on it"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, own: Choices, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        options["initial"] = {
            "visible_to": own.visible_to,
            "shows_counts": own.shows_counts,
            "wars": [war for war, _name, _army, left_out in own.wars if not left_out],
        }
        super().__init__(data, **options)
        self.known = [war for war, *_told in own.wars]
        field = self.fields["wars"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [
            (war, _("%(war)s, as %(army)s") % {"war": name, "army": army})
            for war, name, army, _out in own.wars
        ]

    def left_out(self) -> list[str]:
        """The wars whose boxes are not ticked, after validation."""
        return [war for war in self.known if war not in self.cleaned_data["wars"]]
