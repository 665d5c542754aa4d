"""The shapes of invitations, armies, seats, roles and the calendar."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.models import InvitationKind, PickState, RoleKind, SeatStatus
from campaign.notices.webhooks.shapes import StoppedHook
from campaign.people.army.selectors import COLOURS
from campaign.people.army.services import MOST_NAME, MOST_WORD
from campaign.people.invitations.services import MOST_DAYS, MOST_USES
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.api.fields import Anything, Id, Line, Switch, Text, Whole
from campaign.web.api.request_parsing import Strict
from rules.armies import ARMY_RULE
from rules.format.house import MOST_RULES

MOST_SEATS = 32767
ROLE_ACTS = ("promote", "hand_over", "dismiss", "step_down", "leave")

# Invitations


class FreeSeat(serializers.Serializer[Any]):
    """A seat that somebody may take."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField()
    bot = serializers.BooleanField()


class InvitationOffer(serializers.Serializer[Any]):
    """What an invitation offers; ``closed`` says why it works no more, and then the rest is empty."""

    campaign = serializers.CharField()
    campaign_id = serializers.CharField(help_text="Answers to members only.")
    story = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=InvitationKind.values)
    made_by = serializers.CharField(allow_blank=True)
    expires_at = serializers.DateTimeField()
    started = serializers.BooleanField()
    seats = FreeSeat(many=True)
    closed = serializers.CharField(allow_blank=True)
    member = serializers.BooleanField()
    for_another = serializers.BooleanField(help_text="It was mailed to an address that is not yours.")


class Acceptance(Strict):
    """An invitation is accepted, with the number of the seat where there is a choice."""

    seat = Whole(min_value=1, max_value=MOST_SEATS, required=False)


class Accepted(serializers.Serializer[Any]):
    """The campaign that one is in now."""

    campaign_id = serializers.CharField()


class NewInvitation(Strict):
    """An invitation to be made; ``to`` is an e-mail address, or a name that one knows from a campaign."""

    kind = serializers.ChoiceField(choices=InvitationKind.values, default=InvitationKind.PLAYER)
    seat = Whole(min_value=1, max_value=MOST_SEATS, required=False)
    to = Line(max_length=254, required=False)
    days = Whole(min_value=1, max_value=MOST_DAYS, required=False)
    uses = Whole(min_value=1, max_value=MOST_USES, required=False)


class InvitationRow(serializers.Serializer[Any]):
    """An invitation; its page is ``/join/<token>/``."""

    id = serializers.CharField()
    token = serializers.CharField()
    kind = serializers.ChoiceField(choices=InvitationKind.values)
    army = serializers.CharField(allow_blank=True)
    mailed = serializers.BooleanField(help_text="It works for whoever has the address that it was mailed to.")
    to = serializers.CharField(allow_blank=True, help_text="The name that was typed; an address if you did.")
    email = serializers.CharField(allow_blank=True, help_text="Only if it was you who typed an address.")
    uses = serializers.IntegerField()
    most_uses = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    closed = serializers.CharField(allow_blank=True)


# Armies


class PickedRule(serializers.Serializer[Any]):
    """An army rule: ``after`` is what all would be worth with it, ``fits`` whether that may be."""

    id = serializers.CharField(help_text="Of the rulebook, or house_... for one of the club's own.")
    name = serializers.CharField()
    points = serializers.IntegerField()
    text = serializers.CharField()
    chosen = serializers.BooleanField()
    why = serializers.CharField(allow_blank=True)
    called = serializers.CharField(allow_blank=True)
    after = serializers.IntegerField()
    fits = serializers.BooleanField()


class PresetRow(serializers.Serializer[Any]):
    """A named set of rules."""

    name = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    fits = serializers.BooleanField()


class PickedArmy(serializers.Serializer[Any]):
    """A choice of army; ``problems`` say what is missing before it can be handed in."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField(allow_blank=True)
    colour = serializers.IntegerField()
    colours = serializers.ListField(child=serializers.IntegerField(), help_text="Those that are free.")
    preset = serializers.CharField(allow_blank=True)
    rules = PickedRule(many=True)
    points = serializers.IntegerField()
    limit = serializers.IntegerField()
    with_rules = serializers.BooleanField()
    problems = serializers.ListField(child=serializers.CharField())
    presets = PresetRow(many=True)
    state = serializers.ChoiceField(choices=PickState.values)
    word = serializers.CharField(allow_blank=True)
    open = serializers.BooleanField(help_text="Whether it can still be changed.")


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


class SeatRow(serializers.Serializer[Any]):
    """A seat with who holds it; ``pick`` is the state of its player's choice of army."""

    seat = serializers.IntegerField(source="number")
    army = serializers.CharField()
    status = serializers.ChoiceField(choices=SeatStatus.values)
    player = serializers.CharField(allow_blank=True)
    deputy = serializers.CharField(allow_blank=True)
    missed = serializers.IntegerField()
    pick = PickedArmy(allow_null=True)


class RoleRow(serializers.Serializer[Any]):
    """Somebody with a role and no seat."""

    person = serializers.CharField(source="id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=RoleKind.values)
    you = serializers.BooleanField()


class People(serializers.Serializer[Any]):
    """The people of a campaign, for those who may invite."""

    seats = SeatRow(many=True)
    roles = RoleRow(many=True)
    invitations = InvitationRow(many=True)
    stopped = StoppedHook(many=True, help_text="Webhooks whose makers have left: make your own.")


class RoleAct(Strict):
    """What becomes of a role; ``person`` for all but one's own."""

    act = serializers.ChoiceField(choices=ROLE_ACTS)
    person = Id(required=False)


class Removal(Strict):
    """Why a player is removed."""

    reason = Text(max_length=MOST_REASON)


class BotAct(Strict):
    """Whether the bot plays the seat."""

    bot = Switch()


# The own seat


class DeputyRow(serializers.Serializer[Any]):
    """A deputy of the seat."""

    person = serializers.CharField(source="id")
    name = serializers.CharField()
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(choices=("acting", "coming", "past"))


class VacationRow(serializers.Serializer[Any]):
    """Days away, and what they have moved."""

    id = serializers.CharField()
    seat = serializers.IntegerField(source="number")
    army = serializers.CharField()
    first_day = serializers.DateField(source="first")
    last_day = serializers.DateField(source="last")
    turn = serializers.IntegerField(allow_null=True)
    days = serializers.IntegerField()


class OwnSeat(serializers.Serializer[Any]):
    """One's own seat."""

    seat = serializers.IntegerField()
    army = serializers.CharField()
    status = serializers.ChoiceField(choices=SeatStatus.values)
    deputies = DeputyRow(many=True)
    vacations = VacationRow(many=True)
    vacation_days_left = serializers.IntegerField()


class NewDeputy(Strict):
    """Somebody who shall act in the seat."""

    who = Line(max_length=254)
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class NewVacation(Strict):
    """Days away, both included."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()


class Sure(Strict):
    """Something that cannot be taken back."""

    sure = Switch(help_text="Must be true.")


# The calendar


class CalendarTurn(serializers.Serializer[Any]):
    """A turn's dates: promised, or foreseen."""

    turn = serializers.IntegerField(source="number")
    promised = serializers.BooleanField()
    short = serializers.BooleanField()
    own = serializers.BooleanField(source="has_own")
    plan_due = serializers.DateTimeField(allow_null=True)
    announce_due = serializers.DateTimeField(allow_null=True)
    results_due = serializers.DateTimeField(allow_null=True)
    publish_due = serializers.DateTimeField(allow_null=True)
    away = serializers.ListField(child=serializers.CharField())

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The row with its dates beside it."""
        dates = dict(instance.dates)
        names = ("number", "promised", "short", "has_own", "away")
        return dict(super().to_representation({**{n: getattr(instance, n) for n in names}, **dates}))


class Calendar(serializers.Serializer[Any]):
    """The calendar of a campaign."""

    zone = serializers.CharField()
    turns = CalendarTurn(many=True)
    holidays = serializers.ListField(child=serializers.DateField())
    vacations = VacationRow(many=True)


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
    time_zone = Line(max_length=64, required=False)
