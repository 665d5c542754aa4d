"""The map of a campaign that is being built: drawn from a seed, taken in from a text, a picture under it."""

from __future__ import annotations

from typing import BinaryIO

from django.db import transaction

from campaign.base.maps.formats import Format, MapError, read
from campaign.base.maps.generate import Wish, draw
from campaign.base.pictures import MOST_BYTES, Encoded, redraw
from campaign.base.refusal import Refusal
from campaign.base.setup.documents import Board
from campaign.founding.draft_saving import locked_draft, save_board
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


def taken_in(text: str, form: Format | None, onto: Board) -> Board:
    """The map in a text, not stored; terrain alone is put under what stands ``onto`` the map until now.

    Raises ``Refusal`` (``text``) with the line and column, or the JSON path, of what is wrong.
    """
    try:
        return read(text, form, onto=onto)
    except MapError as error:
        raise Refusal(f"{error}.", code="text", field="text") from error


def draw_board(*, campaign: Campaign, by: User, wish: Wish, version: str) -> Draft:
    """Put the map of a wish in the place of the campaign's. Raises ``Refusal`` as ``save_board``."""
    return save_board(campaign=campaign, by=by, board=drawn(wish), version=version)


def take_in_board(
    *, campaign: Campaign, by: User, text: str, form: Format | None, onto: Board, version: str
) -> Draft:
    """Put the map in a text in the place of the campaign's. Raises ``Refusal`` as ``save_board``."""
    return save_board(campaign=campaign, by=by, board=taken_in(text, form, onto), version=version)


# The picture under the grid


def set_backdrop(*, campaign: Campaign, by: User, upload: BinaryIO | Encoded, shown: bool) -> Backdrop:
    """Lay a picture under the grid, in the place of the one there is.

    Raises ``Refusal``: ``not_yours``, ``started``, ``picture`` with what is allowed.
    """
    picture = upload if isinstance(upload, Encoded) else remade(upload)
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


def remade(upload: BinaryIO) -> Encoded:
    """An uploaded picture drawn anew, without anything that was hidden in the file. Raises ``Refusal``."""
    return redraw(upload.read(MOST_BYTES + 1), longest=LONGEST, form="WEBP", code="picture")
