"""The version: the latest heading of ``CHANGELOG.md``."""

from __future__ import annotations

import re
from pathlib import Path


def version_of(changelog: str) -> str:
    """The first ``## 1.2.3 (date)`` of a changelog. Raises ``ValueError`` if there is none."""
    found = re.search(r"^## (\d+\.\d+\.\d+)( \(\d{4}-\d\d-\d\d\))?$", changelog, re.MULTILINE)
    if found is None:
        raise ValueError("CHANGELOG.md has no heading such as '## 1.2.3 (2026-11-27)'")
    return found.group(1)


VERSION = version_of((Path(__file__).resolve().parent.parent / "CHANGELOG.md").read_text())
