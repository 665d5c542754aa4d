"""Digging in and moving out (Rules 5.1, 5.2, 5.5)."""

from __future__ import annotations

import pytest

from rules.state import Works
from tests.rules.builders import banner, moved, places


@pytest.mark.parametrize(
    ("flag", "order", "rules", "works"),
    [
        ("", "fortify", [], "fortified"),
        ("f", "entrench", [], "entrenched"),
        ("", "entrench", ["steadfast"], "entrenched"),
        ("f", "unfortify", [], "none"),
        ("e", "unfortify", [], "none"),
        ("f", "search", [], "fortified"),
    ],
)
def test_an_order_changes_the_works(flag: str, order: str, rules: list[str], works: str) -> None:
    movement = moved(f"a1:15{flag} .", f"a1 {order}", rules={"alpha": rules})
    assert banner(movement, "a1").works == works


def test_searching_beside_unfortifying_is_allowed() -> None:
    movement = moved("a1:15f .", "a1 search unfortify")
    assert (movement.void, banner(movement, "a1").works) == ((), Works.NONE)


def test_a_steadfast_banner_fortifies_where_its_march_has_brought_it_or_not() -> None:
    movement = moved(
        "a1:15 . a2:15 b1:15",
        "a1 march 1,0 fortify",
        "a2 march 3,0 fortify",
        rules={"alpha": ["steadfast"]},
    )
    assert places(movement) == {"a1": (1, 0), "a2": (2, 0), "b1": (3, 0)}
    assert banner(movement, "a1").works == banner(movement, "a2").works == "fortified"
