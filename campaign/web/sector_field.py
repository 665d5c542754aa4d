"""The field of forms for sectors, by their names: one by one, or all from corner to corner."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_at
from campaign.web.line_field import Line

_RANGE = re.compile(r"([A-Za-z]+[0-9]+)\s*[-:]\s*([A-Za-z]+[0-9]+)")


class Sectors(Line):
    """Sectors as ``[x, y]``, each once: ``C4, D4`` or ``C4-E6``."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(max_length=2000, **options)
        self.most = most

    def clean(self, value: object) -> list[list[int]]:
        """The sectors named. Raises ``ValidationError``."""
        text = super().clean(value)
        found: dict[tuple[int, int], None] = {}
        for part in re.split(r"[,;\n]+|(?<=[0-9])\s+(?=[A-Za-z])", text):
            if part.strip():
                found.update(dict.fromkeys(self._named(part.strip())))
        if not found or len(found) > self.most:
            raise forms.ValidationError(_("Name 1 to %(most)s sectors.") % {"most": self.most})
        return [list(at) for at in found]

    def _named(self, part: str) -> Iterable[tuple[int, int]]:
        corners = _RANGE.fullmatch(part)
        names = corners.groups() if corners else (part, part)
        places = [sector_at(name) for name in names]
        if places[0] is None or places[1] is None:
            raise forms.ValidationError(
                _("%(text)s is no sector; write column and row, as C4.") % {"text": part}
            )
        (x1, y1), (x2, y2) = places[0], places[1]
        wide, high = abs(x1 - x2) + 1, abs(y1 - y2) + 1
        if wide * high > self.most:
            raise forms.ValidationError(_("Name 1 to %(most)s sectors.") % {"most": self.most})
        left, top = min(x1, x2), min(y1, y2)
        return [(left + dx, top + dy) for dy in range(high) for dx in range(wide)]
