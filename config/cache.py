"""The cache of a site with Redis, which goes on without it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds for which a Redis that has not answered is not asked again: nobody waits for it twice."""


def _patiently(name: str) -> Callable[..., Any]:
    """The method ``name``, answered by this process's own memory while Redis does not answer."""
    by_redis: Callable[..., Any] = getattr(RedisCache, name)

    def asked(self: RedisOrMemory, *args: object, **options: object) -> Any:
        if time.monotonic() >= self.again:
            try:
                return by_redis(self, *args, **options)
            except RedisError as error:
                log.warning("the cache is kept in memory for a while: %s", type(error).__name__)
                self.again = time.monotonic() + PAUSE
        return getattr(self.own, name)(*args, **options)

    return asked


class RedisOrMemory(RedisCache):
    """Redis, or this process's own memory while Redis is away: pages and throttles go on, each on its own."""

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(server, params)
        # Each of the site's caches has a memory of its own.
        self.own = LocMemCache(f"while-redis-is-away {params.get('KEY_PREFIX', '')}", params)
        self.again = 0.0

    add = _patiently("add")
    get = _patiently("get")
    set = _patiently("set")
    touch = _patiently("touch")
    delete = _patiently("delete")
    get_many = _patiently("get_many")
    has_key = _patiently("has_key")
    incr = _patiently("incr")
    set_many = _patiently("set_many")
    delete_many = _patiently("delete_many")
    clear = _patiently("clear")
