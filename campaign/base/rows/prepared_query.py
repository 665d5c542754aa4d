"""Queries that are put into SQL once, and asked together where that saves a way to the database.

The ORM thinks about a query for a millisecond or two each time that it is asked, many times what the
database needs to answer it. For those of a submitted plan (P12), of which all come in a deadline's last
minutes, it thinks once; everything else asks the ORM:

    _PART = Kept(lambda seat, number: PlayerTurn.objects.filter(seat=seat, turn__number=number))
    mine = _PART.first(seat.pk, 3)

What comes back is what the ORM gives: its models, deferred fields and all. With the setting
``PREPARED_QUERIES`` off it is the ORM that is asked, one query after the other.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, QuerySet
from django.db.transaction import TransactionManagementError

T = TypeVar("T")


class Given(Expression):
    """The place of a value in a kept query. It goes to the database as it is: a number, a text, None."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """A mark, and itself as what belongs there."""
        return "%s", [self]


class Kept(Generic[T]):
    """A query made by ``make``, whose parameters, or so many ``values``, are what it is asked with."""

    def __init__(self, make: Callable[..., QuerySet[Any, T]], values: int | None = None) -> None:
        self._make = make
        self._values = len(inspect.signature(make).parameters) if values is None else values
        self._made: dict[str, _Made] = {}

    def all(self, *values: object) -> list[T]:
        """All rows, in the query's order."""
        return together(self.asked(*values))[0]

    def first(self, *values: object) -> T | None:
        """The first row, or None. The query says itself that one is enough: ``[:1]``."""
        rows = self.all(*values)
        return rows[0] if rows else None

    def asked(self, *values: object) -> Asked | _Unprepared:
        """The query with these values, for ``together``."""
        if len(values) != self._values:
            raise TypeError(f"asked with {len(values)} values instead of {self._values}")
        if not settings.PREPARED_QUERIES:
            return _Unprepared(partial(self._make, *values))
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = _Made(self._make(*map(Given, range(self._values))))
        if made.locks and not connection.in_atomic_block:
            raise TransactionManagementError("rows are locked in a transaction only")
        return Asked(made, values)


def together(*asked: Asked | _Unprepared) -> list[list[Any]]:
    """The rows of some queries, asked in this order; on PostgreSQL they go there and back at once.

    Each is a statement of its own: in a transaction, one after a lock sees what was written before the lock.
    """
    prepared = [one for one in asked if isinstance(one, Asked)]
    if len(prepared) != len(asked) or connection.vendor != "postgresql":
        return [one.rows() for one in asked]
    return _together(prepared)


def _together(asked: Sequence[Asked]) -> list[list[Any]]:
    found = []
    with connection.cursor() as cursor:
        cursor.execute("; ".join(one.sql for one in asked), [value for one in asked for value in one.params])
        for place, one in enumerate(asked):
            if place:
                cursor.nextset()
            found.append(one.read(cursor.fetchall()))
    return found


@dataclass(frozen=True, slots=True)
class _Unprepared:
    """A query with its values, as the ORM has it."""

    query_set: Callable[[], QuerySet[Any, Any]]

    def rows(self) -> list[Any]:
        """What the ORM gives when it is asked."""
        return list(self.query_set())


class _Made:
    """A query in SQL. A compiler that has made the SQL also knows how to read the rows."""

    def __init__(self, queryset: Any) -> None:
        self.iterable = queryset._iterable_class
        self.locks: bool = queryset.query.select_for_update
        self.compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()
        assert not self.compiler.has_extra_select, "a column that is only sorted by would be read as a field"


class Asked:
    """A kept query with its values. To read its rows it is what the ORM's iterables ask: a query set."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[object, object] = {}
    _fields = ()

    def __init__(self, made: _Made, values: tuple[object, ...]) -> None:
        self.query = self
        self.sql = made.sql
        self.params: list[Any] = [values[one.place] if isinstance(one, Given) else one for one in made.params]
        self._made = made
        self._rows: list[object] = []

    def rows(self) -> list[Any]:
        """What this query alone gives."""
        return _together([self])[0]

    def read(self, rows: list[Any]) -> list[Any]:
        """The rows as the query gives them: models or values."""
        self._rows = rows
        return list(self._made.iterable(self))

    def get_compiler(self, using: str) -> object:
        """The query's compiler, which has been to the database already."""
        compiler = copy(self._made.compiler)
        compiler.connection = connection
        compiler.execute_sql = lambda *args, **options: [self._rows]
        return compiler
