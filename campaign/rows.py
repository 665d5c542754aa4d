"""Many rows at once, in one statement, on both databases.

The ORM's bulk operations write a CASE per row; these write ``UPDATE ... FROM unnest`` on PostgreSQL and
``executemany`` on SQLite, so that a turn takes the same number of statements whatever its size.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, models
from django.db.models import Field

Model = type[models.Model]
Row = Sequence[object]


def insert(model: Model, names: Sequence[str], rows: Sequence[Row], *, ignore: bool = False) -> None:
    """Insert rows with the fields ``names``; ``ignore`` leaves out those that break a unique constraint."""
    _insert(_fields(model, names), model, rows, " ON CONFLICT DO NOTHING" if ignore else "")


def upsert(model: Model, unique: Sequence[str], names: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows with the fields ``unique`` and ``names``; where ``unique`` is there, set ``names``."""
    sets = ", ".join(f"{column} = EXCLUDED.{column}" for column in map(_quoted, _fields(model, names)))
    end = f" ON CONFLICT ({_columns(_fields(model, unique))}) DO UPDATE SET {sets}"
    _insert(_fields(model, [*unique, *names]), model, rows, end)


def _insert(fields: Sequence[Field[Any, Any]], model: Model, rows: Sequence[Row], end: str) -> None:
    if not rows:
        return
    into = f"INSERT INTO {_table(model)} ({_columns(fields)})"
    if connection.vendor == "postgresql":
        picked = ", ".join(_picked(field) for field in fields)
        _once(f"{into} SELECT {picked} FROM {_unnest(fields)}{end}", _as_columns(fields, rows))
    else:
        marks = ", ".join("%s" for _ in fields)
        _each(f"{into} VALUES ({marks}){end}", _as_rows(fields, rows))


def update(model: Model, names: Sequence[str], rows: Sequence[Row]) -> None:
    """Set the fields ``names`` of existing rows; each row is the primary key and then the values."""
    if not rows:
        return
    key = model._meta.pk
    fields = _fields(model, names)
    table, pk = _table(model), _name(key.column)
    if connection.vendor == "postgresql":
        sets = ", ".join(f"{_name(field.column)} = {_picked(field)}" for field in fields)
        source = _unnest([key, *fields])
        _once(
            f"UPDATE {table} SET {sets} FROM {source} WHERE {table}.{pk} = v.{pk}",
            _as_columns([key, *fields], rows),
        )
    else:
        sets = ", ".join(f"{_name(field.column)} = %s" for field in fields)
        turned = [(*row[1:], row[0]) for row in rows]
        _each(f"UPDATE {table} SET {sets} WHERE {pk} = %s", _as_rows([*fields, key], turned))


def delete(model: Model, keys: Sequence[int]) -> None:
    """Delete the rows with these primary keys."""
    if not keys:
        return
    pk = _name(model._meta.pk.column)
    if connection.vendor == "postgresql":
        _once(f"DELETE FROM {_table(model)} WHERE {pk} = ANY(%s)", [list(keys)])
    else:
        _each(f"DELETE FROM {_table(model)} WHERE {pk} = %s", [(key,) for key in keys])


def _fields(model: Model, names: Sequence[str]) -> list[Field[Any, Any]]:
    found = [model._meta.get_field(name) for name in names]
    return [field for field in found if isinstance(field, Field)]


def _name(name: str | None) -> str:
    return connection.ops.quote_name(name or "")


def _table(model: Model) -> str:
    return _name(model._meta.db_table)


def _quoted(field: Field[Any, Any]) -> str:
    return _name(field.column)


def _columns(fields: Sequence[Field[Any, Any]]) -> str:
    return ", ".join(map(_quoted, fields))


def _kind(field: Field[Any, Any]) -> str:
    """The PostgreSQL type of the array that carries a column."""
    if isinstance(field, models.ForeignKey):
        return "bigint"
    if isinstance(field, models.JSONField | models.CharField | models.TextField):
        return "text"
    return (field.db_type(connection) or "text").split("(")[0]


def _picked(field: Field[Any, Any]) -> str:
    cast = "::jsonb" if isinstance(field, models.JSONField) else ""
    return f"v.{_name(field.column)}{cast}"


def _unnest(fields: Sequence[Field[Any, Any]]) -> str:
    arrays = ", ".join(f"%s::{_kind(field)}[]" for field in fields)
    return f"unnest({arrays}) AS v({_columns(fields)})"


def _writer(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """How values of a field go to the database where they do not go as they are."""
    if isinstance(field, models.JSONField):
        return lambda value: None if value is None else json.dumps(value, separators=(",", ":"))
    if isinstance(field, models.DateTimeField | models.BinaryField):
        return lambda value: field.get_db_prep_save(value, connection)
    return None


def _as_columns(fields: Sequence[Field[Any, Any]], rows: Sequence[Row]) -> list[list[Any]]:
    columns = [list(column) for column in zip(*rows, strict=True)]
    for place, field in enumerate(fields):
        write = _writer(field)
        if write is not None:
            columns[place] = [write(value) for value in columns[place]]
    return columns


def _as_rows(fields: Sequence[Field[Any, Any]], rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    return list(zip(*_as_columns(fields, rows), strict=True))


def _once(sql: str, params: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def _each(sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)
