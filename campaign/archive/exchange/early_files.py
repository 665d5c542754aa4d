"""Rows of files of earlier versions, as this version would have written them.

Up to version 3 an entry of the log was an English sentence; since version 4 it has a kind and values. House
rules, sealed relics, what seats heard before the war, what a draft puts down by lot, explained turns and open
dice came later, and so did the table of triggers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from campaign.archive.exchange import file_limits
from campaign.archive.exchange.zip_file import File
from campaign.base.answers import Json
from campaign.base.words.early_log import Around, read_entry

Change = Callable[[str], str]

_LOG = "auditentry.jsonl"
_KINDS_SINCE = 4
_LATE: Mapping[str, Mapping[str, Json]] = {
    file_limits.CAMPAIGN: {"house": [], "beacon": {}},
    "relic.jsonl": {"sealed": False},
    "seat.jsonl": {"sightings": [], "bot_level": "regular", "bot_character": "steady"},
    "draft.jsonl": {"lots": []},
    "turn.jsonl": {"explained": None, "closing": "", "draw_due": None, "mix": None},
}
"""Fields that came while version 4 was written already, as they are in a file that lacks them."""
_GONE: Mapping[str, tuple[str, ...]] = {"turn.jsonl": ("starts", "first_start")}
"""Fields that files of this version still have, so that other sites can read them, and nobody asks for."""
_MOST_NAMES = 500
"""More battles' names are not looked for: the greatest wars that have been played have a hundred banners."""


def changes_since(version: int, file: File) -> Mapping[str, Change]:
    """By file, what makes of a line of this version one of the present version."""
    late = {name: _with(fields, _GONE.get(name, ())) for name, fields in _LATE.items()}
    return {**late, **({_LOG: _log(file)} if version < _KINDS_SINCE else {})}


def _with(fields: Mapping[str, Json], gone: tuple[str, ...]) -> Change:
    """Give a row the fields that it lacks, with what they are where nothing is said of them; take others."""

    def changed(line: str) -> str:
        lacking = [name for name in fields if f'"{name}"' not in line]
        if not (lacking or gone) or len(line) > file_limits.LONGEST_LINE:
            return line
        row = {name: value for name, value in _row(line).items() if name not in gone}
        return json.dumps({**{name: fields[name] for name in lacking}, **row}) if row else line

    return changed


def _log(file: File) -> Change:
    around = _around(file)

    def changed(line: str) -> str:
        """The line with kind and values; what cannot be read so is left to be said where rows are read."""
        row = _row(line) if len(line) <= file_limits.LONGEST_LINE else {}
        if not isinstance(row.get("text"), str) or "values" in row:
            return line
        found = _read(row, around)
        if found is None:
            return json.dumps({**row, "values": {}})
        return json.dumps({**row, "kind": found[0], "values": found[1], "text": ""})

    return changed


def _read(row: Mapping[str, Json], around: Around) -> tuple[str, Mapping[str, object]] | None:
    try:
        at = datetime.fromisoformat(row["created_at"])
        return read_entry(row["kind"], row["text"], at, around)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None


def _around(file: File) -> Around:
    """What the file knows of names. People do not travel."""
    schedule = next(_rows(file, file_limits.CAMPAIGN), {}).get("schedule")
    zone = schedule.get("time_zone") if isinstance(schedule, dict) else None
    armies = [row.get("army") for row in _rows(file, "seat.jsonl")]
    battles = list(_rows(file, "battle.jsonl"))
    banners = [row.get(name) for row in battles for name in ("name_first", "name_second")]
    return Around(zone=str(zone or "UTC"), armies=_names(armies), banners=_names(banners))


def _names(found: list[object]) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name for name in found if isinstance(name, str) and name))
    return names if len(names) <= _MOST_NAMES else ()


def _rows(file: File, name: str) -> Iterator[Mapping[str, object]]:
    for line in file.rows(name):
        yield _row(line)


def _row(line: str) -> dict[str, object]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}
