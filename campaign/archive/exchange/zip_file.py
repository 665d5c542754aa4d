"""A campaign's exchange file as it is sent: a zip, unpacked by a limited child; this process never opens one.

Its texts come as rows that the child has parsed and written anew, its pictures as they are: they are made
anew by a child of their own.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO

from django.utils.translation import gettext as _

from campaign.archive.exchange import file_limits, tables
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.base.sandbox.childs_words import worded
from campaign.base.sandbox.long_answers import joined

LIMITS = Limits(seconds=300, megabytes=512, clock=300, sealed=True)
_MIB = 1024 * 1024


class FileError(ValueError):
    """What is wrong with the file, and where."""


@dataclass(frozen=True, slots=True)
class File:
    """What a file holds, kept aside until it is asked for: tables row by row, pictures one by one.

    ``anew`` makes what takes a row's place, as one with other ids; ``emptied`` are tables of which no row is
    read.
    """

    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    aside: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    anew: Callable[[str], str] | None = None
    emptied: frozenset[str] = frozenset()

    @property
    def tables(self) -> list[str]:
        """The names of what has rows."""
        return [name for name in self.places if not name.startswith(file_limits.PICTURES)]

    def rows(self, name: str) -> Iterator[str]:
        """The rows of a table as they are written; a text in them may hold other separators of lines."""
        first, size = (0, 0) if name in self.emptied else self.places.get(name, (0, 0))
        while size > 0:
            # A picture may have been asked for since the last row.
            self.aside.seek(first)
            line = self.aside.readline(size)
            first, size = first + len(line), size - len(line)
            row = line.removesuffix(b"\n").decode(errors="replace")
            yield row if self.anew is None else self.anew(row)

    def picture(self, digest: str) -> bytes | None:
        """The picture of this SHA-256, if the file has it."""
        first, size = self.places.get(file_limits.PICTURES + digest, (0, 0))
        self.aside.seek(first)
        data = self.aside.read(size)
        return data if size and hashlib.sha256(data).hexdigest() == digest else None


def unpacked(file: bytes) -> File:
    """What the zip holds. Raises ``FileError``."""
    if len(file) > file_limits.MOST_BYTES:
        raise FileError(_("The file is larger than %(most)d MB.") % {"most": file_limits.MOST_BYTES // _MIB})
    versions = range(file_limits.OLDEST, file_limits.VERSION + 1)
    known = {str(version): tables.files_of(version) for version in versions}
    head = json.dumps({"known": known, "late": sorted(tables.late_files())}).encode()
    try:
        return _taken(children.lines("campaign.archive.exchange.unzipping", head + b"\n" + file, LIMITS))
    except FileError:
        raise
    except (ChildFailedError, ValueError, KeyError, TypeError):
        message = _("Reading this file takes more than the %(memory)d MiB or %(seconds)d s allowed.")
        raise FileError(message % {"memory": LIMITS.megabytes, "seconds": LIMITS.seconds}) from None


def _taken(lines: Iterator[str]) -> File:
    """What the child tells; the child has read a stranger's bytes, so it is not believed."""
    found, left = File(), file_limits.MOST_UNPACKED
    told = filter(None, lines)
    for line in told:
        said = json.loads(line)
        if "refused" in said:
            raise FileError(worded(said["refused"]))
        name, size = str(said["name"]), int(said["size"])
        left -= size
        if size < 0 or left < 0:
            raise ChildFailedError(_("its answer was too long"))
        found.places[name] = (found.aside.tell(), size)
        for piece in _pieces(told, size):
            found.aside.write(piece)
    if file_limits.MANIFEST not in found.places:
        raise ChildFailedError(_("its answer was too short"))
    return found


def _pieces(told: Iterator[str], size: int) -> Iterator[bytes]:
    while size > 0:
        piece = joined([next(told, "")])
        if not 0 < len(piece) <= size:
            raise ChildFailedError(_("its answer was too short"))
        size -= len(piece)
        yield piece
