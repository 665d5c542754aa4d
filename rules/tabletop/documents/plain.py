"""What the documents of a table are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Plain: TypeAlias = dict[str, Any]
"""A value of a table as an object of JSON: its keys are the fields of the value, their values plain too."""

ReadPlain: TypeAlias = Mapping[str, Any]
"""Such an object, to be read only."""
