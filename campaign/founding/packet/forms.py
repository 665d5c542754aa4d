"""The forms of a seat's dossier: a victory condition of each kind, what it knows, what is written to it."""

from __future__ import annotations

from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.setup.conditions import DESTRUCTION, OCCUPATION, RETRIEVAL, TRIGGER
from campaign.base.setup.documents import Board, Condition
from campaign.base.setup.dossiers import MOST_LETTER, MOST_LISTED, MOST_TITLE, MOST_TURNS
from campaign.founding.aim_faults import aim_fault
from campaign.founding.selectors import DossierPage
from campaign.founding.services import sentence
from campaign.web.form_options import Choices, Cleaned, FormOptions, Posted, Text
from campaign.web.line_field import Line
from campaign.web.sector_field import Sectors


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

    def __init__(
        self, page: DossierPage, board: Board, data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        self.page, self.board = page, board
        self.offer(page)
        goals = [name for name in self.fields if name not in ("primary", "turns", "mark")]
        self.order_fields([*goals, "mark", "turns", "primary"])

    def offer(self, page: DossierPage) -> None:
        """Fill the choices from what is on the map."""

    def clean(self) -> Cleaned:
        """An aim that nobody could ever meet on this map is refused, and one that is there already."""
        data: Cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return data
        aim = self.condition()
        armies = {seat.key: seat.army for seat in (self.page.seat, *self.page.rivals)}
        wrong = aim_fault(aim, self.board, self.page.seat.key, armies)
        if wrong:
            self.add_error(next(iter(self.fields)), sentence(wrong))
        elif aim in self.page.conditions:
            self.add_error(None, _now("This army has this aim already."))
        return data

    def goal(self) -> dict[str, object]:
        """The goal as a scenario document has it."""
        raise NotImplementedError

    def condition(self) -> Condition:
        """The whole condition."""
        whole = {
            "kind": self.kind,
            **self.goal(),
            "primary": self.cleaned_data["primary"] == "yes",
            "turns": self.cleaned_data["turns"],
        }
        return cast(Condition, whole)


class HoldSectorsForm(AimForm):
    """Occupy all of certain sectors."""

    kind, title = OCCUPATION, _("Hold certain sectors")
    sectors = Sectors(
        most=MOST_LISTED, label=_("Sectors"), help_text=_("As C4, D4 or C4-E6 for all from corner to corner.")
    )

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


class FireForm(AimForm):
    """A trigger fires for the player."""

    kind, title = TRIGGER, _("Bring about what a trigger waits for")
    trigger = forms.ChoiceField(label=_("Trigger"))
    mark = Line(
        label=_("What the player is told"),
        max_length=MOST_TITLE,
        help_text=_("As: Open the vault. Neither the terms are told nor where it is."),
    )

    def clean_mark(self) -> str:
        """The words with single blanks."""
        return " ".join(self.cleaned_data["mark"].split())

    def offer(self, page: DossierPage) -> None:
        _offer(self.fields["trigger"], page.triggers)

    def goal(self) -> dict[str, object]:
        return {"trigger": self.cleaned_data["trigger"], "title": self.cleaned_data["mark"]}


AIMS: dict[str, type[AimForm]] = {
    "hold_sectors": HoldSectorsForm,
    "hold_count": HoldCountForm,
    "carry": CarryForm,
    "destroy_player": DestroyPlayerForm,
    "destroy_banners": DestroyBannersForm,
    "fire": FireForm,
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


def _offer(field: forms.Field, choices: Choices) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
