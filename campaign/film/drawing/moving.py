"""Moving pictures as files: frames of which each holds what is new in it, as GIF and as animated WebP.

Neither holds anything but its pictures: no names, no dates, no program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageChops

from campaign.film.drawing.palette import CLEAR, flat, palette_of

Box = tuple[int, int, int, int]


BY_FAR = ((2, 1.1), (8, 1.5))
"""After a half and after an eighth of a film, what will be so many times too large is not made to its end."""


class TooLongError(Exception):
    """The file would have more bytes than it may; ``done`` hundredths of a second of it have room."""

    def __init__(self, done: int) -> None:
        super().__init__(done)
        self.done = done


@dataclass(frozen=True, slots=True)
class Frame:
    """A whole picture, for how many hundredths of a second, and where it may differ from the one before."""

    image: Image.Image
    hundredths: int
    changed: Box | None = None
    """None for everywhere."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is new: a picture in the fixed colours, clear where nothing is, and its corner."""

    image: Image.Image
    at: tuple[int, int]
    hundredths: int


def changes(frames: Iterable[Frame], light: str) -> Iterator[Change]:
    """What is new in each frame. One without anything new makes the one before longer."""
    shown: Image.Image | None = None
    waiting: Change | None = None
    for frame in frames:
        if shown is None:
            shown = flat(frame.image, light)
            waiting = Change(shown.copy(), (0, 0), frame.hundredths)
            continue
        change = _change(shown, frame, light)
        assert waiting is not None
        if change is None:
            waiting = Change(waiting.image, waiting.at, waiting.hundredths + frame.hundredths)
            continue
        yield waiting
        waiting = change
    if waiting is not None:
        yield waiting


def _change(shown: Image.Image, frame: Frame, light: str) -> Change | None:
    """What is new in a frame, which ``shown`` then shows; on even pixels, as WebP has it."""
    box = _even(frame.changed or (0, 0, *shown.size), shown.size)
    after = flat(frame.image.crop(box), light)
    different = ImageChops.difference(_places(shown.crop(box)), _places(after)).point(_NOT_NONE)
    inner = different.getbbox()
    if inner is None:
        return None
    left, top = box[0] + inner[0], box[1] + inner[1]
    whole = _even((left, top, box[0] + inner[2], box[1] + inner[3]), shown.size)
    cut = (whole[0] - box[0], whole[1] - box[1], whole[2] - box[0], whole[3] - box[1])
    shown.paste(after, box[:2])
    part, mask = after.crop(cut), different.crop(cut)
    clear = Image.new("P", part.size, CLEAR)
    clear.putpalette(palette_of(light).getpalette() or [])
    clear.paste(part, (0, 0), mask)
    return Change(clear, whole[:2], frame.hundredths)


_NOT_NONE = [0] + 255 * [255]


def _places(image: Image.Image) -> Image.Image:
    """The places in the palette as a grey picture."""
    return Image.frombytes("L", image.size, image.tobytes())


def _even(box: Box, size: tuple[int, int]) -> Box:
    left, top, right, bottom = box
    left, top = max(left, 0) // 2 * 2, max(top, 0) // 2 * 2
    return left, top, max(min(right, size[0]), left + 1), max(min(bottom, size[1]), top + 1)


@dataclass(frozen=True, slots=True)
class Limit:
    """The bytes that a film of so many hundredths of a second may have."""

    most: int
    whole: int

    def check(self, made: int, done: int) -> None:
        """Raise ``TooLongError`` once there is no more room, or by far will be none at the end."""
        if made >= self.most:
            raise TooLongError(done)
        for part, times in BY_FAR:
            if done * part >= self.whole and made * self.whole > times * self.most * done:
                raise TooLongError(done * self.most // made)


def gif(found: Iterable[Change], size: tuple[int, int], light: str, limit: Limit) -> bytes:
    """A GIF that begins anew when it is over. Raises ``TooLongError``."""
    out = bytearray(b"GIF89a")
    out += size[0].to_bytes(2, "little") + size[1].to_bytes(2, "little") + b"\xf7\x00\x00"
    out += bytes(palette_of(light).getpalette() or [])
    out += b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    done = 0
    for one in found:
        x, y = one.at
        out += b"\x21\xf9\x04\x05" + one.hundredths.to_bytes(2, "little") + bytes((CLEAR, 0))
        out += b"\x2c" + b"".join(part.to_bytes(2, "little") for part in (x, y, *one.image.size)) + b"\x00"
        out += _packed(one.image)
        done += one.hundredths
        limit.check(len(out), done)
    return bytes(out + b"\x3b")


def _packed(image: Image.Image) -> bytes:
    """A picture's places as GIF packs them, cut out of a file with nothing else in it."""
    single = BytesIO()
    _places(image).save(single, "GIF", optimize=False, interlace=0)
    data = single.getvalue()
    place = 13 + (3 * 2 ** ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    while data[place] == 0x21:
        place = _after_blocks(data, place + 2)
    flags = data[place + 9]
    place += 10 + (3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0)
    return data[place : _after_blocks(data, place + 1)]


def _after_blocks(data: bytes, place: int) -> int:
    while data[place]:
        place += 1 + data[place]
    return place + 1


def webp(found: Iterable[Change], size: tuple[int, int], light: str, limit: Limit) -> bytes:
    """An animated WebP without loss that begins anew when it is over. Raises ``TooLongError``."""
    wide, high = ((side - 1).to_bytes(3, "little") for side in size)
    out = bytearray(_chunk(b"VP8X", b"\x12\x00\x00\x00" + wide + high))
    out += _chunk(b"ANIM", b"\xff\xff\xff\xff\x00\x00")
    done = 0
    for one in found:
        places = [*(at // 2 for at in one.at), *(side - 1 for side in one.image.size), one.hundredths * 10]
        head = b"".join(part.to_bytes(3, "little") for part in places)
        out += _chunk(b"ANMF", head + b"\x00" + _lossless(one.image, light))
        done += one.hundredths
        limit.check(len(out), done)
    return b"RIFF" + (len(out) + 4).to_bytes(4, "little") + b"WEBP" + bytes(out)


def _lossless(image: Image.Image, light: str) -> bytes:
    """The chunk with a picture's pixels, clear where nothing is new."""
    single, places = BytesIO(), _places(image)
    seen = image.convert("RGBA")
    seen.putalpha(places.point([255] * CLEAR + [0]))
    Image.composite(seen, Image.new("RGBA", seen.size), seen.getchannel("A")).save(
        single, "WEBP", lossless=True, quality=40, method=2, exact=True
    )
    data, place = single.getvalue(), 12
    while data[place : place + 4] != b"VP8L":
        place += 8 + (int.from_bytes(data[place + 4 : place + 8], "little") + 1) // 2 * 2
    return data[place : place + 8 + (int.from_bytes(data[place + 4 : place + 8], "little") + 1) // 2 * 2]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + b"\x00" * (len(data) % 2)
