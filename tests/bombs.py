"""Hostile bytes, written by hand: small here and large when unpacked, or deeper than anybody reads; and zips
that lie."""

from __future__ import annotations

import base64
import io
import json
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator

MIB = 1024 * 1024
_PNG = b"\x89PNG\r\n\x1a\n"


# Pictures


def webp(width: int = 7071, height: int = 7071) -> bytes:
    """A lossless WebP of one colour: 34 bytes, whatever its sides."""
    # Bits from the lowest: sides, no alpha, version 0; no transform, no cache, one group of five codes, each
    # of one symbol, so that no pixel takes a bit.
    sides = (width - 1) | (height - 1) << 14
    codes = sum(0b0001 << 3 + 4 * code for code in range(5))
    data = b"\x2f" + struct.pack("<I", sides) + codes.to_bytes(9, "little")
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def moving_webp(width: int = 16_384, height: int = 16_384) -> bytes:
    """An animated WebP whose canvas is vast and whose only frame is one pixel."""
    head = bytes([0x02, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    one = webp(1, 1)[12:]
    frame = bytes(6) + bytes(6) + (100).to_bytes(3, "little") + b"\0" + one
    body = b"WEBP" + _riff(b"VP8X", head) + _riff(b"ANIM", bytes(6)) + _riff(b"ANMF", frame)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _riff(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def png(width: int = 7071, height: int = 7071, *, text: int = 0, texts: int = 1) -> bytes:
    """A PNG of zeros, about a thousandth of its size; ``text`` bytes are packed into each of its texts."""
    packed = _packed(width * 3 + 1, height)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    notes = [_chunk(b"zTXt", b"note\0\0" + _packed(text, 1)) for _ in range(texts) if text]
    return _PNG + b"".join((_chunk(b"IHDR", head), *notes, _chunk(b"IDAT", packed), _chunk(b"IEND", b"")))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _packed(length: int, times: int) -> bytes:
    """Zeros, packed piece by piece, so that the tests themselves stay small."""
    packer = zlib.compressobj(9)
    pieces = [packer.compress(piece) for _ in range(times) for piece in zeros(length)]
    return b"".join((*pieces, packer.flush()))


def zeros(length: int) -> Iterator[bytes]:
    """So many zeros, a MiB at a time."""
    for first in range(0, length, MIB):
        yield bytes(min(MIB, length - first))


def gif(width: int = 8, height: int = 8, frames: int = 100_000) -> bytes:
    """A GIF of many frames of one pixel."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    one = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return head + one * frames + b"\x3b"


def jpeg(width: int = 65_000, height: int = 65_000, *, progressive: bool = False) -> bytes:
    """A JPEG that ends after its head."""
    sign = b"\xff\xc2" if progressive else b"\xff\xc0"
    parts = b"".join(bytes([number, 0x11, 0]) for number in (1, 2, 3))
    frame = struct.pack(">BHHB", 8, height, width, 3) + parts
    tables = b"\xff\xdb" + struct.pack(">H", 67) + b"\0" + b"\1" * 64
    scan = b"\xff\xda" + struct.pack(">HB", 12, 3) + bytes([1, 0, 2, 0, 3, 0, 0, 63, 0])
    return b"\xff\xd8" + tables + sign + struct.pack(">H", 2 + len(frame)) + frame + scan + b"\xff\xd9"


PICTURES: dict[str, Callable[[], bytes]] = {
    "webp": webp,
    "webp of the largest sides": lambda: webp(16_384, 16_384),
    "moving webp": moving_webp,
    "png": png,
    "png of the largest sides": lambda: (
        _PNG + _chunk(b"IHDR", struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 16, 6, 0, 0, 0))
    ),
    "png with 100 MB of text": lambda: png(8, 8, text=100_000_000),
    "png with a hundred texts": lambda: png(8, 8, text=MIB, texts=100),
    "vast gif": lambda: gif(65_535, 65_535, 1),
    "jpeg": jpeg,
    "progressive jpeg": lambda: jpeg(8000, 7900, progressive=True),
}
"""What is refused. A GIF of many frames is not: its first one is a picture."""


# Zips


def manifest_of_600_mb() -> bytes:
    """A zip of 600 kB whose manifest is 600 MiB of spaces."""
    return _zip({"manifest.json": (b" " * MIB for _ in range(600))})


def lying(said: int = 10, real: int = 300) -> bytes:
    """A zip that says of its manifest that it has ``said`` bytes; it has ``real`` MiB."""
    whole = _zip({"manifest.json": (b" " * MIB for _ in range(real))})
    size = struct.pack("<I", real * MIB)
    assert whole.count(size) >= 1
    return whole.replace(size, struct.pack("<I", said))


def overlapping(names: list[str], megabytes: int = 40) -> bytes:
    """A zip all of whose members are the same bytes."""
    whole = _zip({names[0]: (b" " * MIB for _ in range(megabytes))})
    begin = whole.index(b"PK\x01\x02")
    first, _end, tail = whole[:begin], *whole[begin:].partition(b"PK\x05\x06")[1:]
    entry = whole[begin : begin + 46]
    central = b"".join(
        entry[:28] + struct.pack("<H", len(name)) + entry[30:46] + name.encode() for name in names
    )
    end = struct.pack("<HHHHIIH", 0, 0, len(names), len(names), len(central), begin, 0)
    assert len(tail) == len(end)
    return first + central + b"PK\x05\x06" + end


def many(entries: int = 100_000) -> bytes:
    """A zip of many members."""
    central = b"".join(
        b"PK\x01\x02" + bytes(24) + struct.pack("<HHH", 8, 0, 0) + bytes(12) + b"%08d" % number
        for number in range(entries)
    )
    counted = min(entries, 0xFFFF)
    return central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, counted, counted, len(central), 0, 0)


def many_by_zip64(entries: int = 100_000) -> bytes:
    """The same, while the last record, which all readers know, says that there is one."""
    central = many(entries)[:-22]
    record = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, entries, entries, len(central), 0)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, len(central), 1)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, 54, len(central), 0)
    return central + record + locator + end


def with_member(packed: bytes, name: str, megabytes: int) -> bytes:
    """A campaign's file with so many MiB of one more member, or of one of the same name."""
    out = io.BytesIO(packed)
    with (
        warnings.catch_warnings(action="ignore"),
        zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w") as member,
    ):
        for _ in range(megabytes):
            member.write(b" " * MIB)
    return out.getvalue()


def _zip(members: dict[str, Iterator[bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in members.items():
            with archive.open(name, "w") as member:
                for piece in pieces:
                    member.write(piece)
    return out.getvalue()


ZIPS: dict[str, Callable[[], bytes]] = {
    "a manifest of 600 MiB": manifest_of_600_mb,
    "a lying size": lying,
    "members that overlap": lambda: overlapping(
        ["manifest.json", *(f"pictures/{n:064x}" for n in range(3999))]
    ),
    "100 000 members": many,
    "100 000 members by zip64": many_by_zip64,
}


# Maps and rosters


def tiled(megabytes: int = 300) -> str:
    """A map of Tiled's whose only layer unpacks to so many MiB."""
    packer = zlib.compressobj(9)
    packed = b"".join([*(packer.compress(piece) for piece in zeros(megabytes * MIB)), packer.flush()])
    layer = {
        "name": "terrain",
        "type": "tilelayer",
        "width": 20,
        "height": 20,
        "encoding": "base64",
        "compression": "zlib",
        "data": base64.b64encode(packed).decode(),
    }
    return json.dumps({"type": "map", "width": 20, "height": 20, "layers": [layer], "tilesets": []})


def deep(levels: int = 100_000) -> str:
    """JSON that goes deeper than anybody reads."""
    return '{"sectors": ' + "[" * levels + "]" * levels + "}"


def laughing(levels: int = 12) -> str:
    """XML whose entities hold ten of the one before each."""
    entities = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, levels))
    return f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">{entities}]><roster>&l{levels - 1};</roster>'


def roster_zip(megabytes: int = 300) -> bytes:
    """A zipped roster of spaces."""
    return _zip({"army.ros": (b" " * MIB for _ in range(megabytes))})


MAPS: dict[str, Callable[[], str]] = {"tiled": tiled, "deep": deep}
ROSTERS: dict[str, Callable[[], bytes]] = {
    "deep": lambda: deep().encode(),
    "entities": lambda: laughing().encode(),
    "elements within elements": lambda: b"<roster>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</roster>",
    "a zip": roster_zip,
}
