"""Rows of a table, however it was written, with one sign between their cells (Tabletop E).

Columns of the same width are parted by where they stand below their headings, so that empty cells stay empty.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

_CELL = re.compile(r"\S+(?: \S+)*")
_WIKI_OPENS = re.compile(r"^\s*\{\|")
_WIKI_CLOSES = re.compile(r"^\s*\|\}\s*$")
_WIKI_ROW = re.compile(r"^\s*\|-+\s*$")
_WIKI_STYLE = re.compile(r"(?<=[|!])\s*(?:\w+=\"[^\"]*\"\s*)+\|(?!\|)")
_TAGS = re.compile(r"\[/?(?:table|tbody|thead)[^\]]*\]|</?(?:table|tbody|thead)\b[^>]*>", re.IGNORECASE)
_TAGGED_ROW = re.compile(r"^\s*(?:\[tr\]|<tr\b[^>]*>)(?P<cells>.*?)(?:\[/tr\]|</tr>)\s*$", re.IGNORECASE)
_TAGGED_CELL = re.compile(
    r"(?:\[t[dh][^\]]*\]|<t[dh]\b(?P<style>[^>]*)>)(?P<text>.*?)(?:\[/t[dh]\]|</t[dh]>)", re.IGNORECASE
)
_SPAN = re.compile(r"rowspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_JIRA_HEAD = re.compile(r"^\s*\|\|.*\|\|\s*$")


def with_bars(lines: Sequence[str]) -> list[str]:
    """The lines, with bars between the cells of tables of wikis and of those in tags."""
    wiki = any(_WIKI_OPENS.match(line) for line in lines) or sum(map(_is_wiki_row, lines)) > 1
    found: list[str] = []
    joined: dict[int, tuple[str, int]] = {}
    for line in lines:
        if (row := _TAGGED_ROW.match(_TAGS.sub("", line))) is not None:
            cells = " | ".join(_with_joined(row["cells"], joined))
            found.append(f"| {html.unescape(cells)} |".replace("\u00a0", " "))
        elif wiki and (_WIKI_OPENS.match(line) or _WIKI_CLOSES.match(line) or _is_wiki_row(line)):
            continue
        elif wiki and re.match(r"\s*[|!]", line):
            found.append(re.sub(r"\|\||!!|^\s*!", "|", _WIKI_STYLE.sub(" ", line)))
        elif _JIRA_HEAD.match(line):
            found.append(line.strip().replace("||", "|"))
        elif _TAGS.search(line) and not _TAGS.sub("", line).strip():
            continue
        else:
            found.append(line)
    return found


def _with_joined(row: str, joined: dict[int, tuple[str, int]]) -> list[str]:
    """The cells of a row, with those of rows above that reach down into it; ``joined`` keeps these."""
    cells: list[str] = []
    for one in _TAGGED_CELL.finditer(row):
        while len(cells) in joined:
            cells.append(_taken(joined, len(cells)))
        if (span := _SPAN.search(one["style"] or "")) is not None and int(span[1]) > 1:
            joined[len(cells)] = (one["text"], int(span[1]) - 1)
        cells.append(one["text"])
    return cells


def _taken(joined: dict[int, tuple[str, int]], at: int) -> str:
    text, left = joined.pop(at)
    if left > 1:
        joined[at] = (text, left - 1)
    return text


def _is_wiki_row(line: str) -> bool:
    return _WIKI_ROW.match(line) is not None


def below_heads(lines: Sequence[str], head: str) -> list[str] | None:
    """The lines with tabs between cells that stand below those of ``head``; None if two stand below one.

    Lines of one cell, which no column holds, stay as they are.
    """
    spans = [found.span() for found in _CELL.finditer(head.expandtabs(8))]
    rows: list[str] = []
    for line in lines:
        cells = [*_CELL.finditer(line.expandtabs(8).rstrip())]
        if line == head or not line.strip():
            rows.append("\t".join(cell[0] for cell in cells))
            continue
        row = [""] * len(spans)
        for cell in cells:
            at = _column(cell.span(), spans)
            if len(cells) == 1 and not at:
                break
            if row[at] and at and not row[at - 1]:
                # "subtotal   526", both below the prices
                row[at - 1] = row[at]
            elif row[at]:
                return None
            row[at] = cell[0]
        else:
            rows.append("\t".join(row))
            continue
        rows.append(line.strip())
    return rows


def _column(cell: tuple[int, int], heads: Sequence[tuple[int, int]]) -> int:
    """The heading that a cell begins or ends with, or else lies below or is nearest to."""
    for side in (0, 1):
        flush = [at for at, head in enumerate(heads) if head[side] == cell[side]]
        if flush:
            return flush[0]
    return max(range(len(heads)), key=lambda at: (_overlap(cell, heads[at]), -abs(cell[0] - heads[at][0])))


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> int:
    """In how many places both stand; below 0, how far they are apart."""
    return min(one[1], other[1]) - max(one[0], other[0])
