"""What programs send to a table, and what they read of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from rest_framework import serializers

from battles.lists.shapes import ListSent
from battles.models import Phone, Table
from battles.models.table import WATCHER
from battles.table import presence, selectors, waiting
from battles.table.deeds import game_of
from battles.table.documents import ComingDeed, Proposal, Question, WaitingAction
from battles.table.pace.going_on import coming_deed
from battles.table.pace.taking_back import seconds_left
from campaign.base.answers import JsonObject
from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict
from rules.tabletop.documents.table_view import TableView
from rules.tabletop.documents.view import view
from rules.tabletop.lists.entering import list_of
from rules.tabletop.state import Game
from rules.tabletop.tables import METHODS


class SeatedPlayer(Strict):
    """A player and the number of his side."""

    name = Line(max_length=40)
    side = serializers.IntegerField(min_value=0, max_value=7)


class OpenTable(Strict):
    """A quick battle. ``here`` are the numbers of the players that this program plays."""

    name = Line(max_length=80)
    sides = serializers.ListField(child=Line(max_length=40), min_length=2, max_length=8)
    method = serializers.ChoiceField(choices=METHODS, default="dice bag")
    momentum = serializers.BooleanField(default=False)
    here = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=15), max_length=16)
    players = serializers.ListField(
        child=SeatedPlayer(),
        required=False,
        max_length=16,
        help_text="Who plays on which side; without it each side is its one player.",
    )


class RosterText(ListSent):
    """A list of units for a player of one's own; ``again`` replaces his present ones. The very same list as
    one that has been entered, at this table or before a rematch, is refused (``entered``) without ``more``.
    """

    player = serializers.IntegerField(min_value=0, max_value=15)
    again = serializers.BooleanField(default=False)
    more = serializers.BooleanField(
        default=False, help_text="Enter the units of a list that has been entered once more."
    )


class RevealPlace(Strict):
    """A place of one's own and its owner's four digits."""

    player = serializers.IntegerField(min_value=0, max_value=15)
    pin = Line(max_length=4)


class OwnDice(Strict):
    """Whether players roll their own dice and type them in; without ``players`` all of the caller's."""

    own = serializers.BooleanField()
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=15), required=False, max_length=16
    )


class LaidDice(Strict):
    """Dice for the action ``cid`` that waits; ``at``: how many of its dice lay already, so that sent twice
    they count once.
    """

    cid = serializers.CharField(max_length=40)
    typed = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=999), min_length=1, max_length=400
    )
    at = serializers.IntegerField(min_value=0, required=False)


class AwayAnswer(Strict):
    """What a side that is back says to what was done without it: action ``n`` of the log."""

    n = serializers.IntegerField(min_value=0)
    side = serializers.IntegerField(min_value=0, max_value=7)
    contest = serializers.BooleanField()


class JoinTable(Strict):
    """The code that the first phone shows, and the places to sit down at; none: to watch."""

    code = Line(max_length=8)
    places = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=15), max_length=16)


class TableDeed(Strict):
    """An action: its kind, the player for whom, its values, and dice that the players rolled themselves."""

    kind = Line(max_length=20)
    player = serializers.IntegerField(min_value=0, max_value=15)
    values = serializers.DictField(
        default=dict,
        help_text="What the action needs, by its kind. `correct` takes `reason` with `unit` and any of"
        " `models`, `pins`, `officer`, `order`, `weapons`, `destroyed`, `reserve`, `nco`, `immobilised`,"
        " `lost` (men fallen, by the number of the group), `jams` (an arc or `free`, by the number of the"
        " turret), `boosts` and `groups`; or with `side` and `points`; or with any of `momentum` (a space"
        " of the track), `holder` (the side that brought it there) and `seals` (by the number of the side)."
        " Of a unit only what differs is proposed. `begin` takes what `settings` takes; `draw` takes what was"
        " drawn by hand: `side`, three `sides` or a `unit`; `hand` the real `cards` that were dealt.",
    )
    typed = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=999), required=False, max_length=400
    )


class Agreement(Strict):
    """Whether a side agrees to what is proposed; ``alone``: without sides that have been away a minute."""

    side = serializers.IntegerField(min_value=0, max_value=7)
    agree = serializers.BooleanField()
    alone = serializers.BooleanField(default=False)


class TableState(TypedDict):
    """A table as the caller's places may see it; while an action ``waits`` for dice nothing else is accepted.

    ``away`` are the sides that have gone quiet, with seconds; ``questions`` what was done without a side.
    A phone with several places reads what everybody sees, and each place's own by ``reveal``. ``coming`` is
    what happens next by itself, ``take_back`` for how many seconds one's own last act can be taken back.
    """

    id: str
    code: str
    commitment: str
    places: list[int]
    views: list[TableView]
    proposal: Proposal | None
    waits: WaitingAction | None
    own_dice: bool
    away: Mapping[str, int]
    questions: list[Question]
    coming: ComingDeed | None
    take_back: float


class PlaceView(TypedDict):
    """What one place may see."""

    view: TableView


class TableRow(TypedDict):
    """A table in a list."""

    id: str
    name: str
    over: bool


class TableRows(TypedDict):
    """The caller's tables."""

    items: list[TableRow]


class OwnLists(TypedDict):
    """The lists of the caller's places."""

    lists: Annotated[list[JsonObject], "A ``boltgun_list`` document for each place."]


def own_list(game: Game, number: int) -> JsonObject:
    """The units of a place as a list."""
    mine = [unit for unit in game.units if unit.player == number]
    return {**list_of(mine, game.name, game.players[number].name)}


def state_of(table: Table, phone: Phone) -> TableState:
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
        "views": [waiting.with_wanted_dice(view(game, number), table, game) for number in own],
        "proposal": table.proposal,
        "waits": waiting.waits_of(table),
        "own_dice": waiting.rolls_itself(table, phone),
        "away": {str(side): seconds for side, seconds in presence.away(table, game).items()},
        "questions": table.questions,
        "coming": coming_deed(table, game),
        "take_back": seconds_left(table, numbers),
    }
