"""The shapes of the facilitator's desk."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.paging import Part
from campaign.api.reading import Strict
from campaign.api.serializers.battles import MOST_POINTS
from campaign.api.serializers.fields import Anything, Id, Sector, Text, Whole
from campaign.models import CampaignStatus, CorrectionStage, Phase, PlanState, SeatStatus
from campaign.selectors.desk_pages import BattleRow
from campaign.selectors.standing import MOST_SACRIFICED, Standing
from campaign.services.desk import SIDES
from campaign.services.desk_dates import DATES, MOST_HELD
from campaign.services.desk_rights import MOST_REASON

WINNERS = (*SIDES, "draw")
MOST_SEATS = 32767

# What is answered


class DateRow(serializers.Serializer[Any]):
    """A date of the turn; one that has passed cannot be moved."""

    date = serializers.ChoiceField(choices=DATES, source="name", help_text="As `extend` takes it.")
    name = serializers.ChoiceField(choices=DATES, help_text="The same as `date`, for older programs.")
    at = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(choices=("passed", "present", "ahead"))


class BoardRow(serializers.Serializer[Any]):
    """A seat on the board of plans: never what a plan holds."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField()
    player = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=SeatStatus.values)
    state = serializers.ChoiceField(choices=PlanState.values)
    missing = serializers.BooleanField(help_text="A plan is awaited and there is nothing of it.")
    saved_at = serializers.DateTimeField(allow_null=True)
    excused = serializers.BooleanField()
    excuse_reason = serializers.CharField(allow_blank=True)
    used_fallback = serializers.BooleanField()
    by_bot = serializers.BooleanField()
    deputy = serializers.CharField(allow_blank=True)
    missed = serializers.IntegerField(help_text="Plans missed in a row.")
    banners = serializers.IntegerField()
    reminded_at = serializers.DateTimeField(allow_null=True)


class DeskForce(serializers.Serializer[Any]):
    """One side of a battle; the level is the full one."""

    name = serializers.CharField()
    army = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    level = serializers.IntegerField()
    most_points = serializers.IntegerField()
    most_sacrifice = serializers.IntegerField()
    attacks = serializers.BooleanField()
    forfeits = serializers.BooleanField()


class DeskWord(serializers.Serializer[Any]):
    """What a side has told, or the facilitator has ruled; points stand in the order of the forces."""

    method = serializers.ChoiceField(choices=("tabletop", "abstract", "ruling"))
    winner = serializers.ChoiceField(choices=WINNERS)
    points = serializers.ListField(child=serializers.IntegerField())
    sacrifice = serializers.IntegerField()
    story = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by_app = serializers.BooleanField()


class DeskBattle(serializers.Serializer[Any]):
    """A battle on the desk."""

    id = serializers.CharField()
    forces = DeskForce(many=True)
    told_first = serializers.SerializerMethodField()
    told_second = serializers.SerializerMethodField()
    at = Sector()
    sector = serializers.CharField()
    city = serializers.BooleanField()
    category = serializers.CharField()
    mission_die = serializers.IntegerField(source="die")
    standing = serializers.ChoiceField(choices=[standing.value for standing in Standing])
    ruled = DeskWord(allow_null=True)
    reason = serializers.CharField(allow_blank=True)

    @extend_schema_field(DeskWord(allow_null=True))
    def get_told_first(self, row: BattleRow) -> Any:
        """What the first force's side has told."""
        return None if row.told[0] is None else DeskWord(row.told[0]).data

    @extend_schema_field(DeskWord(allow_null=True))
    def get_told_second(self, row: BattleRow) -> Any:
        """What the second force's side has told."""
        return None if row.told[1] is None else DeskWord(row.told[1]).data


class Decision(serializers.Serializer[Any]):
    """Something that waits for a facilitator."""

    kind = serializers.CharField()
    count = serializers.IntegerField()


class Desk(serializers.Serializer[Any]):
    """The desk of the turn that runs."""

    status = serializers.ChoiceField(choices=CampaignStatus.values)
    automatic = serializers.BooleanField()
    pause_reason = serializers.CharField(allow_blank=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    turn = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=Phase.values)
    dates = DateRow(many=True)
    held = serializers.CharField(allow_blank=True, help_text="Why the review has been held.")
    may_hold = serializers.BooleanField()
    early = serializers.BooleanField(help_text="All plans are in and the deadline was brought forward.")
    board = BoardRow(many=True)
    battles = DeskBattle(many=True)
    decisions = Decision(many=True)
    last_error = serializers.CharField(allow_blank=True)


class MarkedDesk(Desk):
    """The desk, with the mark of how it was shown."""

    contenders = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats among which the champion must be chosen."
    )
    mark = serializers.CharField(help_text="To be sent along as seen: refused if the turn has changed since.")


class Army(serializers.Serializer[Any]):
    """A seat and its army."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField(source="name")


class ReviewBanner(serializers.Serializer[Any]):
    """A banner before and after."""

    id = serializers.CharField()
    name = serializers.CharField()
    army = Army()
    came_from = Sector(allow_null=True)
    at = Sector()
    level_before = serializers.IntegerField(allow_null=True)
    level_after = serializers.IntegerField(allow_null=True)
    works = serializers.CharField()
    retreating = serializers.BooleanField()
    orders = serializers.CharField(allow_blank=True)
    void = serializers.ListField(child=serializers.CharField())
    fate = serializers.CharField(allow_blank=True)


class ReviewContact(serializers.Serializer[Any]):
    """A battle that is met, or fought."""

    at = Sector()
    sector = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    armies = Army(many=True)
    levels = serializers.ListField(child=serializers.IntegerField())
    attacker = serializers.IntegerField(help_text="0 or 1: which of the two attacks.")
    category = serializers.CharField()
    mission_die = serializers.IntegerField(source="die")
    auto = serializers.BooleanField()
    result = serializers.CharField(allow_blank=True)


class ReviewSector(serializers.Serializer[Any]):
    """A sector that changes hands."""

    at = Sector()
    sector = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class CorrectionMade(serializers.Serializer[Any]):
    """A correction that has been made; ``withdrawn`` says why it was taken back, if it was."""

    number = serializers.IntegerField(help_text="Counts the corrections of this review, from 1.")
    what = serializers.CharField()
    reason = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    armies = serializers.ListField(child=serializers.CharField(), source="seats")
    withdrawn = serializers.CharField(allow_blank=True)


class Review(serializers.Serializer[Any]):
    """What the turn would come to so far (the dry run), or has come to."""

    stage = serializers.ChoiceField(choices=("movement", "outcome"))
    live = serializers.BooleanField(help_text="Whether it can still be corrected.")
    banners = ReviewBanner(many=True)
    contacts = ReviewContact(many=True)
    sectors = ReviewSector(many=True)
    corrections = CorrectionMade(many=True)
    victors = Army(many=True)
    map = Anything()


class LogEntry(serializers.Serializer[Any]):
    """An entry of the log."""

    at = serializers.DateTimeField()
    turn = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    text = serializers.CharField()
    public = serializers.BooleanField()


class Log(Part):
    """A part of the log, the latest first."""

    items = LogEntry(many=True)


class Reminded(serializers.Serializer[Any]):
    """How many seats were reminded."""

    reminded = serializers.IntegerField()


class Scenario(serializers.Serializer[Any]):
    """A scenario document; it has a seed once the campaign has ended."""

    turn = serializers.IntegerField()
    settings = Anything()
    map = serializers.ListField(child=serializers.CharField())
    players = serializers.ListField(child=Anything())
    banners = serializers.ListField(child=Anything())


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
