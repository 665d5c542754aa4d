"""What is wrong with a document, in the reader's language; the rules, which read it, give a code.

Python, its readers of zips and databases speak English alone: what they raise has words here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError

from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as marked

from campaign.base.document_error import WordedError
from campaign.base.refusal import Refusal, Unfit
from campaign.base.words.rule_sentences import Named, said
from rules.format.reading import ScenarioError
from rules.sentences import FAULTS

_CONSTRAINT = re.compile(r'constraint(?: failed:)? "?([\w., ]+)')
_OWN = ("campaign", "battles")
_MALFORMED = marked("a value in it has another form than it must have")
_UNFIT = marked("its parts do not fit together")
_PLAIN: Mapping[type[BaseException], str] = {
    OverflowError: marked("a number in it is too large"),
    EOFError: marked("it ends too early"),
    ValueError: _MALFORMED,
    TypeError: _MALFORMED,
    LookupError: _MALFORMED,
    AttributeError: _MALFORMED,
}


def fault_text(error: ScenarioError, named: Named = str) -> str:
    """What is wrong at a place of a document, without the place; ``named`` gives names for ids."""
    return error.message if isinstance(error, WordedError) else code_text(error.code, error.values, named)


def kind_of(error: ScenarioError) -> type[Refusal]:
    """What a document that is at fault so is refused with: as unfit if it is too large, or a name no line."""
    return Unfit if isinstance(error, WordedError) and error.limit else Refusal


def code_text(code: str, values: Mapping[str, object], named: Named = str) -> str:
    """The same of a fault that was stored as its code and values."""
    return said(FAULTS[code], values, named=named)


def fault(error: ScenarioError, named: Named = str) -> str:
    """Place and fault, as one line without a full stop; ids in both have names if ``named`` gives some."""
    path = ".".join(named(part) for part in error.path.split("."))
    return f"{path}: {fault_text(error, named)}"


# What machinery raises


class UnreadableError(ValueError):
    """A value that cannot be read; it says so in the reader's language."""


def failure_words(error: BaseException) -> str:
    """What an exception says, without a full stop."""
    if isinstance(error, ScenarioError):
        return fault(error)
    if type(error).__module__.partition(".")[0] in _OWN:
        return str(error)
    if isinstance(error, JSONDecodeError):
        at = {"line": error.lineno, "column": error.colno, "char": error.pos}
        return code_text("not_json", {"fault": error.msg, **at})
    if isinstance(error, DatabaseError):
        found = _CONSTRAINT.search(str(error))
        if found is None:
            return _("the database cannot store it")
        return _("it breaks the database's rule %(rule)s") % {"rule": found[1].strip()}
    return _plain(error)


def _plain(error: BaseException) -> str:
    """The same of what Python raises itself."""
    if isinstance(error, KeyError):
        return _("%(key)s is missing") % {"key": error.args[0] if error.args else "?"}
    if isinstance(error, RecursionError):
        return code_text("too_deep", {})
    if isinstance(error, UnicodeDecodeError):
        return _("byte %(place)d cannot be read") % {"place": error.start}
    kinds = (sentence for kind, sentence in _PLAIN.items() if isinstance(error, kind))
    return _(next(kinds, _UNFIT))
