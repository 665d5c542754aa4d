"""What is wrong with a document, in the reader's language; the rules, which read it, give a code."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.base.document_error import WordedError
from campaign.base.words.rule_sentences import Named, said
from rules.format.reading import ScenarioError
from rules.sentences import FAULTS


def fault_text(error: ScenarioError, named: Named = str) -> str:
    """What is wrong at a place of a document, without the place; ``named`` gives names for ids."""
    return error.message if isinstance(error, WordedError) else code_text(error.code, error.values, named)


def code_text(code: str, values: Mapping[str, object], named: Named = str) -> str:
    """The same of a fault that was stored as its code and values."""
    return said(FAULTS[code], values, named=named)


def fault(error: ScenarioError, named: Named = str) -> str:
    """Place and fault, as one line without a full stop; ids in both have names if ``named`` gives some."""
    path = ".".join(named(part) for part in error.path.split("."))
    return f"{path}: {fault_text(error, named)}"
