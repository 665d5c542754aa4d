"""Values that are cheap to make: as frozen as any, and made without the search for cycles."""

from __future__ import annotations

import copy
import gc
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from bench.engine import whole_turn
from bench.scenes import scene
from rules.state import Banner, BannerId, PlayerId, Works
from rules.values import acyclic

BANNER = Banner(BannerId("a1"), PlayerId("a"), (1, 2), 12, Works.FORTIFIED)


def test_a_value_quickly_made_is_like_any_other() -> None:
    assert type(BANNER) is Banner
    assert replace(BANNER, level=13) == Banner(BannerId("a1"), PlayerId("a"), (1, 2), 13, Works.FORTIFIED)
    assert copy.deepcopy(BANNER) == BANNER
    assert pickle.loads(pickle.dumps(BANNER)) == BANNER
    with pytest.raises(FrozenInstanceError):
        BANNER.level = 13  # type: ignore[misc]
    with pytest.raises(TypeError):
        Banner(BannerId("a1"))  # type: ignore[call-arg]


def test_a_turn_leaves_no_cycles() -> None:
    one = scene(banners=60, side=40, players=6)
    whole_turn(one)
    gc.collect()
    gc.disable()
    try:
        whole_turn(one)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_the_search_for_cycles_is_on_again_after_an_error() -> None:
    @acyclic
    def failing() -> None:
        assert not gc.isenabled()
        raise ValueError

    with pytest.raises(ValueError):
        failing()
    assert gc.isenabled()
