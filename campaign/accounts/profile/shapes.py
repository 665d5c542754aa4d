"""What programs send about one's own profile."""

from __future__ import annotations

from rest_framework import serializers

from campaign.accounts.profile.selectors import MOST_LISTED
from campaign.models import Visibility
from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict


class ProfileToChoose(Strict):
    """Who may look at the profile, and what of it."""

    visible_to = serializers.ChoiceField(choices=Visibility.choices)
    shows_counts = serializers.BooleanField(default=False)
    left_out = serializers.ListField(
        child=Line(max_length=32),
        max_length=MOST_LISTED,
        default=list,
        help_text="Ids of ended wars that nobody else sees on it.",
    )
