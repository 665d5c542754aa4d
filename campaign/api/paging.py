"""Lists in parts: what comes after an item that the reader has been shown, and nothing that could be counted.

A part is cut from what the reader may see. ``next`` names the last item that was answered: it says nothing,
works for nobody else and in no other list. Of rows it is the place in their order, sealed for the reader and
the address, and the database answers only what comes after; of what is made from documents it is a keyed
hash, and they are cut here.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.db.models import Model, Q, QuerySet
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from campaign.api.problems import ProblemError, invalid

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)

_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)

AFTER = "after"
LENGTH = 50
"""How many items are answered at once."""

PARAMETER = OpenApiParameter(
    AFTER,
    {"type": "string", "maxLength": 64},
    description="The ``next`` of the answer before; left out, the list is answered from its beginning.",
)


class Part(serializers.Serializer[Any]):
    """A part of a list."""

    next = serializers.CharField(
        allow_null=True,
        required=False,
        help_text="To be sent as ``after`` for what follows; null: this was the end.",
    )


def part(request: Request, items: Sequence[T], name: Callable[[T], object]) -> tuple[Sequence[T], str | None]:
    """The items that the request asks for, and its ``next``; ``name`` tells the items of a list apart.

    Raises ``ProblemError`` for an ``after`` that this list has not given to this reader, or not any more.
    """
    start = 0
    after = request.query_params.get(AFTER)
    if after is not None:
        places = (place for place, item in enumerate(items) if _mark(request, name(item)) == after)
        found = next(places, None)
        if found is None:
            raise _unknown()
        start = found + 1
    shown = items[start : start + LENGTH]
    more = len(items) > start + LENGTH
    return shown, _mark(request, name(shown[-1])) if more else None


def rows_after(request: Request, rows: QuerySet[Any, Row], by: Sequence[str]) -> tuple[list[Row], str | None]:
    """The rows that the request asks for, read and no others, and its ``next``.

    ``by`` are the fields of whole numbers and moments that order them, the greatest first; the last of them
    is unique. Raises ``ProblemError`` for an ``after`` that this list has not given to this reader.
    """
    after = request.query_params.get(AFTER)
    if after is not None:
        rows = rows.filter(_below(by, _opened(request, after, len(by))))
    found = list(rows.order_by(*(f"-{field}" for field in by))[: LENGTH + 1])
    shown = found[:LENGTH]
    if len(found) <= LENGTH:
        return shown, None
    return shown, _sealed(request, [getattr(shown[-1], field) for field in by])


def _below(by: Sequence[str], values: Sequence[object]) -> Q:
    """What comes after these values: smaller in the first field, or equal there and smaller in the next."""
    first, *others = by
    below = Q(**{f"{first}__lt": values[0]})
    return below | (Q(**{first: values[0]}) & _below(others, values[1:])) if others else below


def _sealed(request: Request, values: Sequence[object]) -> str:
    """A place in the order of a list; the same place reads the same, and all of a list are as long."""
    plain = b"".join(_plain(value).to_bytes(9, "big", signed=True) for value in values)
    return base64.urlsafe_b64encode(_seal().encrypt(plain, _whose(request))).decode().rstrip("=")


def _opened(request: Request, after: str, count: int) -> list[object]:
    try:
        sealed = base64.urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4))
        plain = _seal().decrypt(sealed, _whose(request))
    except (ValueError, InvalidTag):
        raise _unknown() from None
    parts = [plain[start : start + 9] for start in range(0, 9 * count, 9)]
    return [_value(int.from_bytes(part, "big", signed=True)) for part in parts]


def _plain(value: object) -> int:
    """A number or a moment as a number; the last bit tells them apart."""
    if isinstance(value, datetime):
        return ((value - _EPOCH) // timedelta(microseconds=1)) * 2 + 1
    assert isinstance(value, int)
    return value * 2


def _value(number: int) -> object:
    whole, is_moment = divmod(number, 2)
    return _EPOCH + timedelta(microseconds=whole) if is_moment else whole


def _seal() -> AESSIV:
    return AESSIV(salted_hmac("campaign.api.paging.seal", "", algorithm="sha512").digest())


def _whose(request: Request) -> list[bytes]:
    return [f"{request.user.pk}\n{request.path}".encode()]


def _unknown() -> ProblemError:
    return invalid(AFTER, "is not the next of this list, or no longer; leave it out to begin again")


def _mark(request: Request, name: object) -> str:
    value = f"{request.user.pk}\n{request.path}\n{name}"
    return salted_hmac("campaign.api.paging", value, algorithm="sha256").hexdigest()[:32]
