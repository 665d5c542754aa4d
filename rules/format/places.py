"""Sectors, counts and lists in the scenario format, with the checks that all parts share."""

from __future__ import annotations

from rules.format.reading import Node
from rules.maps.grid import is_passable
from rules.state import At

MOST_COUNTED = 10**9
"""A level, and how long a condition has held, are at most so much: numbers may be too long to be written."""


def read_place(node: Node, rows: tuple[str, ...]) -> At:
    """A passable sector on the map."""
    at = read_sector(node, rows)
    if not is_passable(rows, at):
        raise node.error("impassable", sector=at)
    return at


def read_sector(node: Node, rows: tuple[str, ...]) -> At:
    """Any sector on the map."""
    at = x, y = node.sector()
    if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
        raise node.error("off_map", sector=at)
    return at


def read_count(node: Node) -> int:
    """A whole number from 0 to ``MOST_COUNTED``."""
    count = node.integer(0)
    if count > MOST_COUNTED:
        raise node.error("too_much", most=MOST_COUNTED)
    return count


def some(node: Node, most: int | None = None) -> list[Node]:
    """The items of a list that is not empty."""
    items = node.items(most)
    if not items:
        raise node.error("empty")
    return items
