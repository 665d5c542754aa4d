"""The search for cycles of garbage, which a step does without, comes back."""

from __future__ import annotations

import gc

import pytest

from campaign.turn.cycles import acyclic


def test_the_search_for_cycles_is_on_again_after_an_error() -> None:
    @acyclic
    def failing() -> None:
        assert not gc.isenabled()
        raise ValueError

    with pytest.raises(ValueError):
        failing()
    assert gc.isenabled()
