"""The forms of how somebody wants to be told."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.integrations.web_push import MOST_ADDRESS as MOST_PUSH_ADDRESS
from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.models import Channel
from campaign.outbox.groups import GROUPS
from campaign.web.line_field import Line


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

    address = Line(max_length=MOST_PUSH_ADDRESS)
    key = Line(max_length=100)
    auth = Line(max_length=40)
    name = Line(max_length=200, required=False)


class WebhookForm(forms.Form):
    """The address of a webhook."""

    address = Line(
        label=_("Address of your Discord webhook"),
        max_length=MOST_ADDRESS,
        required=False,
        help_text=_(
            "In Discord: a channel's settings, Integrations, Webhooks, New webhook, Copy URL. Whoever reads"
            " that channel reads your notices: take one of your own."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )
