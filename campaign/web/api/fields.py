"""Fields that many shapes share."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.base.one_line import validate
from campaign.base.pictures import MOST_BYTES

SECTOR = {
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
    "description": "A sector [x, y]: x grows east, y grows south, both from 0.",
    "example": [3, 1],
}


@extend_schema_field(SECTOR)
class Sector(serializers.Field[object, object, object, object]):
    """A sector ``[x, y]``."""

    def to_representation(self, value: Any) -> list[int]:
        """The sector as it is answered."""
        x, y = value
        return [x, y]

    def to_internal_value(self, data: object) -> list[int]:
        """The sector as it was sent. Raises ``ValidationError``."""
        if isinstance(data, list) and len(data) == 2 and all(type(one) is int for one in data):
            return data
        raise serializers.ValidationError("must be a sector [x, y] of two whole numbers")


class Whole(serializers.IntegerField):
    """A whole number; ``"3"``, 3.0 and true are none."""

    def to_internal_value(self, data: object) -> int:
        """The number as it was sent. Raises ``ValidationError``."""
        if type(data) is not int:
            raise serializers.ValidationError("must be a whole number")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """Text; a number is none."""

    def to_internal_value(self, data: object) -> str:
        """The text as it was sent. Raises ``ValidationError``."""
        if not isinstance(data, str):
            raise serializers.ValidationError("must be text")
        return super().to_internal_value(data)


class Line(Text):
    """One line of text: a name, a title."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.validators.append(validate)


PICTURE = {
    "type": "string",
    "maxLength": (MOST_BYTES + 2) // 3 * 4,
    "description": "JPEG, PNG, WebP or GIF of at most 5 MB, as base64.",
}


@extend_schema_field(PICTURE)
class RawPicture(Text):
    """A picture as base64; what is too large is refused where it is redrawn, with the limit."""

    def to_internal_value(self, data: object) -> Any:
        """The bytes that were sent. Raises ``ValidationError``."""
        try:
            return base64.b64decode(super().to_internal_value(data), validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError("must be base64") from None


class Switch(serializers.BooleanField):
    """``true`` or ``false``; words and numbers are neither."""

    def to_internal_value(self, data: object) -> bool:
        """The value as it was sent. Raises ``ValidationError``."""
        if not isinstance(data, bool):
            raise serializers.ValidationError("must be true or false")
        return data


@extend_schema_field(OpenApiTypes.OBJECT)
class Anything(serializers.Field[object, object, object, object]):
    """A JSON document that is answered as it lies, or read by a service that names what is wrong in it."""

    def to_representation(self, value: object) -> object:
        """The document."""
        return value

    def to_internal_value(self, data: object) -> object:
        """The object that was sent. Raises ``ValidationError``."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("must be an object")
        return data


class Id(Text):
    """An id that the API has answered before: opaque, 1 to 64 characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=64, **options)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """That it is done."""

    done: bool = True
