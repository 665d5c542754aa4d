"""The shapes of invitations, armies, seats, roles and the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict

from rest_framework import serializers

from campaign.base.answers import one_of
from campaign.models import BotCharacter, BotLevel, InvitationKind, SeatStatus
from campaign.people.army.selectors import COLOURS
from campaign.people.army.services import MOST_NAME, MOST_WORD
from campaign.people.invitations.services import MOST_DAYS, MOST_USES
from campaign.people.selectors import DeputyRow
from campaign.people.texts.selectors import Agreement
from campaign.people.texts.shapes import MOST_VERSIONS
from campaign.turn.turn_rights import MOST_REASON
from campaign.turn.vacation_budget import VacationRow
from campaign.web.api.fields import Anything, Id, Line, Switch, Text, Whole
from campaign.web.api.request_parsing import Strict
from rules.armies import ARMY_RULE
from rules.format.house import MOST_RULES

MOST_SEATS = 32767
ROLE_ACTS = ("promote", "hand_over", "dismiss", "step_down", "leave")

# Invitations


class Accepted(TypedDict):
    """The campaign that one is in now."""

    campaign_id: str


class Acceptance(Strict):
    """An invitation is accepted, with the number of the seat where there is a choice.

    Whoever takes a seat agrees to the participation text, if the offer has one, by its version.
    """

    seat = Whole(min_value=1, max_value=MOST_SEATS, required=False)
    agreed = Whole(min_value=1, max_value=MOST_VERSIONS, required=False)


class NewInvitation(Strict):
    """An invitation to be made; ``to`` is an e-mail address, or a name that one knows from a campaign."""

    kind = serializers.ChoiceField(choices=InvitationKind.values, default=InvitationKind.PLAYER)
    seat = Whole(min_value=1, max_value=MOST_SEATS, required=False)
    to = Line(max_length=254, required=False)
    days = Whole(min_value=1, max_value=MOST_DAYS, required=False)
    uses = Whole(min_value=1, max_value=MOST_USES, required=False)


# Armies


class Choice(Strict):
    """A choice of army; ``why`` and ``called`` hold texts by rule."""

    army = Line(max_length=MOST_NAME, allow_blank=True)
    colour = Whole(min_value=1, max_value=COLOURS, required=False)
    preset = Line(max_length=40, required=False, allow_blank=True)
    rules = serializers.ListField(
        child=Line(max_length=40), max_length=len(ARMY_RULE) + MOST_RULES, required=False
    )
    why = serializers.DictField(child=Text(allow_blank=True), required=False)
    called = serializers.DictField(child=Line(allow_blank=True), required=False)


class ArmyDecision(Strict):
    """An army is approved, or given back with a word."""

    approve = Switch()
    word = Text(max_length=MOST_WORD, required=False)


# People


class RoleChange(TypedDict):
    """What has become of a role."""

    act: Annotated[str, one_of(ROLE_ACTS)]
    person: NotRequired[str]


class RoleAct(Strict):
    """What becomes of a role; ``person`` for all but one's own."""

    act = serializers.ChoiceField(choices=ROLE_ACTS)
    person = Id(required=False)


class Removal(Strict):
    """Why a player is removed."""

    reason = Text(max_length=MOST_REASON)


class BotPlays(TypedDict):
    """Whether the bot plays the seat."""

    bot: bool


class BotAct(Strict):
    """Whether the bot plays the seat, and how: without more it is a steady regular."""

    bot = Switch()
    level = serializers.ChoiceField(BotLevel.choices, required=False, default=BotLevel.REGULAR)
    character = serializers.ChoiceField(BotCharacter.choices, required=False, default=BotCharacter.STEADY)


# The own seat


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """One's own seat."""

    seat: int
    army: str
    status: Annotated[str, one_of(SeatStatus)]
    deputies: tuple[DeputyRow, ...]
    vacations: tuple[VacationRow, ...]
    vacation_days_left: int
    agreements: Annotated[tuple[Agreement, ...], "What you have agreed to, the latest first."]
    to_agree: Annotated[int | None, "The version that you are asked to agree to; null: nothing is asked."]
    vision_asked: Annotated[
        str, "What you are asked to agree that all may see, as ``vision`` takes it; empty: nothing is asked."
    ]


class AgreedVision(Strict):
    """What all may see of the war, as it was read: ``front`` or ``banners``, and how many turns late."""

    vision = Line(max_length=16, help_text="As ``vision_asked`` has it: banners:3.")


class NewDeputy(Strict):
    """Somebody who shall act in the seat."""

    who = Line(max_length=254)
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class NewVacation(Strict):
    """Days away, both included."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()


class SeatLeft(TypedDict):
    """The seat was given up."""

    sure: bool


class Sure(Strict):
    """Something that cannot be taken back."""

    sure = Switch(help_text="Must be true.")


# The calendar


_WEEKLY = 'As {"weekday": "friday", "hour": "23:59"}; weekday null for every day.'


class ScheduleChange(Strict):
    """Parts of the schedule that change from the next turn on, as in the campaign's ``schedule``.

    ``turns`` holds only what changes; an empty object takes a turn's own dates back.
    """

    reason = Text(max_length=MOST_REASON)
    plan = Anything(required=False, help_text=_WEEKLY)
    announce = Anything(required=False, help_text=_WEEKLY)
    results = Anything(required=False, help_text=_WEEKLY)
    publish = Anything(required=False, help_text=_WEEKLY)
    turns = Anything(required=False, help_text="A turn's own dates, by its number.")
    holidays = serializers.ListField(child=Line(max_length=10), max_length=400, required=False)
    short_turns = Switch(required=False)
    rhythm = Anything(
        required=False,
        allow_null=True,
        help_text='As {"plan_minutes": 20, "battle_minutes": 0, "from": "09:00", "until": "22:00"}.',
    )
    time_zone = Line(max_length=64, required=False)
