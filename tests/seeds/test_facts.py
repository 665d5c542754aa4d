"""What the table does is what the documents say: played by `step`, read by `view`, with dice written down."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.seeds import facts
from tests.seeds.checks import CHECKS

FORBIDDEN = {"rules.tabletop.tables", "rules.tabletop.weapons"}
LAST = {"000": 95, "001": 288, "003": 54, "004": 26}
"""The last line of each document."""


@pytest.mark.parametrize("check", list(CHECKS.values()), ids=list(CHECKS))
def test_the_table_does_what_the_document_says(check: Callable[[], None]) -> None:
    check()


def test_every_number_has_its_document_and_line() -> None:
    found = [fact for fact in all_facts() if 1 <= fact.at.line <= LAST[fact.at.seed]]
    assert len(found) == len(all_facts())
    assert {fact.at.seed for fact in found} == set(LAST)


def test_every_number_is_held_against_something() -> None:
    here = Path(__file__).parent
    read = [path for path in here.glob("*.py") if path.name not in ("facts.py", "test_facts.py")]
    read.append(here.parent / "table" / "test_reference_facts.py")
    text = "".join(path.read_text(encoding="utf-8") for path in read)
    typed = [name for name, value in vars(facts).items() if isinstance(value, dict | facts.Fact)]
    assert [name for name in typed if name.isupper() and f"facts.{name}" not in text] == []


def all_facts() -> list[facts.Fact[object]]:
    """Every fact that was typed."""
    found: list[facts.Fact[object]] = []
    for value in vars(facts).values():
        many = value.values() if isinstance(value, dict) else [value]
        found += [one for one in many if isinstance(one, facts.Fact)]
    return found


def imports(path: Path) -> set[str]:
    """The modules that a file imports; `from a import b` is both a and a.b."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        if isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} | {f"{node.module}.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.py")), ids=lambda path: path.name)
def test_nothing_here_has_our_tables_open(path: Path) -> None:
    assert not imports(path) & FORBIDDEN


def test_the_facts_import_nothing_of_ours() -> None:
    assert not [name for name in imports(Path(str(facts.__file__))) if name.startswith(("rules", "tests"))]
