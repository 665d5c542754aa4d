"""A worker as one should not write it, to show that these tests would notice."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from tests.faults.workers import tick_in_a_loop

SLOWLY = 0.05


def tick_without_transactions() -> None:
    """Resolve with every statement on its own, and slowly, so that a kill falls between two of them."""

    def atomic(*arguments: Any, **options: Any) -> AbstractContextManager[None]:
        return nullcontext()

    def no_lock(query: QuerySet[Any], **options: Any) -> QuerySet[Any]:
        return query

    def slowly(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith("SELECT"):
            time.sleep(SLOWLY)
        return execute(sql, params, many, context)

    transaction.atomic = atomic  # type: ignore[assignment]
    QuerySet.select_for_update = no_lock  # type: ignore[method-assign, assignment]
    with connection.execute_wrapper(slowly):
        tick_in_a_loop()
