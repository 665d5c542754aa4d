"""Pictures of battles, for programs."""

from __future__ import annotations

import base64

from battles.stories.sent_on import Summary, text_of
from battles.stories.sent_picture import picture
from battles.stories.shapes import PictureFile, SummaryFile
from campaign.web.api.problems import not_found


def picture_file(data: bytes | None) -> PictureFile:
    """A picture in an answer. Raises ``ProblemError`` if there is none."""
    if data is None:
        raise not_found()
    return PictureFile(base64.b64encode(data).decode())


def summary_file(summary: Summary, site: str) -> SummaryFile:
    """A battle's result in an answer, as text and as a picture."""
    return SummaryFile(text_of(summary), base64.b64encode(picture(summary, site)).decode())
