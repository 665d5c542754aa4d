"""Whether what an exchange file says of a board, its movement and its dice hangs together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from campaign import engine
from campaign.base.answers import JsonObject
from campaign.base.setup.boards import SEAT_KEYS, ScenarioError, read_board
from campaign.base.setup.dossiers import read_dossier
from campaign.base.setup.early_sightings import read_sightings
from campaign.base.setup.house_rules import read_house
from campaign.base.words.document_faults import failure_words, fault, fault_text
from campaign.models import Campaign, CampaignStatus, Draft, OpenFront, Phase, Seat, Settlement, Turn
from campaign.turn.drawing.draw_dates import is_drawing
from campaign.turn.told.open_front import read_front
from rules.format.reading import Node
from rules.format.writing import state_document
from rules.scenario import load, movement_document, to_text

_BROKEN = (ValueError, KeyError, TypeError, IndexError, AttributeError)


def check_thrown(thrown: object) -> None:
    """Check dice thrown elsewhere: turn, label, ``[sides, value]``. Raises ``ValueError`` with the place."""
    if not isinstance(thrown, dict):
        raise ValueError(_("campaign.json, row 1: thrown: must be a JSON object."))
    for turn, dice in thrown.items():
        place = f"campaign.json, row 1: thrown.{turn}"
        if not (turn.isascii() and turn.isdecimal() and isinstance(dice, dict)):
            raise ValueError(_("%(place)s: must be a turn's number with its dice.") % {"place": place})
        for label, die in dice.items():
            whole = isinstance(die, list) and len(die) == 2 and all(type(one) is int for one in die)
            if not (whole and 1 <= die[1] <= die[0]):
                raise ValueError(
                    _("%(place)s.%(label)s: must be [sides, value], the value from 1 to the sides.")
                    % {"place": place, "label": label}
                )


def check_house(campaign: Campaign) -> None:
    """Check the club's own army rules. Raises ``ValueError`` with the place."""
    try:
        campaign.house = read_house(campaign.house)
    except ScenarioError as error:
        raise ValueError(_("campaign.json, row 1: %(fault)s.") % {"fault": fault(error)}) from error


def check_board(campaign: Campaign, number: int) -> None:
    """Check that the engine can read the board. Raises ``ValueError``."""
    try:
        seats = Seat.objects.filter(campaign=campaign).order_by("number")
        board = engine.read_board(campaign, number, seats)
        load({**state_document(board.state), "seed": "00" * 32})
    except _BROKEN as error:
        raise ValueError(_("The board cannot be read: %(why)s.") % {"why": failure_words(error)}) from error


def check_draft(campaign: Campaign) -> None:
    """Check that a campaign that is being built can be built on. Raises ``ValueError``."""
    draft = Draft.objects.filter(campaign=campaign).first()
    if draft is None:
        raise ValueError(_("draft.jsonl: a campaign that is being built has one row here."))
    if campaign.blind:
        raise ValueError(
            _("campaign.json, row 1: blind: a campaign that is set up blind cannot be exported.")
        )
    if Turn.objects.filter(campaign=campaign).exists():
        raise ValueError(_("turn.jsonl: a campaign that is being built has no turns."))
    keys = set(Seat.objects.filter(campaign=campaign).values_list("key", flat=True))
    if len(keys) < 2 or not keys <= set(SEAT_KEYS):
        allowed = {"first": SEAT_KEYS[0], "last": SEAT_KEYS[-1]}
        raise ValueError(_("seat.jsonl: key: at least two, of %(first)s to %(last)s.") % allowed)
    if not (isinstance(draft.seen, list) and all(isinstance(one, str) for one in draft.seen)):
        raise ValueError(_("draft.jsonl, row 1: seen: must be a list of texts."))
    if not isinstance(draft.players, dict):
        raise ValueError(_("draft.jsonl, row 1: players: must be a JSON object."))
    try:
        board = read_board(draft.board)
        for dossier in draft.players.values():
            read_dossier(dossier)
    except ScenarioError as error:
        raise ValueError(_("draft.jsonl, row 1: %(fault)s.") % {"fault": fault(error)}) from error
    if "\n".join(board["terrain"]) != campaign.map_rows:
        raise ValueError(_("campaign.json, row 1: map_rows: must be the terrain of the draft's board."))


def check_heard(campaign: Campaign) -> None:
    """Check what seats heard before the war. Raises ``ValueError`` with the place."""
    seats = list(Seat.objects.filter(campaign=campaign).order_by("pk"))
    keys = [seat.key for seat in seats]
    for number, seat in enumerate(seats, start=1):
        with _at(f"seat.jsonl, row {number}", ""):
            read_sightings(Node(seat.sightings, Node({}), "sightings"), keys)


def check_fronts(campaign: Campaign) -> None:
    """Check what all may see of the war: it fits the map and the armies. Raises ``ValueError``."""
    rows = campaign.map_rows.split("\n")
    armies = frozenset(Seat.objects.filter(campaign=campaign).values_list("number", flat=True))
    for row in OpenFront.objects.filter(turn__campaign=campaign).order_by("shows").iterator():
        try:
            front = read_front(row.document, (len(rows[0]), len(rows)), armies)
            if (front["turn"], front["told"]) != (row.shows, row.turn.number):
                raise ValueError(row.shows)
        except _BROKEN as error:
            text = _("What all may see of turn %(turn)s cannot be read.") % {"turn": row.shows}
            raise ValueError(text) from error
        if front != row.document:
            OpenFront.objects.filter(pk=row.pk).update(document=front)


def check_settlements(campaign: Campaign) -> None:
    """Check what is settled of orders in words that count. Raises ``ValueError`` with the place."""
    rows = Settlement.objects.filter(turn__campaign=campaign).select_related("turn").order_by("pk")
    for number, row in enumerate(rows, start=1):
        document: JsonObject = row.turn.input or {}
        with _at(f"settlement.jsonl, row {number}", "settlements[0]."):
            if row.banner in map(str, engine.others_in(document)):
                told = {"banner": row.banner, "start": row.start, "end": row.end}
                engine.read_settled(document, [told])


@contextmanager
def _at(place: str, outside: str) -> Iterator[None]:
    """Say where a document in a row is broken; ``outside`` is what of its path the row is not told."""
    try:
        yield
    except ScenarioError as error:
        raise ValueError(f"{place}: {error.path.removeprefix(outside)}: {fault_text(error)}.") from error
    except _BROKEN as error:
        raise ValueError(f"{place}: {failure_words(error)}.") from error


def check_movement(campaign: Campaign, turn: Turn) -> None:
    """Check that the movement of a turn that runs follows from its input and its dice. Raises ``ValueError``.

    Else the turn could never be finished here.
    """
    told = turn.proposal if turn.phase == Phase.MOVEMENT_REVIEW else turn.movement
    if campaign.status == CampaignStatus.ENDED or turn.phase in (Phase.PLANNING, Phase.PUBLISHED):
        return
    if is_drawing(turn):
        return  # nothing has thrown its dice
    try:
        seats = {seat.key: seat for seat in Seat.objects.filter(campaign=campaign)}
        made = engine.move_document(turn, turn.input or {}, seats)
        equal = to_text(movement_document(made)) == to_text(told)
    except _BROKEN as error:
        raise ValueError(
            _("turn.jsonl: the turn's movement cannot be read: %(why)s.") % {"why": failure_words(error)}
        ) from error
    if not equal:
        raise ValueError(
            _("turn.jsonl: the movement of turn %(number)d does not follow from its input and its dice.")
            % {"number": turn.number}
        )
