"""The forms of a campaign's Discord channel."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.notices.discord.selectors import WORDS
from campaign.web.line_field import Line


class ChannelForm(forms.Form):
    """The address of the channel's webhook."""

    address = Line(
        label=_("Address of the channel's webhook"),
        max_length=MOST_ADDRESS,
        help_text=_(
            "In Discord: the channel's settings, Integrations, Webhooks, New webhook, Copy URL. It is kept"
            " sealed and shown to nobody again."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )


class EventsForm(forms.Form):
    """What is posted: the boxes that are ticked."""

    on = forms.MultipleChoiceField(
        label=_("What is posted"),
        required=False,
        choices=list(WORDS.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    def off(self) -> list[str]:
        """The events whose boxes are not ticked, after validation."""
        return [event for event in WORDS if event not in self.cleaned_data["on"]]
