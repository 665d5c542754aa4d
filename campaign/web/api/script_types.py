"""The API's documents as types of the scripts: those that the scripts name, with what is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from campaign.base.answers import Json

HEAD = """\
/**
 * The API's documents, as `manage.py declare_api` writes them down from the OpenAPI document: those that
 * scripts and the other types name as `Api.…`, with what is in them. Nothing here is written by hand.
 */

declare namespace Api {
"""
_NAMED = re.compile(r"\bApi\.(\w+)")
_PLAIN = re.compile(r"[A-Za-z_]\w*")
_LONGEST_TUPLE = 4
_TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def named_in(texts: Iterable[str]) -> set[str]:
    """The documents that these scripts name."""
    return {name for text in texts for name in _NAMED.findall(text)}


def script_types(document: Mapping[str, Json], names: Iterable[str]) -> str:
    """The types of these documents and of those in them. Raises ``KeyError`` for one that there is not."""
    schemas = document["components"]["schemas"]
    known: dict[str, str] = {}
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name not in known:
            known[name] = _interface(name, schemas[name])
            waiting.extend(_inside(schemas[name]))
    return HEAD + "\n".join(known[name] for name in sorted(known)) + "}\n"


def _inside(schema: Json) -> Iterator[str]:
    """The documents that a schema refers to."""
    if isinstance(schema, list):
        for one in schema:
            yield from _inside(one)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield _name(schema)
        for one in schema.values():
            yield from _inside(one)


def _name(schema: Mapping[str, Json]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _interface(name: str, schema: Mapping[str, Json]) -> str:
    lines = [*_said(schema, "  "), f"  interface {name} {{"]
    for field, inner in schema.get("properties", {}).items():
        lines += [*_said(inner, "    "), f"    {_field(field, schema)}: {_type(inner)};"]
    return "\n".join([*lines, "  }", ""])


def _said(schema: Mapping[str, Json], before: str) -> list[str]:
    said = " ".join(str(schema.get("description", "")).split())
    return [f"{before}/** {said} */"] if said else []


def _field(name: str, schema: Mapping[str, Json]) -> str:
    written = name if _PLAIN.fullmatch(name) else json.dumps(name)
    return written if name in schema.get("required", ()) else f"{written}?"


def _type(schema: Mapping[str, Json]) -> str:
    """A schema as a type; what is nowhere said is ``unknown``."""
    if "$ref" in schema:
        return _name(schema)
    for both, word in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
        if both in schema:
            return word.join(_type(one) for one in schema[both])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kinds = schema.get("type", "")
    return " | ".join(_of_kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _of_kind(kind: str, schema: Mapping[str, Json]) -> str:
    if kind == "array":
        return _list(schema)
    if kind == "object":
        return _object(schema)
    return _TYPES.get(kind, "unknown")


def _list(schema: Mapping[str, Json]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    item, count = _type(schema.get("items", {})), schema.get("minItems")
    if count == schema.get("maxItems") and count is not None and count <= _LONGEST_TUPLE:
        return f"[{', '.join([item] * count)}]"
    return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"


def _object(schema: Mapping[str, Json]) -> str:
    fields = schema.get("properties")
    if fields:
        return f"{{ {'; '.join(f'{_field(name, schema)}: {_type(one)}' for name, one in fields.items())} }}"
    others = schema.get("additionalProperties")
    return f"Record<string, {_type(others) if isinstance(others, dict) else 'unknown'}>"
