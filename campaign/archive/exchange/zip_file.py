"""A campaign's exchange file as it is sent: a zip, its manifest, the texts and the pictures in it.

Nothing that a zip says of itself is believed: what comes out of it is counted while it is unpacked.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaign.archive.exchange import tables
from campaign.base.answers import Json

_PICTURE = re.compile(re.escape(tables.PICTURES) + r"[0-9a-f]{64}")
_PIECE = 64 * 1024
_MIB = 1024 * 1024
_END = 22
"""Bytes of a zip's last record, and of the one that stands before it in one of the large kind."""
_LOCATOR = 20


class FileError(ValueError):
    """What is wrong with the file, and where."""


@dataclass(slots=True)
class Archive:
    """A zip that may be hostile; ``left`` is what may still be unpacked of it."""

    zip: zipfile.ZipFile
    left: int = tables.MOST_UNPACKED

    def count(self, name: str, most: int) -> None:
        """Unpack a member, keeping nothing of it. Raises ``FileError`` for one of more than so many bytes."""
        for _piece in self._pieces(name, most):
            pass

    def read(self, name: str, most: int = tables.MOST_UNPACKED) -> bytearray:
        """A member of at most so many bytes. Raises ``FileError``, and what ``zipfile`` raises."""
        out = bytearray()
        for piece in self._pieces(name, most):
            out += piece
        return out

    def _pieces(self, name: str, most: int) -> Iterator[bytes]:
        """A member piece by piece, as far as it may go."""
        packed = self.zip.getinfo(name).compress_size
        come = 0
        with self.zip.open(name) as member:
            while piece := member.read(_PIECE):
                come += len(piece)
                self.left -= len(piece)
                if come > most:
                    raise _more_than(_("%(name)s: has more than %(most)d bytes when unpacked."), name, most)
                if come > max(_MIB, packed * tables.MOST_RATIO):
                    words = _("%(name)s: unpacks to more than %(most)d times its size.")
                    raise _more_than(words, name, tables.MOST_RATIO)
                if self.left < 0:
                    words = _("%(name)s: with it the file has more than %(most)d MB when unpacked.")
                    raise _more_than(words, name, tables.MOST_UNPACKED // _MIB)
                yield piece


def _more_than(words: str, name: str, most: int) -> FileError:
    return FileError(words % {"name": name, "most": most})


@dataclass(frozen=True, slots=True)
class File:
    """What a file holds: its texts by name, and its pictures, each unpacked when it is asked for."""

    texts: dict[str, str]
    archive: Archive
    names: frozenset[str] = field(default_factory=frozenset)

    def picture(self, digest: str) -> bytes | None:
        """The picture of this SHA-256, if the file has it. Raises ``FileError``."""
        name = f"{tables.PICTURES}{digest}"
        if name not in self.names:
            return None
        with _broken():
            data = bytes(self.archive.read(name, tables.MOST_PICTURE))
        return data if hashlib.sha256(data).hexdigest() == digest else None


def unpacked(file: bytes) -> File:
    """What the zip holds. Raises ``FileError``."""
    if len(file) > tables.MOST_BYTES:
        raise FileError(_("The file is larger than %(most)d MB.") % {"most": tables.MOST_BYTES // _MIB})
    _check_end(file)
    with _broken():
        archive = Archive(zipfile.ZipFile(io.BytesIO(file)))
        known = frozenset(tables.files_of(tables.VERSION))
        names = _names(archive.zip, known, len(file))
        if tables.MANIFEST not in names:
            raise FileError(_("%(name)s is missing: this is no campaign's file.") % {"name": tables.MANIFEST})
        manifest = manifest_of(archive.read(tables.MANIFEST, tables.MOST_MANIFEST).decode("utf-8"))
        # All is unpacked once for its size alone: what is too large never takes the memory that it would.
        for name in sorted(names):
            archive.count(name, tables.MOST_UNPACKED if name in known else tables.MOST_PICTURE)
        archive.left = tables.MOST_UNPACKED
        wanted = tables.files_of(manifest["version"])
        wanted = [name for name in wanted if name in names or name not in tables.late_files()]
        missing = [name for name in wanted if name not in names]
        if missing:
            raise FileError(_("%(name)s is missing: this is no campaign's file.") % {"name": missing[0]})
        texts = {name: _text(archive, name) for name in wanted}
        return File(texts, archive, names)


@contextmanager
def _broken() -> Iterator[None]:
    """Say in words what the readers of zips raise for one that is broken."""
    try:
        yield
    except FileError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        ValueError,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
    ) as error:
        raise _no_zip(str(error)) from error


def _no_zip(why: str) -> FileError:
    return FileError(_("This is no zip file, or it is broken (%(why)s).") % {"why": why})


def _check_end(file: bytes) -> None:
    """Count the members before anybody makes a list of them: that alone can take a gigabyte.

    Only plain zips are read: with nothing behind the last record, and no second one of the large kind, which
    readers would believe instead of it.
    """
    end = file[-_END:]
    if len(end) < _END or not end.startswith(b"PK\x05\x06") or end[-2:] != b"\0\0":
        raise _no_zip(_("it does not end as a zip without a comment does"))
    entries, length = struct.unpack("<10xHI6x", end)
    if file[-_END - _LOCATOR :].startswith(b"PK\x06\x07") or entries > tables.MOST_NAMES:
        raise _too_many()
    if length > tables.MOST_NAMES * tables.LONGEST_ENTRY:
        raise _too_many()


def _too_many() -> FileError:
    return FileError(_("The zip may have up to %(most)d files.") % {"most": tables.MOST_NAMES})


def _names(archive: zipfile.ZipFile, known: frozenset[str], size: int) -> frozenset[str]:
    """The names of the members: all known, each once, none hidden in another. Raises ``FileError``."""
    members = archive.infolist()
    if len(members) > tables.MOST_NAMES:
        raise _too_many()
    names: set[str] = set()
    for one in members:
        name = one.filename
        if name in names:
            raise FileError(_("%(name)s is in the zip twice.") % {"name": name})
        if name not in known and not _PICTURE.fullmatch(name):
            raise FileError(
                _("%(name)s does not belong here; there are %(known)s and pictures by their SHA-256.")
                % {"name": json.dumps(name[:60]), "known": ", ".join(sorted(known))}
            )
        if one.flag_bits & 1 or one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FileError(_("%(name)s: must be stored or deflated, and not encrypted.") % {"name": name})
        names.add(name)
    if sum(one.compress_size for one in members) > size:
        raise FileError(_("The files in the zip lie over one another."))
    return frozenset(names)


def _text(archive: Archive, name: str) -> str:
    try:
        return archive.read(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(_("%(name)s: must be UTF-8 text (%(why)s).") % {"name": name, "why": error}) from None


def manifest_of(text: str) -> Mapping[str, Json]:
    """The file's manifest, of a version that is read here. Raises ``FileError``."""
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{tables.MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != tables.FORMAT:
        raise FileError(_("manifest.json: format must be %(format)s.") % {"format": tables.FORMAT})
    version = manifest.get("version")
    if type(version) is not int or version not in range(tables.OLDEST, tables.VERSION + 1):
        raise FileError(
            _("manifest.json: version %(found)s cannot be read here; this site reads %(oldest)s to %(own)s.")
            % {"found": str(version)[:60], "oldest": tables.OLDEST, "own": tables.VERSION}
        )
    return manifest
