"""What stands in the place of a picture that was taken away: a grey field with a stroke through it."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

SIZE = (480, 320)
_GROUND, _STROKE = (201, 196, 184), (122, 116, 102)


def _drawn() -> bytes:
    picture = Image.new("RGB", SIZE, _GROUND)
    lines = ImageDraw.Draw(picture)
    lines.rectangle((8, 8, SIZE[0] - 9, SIZE[1] - 9), outline=_STROKE, width=4)
    lines.line((8, SIZE[1] - 9, SIZE[0] - 9, 8), fill=_STROKE, width=4)
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=60)
    return packed.getvalue()


NOTHING = _drawn()
