"""Running the adjudicator's command as another program does, and the cases."""

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


def load_case(path: Path) -> dict[str, Any]:
    """A case from its file."""
    case: dict[str, Any] = json.loads(path.read_text())
    return case
