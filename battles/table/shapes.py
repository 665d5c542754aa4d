"""What programs send to a table, and what they read of it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.models import Phone, Table
from battles.models.table import WATCHER
from battles.table import presence, selectors
from battles.table.deeds import game_of
from campaign.api.reading import Strict
from rules.tabletop.tables import METHODS
from rules.tabletop.view import view


class SeatedPlayer(Strict):
    """A player and the number of his side."""

    name = serializers.CharField(max_length=40)
    side = serializers.IntegerField(min_value=0, max_value=7)


class OpenTable(Strict):
    """A quick battle. ``here`` are the numbers of the players that this program plays."""

    name = serializers.CharField(max_length=80)
    sides = serializers.ListField(child=serializers.CharField(max_length=40), min_length=2, max_length=8)
    method = serializers.ChoiceField(choices=METHODS, default="dice bag")
    momentum = serializers.BooleanField(default=False)
    here = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=15), max_length=16)
    players = serializers.ListField(
        child=SeatedPlayer(),
        required=False,
        max_length=16,
        help_text="Who plays on which side; without it each side is its one player.",
    )


class RosterText(Strict):
    """A list of units, one in each line, for a player of one's own; ``again`` replaces his present ones."""

    player = serializers.IntegerField(min_value=0, max_value=15)
    roster = serializers.CharField(max_length=8000)
    again = serializers.BooleanField(default=False)


class RevealPlace(Strict):
    """A place of one's own and its owner's four digits."""

    player = serializers.IntegerField(min_value=0, max_value=15)
    pin = serializers.CharField(max_length=4)


class OwnDice(Strict):
    """Whether the players roll their own dice and type them in."""

    own = serializers.BooleanField()


class AwayAnswer(Strict):
    """What a side that is back says to what was done without it: action ``n`` of the log."""

    n = serializers.IntegerField(min_value=0)
    side = serializers.IntegerField(min_value=0, max_value=7)
    contest = serializers.BooleanField()


class JoinTable(Strict):
    """The code that the first phone shows, and the places to sit down at; none: to watch."""

    code = serializers.CharField(max_length=8)
    places = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=15), max_length=16)


class TableDeed(Strict):
    """An action: its kind, the player for whom, its values, and dice that the players rolled themselves."""

    kind = serializers.CharField(max_length=20)
    player = serializers.IntegerField(min_value=0, max_value=15)
    values = serializers.DictField(default=dict)
    typed = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=999), required=False, max_length=400
    )


class Agreement(Strict):
    """Whether a side agrees to what is proposed; ``alone``: without sides that have been away a minute."""

    side = serializers.IntegerField(min_value=0, max_value=7)
    agree = serializers.BooleanField()
    alone = serializers.BooleanField(default=False)


class TableShape(serializers.Serializer[Any]):
    """A table as the caller's places may see it.

    ``away`` are the sides that have gone quiet, with seconds; ``questions`` what was done without a side.
    A phone with several places reads what everybody sees, and each place's own by ``reveal``.
    """

    id = serializers.CharField()
    code = serializers.CharField()
    commitment = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField())
    views = serializers.ListField(child=serializers.DictField())
    proposal = serializers.DictField(allow_null=True)
    own_dice = serializers.BooleanField()
    away = serializers.DictField(child=serializers.IntegerField())
    questions = serializers.ListField(child=serializers.DictField())


class OneView(serializers.Serializer[Any]):
    """What one place may see."""

    view = serializers.DictField()


class TableRow(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    over = serializers.BooleanField()


class TableRows(serializers.Serializer[Any]):
    """The caller's tables."""

    items = TableRow(many=True)


class TableLog(serializers.Serializer[Any]):
    """The log; ``seed`` once the battle is over."""

    format = serializers.CharField()
    session = serializers.CharField()
    commitment = serializers.CharField()
    seed = serializers.CharField(required=False)
    events = serializers.ListField(child=serializers.DictField())
    dice = serializers.ListField(child=serializers.DictField())


def shape_of(table: Table, phone: Phone) -> dict[str, Any]:
    """The table as a program reads it: a view for each of its places, or the watchers' one."""
    table.refresh_from_db()
    game = game_of(table)
    numbers = selectors.acts_for(game, phone)
    own = phone.numbers if len(phone.numbers) == 1 else [WATCHER]
    return {
        "id": table.public_id,
        "code": table.code,
        "commitment": table.commitment,
        "places": list(numbers),
        "views": [view(game, number) for number in own],
        "proposal": table.proposal,
        "own_dice": phone.own_dice,
        "away": {str(side): seconds for side, seconds in presence.away(table, game).items()},
        "questions": table.questions,
    }
