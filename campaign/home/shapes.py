"""What programs send about the account."""

from __future__ import annotations

from rest_framework import serializers

from campaign.models import Theme
from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict


class AccountToSet(Strict):
    """How I am called, read times and see pages."""

    name = Line(max_length=60)
    time_zone = Line(max_length=64, help_text="A name as Europe/Berlin, or UTC.")
    theme = serializers.ChoiceField(choices=Theme.values)
