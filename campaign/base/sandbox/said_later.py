"""Sentences that a child leaves to its parent to say, in the reader's language, with what fills them.

Imported by children, too: it loads nothing. They call ``Said`` by the name ``_``, so that translators are
given their sentences.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError

from campaign.base.answers import Json


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence; ``%`` gives it what fills its gaps: numbers, names and other sentences."""

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __mod__(self, values: Mapping[str, object]) -> Said:
        return Said(self.sentence, values)

    def plain(self) -> dict[str, Json]:
        """The sentence as JSON."""
        filled = {
            name: one.plain() if isinstance(one, Said | Failure) else one for name, one in self.values.items()
        }
        return {"sentence": self.sentence, "values": filled}


@dataclass(frozen=True, slots=True)
class Failure:
    """What Python raised; its parent has words for it."""

    kind: str
    values: Mapping[str, Json] = field(default_factory=dict)

    def plain(self) -> dict[str, Json]:
        """The failure as JSON."""
        return {"failure": self.kind, "values": dict(self.values)}


def failure_of(error: BaseException) -> Failure:
    """What was raised, as its kind and place."""
    if isinstance(error, JSONDecodeError):
        at = {"line": error.lineno, "column": error.colno, "char": error.pos}
        return Failure("json", {"fault": error.msg, **at})
    if isinstance(error, UnicodeDecodeError):
        return Failure("utf-8", {"start": error.start})
    for kind in (RecursionError, OverflowError, EOFError, ValueError):
        if isinstance(error, kind):
            return Failure(kind.__name__)
    return Failure("")


READING = (ValueError, EOFError, NotImplementedError, RuntimeError, OSError, struct.error, zlib.error)
"""What reading bytes may raise, beside what each of its readers does."""
