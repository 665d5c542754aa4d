"""What a name, a title or any other line may hold: text that reads the same wherever it is shown.

A line break would forge a second line in a mail or a log; marks that turn the direction of reading, and
letters that nobody sees, make one name look like another.
"""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset("\u200b\u2060\ufeff\ufff9\ufffa\ufffb")
_KINDS = ("Cc", "Cs", "Zl", "Zp")
"""Control characters, halves of characters, and what ends a line or a paragraph."""
CODE = "one_line"


def stranger(text: str) -> str:
    """The first character that no line may hold; empty if there is none."""
    return next(
        (one for one in text if one in _TURNING or one in _UNSEEN or unicodedata.category(one) in _KINDS), ""
    )


def fault(text: str) -> str:
    """What is wrong with it and what is allowed, in words; empty if it is a line."""
    found = stranger(text)
    if not found:
        return ""
    return _(
        "This is one line of text: line breaks, control characters, and marks that turn the direction of"
        " reading or cannot be seen are not allowed. It holds %(found)s."
    ) % {"found": f"U+{ord(found):04X}"}


def validate(text: str) -> None:
    """Check the value of a form's field or of an API's. Raises ``ValidationError``."""
    wrong = fault(str(text))
    if wrong:
        raise ValidationError(wrong, code=CODE)
