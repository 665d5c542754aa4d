"""The forms of messages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.selectors.messages import Author
from campaign.services.flags import MOST_REASON
from campaign.services.messages import MOST_TEXT, MOST_TITLE


class MessageForm(forms.Form):
    """What is written. ``client_id`` makes the same message that is sent twice one message."""

    text = forms.CharField(
        label=_("Message"),
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "data-draft": ""}),
    )
    client_id = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["client_id"].initial = random_id


class GroupForm(MessageForm):
    """A new group: its name, its armies, its first message."""

    title = forms.CharField(label=_("Name of the group"), max_length=MOST_TITLE)
    seats = forms.TypedMultipleChoiceField(label=_("Armies"), coerce=int, widget=forms.CheckboxSelectMultiple)
    field_order = ("title", "seats", "text")

    def __init__(self, armies: tuple[Author, ...], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seats"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(army.number, army.army) for army in armies]


class FlagForm(forms.Form):
    """What is wrong with a message."""

    reason = forms.CharField(label=_("What is wrong with it?"), max_length=MOST_REASON)


class SettleForm(forms.Form):
    """What becomes of a flagged message."""

    answer = forms.CharField(label=_("Why"), max_length=MOST_REASON)
    hide = forms.BooleanField(label=_("Take the message away"), required=False)


class SearchForm(forms.Form):
    """Words to look for."""

    q = forms.CharField(label=_("Search your messages"), max_length=100, required=False)
