"""Pictures that were drawn are kept apart from the counts of who tries too often."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache, caches

from campaign.base.sandbox import drawn_once as drawing
from config.cache import RedisOrMemory
from config.cache_stores import MOST_PICTURES
from config.cache_stores import caches as stores

MANY = 2 * max(MOST_PICTURES, 300)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is asked of the child, which answers at once."""
    asked: list[str] = []

    def lines(_maker: str, text: bytes, _limits: object) -> list[bytes]:
        asked.append(json.loads(text)["title"])
        return [json.dumps({"state": "done"}).encode(), base64.b64encode(b"a picture of " + text)]

    @contextmanager
    def at_once() -> Iterator[None]:
        yield

    monkeypatch.setattr(drawing.children, "lines", lines)
    monkeypatch.setattr(drawing.children, "in_turn", at_once)
    yield asked
    caches[drawing.PICTURES].clear()


def test_however_many_pictures_are_drawn_no_count_is_forgotten(drawn: list[str]) -> None:
    for number in range(100):
        cache.set(f"throttle_{number}", number, 3600)
    for number in range(MANY):
        drawing.drawn_once({"title": f"War {number}"})
    assert [cache.get(f"throttle_{number}") for number in range(100)] == list(range(100))
    assert len(drawn) == MANY


def test_a_picture_is_drawn_once_whatever_becomes_of_the_counts(drawn: list[str]) -> None:
    first = drawing.drawn_once({"title": "The ford"})
    cache.clear()
    assert drawing.drawn_once({"title": "The ford"}) == first
    assert drawn == ["The ford"]


def test_while_redis_is_away_each_of_the_caches_has_a_memory_of_its_own() -> None:
    nowhere = stores("redis://127.0.0.1:1/0")
    counts, pictures = (RedisOrMemory("redis://127.0.0.1:1/0", dict(nowhere[name])) for name in nowhere)
    counts.set("throttle", 7)
    for number in range(MANY):
        pictures.set(f"still:{number}", b"x")
    assert counts.get("throttle") == 7
    pictures.set("throttle", 8)
    assert counts.get("throttle") == 7
