"""How many rows a campaign has, and how many bytes they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models

from campaign.models import Campaign
from campaign.models.turns import PackedField


def rows_of(campaign: Campaign) -> Iterator[models.Model]:
    """Every row that is the campaign's, found by following what points to it."""
    todo: list[models.Model] = [campaign]
    seen: set[tuple[str, Any]] = set()
    while todo:
        row = todo.pop()
        if (row._meta.label, row.pk) in seen:
            continue
        seen.add((row._meta.label, row.pk))
        yield row
        for relation in row._meta.related_objects:
            model = relation.related_model
            if relation.one_to_many or relation.one_to_one:
                found = model._default_manager.filter(**{relation.field.name: row})
                todo += list(found)


def weight_of(campaign: Campaign) -> tuple[int, int]:
    """Rows, and the bytes of their values as text; of what lies packed those that lie there."""
    count, size = 0, 0
    for row in rows_of(campaign):
        count += 1
        for field in row._meta.concrete_fields:
            value = field.value_from_object(row)
            if isinstance(field, PackedField):
                value = field.get_db_prep_save(value, connection) or b""
            size += (
                len(value) if isinstance(value, bytes | memoryview) else len(json.dumps(value, default=str))
            )
    return count, size


def count_all() -> dict[str, int]:
    """The rows of every table."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}
