"""A campaign's exchange file as it is sent: a zip, its manifest, the texts and the pictures in it."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign import exchange


@dataclass(frozen=True, slots=True)
class File:
    """What a file holds: its texts by name, and its pictures by their SHA-256."""

    texts: dict[str, str]
    pictures: dict[str, bytes]


class FileError(ValueError):
    """What is wrong with the file, and where."""


def unpacked(file: bytes) -> File:
    """What the zip holds. Raises ``FileError``."""
    if len(file) > exchange.MOST_BYTES:
        most = exchange.MOST_BYTES // 1024**2
        raise FileError(_("The file is larger than %(most)d MB.") % {"most": most})
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            sizes = {info.filename: info.file_size for info in archive.infolist()}
            if exchange.MANIFEST not in sizes:
                raise FileError(
                    _("%(name)s is missing: this is no campaign's file.") % {"name": exchange.MANIFEST}
                )
            manifest = manifest_of(archive.read(exchange.MANIFEST).decode("utf-8"))
            names = exchange.files_of(manifest["version"])
            missing = [name for name in names if name not in sizes]
            if missing:
                raise FileError(_("%(name)s is missing: this is no campaign's file.") % {"name": missing[0]})
            if sum(sizes.values()) > exchange.MOST_UNPACKED:
                raise FileError(_("The file would be too large when unpacked."))
            texts = {name: archive.read(name).decode("utf-8") for name in names}
            shown = [name for name in sizes if name.startswith(exchange.PICTURES)]
            return File(texts, {hashlib.sha256(data).hexdigest(): data for data in map(archive.read, shown)})
    except FileError:
        raise
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise FileError(_("This is no zip file, or it is broken (%(why)s).") % {"why": error}) from error


def manifest_of(text: str) -> Mapping[str, Any]:
    """The file's manifest, of a version that is read here. Raises ``FileError``."""
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{exchange.MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != exchange.FORMAT:
        raise FileError(_("manifest.json: format must be %(format)s.") % {"format": exchange.FORMAT})
    if manifest.get("version") not in range(exchange.OLDEST, exchange.VERSION + 1):
        raise FileError(
            _("manifest.json: version %(found)s cannot be read here; this site reads %(oldest)s to %(own)s.")
            % {"found": manifest.get("version"), "oldest": exchange.OLDEST, "own": exchange.VERSION}
        )
    return manifest
