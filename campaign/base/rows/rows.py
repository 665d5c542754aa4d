"""Many rows at once, in one statement, on both databases.

The ORM's bulk operations write a CASE per row. These hand all values to PostgreSQL as one JSON document,
which it reads as a table (an array per column has to be quoted value by value), and use ``executemany`` on
SQLite; so a turn takes the same number of statements whatever its size.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeAlias

import msgspec
from django.db import connection, models
from django.db.models import Field

Model = type[models.Model]
Row = Sequence[object]
Column: TypeAlias = "Field[Any, Any]"
Fields: TypeAlias = "Sequence[Field[Any, Any]]"


def insert(model: Model, names: Iterable[str], rows: Sequence[Row], *, ignore: bool = False) -> None:
    """Insert rows with the fields ``names``; ``ignore`` leaves out those that break a unique constraint."""
    _insert(_fields(model, names), model, rows, " ON CONFLICT DO NOTHING" if ignore else "")


def upsert(model: Model, unique: Iterable[str], names: Iterable[str], rows: Sequence[Row]) -> None:
    """Insert rows with the fields ``unique`` and ``names``; where ``unique`` is there, set ``names``."""
    keys, values = _fields(model, unique), _fields(model, names)
    sets = ", ".join(f"{column} = EXCLUDED.{column}" for column in map(_quoted, values))
    end = f" ON CONFLICT ({_columns(keys)}) DO UPDATE SET {sets}"
    _insert([*keys, *values], model, rows, end)


def update(model: Model, names: Iterable[str], rows: Sequence[Row]) -> None:
    """Set the fields ``names`` of existing rows; each row is the primary key and then the values."""
    if not rows:
        return
    key, fields = model._meta.pk, _fields(model, names)
    table, pk = _table(model), _quoted(key)
    if connection.vendor == "postgresql":
        sets = ", ".join(f"{_quoted(field)} = v.{_quoted(field)}" for field in fields)
        source = _table_of((key, *fields))
        sql = f"UPDATE {table} SET {sets} FROM {source} WHERE {table}.{pk} = v.{pk}"
        _once(sql, [_document([key, *fields], rows)])
    else:
        sets = ", ".join(f"{_quoted(field)} = %s" for field in fields)
        turned = [(*row[1:], row[0]) for row in rows]
        _each(f"UPDATE {table} SET {sets} WHERE {pk} = %s", _values([*fields, key], turned))


def delete(model: Model, keys: Sequence[int]) -> None:
    """Delete the rows with these primary keys."""
    if not keys:
        return
    pk = _quoted(model._meta.pk)
    if connection.vendor == "postgresql":
        _once(f"DELETE FROM {_table(model)} WHERE {pk} = ANY(%s)", [list(keys)])
    else:
        _each(f"DELETE FROM {_table(model)} WHERE {pk} = %s", [(key,) for key in keys])


def delete_of(model: Model, name: str, key: int) -> None:
    """Delete the rows whose foreign key ``name`` is ``key``; nothing may refer to them."""
    (field,) = _fields(model, [name])
    _once(f"DELETE FROM {_table(model)} WHERE {_quoted(field)} = %s", [key])


def _insert(fields: Fields, model: Model, rows: Sequence[Row], end: str) -> None:
    if not rows:
        return
    into = f"INSERT INTO {_table(model)} ({_columns(fields)})"
    if connection.vendor == "postgresql":
        picked = ", ".join(f"v.{_quoted(field)}" for field in fields)
        _once(f"{into} SELECT {picked} FROM {_table_of(tuple(fields))}{end}", [_document(fields, rows)])
    else:
        marks = ", ".join("%s" for _ in fields)
        _each(f"{into} VALUES ({marks}){end}", _values(fields, rows))


def _fields(model: Model, names: Iterable[str]) -> list[Column]:
    found = [model._meta.get_field(name) for name in names]
    return [field for field in found if isinstance(field, Field)]


def _table(model: Model) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _quoted(field: Column) -> str:
    return connection.ops.quote_name(field.column or "")


def _columns(fields: Fields) -> str:
    return ", ".join(map(_quoted, fields))


# PostgreSQL: all rows as one JSON document


@cache
def _table_of(fields: tuple[Column, ...]) -> str:
    columns = ", ".join(f"{_quoted(field)} {_kind(field)}" for field in fields)
    return f"json_to_recordset(%s::json) AS v({columns})"


def _kind(field: Column) -> str:
    """The type of a column without its bounds: the table itself checks those."""
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    return (target.rel_db_type(connection) or "text").split("(")[0]


def _document(fields: Fields, rows: Sequence[Row]) -> str:
    columns = [field.column for field in fields]
    entries = [dict(zip(columns, row, strict=True)) for row in rows]
    return msgspec.json.encode(entries, enc_hook=_plain).decode()


def _plain(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} has no place in a row")


# SQLite: row by row, prepared once


def _values(fields: Fields, rows: Sequence[Row]) -> list[tuple[object, ...]]:
    columns = [list(column) for column in zip(*rows, strict=True)]
    for place, field in enumerate(fields):
        write = _writer(field)
        if write is not None:
            columns[place] = [write(value) for value in columns[place]]
    return list(zip(*columns, strict=True))


def _writer(field: Column) -> Callable[[object], object] | None:
    """How values of a field go to the database where they do not go as they are."""
    if isinstance(field, models.JSONField):
        return lambda value: None if value is None else json.dumps(value, separators=(",", ":"))
    if isinstance(field, models.DateTimeField):
        return lambda value: field.get_db_prep_save(value, connection)
    return None


def _once(sql: str, params: Sequence[Any]) -> None:
    waiting = _waiting.get()
    if waiting is not None:
        waiting.append((sql, params))
        return
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


_waiting: ContextVar[list[tuple[str, Sequence[object]]] | None] = ContextVar("waiting", default=None)


@contextmanager
def at_once() -> Iterator[None]:
    """Send what is written by this module in the block when it ends; PostgreSQL gets all of it at once.

    The block reads nothing that it writes, and is part of a transaction.
    """
    if connection.vendor != "postgresql" or _waiting.get() is not None:
        yield
        return
    waiting: list[tuple[str, Sequence[object]]] = []
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    if waiting:
        _once("; ".join(sql for sql, _ in waiting), [value for _, values in waiting for value in values])


def _each(sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)
