"""The shapes of the facilitator's desk."""

from __future__ import annotations

from dataclasses import dataclass

from rest_framework import serializers

from campaign.base.answers import called
from campaign.desk.pages import WINNERS, LogRow
from campaign.desk.services import SIDES
from campaign.desk.time.services import DATES, MOST_HELD
from campaign.models import CorrectionStage
from campaign.models.fighting import MOST_POINTS
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.api.fields import Anything, Id, Text, Whole
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict
from rules.tables import MOST_SACRIFICED

MOST_SEATS = 32767

# What is answered


@dataclass(frozen=True, slots=True)
class Log(ListPart):
    """A part of the log, the latest first."""

    items: tuple[LogRow, ...]


@called("PlanReminders")
@dataclass(frozen=True, slots=True)
class Reminded:
    """How many seats were reminded."""

    reminded: int


# What is sent


class Seen(Strict):
    """An act on the turn as it was shown."""

    seen = Id(required=False, help_text="The mark of the desk as it was shown.")


class Because(Seen):
    """An act with a reason, which those whom it touches read."""

    reason = Text(max_length=MOST_REASON)


class Publication(Seen):
    """That the turn is published."""

    champion = Whole(
        required=False,
        min_value=1,
        max_value=MOST_SEATS,
        help_text="The seat chosen, where only an id decides.",
    )


class Hold(Because):
    """That a review is held."""

    days = Whole(min_value=1, max_value=MOST_HELD)


class Extension(Because):
    """That a deadline moves to a later moment."""

    date = serializers.ChoiceField(choices=DATES)
    to = serializers.DateTimeField(help_text="With its offset from UTC.")


class Excuse(Because):
    """That a player without a plan is excused."""

    seat = Whole(min_value=1, max_value=MOST_SEATS)


class Reason(Strict):
    """An act with a reason, whatever else has changed."""

    reason = Text(max_length=MOST_REASON)


class Ruling(Because):
    """The facilitator's ruling on a battle; first and second are its forces in their order."""

    winner = serializers.ChoiceField(choices=WINNERS)
    points_first = Whole(min_value=0, max_value=MOST_POINTS)
    points_second = Whole(min_value=0, max_value=MOST_POINTS)
    sacrifice_first = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)
    sacrifice_second = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)


class Forfeit(Because):
    """That a side has forfeited a battle."""

    side = serializers.ChoiceField(choices=SIDES)


class Correction(Because):
    """A correction, in the review whose documents it changes."""

    stage = serializers.ChoiceField(choices=CorrectionStage.values)
    change = Anything(
        help_text=(
            "One of: {banner, at (input only), level, works, retreating, beaten_by}; {sector, occupier,"
            " disputed}; {relic, carried_by} or {relic, at, known_to}; {feature, known_to}; {plan, banner,"
            " orders} (input only). Banners, relics and features by id, players by their seats' numbers."
        )
    )


class Withdrawal(Because):
    """That a correction is taken back before it takes effect."""

    number = Whole(min_value=1, max_value=1_000_000)
