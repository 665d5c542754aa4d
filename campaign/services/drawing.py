"""The map of a campaign that is being built: drawn from a seed, taken in from a text, a picture under it."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from campaign.ids import random_id
from campaign.mapping.formats import Format, MapError, read
from campaign.mapping.generate import Wish, draw
from campaign.models import Backdrop, Campaign, Draft, User
from campaign.services.drafts import locked_draft, save_board
from campaign.services.errors import Refusal
from campaign.setting_up.boards import Board

MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 40_000_000
"""A picture that would take more when unpacked is refused unseen."""

LONGEST = 2400
"""Pixels of the longer side of what is kept."""

KINDS = ("JPEG", "PNG", "WEBP", "GIF")


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


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture made anew: its bytes, its media type, its sides."""

    data: bytes
    media_type: str
    width: int
    height: int


def set_backdrop(*, campaign: Campaign, by: User, upload: BinaryIO, shown: bool) -> Backdrop:
    """Lay a picture under the grid, in the place of the one there is.

    Raises ``Refusal``: ``not_yours``, ``started``, ``picture`` with what is allowed.
    """
    picture = remade(upload)
    with transaction.atomic():
        locked_draft(campaign, by)
        backdrop, _made = Backdrop.objects.update_or_create(
            campaign=campaign,
            defaults={
                "public_id": random_id(),
                "picture": picture.data,
                "media_type": picture.media_type,
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


def remade(upload: BinaryIO) -> Picture:
    """An uploaded picture drawn anew, without anything that was hidden in the file. Raises ``Refusal``."""
    data = upload.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _no_picture(_("A picture may have up to 5 MB."))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=KINDS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _no_picture(_("This picture has too many pixels; up to 40 million can be read."))
                upright = ImageOps.exif_transpose(opened).convert("RGB")
    except Refusal:
        raise
    except (OSError, ValueError, SyntaxError, MemoryError, Image.DecompressionBombError, Warning) as error:
        raise _no_picture(
            _("This is not a picture that can be read; allowed are JPEG, PNG, WebP and GIF.")
        ) from error
    upright.thumbnail((LONGEST, LONGEST))
    out = io.BytesIO()
    upright.save(out, "WEBP", quality=82)
    return Picture(out.getvalue(), "image/webp", upright.width, upright.height)


def _no_picture(text: str) -> Refusal:
    return Refusal(text, code="picture", field="picture")
