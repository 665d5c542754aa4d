"""No byte, event, statement or tick of Ben's phone depends on what Ada keeps to herself; leaks are found."""

from __future__ import annotations

import pytest

from tests.table.leaks import LEAKS, Leak
from tests.table.worlds import STORIES, differences

pytestmark = pytest.mark.django_db


@pytest.mark.shared(2)
@pytest.mark.parametrize("name", STORIES)
def test_ben_hears_the_same_in_both_worlds(name: str) -> None:
    assert differences(*STORIES[name]) == []


def test_there_are_twenty_one() -> None:
    assert len(LEAKS) == 21


@pytest.mark.shared(3)
@pytest.mark.once
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    with leak.plant():
        assert differences(*STORIES[leak.story], leak.moment) != []
