"""Unpacks a campaign's file that somebody has sent, as a program with little memory and time.

It reads a line of JSON (``known``: the files that a version may have; ``late``: those that it may lack) and
then the zip, and writes lines of JSON: ``{"refused": sentence}``; or for each file, the tables first, its
``name`` and ``size``, and then the file itself in base64. Rows are parsed here and written anew; what stands
in pictures is not looked at. Run it by ``campaign.base.sandbox.children``: nothing that a zip says of itself
is believed, and what comes out of it is counted while it is unpacked, before anything of it is told.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from campaign.archive.exchange import file_limits
from campaign.base.answers import Json
from campaign.base.sandbox.long_answers import PIECE, cut
from campaign.base.sandbox.said_later import READING, Said, failure_of
from campaign.base.sandbox.said_later import Said as _

_PICTURE = re.compile(re.escape(file_limits.PICTURES) + r"[0-9a-f]{64}")
_PIECE = 64 * 1024
_MIB = 1024 * 1024


class FaultError(Exception):
    """What is wrong with the file, and where."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


@dataclass(slots=True)
class Archive:
    """A zip that may be hostile; ``left`` is what may still be unpacked of it."""

    zip: zipfile.ZipFile
    left: int = file_limits.MOST_UNPACKED
    rows: int = file_limits.MOST_ROWS
    values: int = file_limits.MOST_VALUES
    text: int = file_limits.MOST_TEXT

    def begin(self) -> None:
        """Count anew: all is unpacked a second time, to be told."""
        self.left, self.rows = file_limits.MOST_UNPACKED, file_limits.MOST_ROWS
        self.values, self.text = file_limits.MOST_VALUES, file_limits.MOST_TEXT

    def count(self, value: object, size: int, name: str) -> None:
        """Count a row of so many bytes and the values in it. Raises ``FaultError``."""
        self.rows, self.text = self.rows - 1, self.text - size
        open_ = [value]
        while open_ and self.values >= 0:
            one = open_.pop()
            self.values -= 1
            open_ += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        if self.rows < 0:
            words = _("%(name)s: with it the file has more than %(most)d rows.")
            raise _more_than(words, name, file_limits.MOST_ROWS)
        if self.text < 0:
            words = _("%(name)s: with it the rows of the file have more than %(most)d MB.")
            raise _more_than(words, name, file_limits.MOST_TEXT // _MIB)
        if self.values < 0:
            words = _("%(name)s: with it the file has more than %(most)d values.")
            raise _more_than(words, name, file_limits.MOST_VALUES)

    def pieces(self, name: str, most: int) -> Iterator[bytes]:
        """A member piece by piece, as far as it may go. Raises ``FaultError`` and what zips raise."""
        packed = self.zip.getinfo(name).compress_size
        come = 0
        with self.zip.open(name) as member:
            while piece := member.read(_PIECE):
                come += len(piece)
                self.left -= len(piece)
                if come > most:
                    raise _more_than(_("%(name)s: has more than %(most)d bytes when unpacked."), name, most)
                if come > max(_MIB, packed * file_limits.MOST_RATIO):
                    words = _("%(name)s: unpacks to more than %(most)d times its size.")
                    raise _more_than(words, name, file_limits.MOST_RATIO)
                if self.left < 0:
                    words = _("%(name)s: with it the file has more than %(most)d MB when unpacked.")
                    raise _more_than(words, name, file_limits.MOST_UNPACKED // _MIB)
                yield piece


def _more_than(words: Said, name: str, most: int) -> FaultError:
    return FaultError(words % {"name": name, "most": most})


def answer_to(given: bytes) -> Iterator[str]:
    """The lines that are said to a file."""
    head, _end, raw = given.partition(b"\n")
    asked: Mapping[str, Json] = json.loads(head)
    try:
        with _broken():
            _check_end(raw)
            archive = Archive(zipfile.ZipFile(io.BytesIO(raw)))
            names = _names(archive.zip, frozenset(asked["known"][str(file_limits.VERSION)]), len(raw))
            manifest = _manifest(archive)
            # All is unpacked and parsed once for its size alone: nothing is told of what is refused.
            pictures = sorted(name for name in names if _PICTURE.fullmatch(name))
            tables = sorted(names - {file_limits.MANIFEST, *pictures})
            sizes = {name: _size(_lines(archive, name)) for name in tables}
            sizes |= {name: _size(archive.pieces(name, file_limits.MOST_PICTURE)) for name in pictures}
            wanted = _wanted(asked, manifest, names)
    except FaultError as error:
        yield json.dumps({"refused": error.said.plain()})
        return
    archive.begin()
    yield from _told(file_limits.MANIFEST, len(manifest), [manifest])
    for name in tables:
        if name in wanted:
            yield from _told(name, sizes[name], _lines(archive, name))
    for name in pictures:
        yield from _told(name, sizes[name], archive.pieces(name, file_limits.MOST_PICTURE))


def _told(name: str, size: int, pieces: Iterable[bytes]) -> Iterator[str]:
    """A file, in pieces as large as a line of an answer takes."""
    yield json.dumps({"name": name, "size": size})
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= PIECE:
            yield from cut(bytes(waiting[:PIECE]))
            del waiting[:PIECE]
    yield from cut(bytes(waiting))


def _size(pieces: Iterable[bytes]) -> int:
    return sum(map(len, pieces))


# The zip


@contextmanager
def _broken() -> Iterator[None]:
    """Say in words what the readers of zips raise for one that is broken."""
    try:
        yield
    except (zipfile.BadZipFile, *READING) as error:
        raise _no_zip(failure_of(error)) from error


def _no_zip(why: object) -> FaultError:
    return FaultError(_("This is no zip file, or it is broken (%(why)s).") % {"why": why})


def _check_end(file: bytes) -> None:
    """Count the members before anybody makes a list of them: that alone can take a gigabyte.

    Only plain zips are read: with nothing behind the last record, and no second one of the large kind, which
    readers would believe instead of it.
    """
    end = file[-file_limits.END :]
    if len(end) < file_limits.END or not end.startswith(b"PK\x05\x06") or end[-2:] != b"\0\0":
        raise _no_zip(_("it does not end as a zip without a comment does"))
    if file_limits.has_too_many(file):
        raise _too_many()


def _too_many() -> FaultError:
    return FaultError(_("The zip may have up to %(most)d files.") % {"most": file_limits.MOST_NAMES})


def _names(archive: zipfile.ZipFile, known: frozenset[str], size: int) -> frozenset[str]:
    """The names of the members: all known, each once, none hidden in another. Raises ``FaultError``."""
    members = archive.infolist()
    if len(members) > file_limits.MOST_NAMES:
        raise _too_many()
    _check_kind([one.filename for one in members])
    names: set[str] = set()
    for one in members:
        name = one.filename
        if name in names:
            raise FaultError(_("%(name)s is in the zip twice.") % {"name": name})
        if name not in known and not _PICTURE.fullmatch(name):
            raise FaultError(
                _("%(name)s does not belong in a campaign's file. Send the zip just as it was exported.")
                % {"name": json.dumps(name[:60])}
            )
        if one.flag_bits & 1 or one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FaultError(_("%(name)s: must be stored or deflated, and not encrypted.") % {"name": name})
        names.add(name)
    if sum(one.compress_size for one in members) > size:
        raise FaultError(_("The files in the zip lie over one another."))
    return frozenset(names)


def _check_kind(names: list[str]) -> None:
    """Whether it looks like a campaign's file at all. Raises ``FaultError``."""
    if file_limits.MANIFEST in names:
        return
    if any(name.endswith(f"/{file_limits.MANIFEST}") for name in names):
        raise FaultError(
            _(
                "The files lie in a folder: this zip was unpacked and packed again. Send the zip just as it"
                " was exported."
            )
        )
    raise _missing(file_limits.MANIFEST)


def _missing(name: str) -> FaultError:
    return FaultError(_("%(name)s is missing: this is no campaign's file.") % {"name": name})


def _wanted(asked: Mapping[str, Json], manifest: bytes, names: frozenset[str]) -> frozenset[str]:
    """The files that are read of a file of its version. Raises ``FaultError`` if one is missing."""
    known = asked["known"][str(json.loads(manifest)["version"])]
    for name in known:
        if name not in names and name not in asked["late"]:
            raise _missing(name)
    return frozenset(known)


# What stands in it


def _manifest(archive: Archive) -> bytes:
    """The file's manifest, of a version that is read here, written anew. Raises ``FaultError``."""
    raw = b"".join(archive.pieces(file_limits.MANIFEST, file_limits.MOST_MANIFEST))
    try:
        manifest = json.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise _at(file_limits.MANIFEST, failure_of(error)) from error
    if not isinstance(manifest, dict) or manifest.get("format") != file_limits.FORMAT:
        raise FaultError(_("manifest.json: format must be %(format)s.") % {"format": file_limits.FORMAT})
    version = manifest.get("version")
    if type(version) is not int or version not in range(file_limits.OLDEST, file_limits.VERSION + 1):
        raise FaultError(
            _("manifest.json: version %(found)s cannot be read here; this site reads %(oldest)s to %(own)s.")
            % {"found": str(version)[:60], "oldest": file_limits.OLDEST, "own": file_limits.VERSION}
        )
    return _written(manifest)


def _lines(archive: Archive, name: str) -> Iterator[bytes]:
    """The rows of a table, each parsed and written anew. Raises ``FaultError`` with the place."""
    rest, number = bytearray(), 0
    for piece in archive.pieces(name, file_limits.MOST_UNPACKED):
        begin, *more = piece.split(b"\n")
        rest += begin
        for following in more:
            number += 1
            yield _line(archive, bytes(rest), name, number)
            rest[:] = following
        if len(rest) > 4 * file_limits.LONGEST_LINE:
            raise _too_long(name, number + 1)
    if rest:
        yield _line(archive, bytes(rest), name, number + 1)


def _line(archive: Archive, line: bytes, name: str, number: int) -> bytes:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        found = {"name": name, "why": failure_of(error)}
        raise FaultError(_("%(name)s: must be UTF-8 text (%(why)s).") % found) from None
    if len(text) > file_limits.LONGEST_LINE:
        raise _too_long(name, number)
    try:
        value = json.loads(text, parse_constant=_no_number)
    except FaultError as error:
        raise _at(_place(name, number), error.said) from None
    except (ValueError, RecursionError) as error:
        raise _at(_place(name, number), failure_of(error)) from error
    archive.count(value, len(line), name)
    return _written(value) + b"\n"


def _no_number(word: str) -> None:
    raise FaultError(_("%(word)s is no number of JSON") % {"word": word})


def _written(value: object) -> bytes:
    """A value as JSON; text as it is, unless it has halves of characters."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def _place(name: str, number: int) -> Said:
    return _("%(file)s, row %(number)d") % {"file": name, "number": number}


def _at(place: object, why: object) -> FaultError:
    return FaultError(_("%(place)s: %(why)s.") % {"place": place, "why": why})


def _too_long(name: str, number: int) -> FaultError:
    found = {"place": _place(name, number), "most": file_limits.LONGEST_LINE}
    return FaultError(_("%(place)s: is longer than %(most)d characters.") % found)


def prepare() -> None:
    """Unpack a small file, so that all is loaded: from then on no file is opened."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            file_limits.MANIFEST, json.dumps({"format": file_limits.FORMAT, "version": file_limits.VERSION})
        )
        archive.writestr("\xe9", "")
    known = {
        str(number): [file_limits.MANIFEST] for number in range(file_limits.OLDEST, file_limits.VERSION + 1)
    }
    for _said in answer_to(json.dumps({"known": known, "late": []}).encode() + b"\n" + out.getvalue()):
        pass


def main() -> None:
    """Answer what is given."""
    for line in answer_to(sys.stdin.buffer.read()):
        sys.stdout.write(line + "\n")
