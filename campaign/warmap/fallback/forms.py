"""What each banner does when no plan stands at the deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.words.order_words import ORDER_WORDS
from campaign.turn.plans.plan_codec import HOLD
from campaign.turn.plans.services import FALLBACKS, RETREAT
from campaign.web.form_options import Posted
from rules.orders import OrderKind

WORDS = {what: ORDER_WORDS[OrderKind(what)].short for what in FALLBACKS if what != HOLD} | {
    HOLD: _("hold"),
    RETREAT: _("march away from known enemies"),
}
"""Each fallback in words."""


class FallbackForm(forms.Form):
    """One choice for each banner, by its public id; filled from what is kept."""

    def __init__(
        self,
        banners: Iterable[tuple[str, str]],
        kept: Mapping[str, str],
        data: Posted = None,
    ) -> None:
        super().__init__(data)
        for banner, name in banners:
            self.fields[banner] = forms.ChoiceField(
                label=name,
                choices=[(what, WORDS[what]) for what in FALLBACKS],
                initial=kept.get(banner, HOLD),
            )

    def chosen(self) -> dict[str, str]:
        """The choices by public banner id; the form must be valid."""
        return {banner: self.cleaned_data[banner] for banner in self.fields}
