"""The forms of messages."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.press.messages.selectors import Author
from campaign.press.messages.services import MOST_TEXT, MOST_TITLE
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line


class MessageForm(forms.Form):
    """What is written. ``client_id`` makes the same message that is sent twice one message."""

    text = forms.CharField(
        label=_("Message"),
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "data-draft": ""}),
    )
    client_id = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.fields["client_id"].initial = random_id


class GroupForm(MessageForm):
    """A new group: its name, its armies, its first message."""

    title = Line(label=_("Name of the group"), max_length=MOST_TITLE)
    seats = forms.TypedMultipleChoiceField(label=_("Armies"), coerce=int, widget=forms.CheckboxSelectMultiple)
    field_order = ("title", "seats", "text")

    def __init__(
        self, armies: tuple[Author, ...], data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        field = self.fields["seats"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(army.number, army.army) for army in armies]


class SearchForm(forms.Form):
    """Words to look for."""

    q = Line(label=_("Search your messages"), max_length=100, required=False)
