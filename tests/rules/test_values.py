"""Values that are cheap to make: like any others, and leave no cycles of garbage."""

from __future__ import annotations

import copy
import gc
import pickle
from dataclasses import replace

import pytest

from bench.engine import whole_turn
from bench.scenes import scene
from rules.state import Banner, BannerId, PlayerId, Works

BANNER = Banner(BannerId("a1"), PlayerId("a"), (1, 2), 12, Works.FORTIFIED)


def test_a_value_is_like_any_other() -> None:
    other = replace(BANNER, level=13)
    assert other == Banner(BannerId("a1"), PlayerId("a"), (1, 2), 13, Works.FORTIFIED)
    assert (BANNER.level, other != BANNER) == (12, True)
    for copied in (copy.copy(BANNER), copy.deepcopy(BANNER), pickle.loads(pickle.dumps(BANNER))):
        assert type(copied) is Banner
        assert (copied, hash(copied)) == (BANNER, hash(BANNER))
    assert not hasattr(BANNER, "__dict__")
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
