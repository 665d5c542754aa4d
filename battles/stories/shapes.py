"""The shape of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture."""

    picture: Annotated[str, "A JPEG, as base64."]
