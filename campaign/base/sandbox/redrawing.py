"""Redraws a picture that somebody has sent, as a program with little memory and time.

It reads a line of JSON (``longest`` side in pixels, ``form`` to write) and then the picture's bytes, and
writes lines: JSON with ``state``, which is ``done`` with ``width`` and ``height``, ``large`` if it has too
many pixels, ``texts`` if it holds too much text, or ``unreadable``; if it is done, the new picture follows in
base64. Run it by ``campaign.base.sandbox.children``: nothing is known of the bytes beforehand.
"""

from __future__ import annotations

import base64
import json
import sys
import warnings
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageOps

if TYPE_CHECKING:
    # It loads half of Django, for which every picture would wait.
    from campaign.base.answers import Json

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
QUALITY = 82
PIECE = 512 * 1024
"""Bytes of the new picture in a line."""


class TooLargeError(Exception):
    """The picture has more megapixels than are read."""


def sides(raw: bytes) -> tuple[int, int] | None:
    """Width and height as the first bytes of a PNG, GIF or WebP say: opening a WebP allocates both."""
    if raw.startswith(b"\x89PNG\r\n\x1a\n") and raw[12:16] == b"IHDR":
        return int.from_bytes(raw[16:20], "big"), int.from_bytes(raw[20:24], "big")
    if raw[:6] in (b"GIF87a", b"GIF89a"):
        return int.from_bytes(raw[6:8], "little"), int.from_bytes(raw[8:10], "little")
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return _sides_of_webp(raw[12:16], raw[20:30])
    return None


def _sides_of_webp(chunk: bytes, data: bytes) -> tuple[int, int] | None:
    if chunk == b"VP8X":
        return 1 + int.from_bytes(data[4:7], "little"), 1 + int.from_bytes(data[7:10], "little")
    if chunk == b"VP8L":
        bits = int.from_bytes(data[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        wide, high = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        return wide, high
    return None


def redrawn(
    raw: bytes, *, longest: int, form: str, megapixels: int, megapixels_jpeg: int
) -> tuple[bytes, int, int]:
    """The first frame, upright, at most ``longest`` pixels a side, without anything that rode along.

    A JPEG may have more pixels than others, for it is unpacked smaller than it is. Raises ``TooLargeError``,
    and much else for what is no picture.
    """
    told = sides(raw)
    if told is not None:
        _measure(told, megapixels)
    with Image.open(BytesIO(raw), formats=FORMATS) as image:
        _measure(image.size, megapixels if told is not None else megapixels_jpeg)
        image.draft("RGB", (longest, longest))
        _measure(image.size, megapixels)
        image.load()
        whole = image.convert("RGBA") if image.mode in ("P", "PA") else image
        # From here on little is left of it, so that turning and flattening it costs nothing.
        whole.thumbnail((longest, longest))
        flat = _flat(ImageOps.exif_transpose(whole))
    out = BytesIO()
    flat.save(out, form, quality=QUALITY, optimize=True)
    return out.getvalue(), flat.width, flat.height


def _measure(size: tuple[int, int], most: int) -> None:
    if size[0] * size[1] > most * 1_000_000:
        raise TooLargeError


def _flat(image: Image.Image) -> Image.Image:
    """On white, where it can be seen through."""
    if image.mode not in ("RGBA", "LA"):
        return image.convert("RGB")
    layered = image.convert("RGBA")
    flat = Image.new("RGB", layered.size, "white")
    flat.paste(layered, mask=layered.getchannel("A"))
    return flat


def answer_to(given: bytes) -> Iterator[str]:
    """The lines that are said to what was given."""
    head, _end, raw = given.partition(b"\n")
    wanted: dict[str, Json] = json.loads(head)
    try:
        with warnings.catch_warnings():
            # The limits are here; and what is odd about a picture interests nobody.
            warnings.simplefilter("ignore")
            data, width, height = redrawn(raw, **wanted)
    except MemoryError:
        raise
    except Exception as error:
        yield json.dumps({"state": _fault(error)})
        return
    yield json.dumps({"state": "done", "width": width, "height": height})
    for first in range(0, len(data), PIECE):
        yield base64.b64encode(data[first : first + PIECE]).decode()


def _fault(error: Exception) -> str:
    """What is wrong with a picture. Of its limits for texts Pillow tells in words alone."""
    if isinstance(error, TooLargeError | Image.DecompressionBombError):
        return "large"
    # Whatever else the bytes do to the decoder, they are no picture.
    return "texts" if "MAX_TEXT_" in str(error) else "unreadable"


def prepare() -> None:
    """Load all that reads and writes pictures: from then on no file is opened."""
    Image.init()
    for form in FORMATS:
        out = BytesIO()
        Image.new("RGB", (8, 8)).save(out, form)
        for written in ("JPEG", "WEBP"):
            redrawn(out.getvalue(), longest=4, form=written, megapixels=1, megapixels_jpeg=1)


def main() -> None:
    """Answer what is given."""
    for line in answer_to(sys.stdin.buffer.read()):
        sys.stdout.write(line + "\n")
