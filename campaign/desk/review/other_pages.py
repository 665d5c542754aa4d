"""What the desk shows of an order in words, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import PAGE, JsonObject, called


@called("OrderInWords")
@dataclass(frozen=True, slots=True)
class OtherRow:
    """An order in words that counts, and what has been settled of it so far.

    The lists are as a scenario's ``settlements`` have them, with the ids that the desk shows.
    """

    banner: str
    name: str
    seat: int
    army: str
    text: Annotated[str, "The order, in the player's words."]
    settled: Annotated[bool, "Unsettled, nothing comes of it."]
    start: Annotated[tuple[JsonObject, ...], "Before the movement."]
    end: Annotated[tuple[JsonObject, ...], "After the searches."]
    words: Annotated[str, "To the player."]
    by: str
    at: datetime | None
    said: Annotated[tuple[str, ...], PAGE]
    """The effects in words."""
    effects: Annotated[tuple[str, ...], PAGE] = ()
    """The same with the armies of other banners: for who stands before all of them."""
