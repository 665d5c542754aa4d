"""Whether an outcome is what somebody expects of it: how the cases are judged."""

from __future__ import annotations

import json
from typing import Any


def differences(expect: Any, outcome: Any, path: str = "") -> list[str]:
    """Where an outcome is not what is expected, a line with its JSON path for each place; none if it agrees.

    Keys that ``expect`` leaves out are not compared; lists are whole, item by item.
    """
    if isinstance(expect, dict) and isinstance(outcome, dict):
        found = []
        for key, value in expect.items():
            inner = f"{path}.{key}" if path else key
            found += differences(value, outcome[key], inner) if key in outcome else [f"{inner}: is missing"]
        return found
    if isinstance(expect, list) and isinstance(outcome, list) and len(expect) == len(outcome):
        pairs = zip(expect, outcome, strict=True)
        return [fault for i, pair in enumerate(pairs) for fault in differences(*pair, f"{path}[{i}]")]
    if expect == outcome:
        return []
    return [f"{path or '$'}: {json.dumps(outcome)}, not {json.dumps(expect)}"]
