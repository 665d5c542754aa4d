"""What programs ask for and are answered about skirmishes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from campaign.base.answers import called
from campaign.models import BotCharacter, BotLevel
from campaign.web.api.fields import Line, Whole
from campaign.web.api.request_parsing import Strict

MOST_NUMBER = 100
"""Far more bots than there can be: what is above is no number of bots at all."""


class SkirmishWish(Strict):
    """A skirmish to begin."""

    bots = Whole(min_value=0, max_value=MOST_NUMBER, required=False, help_text="2 or 3; 2 unless said.")
    level = Line(
        max_length=20,
        required=False,
        help_text=f"How well the bots play: {', '.join(BotLevel.values)}; recruit unless said.",
    )
    character = Line(
        max_length=20,
        required=False,
        help_text=f"What they like to do: {', '.join(BotCharacter.values)}; by lot unless said.",
    )


@called("Skirmish")
@dataclass(frozen=True, slots=True)
class SkirmishFacts:
    """A skirmish that has begun: it goes on whenever your plan of its turn is submitted."""

    campaign: Annotated[str, "The id of its campaign, for all other addresses."]
    name: str
    seat: Annotated[int, "The number of your seat."]
    turn: Annotated[int, "The turn that waits for your plan."]
