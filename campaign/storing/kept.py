"""Queries that are put into SQL once, and asked together where that saves a way to the database.

The ORM thinks about a query for a millisecond or two each time that it is asked, many times what the
database needs to answer it. For the few queries of the busiest requests it thinks once:

    _PART = Kept(lambda seat, number: PlayerTurn.objects.filter(seat=seat, turn__number=number))
    mine = _PART.first(seat.pk, 3)

What comes back is what the ORM gives: its models, deferred fields and all.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from typing import Any, Generic, TypeVar

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

    def asked(self, *values: object) -> Asked:
        """The query with these values, for ``together``."""
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = _Made(self._make(*map(Given, range(self._values))))
        if len(values) != self._values:
            raise TypeError(f"asked with {len(values)} values instead of {self._values}")
        if made.locks and not connection.in_atomic_block:
            raise TransactionManagementError("rows are locked in a transaction only")
        return Asked(made, values)


def together(*asked: Asked) -> list[list[Any]]:
    """The rows of some queries, asked in this order; on PostgreSQL they go there and back at once.

    Each is a statement of its own: in a transaction, one after a lock sees what was written before the lock.
    """
    if len(asked) > 1 and connection.vendor != "postgresql":
        return [rows for one in asked for rows in together(one)]
    found = []
    with connection.cursor() as cursor:
        cursor.execute("; ".join(one.sql for one in asked), [value for one in asked for value in one.params])
        for place, one in enumerate(asked):
            if place:
                cursor.nextset()
            found.append(one.read(cursor.fetchall()))
    return found


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
    _known_related_objects: dict[Any, Any] = {}
    _fields = ()

    def __init__(self, made: _Made, values: tuple[object, ...]) -> None:
        self.query = self
        self.sql = made.sql
        self.params: list[Any] = [values[one.place] if isinstance(one, Given) else one for one in made.params]
        self._made = made
        self._rows: list[Any] = []

    def read(self, rows: list[Any]) -> list[Any]:
        """The rows as the query gives them: models or values."""
        self._rows = rows
        return list(self._made.iterable(self))

    def get_compiler(self, using: str) -> Any:
        """The query's compiler, which has been to the database already."""
        compiler = copy(self._made.compiler)
        compiler.connection = connection
        compiler.execute_sql = lambda *args, **options: [self._rows]
        return compiler
