"""Rows of the database as plain data and back: what the exchange file holds, a JSON object a line.

References to other exported rows are their numbers in the file, from 1; people are left out. Bytes are hex
digits, moments ISO 8601.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from campaign.base import one_line
from campaign.base.rows.rows import Column
from campaign.ids import is_id

DEEPEST = 40
"""How deep a document in a row may be nested."""
YEARS = range(1970, 2200)
"""Moments beyond these cannot be shown in every time zone."""

A_LINE = 120
"""A text of at most so many characters is a name or a title; reasons, which are longer, may have lines."""

_IN_A_TEXT = re.compile(r"[\x00\ud800-\udfff]")
"""What no text may hold, for no database does: NUL, and halves of characters."""

Row = dict[str, object]
Numbers = Mapping[str, Mapping[int, int]]
"""The numbers of rows in the file, by model label and key."""
Made = Mapping[str, Mapping[int, models.Model]]
"""Rows that have been taken in, by model label and number in the file."""


class RowError(ValueError):
    """A value that cannot be taken in; ``field`` names it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


def exported(model: type[models.Model], leave_out: Iterable[str] = ()) -> list[Column]:
    """The fields of a model that travel: neither its key, nor its campaign, nor people."""
    out = {"campaign", *leave_out}
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name not in out and not _is_person(field)
    ]


def _is_person(field: Column) -> bool:
    target = field.related_model
    return isinstance(target, type) and target._meta.label == settings.AUTH_USER_MODEL


def write_row(
    row: models.Model, number: int, known: Mapping[str, Mapping[int, int]], leave_out: Iterable[str]
) -> Row:
    """A row as data; ``known`` gives the numbers of rows already written, by model label and key."""
    written: Row = {"row": number}
    for field in exported(type(row), leave_out):
        value = getattr(row, field.attname)
        if isinstance(field, models.ForeignKey):
            label = field.related_model._meta.label
            value = known.get(label, {}).get(value) if value is not None else None
        elif isinstance(value, (datetime, date)):
            value = value.isoformat()
        elif isinstance(value, (bytes, memoryview)):
            value = bytes(value).hex()
        written[field.name] = value
    return written


def read_row(
    model: type[models.Model],
    row: object,
    number: int,
    made: Mapping[str, Mapping[int, models.Model]],
    leave_out: Iterable[str],
) -> models.Model:
    """The row that data describes, not stored yet. Raises ``RowError`` with the field at fault."""
    if not isinstance(row, dict):
        raise RowError("", _("must be a JSON object"))
    fields = {field.name: field for field in exported(model, leave_out)}
    unknown = sorted(set(row) - {"row", *fields})
    if unknown:
        raise RowError(unknown[0], _("there is no such field; it may come from another version"))
    if row.get("row") != number:
        raise RowError("row", _("must be %(number)d, for rows are counted from 1") % {"number": number})
    values: dict[str, object] = {}
    for name, field in fields.items():
        if name not in row:
            raise RowError(name, _("is missing"))
        values[name] = _read(field, row[name], made)
    return model(**values)


def _read(field: Column, value: object, made: Mapping[str, Mapping[int, models.Model]]) -> object:
    if value is None:
        if not field.null:
            raise RowError(field.name, _("must not be null"))
        return None
    if isinstance(field, models.ForeignKey):
        label = field.related_model._meta.label
        found = made.get(label, {}).get(value) if isinstance(value, int) else None
        if found is None:
            raise RowError(
                field.name, _("there is no row %(value)s of %(table)s") % {"value": value, "table": label}
            )
        return found
    if isinstance(field, models.BinaryField):
        return _bytes(field, value)
    return _plain(field, value)


def _bytes(field: Column, value: object) -> bytes:
    try:
        return bytes.fromhex(str(value))
    except ValueError:
        raise RowError(field.name, _("must be hex digits")) from None


def _plain(field: Column, value: object) -> object:
    if isinstance(field, models.JSONField):
        _check_document(field.name, value)
        return value
    text = isinstance(field, (models.CharField, models.TextField))
    kinds: tuple[type, ...] = (str,) if text or isinstance(field, models.DateField) else (bool, int)
    if not isinstance(value, kinds):
        raise RowError(field.name, _("must be %(kind)s") % {"kind": kinds[-1].__name__})
    try:
        read = field.to_python(value)
        if read not in field.empty_values:
            field.run_validators(read)
    except ValidationError as error:
        raise RowError(field.name, " ".join(error.messages).removesuffix(".")) from None
    _check_text(field, value)
    if isinstance(read, date) and read.year not in YEARS:
        years = {"first": YEARS[0], "last": YEARS[-1]}
        raise RowError(field.name, _("must be in a year from %(first)d to %(last)d") % years)
    if field.choices and read not in field.empty_values and read not in dict(field.flatchoices):
        allowed = ", ".join(str(one) for one, _label in field.flatchoices)
        raise RowError(field.name, _("must be one of %(allowed)s") % {"allowed": allowed})
    return read


def _check_text(field: Column, value: object) -> None:
    """Whether a text can be stored and shown; an id has to fit into an address."""
    if not isinstance(value, str):
        return
    if field.name == "public_id" and not is_id(value):
        raise RowError(
            field.name, _("must be an id: 22 letters, digits, '-' and '_', or 32 hexadecimal digits")
        )
    line = isinstance(field, models.CharField) and (field.max_length or 0) <= A_LINE
    found = _IN_A_TEXT.search(value)
    strange = one_line.stranger(value) if line else found[0] if found is not None else ""
    if strange:
        raise RowError(field.name, _strange(strange))


def _check_document(name: str, value: object) -> None:
    """Whether every database can store a document, and whoever reads it will come to its end."""
    open_ones: list[tuple[object, int]] = [(value, 0)]
    while open_ones:
        one, depth = open_ones.pop()
        if depth > DEEPEST:
            raise RowError(name, _("must not be nested deeper than %(most)d levels") % {"most": DEEPEST})
        if isinstance(one, str):
            strange = _IN_A_TEXT.search(one)
            if strange is not None:
                raise RowError(name, _strange(strange[0]))
        elif isinstance(one, dict):
            open_ones += [(inner, depth + 1) for pair in one.items() for inner in pair]
        elif isinstance(one, list):
            open_ones += [(inner, depth + 1) for inner in one]


def _strange(sign: str) -> str:
    return _("must not hold the character U+%(code)04X") % {"code": ord(sign)}
