"""The shapes of visitors' scenarios."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import Anything
from campaign.models import VerdictState


class ScenarioToJudge(Strict):
    """A scenario to adjudicate."""

    scenario = Anything(help_text="A scenario document, up to 200 kB.")


class WrongPlace(serializers.Serializer[Any]):
    """What is wrong with a scenario, and where."""

    path = serializers.CharField(allow_blank=True, help_text="The JSON path, as banners[3].at.")
    detail = serializers.CharField()


class Verdict(serializers.Serializer[Any]):
    """What came of a scenario."""

    id = serializers.CharField(help_text="Nobody can guess it; whoever has it can read the verdict.")
    state = serializers.ChoiceField(choices=VerdictState.choices)
    expires_at = serializers.DateTimeField(help_text="Then it is deleted.")
    page = serializers.CharField(help_text="The address of the same for people.")
    error = WrongPlace(allow_null=True, help_text="While state is invalid or failed.")
    in_dispute = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The battles for which a ruling is missing, while state is disputed.",
    )
    outcome = Anything(allow_null=True, help_text="The outcome document, once state is done.")
