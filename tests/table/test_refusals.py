"""Every refusal and every die of the rules has its words, and the words use what the rules give them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy

from battles.table.words import table_refusals, table_words
from rules.tabletop.refusing import RefusedError

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules" / "tabletop"
CHILD = ROOT / "campaign" / "base" / "sandbox" / "list_reading.py"
"""Whoever reads lists says how much may be read of one."""


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of this name in the rules of the table."""
    for path in (*sorted(RULES.rglob("*.py")), CHILD):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called == name:
                    yield node


def texts(node: ast.expr) -> list[str]:
    """The words that an argument can be."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return [str(node.value)] if isinstance(node, ast.Constant) else []


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    given: dict[str, list[set[str]]] = {}
    for call in [*calls("RefusedError"), *calls("WrongDieError")]:
        for code in texts(call.args[0]):
            given.setdefault(code, []).append({str(word.arg) for word in call.keywords})
    # The limits of a list are named where they are broken.
    for what in [texts(call.args[0]) for call in calls("too_much")] + [
        texts(call.args[2]) for call in calls("within")
    ]:
        for code in what:
            given.setdefault(f"list {code}", []).append({"most", "line"})
    assert set(given) == set(table_refusals.SENTENCES)
    for code, sentence in table_refusals.SENTENCES.items():
        wanted = {name for _, name, _, _ in Formatter().parse(str(sentence)) if name}
        assert all(wanted <= values for values in given[code]), code


def test_every_die_has_a_name() -> None:
    rolled = {
        text for what in ("roll", "draw", "shuffled") for one in calls(what) for text in texts(one.args[0])
    }
    assert rolled - {""} <= set(table_words.DICE)


def test_a_refusal_is_said_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    error = RefusedError("not one of", "cover", name="cover", allowed=("soft", "hard"), value="none")
    assert table_refusals.in_words(error) == "This cannot be none: cover. It is one of soft, hard."
    monkeypatch.setitem(table_refusals.SENTENCES, "battle over", gettext_lazy("Yes"))
    with translation.override("de"):
        assert table_refusals.in_words(RefusedError("battle over")) == "Ja"
