"""Sixty files that mean harm, or hold more than a list may; each with what its refusal has to name."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator

MIB = 1024 * 1024
XML = '<?xml version="1.0" encoding="UTF-8"?>'
NS = 'xmlns="http://www.battlescribe.net/schema/rosterSchema"'
UNIT = '<selection name="Sniper team" number="1" type="unit"/>'


def roster(inner: str = UNIT, head: str = XML) -> str:
    """A roster with these selections."""
    forces = f"<forces><force name='f'><selections>{inner}</selections></force></forces>"
    return f"{head}<roster {NS} name='x'>{forces}</roster>"


def zipped(members: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


def lying(data: bytes, said: int) -> bytes:
    """A zip file whose headings tell another size than its one member unpacks to."""
    raw = bytearray(zipped({"a.ros": data}))
    central = raw.index(b"PK\x01\x02")
    for at in (22, central + 24):
        raw[at : at + 4] = struct.pack("<I", said)
    return bytes(raw)


def encrypted() -> bytes:
    """A zip file that says that it is encrypted."""
    raw = bytearray(zipped({"a.ros": roster().encode()}))
    central = raw.index(b"PK\x01\x02")
    raw[6] |= 1
    raw[central + 8] |= 1
    return bytes(raw)


def with_forces(forces: object) -> bytes:
    """A roster as JSON."""
    return json.dumps({"roster": {"forces": forces}}).encode()


def selections(inner: object) -> bytes:
    """A roster as JSON with these selections."""
    return with_forces([{"name": "f", "selections": inner}])


def nested(depth: int) -> object:
    """Selections in selections."""
    found: dict[str, object] = {"name": "x", "type": "upgrade"}
    for _at in range(depth):
        found = {"name": "x", "type": "upgrade", "selections": [found]}
    return [found]


def listed(**changes: object) -> bytes:
    """A document of this app with one unit, changed."""
    unit: dict[str, object] = {"name": "Squad", "groups": [{"weapon": "Rifle", "count": 5}]}
    return json.dumps({"boltgun_list": 1, "units": [{**unit, **changes}]}).encode()


def _zips() -> Iterator[tuple[str, bytes, str]]:
    good = roster().encode()
    yield "a bomb of 64 MiB", zipped({"a.ros": b" " * (64 * MIB)}), "4 MiB"
    yield "a bomb of 5 MiB", zipped({"a.ros": b" " * (5 * MIB)}), "4 MiB"
    yield "a bomb of 3 MiB", zipped({"a.ros": b" " * (3 * MIB)}), "100 times"
    yield "a bomb that lies small", lying(b" " * (64 * MIB), 100), "broken"
    yield "a bomb that lies by half", lying(b"<a>" * MIB, 1000), "broken"
    yield "a size that lies large", lying(good, 2**32 - 2), "4 MiB"
    yield "a zip in a zip", zipped({"a.ros": zipped({"b.ros": good})}), "one .ros"
    yield "a zip in a zip, stored", zipped({"a.ros": zipped({"b.ros": good})}, method=0), "one .ros"
    yield "two rosters", zipped({"a.ros": good, "b.ros": good}), "one .ros"
    yield "a roster and a picture", zipped({"a.ros": good, "a.png": b"x"}), "one .ros"
    yield "a folder beside it", zipped({"a/": b"", "a/a.ros": good}), "one .ros"
    yield "no roster", zipped({"a.txt": b"x"}), "one .ros"
    yield "a thousand members", zipped({f"{at}.ros": b"x" for at in range(1000)}), "one .ros"
    yield "lzma", zipped({"a.ros": good}, method=zipfile.ZIP_LZMA), "one .ros"
    yield "bzip2", zipped({"a.ros": good}, method=zipfile.ZIP_BZIP2), "one .ros"
    yield "an encrypted zip", encrypted(), "encrypted"
    yield "half a zip", zipped({"a.ros": good})[:60], "broken"
    yield "a zip without its end", zipped({"a.ros": good})[:-22], "broken"
    yield (
        "a wrong checksum",
        zipped({"a.ros": good}).replace(struct.pack("<I", zlib.crc32(good)), b"abcd"),
        "broken",
    )
    yield "an empty zip", b"PK\x05\x06" + bytes(18), "another kind"
    yield "a gzip", b"\x1f\x8b\x08" + bytes(20), "another kind"
    yield "a 7z", b"7z\xbc\xaf\x27\x1c" + bytes(20), "another kind"
    yield "a rar", b"Rar!\x1a\x07" + bytes(20), "another kind"
    yield "an xz", b"\xfd7zXZ\x00" + bytes(20), "another kind"


def _xml() -> Iterator[tuple[str, bytes, str]]:
    laughs = "".join(f'<!ENTITY a{at} "&a{at - 1};&a{at - 1};&a{at - 1};">' for at in range(1, 30))
    doctype = f'{XML}<!DOCTYPE r [<!ENTITY a0 "ha">{laughs}]>'
    yield "a billion laughs", roster("&a29;", doctype).encode(), "DOCTYPE"
    yield (
        "a file by entity",
        roster("&x;", f'{XML}<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>').encode(),
        "DOCTYPE",
    )
    yield (
        "a page by entity",
        roster("&x;", f'{XML}<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1/">]>').encode(),
        "DOCTYPE",
    )
    yield (
        "a parameter entity",
        roster("", f'{XML}<!DOCTYPE r [<!ENTITY % x SYSTEM "file:///etc/hosts"> %x;]>').encode(),
        "DOCTYPE",
    )
    yield (
        "a document type elsewhere",
        roster("", f'{XML}<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd">').encode(),
        "DOCTYPE",
    )
    yield "a bare document type", roster("", f"{XML}<!DOCTYPE r>").encode(), "DOCTYPE"
    yield "an entity nobody knows", roster("&nobody;").encode(), "broken"
    yield "a packed document type", zipped({"a.ros": roster("&a29;", doctype).encode()}), "DOCTYPE"
    deep = "<selection name='x'><selections>" * 60 + "</selections></selection>" * 60
    yield "sixty levels", roster(deep).encode(), "40 levels"
    yield "ten thousand levels", (XML + "<roster>" * 10_000).encode(), "40 levels"
    yield "many nodes", roster("<a/>" * 60_000).encode(), "50000"
    yield (
        "many attributes",
        roster("".join(f"<a b='{at}' c='' d=''/>" for at in range(20_000))).encode(),
        "50000",
    )
    yield "a long name", roster(f"<selection name='{'x' * 501}' type='unit'/>").encode(), "500 characters"
    yield "121 units", roster(UNIT * 121).encode(), "120 units"
    yield "200 of one", roster(UNIT.replace('"1"', '"200"')).encode(), "up to 99"
    yield "a number that is none", roster(UNIT.replace('"1"', '"1.5"')).encode(), "up to 99"
    yield "less than nothing", roster(UNIT.replace('"1"', '"-4"')).encode(), "up to 99"
    yield "half a roster", roster()[:-30].encode(), "broken"
    yield "a page", b"<!DOCTYPE html><html><body>no</body></html>", "DOCTYPE"
    yield "a drawing", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no list"


def _json() -> Iterator[tuple[str, bytes, str]]:
    yield (
        "not a number",
        selections([{"name": "Sniper team", "type": "unit", "number": float("nan")}]),
        "A number",
    )
    yield (
        "more than any number",
        selections([{"name": "x", "type": "unit", "number": float("inf")}]),
        "A number",
    )
    yield "a number too large", selections([{"name": "x", "type": "unit", "number": 10**9}]), "A number"
    yield (
        "1e999",
        b'{"roster": {"forces": [{"name": "f", "selections": [{"name": "x", "number": 1e999}]}]}}',
        "A number",
    )
    yield "ten thousand brackets", b"[" * 10_000, "40 levels"
    yield "deep selections", selections(nested(30)), "40 levels"
    yield "a wide list", selections([0] * 60_000), "50000"
    yield "a long value", selections([{"name": "x" * 501, "type": "unit"}]), "500 characters"
    yield "a name twice", b'{"roster": {"forces": []}, "roster": {}}', "twice"
    yield "half an object", b'{"roster": {"forces": [', "broken"
    yield "unknown keys", listed(evil=1), "evil"
    yield "a hundred men", listed(groups=[{"weapon": "Rifle", "count": 50, "crew": 2}]), "99 men"
    yield "true for one", json.dumps({"boltgun_list": True, "units": []}).encode(), "boltgun_list"


def _texts() -> Iterator[tuple[str, bytes, str]]:
    yield "more than a mebibyte", b"Squad 5 men\n" * 100_000, "1 MiB"
    yield "2001 lines", b"Sniper team\n" * 2001, "2000 lines"
    yield "a long line", b"Squad 5 men " + b"x" * 600, "500 characters"
    yield "121 lines of units", b"Sniper team 50 pts\n" * 121, "120 units"
    yield "99 of a kind", b"99x Sniper team 50 pts", "from 1 to 30"
    unknown = " ".join(f"{one}{two}ork" for one in "bcdfglmnprstvz" for two in "aeiou")
    yield "nothing but unknown words", f"Squad 5 men, {unknown}\n".encode() * 20, "500 things"
    yield "a program", b"\x7fELF\x02\x01\x01" + bytes(2000), "no list"


FILES = (*_zips(), *_xml(), *_json(), *_texts())
"""Name, bytes, and what the refusal says."""
