"""Running the adjudicator's command as another program does, and comparing what a case expects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = sorted((ROOT / "tests" / "cases").glob("*.json"))


def command(*arguments: str, given: str = "", hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run ``python -m rules`` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        timeout=60,
    )


def missing(expect: Any, outcome: Any, path: str = "") -> list[str]:
    """Where the outcome is not what is expected; keys that are left out are not compared.

    Lists are compared item by item, dictionaries in them as parts.
    """
    if isinstance(expect, dict) and isinstance(outcome, dict):
        return [
            fault
            for key, value in expect.items()
            for fault in (
                missing(value, outcome[key], f"{path}.{key}") if key in outcome else [f"{path}.{key}: absent"]
            )
        ]
    if isinstance(expect, list) and isinstance(outcome, list) and len(expect) == len(outcome):
        return [
            fault
            for place, (value, found) in enumerate(zip(expect, outcome, strict=True))
            for fault in missing(value, found, f"{path}[{place}]")
        ]
    return [] if expect == outcome else [f"{path}: {outcome!r}, not {expect!r}"]


def load_case(path: Path) -> dict[str, Any]:
    """A case from its file."""
    case: dict[str, Any] = json.loads(path.read_text())
    return case
