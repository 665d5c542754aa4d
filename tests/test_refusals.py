"""Every refusal can be said in the reader's language: each sentence that is raised goes through gettext."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.anew import Anew
from campaign.wording.faults import SENTENCES, fault_text

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
FOR_PROGRAMS = ("api", "management", "demo", "migrations")
"""Problem documents and commands are in English."""
OF_THE_MACHINE = ("children", "kept", "rows", "seeds", "failpoints", "streams")
"""Modules whose exceptions reach nobody but the log."""
NOT_TOLD = {"ImproperlyConfigured", "RuntimeError", "TypeError", "KeyError", "AssertionError"}


def modules() -> list[Path]:
    """What may refuse something to a person."""
    found = [path for floor in ("campaign", "battles") for path in sorted((ROOT / floor).rglob("*.py"))]
    return [
        path
        for path in found
        if not set(path.relative_to(ROOT).parts[:-1]) & set(FOR_PROGRAMS)
        and path.stem not in (*OF_THE_MACHINE, "api")
    ]


def _called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def bare(node: ast.AST | None) -> Iterator[int]:
    """The lines of sentences that stand in an expression as they are, outside any call."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _is_sentence(node.value):
            yield node.lineno
    elif isinstance(node, ast.JoinedStr):
        texts = [one.value for one in node.values if isinstance(one, ast.Constant)]
        if any(_is_sentence(str(text)) for text in texts):
            yield node.lineno
    elif isinstance(node, ast.IfExp):
        yield from [*bare(node.body), *bare(node.orelse)]
    elif isinstance(node, ast.BinOp):
        yield from [*bare(node.left), *bare(node.right)]


def _is_sentence(text: str) -> bool:
    words = [word for word in text.split() if word.strip("():;.,").isalpha() and len(word) > 1]
    return len(words) > 1 or (" " in text and bool(words))


def forgotten(source: str) -> list[int]:
    """The lines of a module that refuse in English only."""
    found: list[int] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = _called(node.func)
            if name == "error" and _called(getattr(node.func, "value", node)) in ("logger", "messages"):
                continue
            if name in ("Refusal", "error") or (name.endswith("Error") and name not in NOT_TOLD):
                found += [line for argument in node.args for line in bare(argument)]
        elif isinstance(node, ast.FunctionDef) and (held := _held(node)):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Assign) and _called(inner.targets[0]) in held:
                    found += bare(inner.value)
    return sorted(set(found))


def _held(function: ast.FunctionDef) -> set[str]:
    """What the sentences of a function's refusals are called while they are made."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    refusals = [call for call in calls if _called(call.func) == "Refusal"]
    return {one.id for call in refusals for one in call.args if isinstance(one, ast.Name)}


def test_no_refusal_is_in_english_only() -> None:
    found = {str(path.relative_to(ROOT)): forgotten(path.read_text()) for path in modules()}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert len(found) > 150


@pytest.mark.parametrize(
    "planted",
    [
        'raise Refusal("Only Ada can.", code="x")',
        'raise MapError("", f"this has {count} rows")',
        'raise node.error("is empty" if bare else _("is full"))',
        'def f():\n    message = "Nobody can."\n    raise Refusal(message, code="x")',
        'raise Refusal(_("It is so.") + f" There are {count} more.", code="x")',
    ],
)
def test_a_forgotten_refusal_is_found(planted: str) -> None:
    assert forgotten(planted)


@pytest.mark.parametrize(
    "planted",
    ['raise Refusal(_("Only %(n)s can.") % {"n": n}, code="x")', 'raise Refusal(f"{error}.", code="x")'],
)
def test_what_is_translated_is_left_alone(planted: str) -> None:
    assert not forgotten(planted)


def _said_by_the_rules() -> Iterator[str]:
    """What the readers of the rules say of a document, with a word for every value."""
    for path in sorted((ROOT / "rules" / "format").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = _called(node.func)
            if name in ("error", "ScenarioError") and node.args:
                yield from _filled(node.args[-1])
            elif name == "_wrong":
                yield from (f"must be {text}, not 1" for text in _filled(node.args[0]))


def _filled(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if not isinstance(node, ast.JoinedStr):
        return []
    texts = [""]
    for part in node.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        choices = (
            [*_filled(inner.body), *_filled(inner.orelse)]
            if isinstance(inner, ast.IfExp)
            else [str(inner.value)]
            if isinstance(inner, ast.Constant)
            else ["7"]
        )
        texts = [text + choice for text in texts for choice in choices]
    return texts


def test_every_fault_of_a_document_has_its_sentence() -> None:
    said = [
        text for text in _said_by_the_rules() if text not in ("7", "must be 7, not 1", "must be 7, not 7")
    ]
    assert len(said) > 45
    assert [text for text in said if not Anew(SENTENCES).knows(text)] == []
    assert len(set(SENTENCES)) == len(SENTENCES)


def test_a_fault_is_said_anew_with_its_values() -> None:
    assert fault_text("must be from 0 to 3, not 4") == "must be from 0 to 3, not 4"
    assert fault_text("nobody knows this") == "nobody knows this"
