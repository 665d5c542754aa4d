"""Two clients made from the OpenAPI document compile: the scripts' types of all of it, and a Python one.

The Python one is made here, of the names alone: a generator that can be had would bring a dozen packages.
"""

from __future__ import annotations

import json
import keyword
import re
import shutil
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from campaign.web.api.script_types import script_types

pytestmark = pytest.mark.long

TSC = Path(__file__).resolve().parents[2] / "node_modules" / ".bin" / "tsc"
METHODS = ("get", "post", "put", "patch", "delete")
KINDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    written = StringIO()
    call_command("spectacular", "--format=openapi-json", stdout=written)
    found: dict[str, Any] = json.loads(written.getvalue())
    assert len(found["components"]["schemas"]) > 100
    return found


@pytest.mark.skipif(not TSC.exists() or shutil.which("node") is None, reason="Node 20 is not here")
def test_the_scripts_types_of_the_whole_document_are_clean(document: dict[str, Any], tmp_path: Path) -> None:
    place = tmp_path / "api.d.ts"
    place.write_text(script_types(document, document["components"]["schemas"]))
    use = "\n".join(f"export const a{n}: Api.{one} | null = null;" for n, one in enumerate(_names(document)))
    (tmp_path / "use.ts").write_text(use)
    command = [
        str(TSC),
        "--strict",
        "--noEmit",
        "--skipLibCheck",
        "false",
        "--target",
        "es2022",
        "--types",
        "",
    ]
    done = subprocess.run(
        [*command, "api.d.ts", "use.ts"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (done.stdout, done.returncode) == ("", 0)


def test_a_client_in_python_byte_compiles(document: dict[str, Any]) -> None:
    source = "\n".join(python_client(document))
    made: dict[str, Any] = {}
    exec(compile(source, "client.py", "exec"), made)
    operations = [name for name in made if name.startswith("call_")]
    assert len(operations) == len(list(_operations(document))) > 150
    assert {f"{one}Document" for one in _names(document)} <= set(made)


def _names(document: dict[str, Any]) -> list[str]:
    return sorted(document["components"]["schemas"])


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def python_client(document: dict[str, Any]) -> Iterator[str]:
    """A TypedDict for each document, a function for each operation; every name has to be one of Python's."""
    yield "from __future__ import annotations"
    yield "from typing import Any, Literal, NotRequired, TypedDict"
    for name, schema in document["components"]["schemas"].items():
        assert name.isidentifier()
        fields = schema.get("properties", {})
        if fields:
            needed = schema.get("required", ())
            listed = ", ".join(
                f"{field!r}: {hint(one) if field in needed else f'NotRequired[{hint(one)}]'!r}"
                for field, one in fields.items()
            )
            yield f"{name}Document = TypedDict({name + 'Document'!r}, {{{listed}}})"
        else:
            yield f"{name}Document = {hint(schema)!r}"
    for path, method, operation in _operations(document):
        name = operation["operationId"]
        given = re.findall(r"\{(\w+)\}", path)
        assert name.isidentifier()
        assert not keyword.iskeyword(name)
        declared = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"]
        assert sorted(given) == sorted(declared)
        body = ", body: Any" if "requestBody" in operation else ""
        arguments = ", ".join(f"{one}: str | int" for one in given)
        yield f"def call_{name}(client: Any{', ' if arguments else ''}{arguments}{body}) -> Any:"
        yield f"    return client.{method}(f{path!r}{', json=body' if body else ''})"


def hint(schema: dict[str, Any]) -> str:
    """A schema as a hint of Python's."""
    if "$ref" in schema:
        return f"{schema['$ref'].rpartition('/')[2]}Document"
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " | ".join(hint(one) for one in schema[several])
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    kinds = schema.get("type", "")
    return (
        " | ".join(_of_kind(one, schema) for one in ([kinds] if isinstance(kinds, str) else kinds)) or "Any"
    )


def _of_kind(kind: str, schema: dict[str, Any]) -> str:
    if kind == "array":
        return f"list[{hint(schema.get('items', {})) or 'Any'}]"
    return KINDS.get(kind, "dict[str, Any]" if kind == "object" else "Any")
