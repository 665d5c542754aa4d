"""The forms of a seat's dossier: a victory condition of each kind, what it knows, what is written to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_at
from campaign.base.setup.conditions import DESTRUCTION, OCCUPATION, RETRIEVAL
from campaign.base.setup.dossiers import MOST_LETTER, MOST_LISTED, MOST_TITLE, MOST_TURNS
from campaign.founding.selectors import DossierPage
from campaign.web.form_options import Choices, FormOptions, Posted, Text
from campaign.web.line_field import Line

_RANGE = re.compile(r"([A-Za-z]+[0-9]+)\s*[-:]\s*([A-Za-z]+[0-9]+)")


class AimForm(forms.Form):
    """A victory condition; each kind adds its goal."""

    kind = ""
    title: Text = ""
    primary = forms.ChoiceField(
        label=_("Counts as"),
        widget=forms.RadioSelect,
        initial="yes",
        choices=(("yes", _("primary: all of them win the war")), ("no", _("secondary: for the record"))),
    )
    turns = forms.IntegerField(
        label=_("Turns in a row"), min_value=1, max_value=MOST_TURNS, initial=1, help_text=_("1: at once.")
    )

    def __init__(self, page: DossierPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.offer(page)
        goals = [name for name in self.fields if name not in ("primary", "turns", "mark")]
        self.order_fields([*goals, "mark", "turns", "primary"])

    def offer(self, page: DossierPage) -> None:
        """Fill the choices from what is on the map."""

    def goal(self) -> dict[str, object]:
        """The goal as a scenario document has it."""
        raise NotImplementedError

    def condition(self) -> dict[str, object]:
        """The whole condition."""
        return {
            "kind": self.kind,
            **self.goal(),
            "primary": self.cleaned_data["primary"] == "yes",
            "turns": self.cleaned_data["turns"],
        }


class HoldSectorsForm(AimForm):
    """Occupy all of certain sectors."""

    kind, title = OCCUPATION, _("Hold certain sectors")
    sectors = Line(
        label=_("Sectors"), max_length=2000, help_text=_("As C4, D4 or C4-E6 for all from corner to corner.")
    )

    def clean_sectors(self) -> list[list[int]]:
        """The sectors named, each once."""
        found: dict[tuple[int, int], None] = {}
        for part in re.split(r"[,;\n]+|(?<=[0-9])\s+(?=[A-Za-z])", self.cleaned_data["sectors"]):
            if part.strip():
                found.update(dict.fromkeys(_named(part.strip())))
        if not found or len(found) > MOST_LISTED:
            raise forms.ValidationError(_now("Name 1 to %(most)s sectors.") % {"most": MOST_LISTED})
        return [list(at) for at in found]

    def goal(self) -> dict[str, object]:
        return {"sectors": self.cleaned_data["sectors"]}


class HoldCountForm(AimForm):
    """Occupy a number of sectors."""

    kind, title = OCCUPATION, _("Hold a number of sectors")
    count = forms.IntegerField(label=_("How many, at least"), min_value=1, max_value=90_000)

    def goal(self) -> dict[str, object]:
        return {"count": self.cleaned_data["count"]}


class CarryForm(AimForm):
    """Carry a relic."""

    kind, title = RETRIEVAL, _("Carry a relic")
    relic = forms.ChoiceField(label=_("Relic"))

    def offer(self, page: DossierPage) -> None:
        _offer(self.fields["relic"], ((one.id, f"{one.name} ({one.where})") for one in page.all_relics))

    def goal(self) -> dict[str, object]:
        return {"relic": self.cleaned_data["relic"]}


class DestroyPlayerForm(AimForm):
    """Leave a player without a banner."""

    kind, title = DESTRUCTION, _("Leave a player without a banner")
    player = forms.ChoiceField(label=_("Enemy"))

    def offer(self, page: DossierPage) -> None:
        _offer(self.fields["player"], ((seat.key, seat.army) for seat in page.rivals))

    def goal(self) -> dict[str, object]:
        return {"player": self.cleaned_data["player"]}


class DestroyBannersForm(AimForm):
    """Destroy certain banners."""

    kind, title = DESTRUCTION, _("Destroy certain banners")
    banners = forms.MultipleChoiceField(label=_("Banners"), widget=forms.CheckboxSelectMultiple)
    mark = Line(
        label=_("What the player calls them"),
        required=False,
        max_length=MOST_TITLE,
        help_text=_("Their mark on the player's map when they are seen. Empty: Target 1, Target 2 ..."),
    )

    def clean_mark(self) -> str:
        """The mark with single blanks."""
        return " ".join(self.cleaned_data["mark"].split())

    def offer(self, page: DossierPage) -> None:
        _offer(self.fields["banners"], ((one.id, f"{one.name}, {one.where}") for one in page.enemies))

    def goal(self) -> dict[str, object]:
        mark = self.cleaned_data["mark"]
        return {"banners": self.cleaned_data["banners"], **({"title": mark} if mark else {})}


AIMS: dict[str, type[AimForm]] = {
    "hold_sectors": HoldSectorsForm,
    "hold_count": HoldCountForm,
    "carry": CarryForm,
    "destroy_player": DestroyPlayerForm,
    "destroy_banners": DestroyBannersForm,
}
"""The kinds of victory condition that can be added, by the act that adds one."""


class KnowledgeForm(forms.Form):
    """What a seat knows from the start, and what is written to it."""

    letter = forms.CharField(
        label=_("Private briefing"),
        required=False,
        max_length=MOST_LETTER,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Only this player reads it, first of all in the starting packet."),
    )
    features = forms.MultipleChoiceField(
        label=_("Features it knows"), required=False, widget=forms.CheckboxSelectMultiple
    )
    relics = forms.MultipleChoiceField(
        label=_("Relics whose place it knows"), required=False, widget=forms.CheckboxSelectMultiple
    )
    banners = forms.MultipleChoiceField(
        label=_("Enemy banners whose place it knows"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, page: DossierPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.initial = {
            "letter": page.letter,
            "features": [one.id for one in page.features if one.known],
            "relics": [one.id for one in page.relics if one.known],
            "banners": [one.id for one in page.enemies if one.known],
        }
        for name, things in (("features", page.features), ("relics", page.relics), ("banners", page.enemies)):
            if things:
                _offer(self.fields[name], ((one.id, f"{one.name}, {one.where}") for one in things))
            else:
                del self.fields[name]


def _named(part: str) -> Iterable[tuple[int, int]]:
    corners = _RANGE.fullmatch(part)
    names = corners.groups() if corners else (part, part)
    places = [sector_at(name) for name in names]
    if places[0] is None or places[1] is None:
        raise forms.ValidationError(
            _now("%(text)s is no sector; write column and row, as C4.") % {"text": part}
        )
    (x1, y1), (x2, y2) = places[0], places[1]
    wide, high = abs(x1 - x2) + 1, abs(y1 - y2) + 1
    if wide * high > MOST_LISTED:
        raise forms.ValidationError(_now("Name 1 to %(most)s sectors.") % {"most": MOST_LISTED})
    left, top = min(x1, x2), min(y1, y2)
    return [(left + dx, top + dy) for dy in range(high) for dx in range(wide)]


def _offer(field: forms.Field, choices: Choices) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
