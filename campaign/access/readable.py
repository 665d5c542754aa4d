"""Lists of many campaigns' rows: one that cannot be read or shown is left out, and said in the log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.db import models

from campaign.ids import is_id
from campaign.models import Campaign

Row = TypeVar("Row", bound=models.Model)
Made = TypeVar("Made")

logger = logging.getLogger(__name__)


def has_address(campaign: Campaign) -> bool:
    """Whether a campaign's pages have addresses: its id may have come from outside, long ago."""
    if is_id(campaign.public_id):
        return True
    logger.error("Left out of a list: campaign %s has no id, but %.60r", campaign.pk, campaign.public_id)
    return False


def readable_rows(rows: Iterable[Row], make: Callable[[Row], Made]) -> Iterator[tuple[Row, Made]]:
    """What is made of each row that it can be made of."""
    for row in rows:
        try:
            made = make(row)
        except Exception:
            logger.exception("Left out of a list: %s %s cannot be read", row._meta.label, row.pk)
            continue
        yield row, made
