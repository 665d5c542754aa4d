"""Lists in parts: what comes after an item that the reader has been shown, and nothing that could be counted.

A part is cut from what the reader may see, by the database, which answers only what comes after the last item
that was answered. ``next`` is the place of that item in the order of the list, sealed for the reader and the
list: it says nothing, works for nobody else and in no other list.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Annotated, Any, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.db.models import Model, Q, QuerySet
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiParameter
from msgspec import UnsetType
from rest_framework.request import Request

from campaign.base.answers import NEXT
from campaign.web.api.problems import ProblemError, invalid

Row = TypeVar("Row", bound=Model)

_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_NUMBER = 9
"""The bytes of a number."""
_TEXT = b"t"
"""What a text begins with, and no number."""

AFTER = "after"
LENGTH = 50
"""How many items are answered at once."""

PARAMETER = OpenApiParameter(
    AFTER,
    {"type": "string", "maxLength": 160},
    description="The ``next`` of the answer before; left out, the list is answered from its beginning.",
)


@dataclass(frozen=True, slots=True)
class ListPart:
    """A part of a list."""

    next: Annotated[str | UnsetType | None, NEXT]


def rows_after(request: Request, rows: QuerySet[Any, Row], by: Sequence[str]) -> tuple[list[Row], str | None]:
    """The rows that the request asks for, read and no others, and its ``next``.

    ``by`` are the fields of whole numbers, moments and ids that order them, as ``order_by`` takes them; the
    last of them is unique. Raises ``ProblemError`` for an ``after`` that this list has not given to this
    reader.
    """
    after, whose = request.query_params.get(AFTER), _whose(request, rows, by)
    if after is not None:
        rows = rows.filter(_beyond(by, _opened(after, whose)))
    found = list(rows.order_by(*by)[: LENGTH + 1])
    shown = found[:LENGTH]
    if len(found) <= LENGTH:
        return shown, None
    return shown, _sealed([_of(shown[-1], field) for field in by], whose)


def _of(row: object, field: str) -> object:
    """What a row has in a field, which may be one of another row's that it names."""
    return reduce(getattr, field.removeprefix("-").split("__"), row)


def _beyond(by: Sequence[str], values: Sequence[object]) -> Q:
    """What comes after these values: in the first field, or equal there and in the next."""
    first, *others = by
    field, way = (first[1:], "lt") if first.startswith("-") else (first, "gt")
    beyond = Q(**{f"{field}__{way}": values[0]})
    return beyond | (Q(**{field: values[0]}) & _beyond(others, values[1:])) if others else beyond


def _sealed(values: Sequence[object], whose: list[bytes]) -> str:
    """A place in the order of a list; the same place reads the same, and all of a list are as long."""
    plain = b"".join(_plain(value) for value in values)
    return base64.urlsafe_b64encode(_seal().encrypt(plain, whose)).decode().rstrip("=")


def _opened(after: str, whose: list[bytes]) -> list[object]:
    try:
        sealed = base64.urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4))
        plain = _seal().decrypt(sealed, whose)
    except (ValueError, InvalidTag):
        raise _unknown() from None
    values: list[object] = []
    while plain:
        length = 2 + plain[1] if plain[:1] == _TEXT else _NUMBER
        values.append(_value(plain[:length]))
        plain = plain[length:]
    return values


def _plain(value: object) -> bytes:
    """A number, a moment or an id as bytes; of a number the last bit tells it from a moment."""
    if isinstance(value, str):
        text = value.encode()
        return _TEXT + bytes([len(text)]) + text
    if isinstance(value, datetime):
        number = ((value - _EPOCH) // timedelta(microseconds=1)) * 2 + 1
    else:
        assert isinstance(value, int)
        number = value * 2
    return number.to_bytes(_NUMBER, "big", signed=True)


def _value(plain: bytes) -> object:
    if plain[:1] == _TEXT:
        return plain[2:].decode()
    whole, is_moment = divmod(int.from_bytes(plain, "big", signed=True), 2)
    return _EPOCH + timedelta(microseconds=whole) if is_moment else whole


def _seal() -> AESSIV:
    return AESSIV(salted_hmac("campaign.web.api.paging.seal", "", algorithm="sha512").digest())


def _whose(request: Request, rows: QuerySet[Any, Any], by: Sequence[str]) -> list[bytes]:
    """The reader and the list: what is listed, of which campaign, in which order."""
    campaign = (request.parser_context or {}).get("kwargs", {}).get("campaign_id", "")
    return [f"{request.user.pk}\n{campaign}\n{rows.model.__name__}\n{by}".encode()]


def _unknown() -> ProblemError:
    return invalid(AFTER, "is not the next of this list, or no longer; leave it out to begin again")
