"""Pictures that people send: read with care, made smaller, and written anew, so that nothing rides along."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from campaign.services.errors import Refusal

MOST_BYTES = 5 * 1024 * 1024
LONGEST_SIDE = 1600
MOST_PIXELS = 50_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_QUALITY = 82


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as JPEG, without anything that was written into the original (place, camera, ...)."""

    data: bytes
    width: int
    height: int


def encode(raw: bytes, *, field: str = "picture") -> Encoded:
    """Write a picture anew as JPEG of at most 1600 pixels a side. Raises ``Refusal`` with the field."""
    if len(raw) > MOST_BYTES:
        raise Refusal(_("A picture has at most 5 MB."), code="impossible", field=field)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(raw), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise Refusal(_("A picture has at most 50 megapixels."), code="impossible", field=field)
                return _write(image)
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ):
        raise Refusal(
            _("This is no picture that can be read: send a JPEG, PNG, WebP or GIF."),
            code="impossible",
            field=field,
        ) from None


def _write(image: Image.Image) -> Encoded:
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    if upright.mode in ("RGBA", "LA", "P"):
        layered = upright.convert("RGBA")
        flat = Image.new("RGB", layered.size, "white")
        flat.paste(layered, mask=layered.getchannel("A"))
    else:
        flat = upright.convert("RGB")
    out = BytesIO()
    flat.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return Encoded(out.getvalue(), flat.width, flat.height)
