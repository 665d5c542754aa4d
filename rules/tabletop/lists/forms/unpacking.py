"""What somebody sends as a list, opened by its content: text, XML, zip or JSON, each within bounds.

Run it in a limited child: nothing is known of the bytes beforehand (Tabletop E, page 9 D).
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms.selections import units_of
from rules.tabletop.lists.forms.texts import written
from rules.tabletop.lists.forms.tree import from_json, from_xml
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.refusing import RefusedError

_ZIP = b"PK\x03\x04"
_OTHER_ARCHIVES = (
    b"\x1f\x8b",
    b"BZh",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"PK\x05\x06",
    b"PK\x07\x08",
)
_OF_PAGE = re.compile(r"</?(?:b|i|u|p|br|ul|ol|li|strong|em|h[1-6]|div|span|table|tr)\b", re.IGNORECASE)
"""How a text begins that was copied from a page."""
_PIECE = 64 * 1024
Own = Mapping[str, object]


def opened(raw: bytes) -> Written | Own:
    """The units that somebody sends, or a document of this app. Raises ``RefusedError`` with the limit."""
    bounds.within(len(raw), bounds.MOST_BYTES, "bytes")
    if raw.startswith(_ZIP):
        return _tree(_unpacked(raw))
    if raw.startswith(_OTHER_ARCHIVES):
        raise RefusedError("list archive", "roster")
    text = _decoded(raw)
    start = text.lstrip("\ufeff \t\r\n")
    if (
        start.startswith("<")
        and re.match(r"<(?:\?xml|!|\w+[:\s>/])", start)
        and not re.match(
            r"</?(?:b|i|u|p|br|ul|ol|li|strong|em|h[1-6]|div|span|table|tr)\b", start, re.IGNORECASE
        )
    ):
        return _tree(raw)
    if re.match(r"\{(?!\|)", start) or re.match(r"\[\s*(?:[\[{\"]|[\d.,\s]+\]\s*\Z)", start):
        return _json(start)
    return written(text)


def _decoded(raw: bytes) -> str:
    encoding = "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        if b"\x00" in raw or encoding == "utf-16":
            raise RefusedError("list unknown", "roster") from None
        text = raw.decode("cp1252", errors="replace")
    if "\x00" in text or len(re.findall(r"[\x01-\x08\x0e-\x1f]", text[:4000])) > 4:
        raise RefusedError("list unknown", "roster")
    return text


def _unpacked(raw: bytes) -> bytes:
    """The one roster of a ``.rosz``, counted while it is unpacked: what its headings say is not believed."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as packed:
            entries = [one for one in packed.infolist() if not one.is_dir()]
            if len(packed.infolist()) != 1 or len(entries) != 1:
                raise RefusedError("list zip", "roster")
            entry = entries[0]
            if entry.flag_bits & 0x41:
                raise RefusedError("list encrypted", "roster")
            if not entry.filename.lower().endswith((".ros", ".xml")) or entry.compress_type not in (0, 8):
                raise RefusedError("list zip", "roster")
            if entry.file_size > bounds.MOST_INFLATED:
                raise bounds.too_much("inflated", bounds.MOST_INFLATED)
            return _counted(packed, entry, len(raw))
    except RefusedError:
        raise
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, OSError, RuntimeError) as error:
        raise RefusedError("list broken", "roster") from error
    except Exception as error:
        if type(error).__module__ == "zlib":
            raise RefusedError("list broken", "roster") from error
        raise


def _counted(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, size: int) -> bytes:
    found = bytearray()
    with packed.open(entry) as member:
        while piece := member.read(_PIECE):
            found += piece
            bounds.within(len(found), bounds.MOST_INFLATED, "inflated")
            if len(found) > bounds.MOST_RATIO * max(1, min(size, entry.compress_size)):
                raise bounds.too_much("ratio", bounds.MOST_RATIO)
    if bytes(found[:4]) == _ZIP:
        raise RefusedError("list zip", "roster")
    return bytes(found)


class _Builder:
    """Builds the tree of an XML file, counting as it goes; a document type or an entity ends it."""

    def __init__(self) -> None:
        self.tree = TreeBuilder()
        self.depth = self.nodes = 0
        parser = expat.ParserCreate(namespace_separator="}")
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.XmlDeclHandler = self.declared
        parser.StartDoctypeDeclHandler = self.refuse
        parser.EntityDeclHandler = self.refuse
        parser.UnparsedEntityDeclHandler = self.refuse
        parser.ExternalEntityRefHandler = self.refuse_reference
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.nodes += 1
        bounds.within(self.depth, bounds.MOST_DEPTH, "depth")
        bounds.within(self.nodes + len(attributes), bounds.MOST_NODES, "nodes")
        self.nodes += len(attributes)
        self.tree.start(name, {key: value for key, value in attributes.items() if key in _READ})

    def end(self, name: str) -> None:
        self.depth -= 1
        self.tree.end(name)

    def declared(self, _version: str, encoding: str | None, _alone: int) -> None:
        if encoding is not None and encoding.lower() not in _WRITINGS:
            raise RefusedError("list encoding", "roster", said=encoding[: bounds.LONGEST_TOLD])

    def refuse(self, *_said: object) -> NoReturn:
        raise RefusedError("list doctype", "roster")

    def refuse_reference(self, *_said: object) -> int:
        raise RefusedError("list doctype", "roster")


_WRITINGS = {
    *("utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii"),
    *("iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252"),
}
"""What rosters are written in. For others tables would be loaded, and the child opens no file any more."""
_READ = {"name", "customName", "number", "type", "value", "catalogueName"}


def _tree(raw: bytes) -> Written:
    builder = _Builder()
    try:
        # Somebody who pastes a file may leave an empty line above it.
        builder.parser.Parse(raw.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n"), True)
        root = builder.tree.close()
    except RefusedError:
        raise
    except expat.ExpatError as error:
        raise RefusedError("list broken", "roster") from error
    except (AssertionError, LookupError, ValueError) as error:
        raise RefusedError("list broken", "roster") from error
    assert isinstance(root, Element)
    return units_of(from_xml(root))


def _json(text: str) -> Written | Own:
    _measure(text)
    try:
        found = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except RefusedError:
        raise
    except RecursionError:
        raise bounds.too_much("depth", bounds.MOST_DEPTH) from None
    except ValueError as error:
        raise RefusedError("list broken", "roster") from error
    if isinstance(found, list) and len(found) == 1 and isinstance(found[0], dict):
        found = found[0]
    if not isinstance(found, dict):
        raise RefusedError("list unknown", "roster")
    _count(found)
    return found if "boltgun_list" in found else units_of(from_json(found))


def _measure(text: str) -> None:
    """The depth of a JSON text, before anything of it is built."""
    depth = 0
    for sign in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text):
        if sign[0] in "[{":
            depth += 1
            bounds.within(depth, bounds.MOST_DEPTH, "depth")
        elif sign[0] in "]}":
            depth -= 1


def _no_number(name: str) -> NoReturn:
    raise RefusedError("list number", "roster", most=999_999, line=0)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RefusedError("list twice", "roster")
    return found


_TEXTS = {
    "description",
    "#text",
    "_",
    "text",
    "rule",
    "characteristics",
    "$text",
    "rules",
    "profiles",
    "annotation",
}


def _count(found: object) -> None:
    """Nodes, and how long values are; what is not read (profiles, rules) only counts."""
    nodes = 0
    waiting: list[tuple[object, bool]] = [(found, True)]
    while waiting:
        value, read = waiting.pop()
        nodes += 1
        bounds.within(nodes, bounds.MOST_NODES, "nodes")
        if isinstance(value, dict):
            waiting += [(inner, read and key not in _TEXTS) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(inner, read) for inner in value]
        elif isinstance(value, str) and read and len(value) > bounds.LONGEST_VALUE:
            raise bounds.too_much("value", bounds.LONGEST_VALUE)
        elif isinstance(value, float) and value in (float("inf"), float("-inf")):
            raise RefusedError("list number", "roster", most=999_999)
