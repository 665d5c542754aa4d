"""The form in which a person makes a token for a program."""

from __future__ import annotations

from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaign.access.api_tokens import LIFETIMES, MOST_NAME, USUAL
from campaign.access.membership import campaigns_of
from campaign.models import Scope, User
from campaign.web.line_field import Line


class TokenForm(forms.Form):
    """What the program is called and what it may do."""

    name = Line(
        label=_("Name of the program"),
        max_length=MOST_NAME,
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
    days = forms.TypedChoiceField(
        label=_("It ends after"),
        coerce=int,
        choices=lambda: [(days, ngettext("%d day", "%d days", days) % days) for days in LIFETIMES],
        initial=USUAL,
        help_text=_("You are told 14 and 3 days before."),
    )
    campaigns = forms.MultipleChoiceField(
        label=_("Only for"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Without a choice it is for all your campaigns, and for what belongs to none."),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data)
        own = list(campaigns_of(user).values_list("public_id", "name"))
        field = cast("forms.MultipleChoiceField", self.fields["campaigns"])
        field.choices = own
        if not own:
            del self.fields["campaigns"]
