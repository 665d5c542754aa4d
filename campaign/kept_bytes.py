"""Bytes of people's files: in the row, or in the operator's storage if there is one (Trust 5).

What is read is the same either way, so no page knows where a file lies, and every one is served by a view
that has looked who asks. In the storage a file has a random name, which the row keeps; files that no row
names any more are erased by ``campaign.base.files``.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import OperationalError, models
from django.db.models.functions import Length, Substr

from campaign.ids import random_id

MARK = b"\x00kept-as\x00"
"""How a row begins that only names its file; no picture and no archive does."""
FOLDER = "files"
LONGEST_NAME = 200
"""Bytes of a row that names its file."""
ALIAS = "files"


class FilesAwayError(OperationalError):
    """The storage does not answer: as with the database, people are asked to come again."""


def storage() -> Storage | None:
    """Where files are kept beside the database, if anywhere."""
    return storages[ALIAS] if ALIAS in settings.STORAGES else None


class KeptBytes(models.BinaryField):  # type: ignore[type-arg]
    """A file's bytes. To the database it is a ``BinaryField``."""

    def deconstruct(self) -> Any:
        """No migration: what is stored is bytes as before."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.BinaryField", args, kwargs

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Put a file into the storage, and its name into the row."""
        if isinstance(value, bytes | bytearray | memoryview):
            if bytes(value[: len(MARK)]) == MARK:
                raise ValueError("a file begins as only names of files do")
            place = storage()
            value = value if place is None else _stored(place, bytes(value))
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value: Any, _expression: object, _connection: object) -> Any:
        """Fetch a file that the row names."""
        if value is None or bytes(value[: len(MARK)]) != MARK:
            return value
        return _fetched(named_in(bytes(value))[1])


def start_of(field: str) -> models.Case:
    """What of a row may name its file, for queries; nothing of a longer one, which holds it.

    SQLite would load the whole of that, however little of it is asked for.
    """
    short = models.When(
        **{f"{field}__length__lte": LONGEST_NAME},
        then=Substr(field, 1, LONGEST_NAME, output_field=models.BinaryField()),
    )
    return models.Case(short, default=models.Value(b""), output_field=models.BinaryField())


models.BinaryField.register_lookup(Length)


def named_in(value: bytes) -> tuple[int, str]:
    """The size and the name of the file that a row names; of one that lies in the row 0 and nothing."""
    if not value.startswith(MARK):
        return 0, ""
    size, _blank, name = value[len(MARK) :].decode().partition(" ")
    return int(size), name


def _stored(place: Storage, data: bytes) -> bytes:
    try:
        name = place.save(f"{FOLDER}/{random_id()}", ContentFile(data))
    except Exception as error:
        raise FilesAwayError("the storage of files does not answer") from error
    return MARK + f"{len(data)} {name}".encode()


def _fetched(name: str) -> bytes:
    place = storage()
    if place is None:
        raise FilesAwayError("a file is in a storage that is not set up")
    try:
        with place.open(name) as file:
            return bytes(file.read())
    except Exception as error:
        raise FilesAwayError("the storage of files does not answer") from error
