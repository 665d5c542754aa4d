"""Every refusal can be said in the reader's language: each sentence that is raised goes through gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
FOR_PROGRAMS = ("api", "management", "demo", "migrations")
"""Problem documents and commands are in English, and what the API's modules refuse."""
OF_THE_MACHINE = (
    "children",
    "declared_look",
    "maker",
    "prepared_query",
    "rows",
    "seeds",
    "failpoints",
    "streams",
    "smtp",
    "time_limits",
    "canary",
    "kept_bytes",
)
"""Modules whose exceptions reach nobody but the log."""
NOT_TOLD = {
    "ImproperlyConfigured",
    "RuntimeError",
    "TypeError",
    "KeyError",
    "AssertionError",
    *("ChildFailedError", "FieldError", "LessonError"),
}
"""Of the project or of a child process: told in a log, where they are caught."""


def modules() -> list[Path]:
    """What may refuse something to a person."""
    found = [path for floor in ("campaign", "battles") for path in sorted((ROOT / floor).rglob("*.py"))]
    return [
        path
        for path in found
        if not set(path.relative_to(ROOT).parts[:-1]) & set(FOR_PROGRAMS)
        and path.stem not in OF_THE_MACHINE
        and not path.stem.endswith(("api", "shapes"))
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
            if name in ("Refusal", "error", "unfit") or (name.endswith("Error") and name not in NOT_TOLD):
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
        'raise unfit(node, "is empty" if bare else _("is full"))',
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


# What was said is never read again


def prose_patterns(source: str) -> list[int]:
    """The lines of a module on which a pattern reads a sentence: two words with a space between them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            pieces = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
            if any(re.search(r"[a-z]{2,}(?: |\\ |\\s\+)[a-z]{2,}", str(piece)) for piece in pieces):
                found.append(node.lineno)
    return found


def test_no_pattern_reads_our_own_sentences() -> None:
    sources = {
        str(path.relative_to(ROOT)): path.read_text()
        for floor in ("campaign", "battles")
        for path in (ROOT / floor).rglob("*.py")
        if "migrations" not in path.parts
    }
    assert len(sources) > 300
    assert {name for name, source in sources.items() if prose_patterns(source)} == set()


def test_a_pattern_that_reads_a_sentence_is_found() -> None:
    assert prose_patterns('re.compile(r"must be from (\\d+) to")') == [1]
    assert prose_patterns('re.fullmatch(rf"the id {one}", text)') == [1]
    assert prose_patterns('re.compile(r"[A-Za-z]+ ?[0-9]+")') == []
