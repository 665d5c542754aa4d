"""The form of a sighting from before the war: of whom, where, how old, and how true."""

from __future__ import annotations

from typing import Any, Unpack

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_at
from campaign.base.setup.documents import Board, BoardBanner, EarlySighting, Grade
from campaign.base.setup.early_sightings import MOST_AGE, MOST_LEVEL, level_fault, sighting_fault
from campaign.base.words.sighting_words import GRADE_CHOICES
from campaign.founding.selectors import DossierPage
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line


class SightingForm(forms.Form):
    """A sighting that a player starts with."""

    of = forms.ChoiceField(label=_("What was seen"))
    grade = forms.ChoiceField(
        label=_("How true is it?"),
        widget=forms.RadioSelect,
        initial=Grade.EXACT.value,
        choices=tuple(GRADE_CHOICES.items()),
        help_text=_("What is said to be true must be so on the map, or the campaign cannot start."),
    )
    at = Line(
        label=_("Sector"),
        required=False,
        max_length=10,
        help_text=_("As C4, or tap it on the map. Empty: where that banner stands."),
    )
    level = forms.IntegerField(
        label=_("Level"),
        required=False,
        min_value=0,
        max_value=MOST_LEVEL,
        help_text=_("Empty: unknown; of an exact sighting of a banner its true level."),
    )
    age = forms.IntegerField(
        label=_("Turns before the war"),
        min_value=0,
        max_value=MOST_AGE,
        initial=1,
        help_text=_("How old it is. The player sees the age. 0: seen as the war begins."),
    )
    marked = forms.BooleanField(
        label=_("Tell the player how true it is"),
        required=False,
        help_text=_("Sightings that are not told look all alike, whatever they are."),
    )

    def __init__(
        self, page: DossierPage, board: Board, data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        self.page, self.board = page, board
        of = self.fields["of"]
        assert isinstance(of, forms.ChoiceField)
        of.choices = [
            *((f"banner:{one.id}", f"{one.name}, {one.where}") for one in page.enemies),
            *(
                (f"seat:{seat.key}", _now("some banner of %(army)s") % {"army": seat.army})
                for seat in page.rivals
            ),
        ]

    def clean_at(self) -> list[int] | None:
        """The sector that was named, if one was."""
        text = self.cleaned_data["at"]
        at = sector_at(text) if text else None
        if text and at is None:
            raise forms.ValidationError(
                _now("%(text)s is no sector; write column and row, as C4.") % {"text": text}
            )
        return None if at is None else list(at)

    def clean(self) -> dict[str, Any]:
        """Fill in what is left to the board, and check what is said to be true. Raises nothing."""
        data = self.cleaned_data
        if self.errors:
            return data
        self._fill(data, self._banner())
        if data["at"] is None:
            self.add_error("at", _now("Name the sector: it is no banner's that stands on the map."))
            return data
        wrong = level_fault(data["grade"], data["level"])
        if wrong:
            self.add_error("level", wrong[:1].upper() + wrong[1:] + ".")
            return data
        seats = {seat.key: seat.army for seat in (self.page.seat, *self.page.rivals)}
        untrue = sighting_fault(self.sighting(), self.board, self.page.seat.key, seats)
        if untrue:
            self.add_error("at", untrue[:1].upper() + untrue[1:] + ".")
        return data

    def _banner(self) -> BoardBanner | None:
        """The banner that was chosen, if it was one."""
        kind, _colon, key = self.cleaned_data["of"].partition(":")
        return next((one for one in self.board["banners"] if kind == "banner" and one["id"] == key), None)

    def _fill(self, data: dict[str, Any], banner: BoardBanner | None) -> None:
        if banner is None:
            return
        if data["at"] is None:
            data["at"] = list(banner["at"])
        if data["level"] is None and data["grade"] == Grade.EXACT:
            data["level"] = banner["level"]

    def sighting(self) -> EarlySighting:
        """The sighting as a dossier has it."""
        data = self.cleaned_data
        kind, _colon, key = data["of"].partition(":")
        told: EarlySighting = {
            "at": data["at"],
            "level": data["level"],
            "age": data["age"],
            "grade": data["grade"],
            "marked": data["marked"],
        }
        return {"banner": key, **told} if kind == "banner" else {"seat": key, **told}
