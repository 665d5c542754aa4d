"""What a child process says of what it has read, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.words.document_faults import failure_words

_GAPS = re.compile(r"(?:[^%]|%\(\w+\)[sd])*")
"""A sentence with plain gaps: a child that has been taken over could ask for a million signs in another."""
_KINDS: Mapping[str, type[BaseException]] = {
    kind.__name__: kind for kind in (RecursionError, OverflowError, EOFError, ValueError)
}


def worded(told: Mapping[str, Json]) -> str:
    """A sentence of ``campaign.base.sandbox.said_later``. Raises ``ValueError`` for what is none."""
    try:
        if "failure" in told:
            return failure_words(_failure(str(told["failure"]), told["values"]))
        if _GAPS.fullmatch(told["sentence"]) is None:
            raise ValueError(told["sentence"])
        values = {name: worded(one) if isinstance(one, dict) else one for name, one in told["values"].items()}
        return str(_(told["sentence"])) % values
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _failure(kind: str, values: Mapping[str, Json]) -> BaseException:
    """What was raised in the child, as far as it has words."""
    if kind == "json":
        error = JSONDecodeError(str(values["fault"]), "", 0)
        error.lineno, error.colno, error.pos = values["line"], values["column"], values["char"]
        return error
    if kind == "utf-8":
        return UnicodeDecodeError("utf-8", b"", values["start"], values["start"], "")
    return _KINDS.get(kind, Exception)()
