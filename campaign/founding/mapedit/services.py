"""The map of a campaign that is being built: drawn from a seed, taken in from a text, a picture under it."""

from __future__ import annotations

from typing import BinaryIO

from django.db import transaction

from campaign.access.uploads import count, redraw
from campaign.base.maps.assumed_tiles import Assumed
from campaign.base.maps.formats import Format
from campaign.base.maps.generate import Wish, draw
from campaign.base.maps.map_intake import TakenMap, take
from campaign.base.pictures import MOST_BYTES, Encoded
from campaign.base.refusal import Refusal
from campaign.base.setup.documents import Board
from campaign.base.setup.house_rules import house_documents
from campaign.founding.draft_saving import locked_draft, save_board
from campaign.founding.house.services import save_house
from campaign.ids import random_id
from campaign.models import Backdrop, Campaign, Draft, User

LONGEST = 2400
"""Pixels of the longer side of what is kept."""


def drawn(wish: Wish) -> Board:
    """The map of a wish, not stored. Raises ``Refusal`` (``wish``) with the field that is out of bounds."""
    try:
        return draw(wish).board
    except ValueError as error:
        field, _colon, words = str(error).partition(": ")
        raise Refusal(f"{field}: {words}.", code="wish", field=field) from error


def taken_in(text: str, form: Format | None, onto: Board, by: User, *, field: str = "text") -> TakenMap:
    """The map in a text, not stored; terrain alone is put under what stands ``onto`` the map until now.

    Raises ``Refusal`` with the ``field`` in which it was sent: ``text`` with the line and column, or the JSON
    path, of what is wrong; ``busy``; ``uploads``.
    """
    count(by, len(text), field=field)
    return take(text, form, onto=onto, field=field)


def draw_board(*, campaign: Campaign, by: User, wish: Wish, version: str) -> Draft:
    """Put the map of a wish in the place of the campaign's. Raises ``Refusal`` as ``save_board``."""
    return save_board(campaign=campaign, by=by, board=drawn(wish), version=version)


def take_in_board(
    *,
    campaign: Campaign,
    by: User,
    text: str,
    form: Format | None,
    onto: Board,
    version: str,
    field: str = "text",
) -> Assumed:
    """Put the map in a text in the place of the campaign's; gives what was assumed of its tiles.

    Raises ``Refusal`` as ``taken_in`` and ``save_board``.

    House rules in the text come in with it: one of the same id is replaced, all others stay.
    """
    taken = taken_in(text, form, onto, by, field=field)
    board, house = taken.board, taken.house
    with transaction.atomic():
        draft = save_board(campaign=campaign, by=by, board=board, version=version)
        if house:
            new = {one["id"] for one in house}
            kept = [one for one in house_documents(draft.campaign) if one["id"] not in new]
            save_house(campaign=campaign, by=by, house=[*kept, *house])
    return taken.assumed


# The picture under the grid


def set_backdrop(*, campaign: Campaign, by: User, upload: BinaryIO | Encoded, shown: bool) -> Backdrop:
    """Lay a picture under the grid, in the place of the one there is.

    Raises ``Refusal``: ``not_yours``, ``started``, ``picture`` with what is allowed.
    """
    picture = upload if isinstance(upload, Encoded) else remade(upload, by)
    with transaction.atomic():
        locked_draft(campaign, by)
        backdrop, _made = Backdrop.objects.update_or_create(
            campaign=campaign,
            defaults={
                "public_id": random_id(),
                "picture": picture.data,
                "media_type": "image/webp",
                "width": picture.width,
                "height": picture.height,
                "shown": shown,
            },
        )
        return backdrop


def show_backdrop(*, campaign: Campaign, by: User, shown: bool) -> None:
    """Show the picture to the players, or no longer. Raises ``Refusal``."""
    with transaction.atomic():
        locked_draft(campaign, by)
        Backdrop.objects.filter(campaign=campaign).update(shown=shown)


def remove_backdrop(*, campaign: Campaign, by: User) -> None:
    """Take the picture away. Raises ``Refusal``."""
    with transaction.atomic():
        locked_draft(campaign, by)
        Backdrop.objects.filter(campaign=campaign).delete()


def remade(upload: BinaryIO, by: User) -> Encoded:
    """An uploaded picture drawn anew, without anything that was hidden in the file. Raises ``Refusal``."""
    return redraw(upload.read(MOST_BYTES + 1), by=by, longest=LONGEST, form="WEBP", code="picture")
