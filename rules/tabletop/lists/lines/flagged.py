"""What reading says of a line for itself, by a sign before it that no text holds (Tabletop E)."""

from __future__ import annotations

LEADS_IN, MODELS, SENT, OTHERS = _ALL = "\ue000", "\ue001", "\ue002", "\ue003"
"""It is no unit's; "8x Scouts" are eight models; a message begins with it; somebody else says it."""
_NONE = dict.fromkeys(map(ord, _ALL))


def unflagged(text: str) -> str:
    """A text without such signs, as all are before they are read."""
    return text.translate(_NONE)


def parted(line: str) -> tuple[str, str]:
    """What is said of a line, empty if nothing is, and the line as it was written."""
    return (line[0], line[1:]) if line.startswith(_ALL) else ("", line)
