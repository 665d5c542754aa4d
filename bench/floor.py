"""The floor under a turn: the same rows loaded and written in plain SQL, with nothing thought in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bench.database import connect

TABLES = (
    "campaign_campaign",
    "campaign_seat",
    "campaign_turn",
    "campaign_playerturn",
    "campaign_banner",
    "campaign_sector",
    "campaign_feature",
    "campaign_relic",
    "campaign_order",
    "campaign_battle",
    "campaign_notice",
    "campaign_auditentry",
)
"""Everything that a turn writes, in an order in which rows can be inserted."""

LOADS = (
    "SELECT * FROM campaign_campaign",
    "SELECT * FROM campaign_turn",
    "SELECT id, turn_id, seat_id, state, receipt, node, saved_at, excused, by_bot FROM campaign_playerturn",
    "SELECT * FROM campaign_seat",
    "SELECT id, seat_id, map::text FROM campaign_playerturn WHERE map IS NOT NULL",
    "SELECT * FROM campaign_banner",
    "SELECT * FROM campaign_sector",
    "SELECT * FROM campaign_feature",
    "SELECT * FROM campaign_relic",
    "SELECT id, player_turn_id, banner, slot, detail::text FROM campaign_order",
)
"""What a turn must read: one query a table."""

Rows = dict[int, tuple[str | None, ...]]


@dataclass
class Written:
    """What a turn has written in one table, as columns of text."""

    table: str
    types: dict[str, str]
    inserted: list[tuple[str | None, ...]] = field(default_factory=list)
    updated: list[tuple[str | None, ...]] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """How many rows were written."""
        return len(self.inserted) + len(self.updated) + len(self.deleted)


def snapshot(url: str) -> dict[str, tuple[dict[str, str], Rows]]:
    """All rows of the tables, as text, with the types of their columns."""
    found = {}
    with connect(url) as connection:
        for table in TABLES:
            types = dict(
                connection.execute(
                    "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute"
                    " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
                    [table],
                ).fetchall()
            )
            columns = ", ".join(f'"{name}"::text' for name in types)
            rows = connection.execute(f"SELECT id, {columns} FROM {table}").fetchall()
            found[table] = (types, {row[0]: tuple(row[1:]) for row in rows})
    return found


def written_between(before: Any, after: Any) -> list[Written]:
    """What differs between two snapshots: only the columns that changed anywhere are updated."""
    found = []
    for table in TABLES:
        types, old = before[table]
        _, new = after[table]
        names = list(types)
        written = Written(table, types)
        differing = [key for key in sorted(old.keys() & new.keys()) if old[key] != new[key]]
        places = [
            place
            for place in range(len(names))
            if any(old[key][place] != new[key][place] for key in differing)
        ]
        written.changed = [names[place] for place in places]
        written.updated = [(str(key), *(new[key][place] for place in places)) for key in differing]
        written.inserted = [new[key] for key in sorted(new.keys() - old.keys())]
        written.deleted = sorted(old.keys() - new.keys())
        found.append(written)
    return found


def statements(written: list[Written]) -> list[tuple[str, list[Any]]]:
    """One statement for each table and kind of change, with its values as arrays."""
    found: list[tuple[str, list[Any]]] = []
    for one in reversed(written):
        if one.deleted:
            found.append((f"DELETE FROM {one.table} WHERE id = ANY(%s)", [one.deleted]))
    for one in written:
        if one.updated:
            sets = ", ".join(f'"{name}" = v."{name}"::{one.types[name]}' for name in one.changed)
            source = _source(["id", *one.changed])
            found.append(
                (
                    f"UPDATE {one.table} SET {sets} FROM {source} WHERE {one.table}.id = v.id::bigint",
                    _columns(one.updated),
                )
            )
        if one.inserted:
            names = list(one.types)
            into = ", ".join(f'"{name}"' for name in names)
            picked = ", ".join(f'v."{name}"::{one.types[name]}' for name in names)
            found.append(
                (
                    f"INSERT INTO {one.table} ({into}) SELECT {picked} FROM {_source(names)}",
                    _columns(one.inserted),
                )
            )
    return found


def _source(names: list[str]) -> str:
    arrays = ", ".join("%s::text[]" for _ in names)
    return f"unnest({arrays}) AS v({', '.join(names)})"


def _columns(rows: list[tuple[str | None, ...]]) -> list[list[str | None]]:
    return [list(column) for column in zip(*rows, strict=True)]


def run(connection: Any, writes: list[tuple[str, list[Any]]]) -> int:
    """Load everything and write everything in one transaction; gives how many rows were read."""
    read = 0
    with connection.transaction():
        for load in LOADS:
            read += len(connection.execute(load).fetchall())
        for sql, values in writes:
            connection.execute(sql, values)
    return read
