"""Which sectors the table lists."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_at
from campaign.warmap.sector_table import Area, Shown
from campaign.warmap.selectors import WarMapPage
from campaign.web.line_field import Line


class SectorFilter(forms.Form):
    """The choice of sectors; what cannot be read is an error beside its field, and the default is shown."""

    show = forms.ChoiceField(
        label=_("Sectors"),
        required=False,
        choices=[
            (Shown.NEAR.value, _("around my banners")),
            (Shown.THINGS.value, _("where something stands or lies")),
            (Shown.HELD.value, _("held by me")),
            (Shown.ALL.value, _("all")),
        ],
    )
    at = Line(label=_("Around sector"), required=False, max_length=7)
    page = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, str] | None = None, *, page: WarMapPage) -> None:
        super().__init__(data)
        self.map_rows = page.knowledge.rows

    def clean_at(self) -> tuple[int, int] | None:
        """The sector named, which must be on the map."""
        name = self.cleaned_data["at"].strip()
        if not name:
            return None
        at = sector_at(name)
        if at is None or at[1] >= len(self.map_rows) or at[0] >= len(self.map_rows[0]):
            raise forms.ValidationError(_("Write a sector of this map, as G6."))
        return at

    def area(self) -> Area:
        """What the table is to list."""
        if not self.is_valid():
            return Area()
        data = self.cleaned_data
        return Area(Shown(data["show"] or Shown.NEAR), data.get("at"), data.get("page") or 1)
