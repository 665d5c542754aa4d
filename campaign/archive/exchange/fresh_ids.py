"""New public ids for a campaign's file on a site that has some of its ids already: beside the original.

Ids that the engine causes follow from the campaign's id key, so the copy gets a key of its own, and battles
and sightings in the file get the ids that follow from it: else the two campaigns would meet on the same ids
later, and what a player follows on his map would be lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from django.db import models
from django.utils.translation import gettext as _

from campaign.archive.exchange import file_limits, tables
from campaign.archive.exchange.zip_file import File, FileError
from campaign.ids import derived_id, random_id, random_key
from campaign.models import Campaign
from campaign.turn.told.early_sightings import early_id

_PUBLIC_ID = re.compile(r'"public_id"\s*:\s*"([^"\\]{8,})"')
_PIECE = 10_000
_MOST_SIGHTINGS = 1_000_000
"""Ids that are made anew for what seats have followed; the greatest wars have some ten thousand."""
_NAMES = re.compile(r'"([^"\\]{8,64})"')


def fresh_ids(file: File) -> File:
    """The file as it is, or with all ids made anew if this site has any of them already."""
    rows = (row for name in file.tables for row in file.rows(name))
    found = sorted({one for row in rows for one in _PUBLIC_ID.findall(row)})
    holders: list[type[models.Model]] = [
        Campaign,
        *(table.model for table in tables.TABLES if hasattr(table.model, "public_id")),
    ]
    if not any(_has_any(model, found) for model in holders):
        return file
    file = replace(file, emptied=frozenset(table.file for table in tables.TABLES if table.bound))
    new = {one: random_id() for one in found} | _derived(file)

    def renamed(match: re.Match[str]) -> str:
        return f'"{new.get(match[1], match[1])}"'

    return replace(file, anew=lambda row: _NAMES.sub(renamed, row))


def _has_any(model: type[models.Model], ids: list[str]) -> bool:
    """Whether a table has any of the ids, asked in pieces: a statement takes only so many."""
    return any(
        model._default_manager.filter(public_id__in=ids[first : first + _PIECE]).exists()
        for first in range(0, len(ids), _PIECE)
    )


def stands_here(public_id: str) -> bool:
    """Whether this site has a campaign of this id."""
    return Campaign.objects.filter(public_id=public_id).exists()


def _derived(file: File) -> dict[str, str]:
    """What takes the place of the id key, and of what follows from it."""
    campaign = next(_rows(file, file_limits.CAMPAIGN), {})
    try:
        old = bytes.fromhex(str(campaign.get("id_key")))
    except ValueError:
        return {}
    key = random_key()
    new = {old.hex(): key.hex()}
    turns = [row.get("number") for row in _rows(file, "turn.jsonl")]
    for row in _rows(file, "battle.jsonl"):
        place = row.get("turn")
        if isinstance(place, int) and 0 < place <= len(turns):
            pair = f"{row.get('first')}:{row.get('second')}"
            new[str(row.get("public_id"))] = derived_id(key, "battle", "", pair, _whole(turns[place - 1]))
    seats = [str(row.get("key")) for row in _rows(file, "seat.jsonl")]
    banners = [str(row.get("key")) for row in _rows(file, "banner.jsonl")]
    sighted = _sighted(file, seats)
    if len(sighted) * len(banners) > _MOST_SIGHTINGS:
        raise FileError(_("playerturn.jsonl: map: there are too many sightings."))
    for seat, began in sighted:
        for banner in banners:
            sighting = derived_id(old, "sighting", seat, banner, began)
            new[sighting] = derived_id(key, "sighting", seat, banner, began)
    first = min(map(_whole, turns), default=0)
    for row in _rows(file, "seat.jsonl"):
        seat, heard = str(row.get("key")), row.get("sightings")
        for place in range(len(heard) if isinstance(heard, list) else 0):
            new[early_id(old, seat, place, first)] = early_id(key, seat, place, first)
    return new


def _sighted(file: File, seats: list[str]) -> list[tuple[str, int]]:
    """In which turns which seats began to follow somebody."""
    found = set()
    for row in _rows(file, "playerturn.jsonl"):
        place, board = row.get("seat"), row.get("map")
        if isinstance(place, int) and 0 < place <= len(seats) and isinstance(board, dict):
            sightings = board.get("sightings")
            for one in sightings if isinstance(sightings, list) else ():
                found.add((seats[place - 1], _whole(one.get("since") if isinstance(one, dict) else None)))
    return sorted(found)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _rows(file: File, name: str) -> Iterator[dict[str, object]]:
    """The rows of a file that can be read; what is wrong with others is said where they are taken in."""
    for line in file.rows(name):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield row if isinstance(row, dict) else {}
