"""Pictures of battles, for programs."""

from __future__ import annotations

import base64

from battles.stories.shapes import PictureFile
from campaign.web.api.problems import not_found


def picture_file(data: bytes | None) -> PictureFile:
    """A picture in an answer. Raises ``ProblemError`` if there is none."""
    if data is None:
        raise not_found()
    return PictureFile(base64.b64encode(data).decode())
