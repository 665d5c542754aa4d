"""The shape of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class SummaryFile:
    """The result of a battle, as people send it on."""

    text: str
    picture: Annotated[str, "A PNG of 1200 x 630, as base64."]


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture."""

    picture: Annotated[str, "A JPEG, as base64."]
