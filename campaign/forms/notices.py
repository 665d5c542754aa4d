"""The forms of how somebody wants to be told."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import Channel
from campaign.notice_groups import GROUPS
from campaign.sending.push import MOST_ADDRESS as MOST_PUSH_ADDRESS
from campaign.sending.webhooks import MOST_ADDRESS


class SilenceForm(forms.Form):
    """Which notices come by which channel: the boxes that are ticked."""

    on = forms.MultipleChoiceField(
        required=False,
        choices=[(f"{group}:{channel}", group) for group in GROUPS for channel in Channel.values],
    )

    def off(self) -> set[tuple[str, str]]:
        """The switches that are off, after validation."""
        on = set(self.cleaned_data["on"])
        switches = [(group, channel) for group in GROUPS for channel in Channel.values]
        return {switch for switch in switches if ":".join(switch) not in on}


class DeviceForm(forms.Form):
    """What a browser gives for its user to be told by push; its script fills it in."""

    address = forms.CharField(max_length=MOST_PUSH_ADDRESS)
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    name = forms.CharField(max_length=200, required=False)


class WebhookForm(forms.Form):
    """The address of a webhook."""

    address = forms.CharField(
        label=_("Address of your Discord webhook"),
        max_length=MOST_ADDRESS,
        required=False,
        help_text=_(
            "In Discord: a channel's settings, Integrations, Webhooks, New webhook, Copy URL. Whoever reads"
            " that channel reads your notices: take one of your own."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )
