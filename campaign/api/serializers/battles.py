"""The shapes of battles and of what is told of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaign.api.paging import Part
from campaign.api.reading import Strict
from campaign.api.serializers.fields import Id, Sector, Text, Translated, Whole
from campaign.selectors.standing import MOST_SACRIFICED, Standing

METHODS = ("tabletop", "abstract")
WINNERS = ("own", "enemy", "draw")
DECIDED = ("auto", "ruling", "tabletop", "abstract")
MOST_POINTS = 2000
LONGEST_STORY = 5000


class Mission(serializers.Serializer[Any]):
    """A mission of the table, in the request's language; what a facilitator wrote stays as it is."""

    name = Translated()
    setup = Translated()
    victory = Translated()
    night = serializers.BooleanField(help_text="Whether the attacker may choose the night.")
    sides = serializers.BooleanField(help_text="Whether the mission says who attacks.")


class Roll(serializers.Serializer[Any]):
    """How a battle's mission stands: shifts of the enemy are null until it is final."""

    table = Mission(many=True, help_text="The six missions of the table, face by face.")
    face = serializers.IntegerField(
        allow_null=True, help_text="The face that counts, shifts included; null until it is final."
    )
    final = serializers.BooleanField()
    shift_own = serializers.IntegerField(allow_null=True)
    shift_enemy = serializers.IntegerField(allow_null=True)
    shift_until = serializers.DateTimeField(allow_null=True)
    waits_for_enemy = serializers.BooleanField()
    night = serializers.BooleanField(allow_null=True, help_text="The attacker's choice, once made.")
    attacker_own = serializers.CharField(allow_blank=True, help_text="Who attacks, as I say: own, enemy.")
    attacker_enemy = serializers.CharField(allow_blank=True, help_text="The same as the enemy says.")
    may_roll = serializers.BooleanField()
    may_shift = serializers.BooleanField()
    may_choose_night = serializers.BooleanField()
    may_say_sides = serializers.BooleanField()


class Side(serializers.Serializer[Any]):
    """One side of a battle; the enemy's banner bears its army's name."""

    army = serializers.CharField()
    seat = serializers.IntegerField(source="number", help_text="The seat's number.")
    name = serializers.CharField()
    level = serializers.IntegerField(help_text="The fighting level.")
    points = serializers.IntegerField(help_text="For the army list: 100 for each fighting level.")
    attacks = serializers.BooleanField()
    forfeits = serializers.BooleanField()
    rules = serializers.ListField(child=serializers.CharField())


class Word(serializers.Serializer[Any]):
    """What a side has told of a battle; its sacrifice is null where it is sealed."""

    method = serializers.ChoiceField(choices=METHODS, source="said.method")
    winner = serializers.ChoiceField(choices=WINNERS, source="said.winner")
    points_own = serializers.IntegerField(source="said.points_own")
    points_enemy = serializers.IntegerField(source="said.points_enemy")
    sacrifice = serializers.IntegerField(allow_null=True)
    story = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by_app = serializers.BooleanField(help_text="Put in by the app, not by a person.")
    reopen = serializers.BooleanField(help_text="This side wants the agreed result opened again.")
    mark = serializers.CharField(source="said.mark", help_text="To be sent along when it is confirmed.")


class Result(serializers.Serializer[Any]):
    """A battle's result, as far as it is settled and this side may know it."""

    method = serializers.ChoiceField(choices=DECIDED)
    winner = serializers.ChoiceField(choices=WINNERS)
    points_own = serializers.IntegerField(allow_null=True)
    points_enemy = serializers.IntegerField(allow_null=True)
    degree = serializers.CharField(allow_null=True)
    rolls = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        help_text="Every attempt of an abstract resolution: own two dice, then the enemy's.",
    )
    lost = serializers.IntegerField(allow_null=True, help_text="Own levels lost; null before publication.")
    sacrificed = serializers.IntegerField(help_text="Own levels sacrificed.")
    destroyed = serializers.BooleanField()
    enemy_destroyed = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="The facilitator's, for a ruling.")


class Battle(serializers.Serializer[Any]):
    """A battle as one of its two sides sees it."""

    id = serializers.CharField()
    turn = serializers.IntegerField()
    phase = serializers.CharField(help_text="The turn's phase.")
    due = serializers.DateTimeField(allow_null=True, help_text="The results deadline.")
    at = Sector()
    sector = serializers.CharField(help_text="The sector as people read it: A1 is [0, 0].")
    city = serializers.BooleanField()
    category = Translated()
    category_reason = Translated()
    mission_die = serializers.IntegerField(
        source="die", allow_null=True, help_text="Null until one of the two has called for it."
    )
    attacker_die = serializers.IntegerField(allow_null=True)
    mission = Mission(allow_null=True, help_text="Null until it is final.")
    roll = Roll(allow_null=True, help_text="How the mission stands; null for a battle that is not fought.")
    own = Side()
    enemy = Side()
    standing = serializers.ChoiceField(choices=[standing.value for standing in Standing])
    mine = Word(allow_null=True)
    theirs = Word(allow_null=True)
    result = Result(allow_null=True)
    most_own = serializers.IntegerField(help_text="The most points that this side can lose.")
    most_enemy = serializers.IntegerField(help_text="The most points that the enemy can lose.")
    most_sacrifice = serializers.IntegerField(help_text="The most levels that this side may sacrifice.")
    may_report = serializers.BooleanField()
    may_confirm = serializers.BooleanField()
    may_ask_to_reopen = serializers.BooleanField()
    may_sacrifice = serializers.BooleanField()
    may_send = serializers.BooleanField(help_text="Whether it can be left to the dice without the enemy.")
    waits_for_me = serializers.BooleanField()


class Battles(Part):
    """The battles of a seat, the newest turn first, by sector within a turn."""

    items = Battle(many=True)


class Claim(Strict):
    """What a side tells of a battle: the result of the table, or that the dice shall decide."""

    method = serializers.ChoiceField(choices=METHODS)
    winner = serializers.ChoiceField(
        choices=WINNERS, required=False, help_text="Of a battle on the table; draw if left out."
    )
    points_own = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    points_enemy = Whole(min_value=0, max_value=MOST_POINTS, required=False)
    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)
    story = Text(required=False, allow_blank=True, max_length=LONGEST_STORY, trim_whitespace=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ask for what a result of the table needs, and refuse it beside a request for the dice."""
        table = ("winner", "points_own", "points_enemy")
        if attrs["method"] == "tabletop":
            wrong = {name: ["a battle on the table needs it"] for name in table if name not in attrs}
        else:
            wrong = {name: ["the dice decide it; leave it out"] for name in table if name in attrs}
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class Confirmation(Strict):
    """That the other side has told it right."""

    seen = Id(
        required=False,
        help_text="The mark of what is confirmed: refused if the other side has changed it since.",
    )
    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED, required=False)


class Sacrifice(Strict):
    """How many levels are given up in a battle."""

    sacrifice = Whole(min_value=0, max_value=MOST_SACRIFICED)
