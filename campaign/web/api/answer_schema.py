"""How answers describe themselves in the OpenAPI document: as ``msgspec`` describes their classes."""

from __future__ import annotations

import types
from collections.abc import Callable, Generator, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.functional import Promise
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

from campaign.base.answers import (
    Json,
    Member,
    bare,
    beside,
    declared_in,
    is_answer,
    members_of,
    name_of,
    one_of,
    shaped,
)

_REF = "#/components/schemas/{name}"
_UNSAID = ("title", "default")
"""What is said of a class that is not for those who read an answer: all of its fields are there."""


class AnswerExtension(OpenApiSerializerExtension):
    """Page values and documents as components, and whatever is in them."""

    @classmethod
    def _matches(cls, target: object) -> bool:
        return is_answer(target)

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """What the component is called."""
        return name_of(self.target)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, object]:
        """The class as a schema; the classes in it become components of their own."""
        schema = msgspec.json.schema(record_of(self.target), ref_template=_REF)
        parts = {name: _plain(part) for name, part in schema["$defs"].items()}
        described: dict[str, object] = parts.pop(name_of(self.target))
        for name, part in parts.items():
            component = ResolvedComponent(name, "schemas", part, _CLASSES[name])
            auto_schema.registry.register_on_missing(component)
        return described


def answer_of(method: Callable[..., object]) -> type | None:
    """The class of what a method of an endpoint returns, or of what it comes to; None if it is no answer."""
    kind = _returned(method)
    return kind if is_answer(kind) else None


def listed_in(method: Callable[..., object]) -> type | None:
    """The class of the items where a method returns a bare list of answers; else None."""
    kind = _returned(method)
    origin: Json = get_origin(kind)
    if origin is not tuple:
        return None
    item, *more = get_args(kind)
    return item if more == [...] and is_answer(item) else None


def _returned(method: Callable[..., object]) -> Json:
    returned = get_type_hints(method, include_extras=True).get("return")
    return get_args(returned)[2] if get_origin(returned) is Generator else returned


@cache
def declared_by(method: Callable[..., object]) -> frozenset[type]:
    """The page values that a method of an endpoint says it answers with."""
    return declared_in(answer_of(method))


@cache
def record_of(kind: type) -> type[msgspec.Struct]:
    """A class as ``msgspec`` describes what is answered of it.

    Raises ``TypeError`` if another class is called the same in the API's document.
    """
    name = name_of(kind)
    if _CLASSES.setdefault(name, kind) is not kind:
        raise TypeError(f"{name} is {_CLASSES[name]} in the API's document, and {kind} as well")
    members = [
        (f"_{place}", type_of(one.type), _described(one)) for place, one in enumerate(members_of(kind))
    ]
    return msgspec.defstruct(name, members, namespace={"__doc__": kind.__doc__}, kw_only=True)


_CLASSES: dict[str, type] = {}
"""The classes that have been described, by their names in the API's document."""


def _described(member: Member) -> Json:
    if member.required:
        return msgspec.field(name=member.name)
    return msgspec.field(name=member.name, default=msgspec.UNSET)


def schema_of(hint: Json) -> Json:
    """A type without records in it as a schema."""
    return _plain(msgspec.json.schema(type_of(hint)))


def type_of(hint: Json) -> Json:
    """A type as ``msgspec`` describes it, with the records in it."""
    if beside(hint):
        return Annotated[(type_of(bare(hint)), *map(_meta, beside(hint)))]
    origin: Json = get_origin(hint)
    if origin is None or origin is Literal:
        return _simple(hint)
    inner = get_args(hint)
    if origin in (Union, types.UnionType):
        return Union[tuple(type_of(one) for one in inner)]  # noqa: UP007
    return origin[tuple(one if one is ... else type_of(one) for one in inner)]


def _simple(hint: Json) -> Json:
    if is_answer(hint):
        return record_of(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Annotated[str, one_of(hint)]
    return _MEANT.get(hint, hint)


_MEANT: Mapping[object, object] = {
    object: Any,
    Promise: str,
    datetime: Annotated[datetime, msgspec.Meta(tz=True)],
    float: Annotated[float, shaped(format="double")],
}


def _meta(beside: object) -> object:
    """What stands beside a type as ``msgspec`` reads it; what it does not know, it passes over."""
    return msgspec.Meta(description=beside) if isinstance(beside, str) else beside


def _plain(schema: Json) -> Json:
    """A schema in the form in which the framework writes the others."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {
        key: {name: _plain(one) for name, one in value.items()} if key == "properties" else _plain(value)
        for key, value in schema.items()
        if key not in _UNSAID
    }
    return _of_one_sort(_nullable(plain))


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """``null`` as one of the types, where the other one is a bare type."""
    options = schema.get("anyOf", ())
    if len(options) != 2 or options[1] != {"type": "null"} or not isinstance(options[0].get("type"), str):
        return schema
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    found = {**options[0], **others, "type": [options[0]["type"], "null"]}
    return {**found, "enum": [*found["enum"], None]} if "enum" in found else found


def _of_one_sort(schema: dict[str, Any]) -> dict[str, Any]:
    """A list of so many items of one sort, where each item has been described alike.

    Of several sorts, how many there are is said beside them: at ``items: false`` generators of clients stop.
    """
    items = schema.get("prefixItems")
    if not items or any(one != items[0] for one in items):
        return {key: value for key, value in schema.items() if key != "items" or value is not False}
    return {**{key: value for key, value in schema.items() if key != "prefixItems"}, "items": items[0]}
