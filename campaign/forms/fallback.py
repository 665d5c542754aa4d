"""What each banner does when no plan stands at the deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.services.plans import FALLBACKS

WORDS = {
    "hold": _("hold"),
    "fortify": _("fortify"),
    "resupply": _("resupply"),
    "retreat": _("march away from known enemies"),
}
"""Each fallback in words."""


class FallbackForm(forms.Form):
    """One choice for each banner, by its public id; filled from what is kept."""

    def __init__(
        self,
        banners: Iterable[tuple[str, str]],
        kept: Mapping[str, str],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        for banner, name in banners:
            self.fields[banner] = forms.ChoiceField(
                label=name,
                choices=[(what, WORDS[what]) for what in FALLBACKS],
                initial=kept.get(banner, "hold"),
            )

    def chosen(self) -> dict[str, str]:
        """The choices by public banner id; the form must be valid."""
        return {banner: self.cleaned_data[banner] for banner in self.fields}
