"""Libraries that the site does without, unless a setting asks for what they do."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

NEEDED: Mapping[str, tuple[str, str]] = {
    "SENTRY_DSN": ("sentry_sdk", "sentry"),
    "OTEL_EXPORTER_OTLP_ENDPOINT": ("opentelemetry.exporter", "telemetry"),
    "S3_BUCKET": ("storages", "s3"),
}
"""By setting: the library that it needs, and the extra of this project that brings it."""


def missing_library(name: str) -> str:
    """What a setting needs and is not installed, in words; empty if all is there."""
    library, extra = NEEDED[name]
    try:
        found = find_spec(library) is not None
    except ModuleNotFoundError:
        found = False
    if found:
        return ""
    how = "pip install --require-hashes -r requirements-extra.txt"
    return f"is set, but {library} is not installed (extra {extra!r}); install it with: {how}"
