"""Files in the operator's storage that no row names any more are erased (Trust 5)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.apps import apps

from campaign.base.dates import clock
from campaign.kept_bytes import FOLDER, KeptBytes, named_in, start_of, storage

UNNAMED = timedelta(hours=1)
"""A file is there before its row is stored: younger ones are left alone."""


def erase_unnamed() -> int:
    """Erase files of rows that are gone; gives how many. Repeating it does no harm."""
    place = storage()
    if place is None:
        return 0
    named = set(_names())
    erased = 0
    for short in place.listdir(FOLDER)[1]:
        name = f"{FOLDER}/{short}"
        if name not in named and place.get_modified_time(name) < clock.now() - UNNAMED:
            place.delete(name)
            erased += 1
    return erased


def _names() -> Iterator[str]:
    """The files that rows name; the files themselves are not fetched for it."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, KeptBytes):
                rows = model._default_manager.exclude(**{field.name: None})
                for value in rows.annotate(start=start_of(field.name)).values_list("start", flat=True):
                    yield named_in(bytes(value))[1]
