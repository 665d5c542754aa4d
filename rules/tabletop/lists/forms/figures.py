"""The figures of a line: how many such units, and their points (Tabletop E)."""

from __future__ import annotations

import re

TIMES = re.compile(r"^\s*(?:[-*\u2022\u00b7>.]+\s+)?\(?(\d{1,3})\s*[x\u00d7](?=\s|[A-Z\u00c0-\u017f(])\)?\s*")
POINTS = re.compile(
    r"[(\[{]?\s*[@=+~]?\s*(?<![\d.,])(\d{1,3}[,.]\d{3}|\d{1,5})(?:\.0+)?\s*"
    r"(?:(?:pts?|points?|punkte|pkte?|ptos)\b\.?|p\b)"
    r"(?:\s*/?\s*(?:each|ea\.?|apiece|per unit|a piece)(?!\w))?\s*[)\]}]?",
    re.IGNORECASE,
)
POINTS_AFTER = re.compile(
    r"[(\[]?\b(?:pts?|points?|cost|punkte)\s*[:=]\s*(\d{1,5})\b\s*[)\]]?", re.IGNORECASE
)
DOTS = re.compile(
    r"(?:\.{3,}|(?:\.\s){2,}\.|\u2026+|_{3,}|-{3,}|={1,}>?|\s@|\s\u2013|\s\u2014|\s-|:|\s=)\s*(\d{1,4})\s*$"
)
EACH = re.compile(r"\b(?:each|ea|apiece|per unit|a piece)\b", re.IGNORECASE)
LAST_SQUARE = re.compile(r"[\[](\d{2,4})[\]]\s*:?\s*$")


def number(text: str) -> int:
    """A number with or without a sign for thousands."""
    return int(re.sub(r"[,.]", "", text))


def pointed(line: str) -> tuple[str, int | None]:
    """A line without its points, and these; -1 if several stand there that do not say which."""
    found = [*POINTS.finditer(line)]
    spans = [match.span() for match in found]
    # "10 pts = 80 pts" tells two numbers, not three.
    found += [
        match
        for match in POINTS_AFTER.finditer(line)
        if not any(start < match.end() and match.start() < end for start, end in spans)
    ]
    values = [number(match[1]) for match in found]
    rest = line
    for match in found:
        rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    if not values:
        if dots := DOTS.search(rest):
            value = int(dots[1])
            if value > 20 or "..." in dots[0].replace(" ", "") or "\u2026" in dots[0] or "=" in dots[0]:
                return rest[: dots.start()] + " " * (len(rest) - dots.start()), value
        return rest, None
    if len(values) == 1:
        return rest, values[0]
    first = found[0]
    if first[0].startswith("[") and line[first.end() :].lstrip().startswith(":"):
        # "Unit [119pts]: Veteran [20pts]": what stands with its name holds all the rest.
        return rest, values[0]
    after = [
        number(match[1]) for match in found if "=" in match[0] or line[: match.start()].rstrip().endswith("=")
    ]
    if len(after) == 1:
        return rest, after[0]
    return rest, _whole(values, [match[0] for match in found])


def _whole(values: list[int], written: list[str]) -> int:
    """Of several points the whole: all others are what options cost, or add up to it."""
    plain = [value for value, text in zip(values, written, strict=True) if "+" not in text]
    if len(plain) == 1:
        return plain[0]
    largest = max(values)
    if sum(values) - largest == largest:
        return largest
    return -1
