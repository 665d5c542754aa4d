"""The shapes of what is sealed and opened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rest_framework import serializers

from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict


class DiceSeal(Strict):
    """A seal, made on the player's own device."""

    turn = serializers.IntegerField(min_value=1)
    seal = Line(
        max_length=64,
        help_text=(
            "SHA-256 of 'boltgun-dice/1 seal', campaign, turn, seat, a line each, and 32 random bytes; hex."
        ),
    )


class DiceShare(Strict):
    """What a seal was made of."""

    turn = serializers.IntegerField(min_value=1)
    share = Line(max_length=64, help_text="The 32 bytes, as 64 hex digits in lower case.")


@dataclass(frozen=True, slots=True)
class Sealed:
    """That a share is sealed. The last seal before the plans close counts."""

    turn: int
    seal: Annotated[str, "64 hex digits."]
    sealed_at: datetime


@dataclass(frozen=True, slots=True)
class Opened:
    """That a seal is open."""

    turn: int
    share: Annotated[str, "64 hex digits."]
    opened_at: datetime | None
