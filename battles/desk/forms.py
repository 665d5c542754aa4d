"""The forms of the desk's pages of battles: reminders, claims, mission tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.base.setup.missions import FACES, LONGEST_NAME, LONGEST_TEXT, Mission
from campaign.desk.forms import ActForm, ReasonedForm
from campaign.web.form_options import Cleaned, FormOptions, Initial, Posted
from campaign.web.line_field import Line


class ManyForm(ActForm):
    """Battles that were ticked."""

    battles = forms.MultipleChoiceField(
        label=_("Battles"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one battle.")},
    )

    def __init__(self, ids: Sequence[str], data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        field = self.fields["battles"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(one, one) for one in ids]


class ClaimForm(ReasonedForm):
    """A forfeit claim is granted or not."""

    grant = forms.TypedChoiceField(
        label=_("What do you say to the claim?"),
        choices=(("yes", _("Grant it - final")), ("no", _("Do not grant it"))),
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    field_order = ("grant", "reason")


class ClaimsForm(ReasonedForm):
    """Many forfeit claims are granted or not, for one reason; those left open are decided later."""

    def __init__(self, claims: Sequence[str], data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.claims = tuple(claims)
        for claim in self.claims:
            self.fields[f"claim-{claim}"] = forms.ChoiceField(
                label=_("What do you say to the claim?"),
                choices=(("", _("Later")), ("yes", _("Grant it - final")), ("no", _("Do not grant it"))),
                required=False,
                widget=forms.RadioSelect,
            )

    def choices_of(self, claim: str) -> forms.BoundField:
        """The field of one claim."""
        return self[f"claim-{claim}"]

    def clean(self) -> Cleaned:
        """At least one claim is decided."""
        cleaned = super().clean() or {}
        if not self.errors and not self.decisions():
            self.add_error(None, _("Decide at least one claim."))
        return cleaned

    def decisions(self) -> dict[str, bool]:
        """By the claim's id, whether it is granted."""
        chosen = {claim: self.cleaned_data.get(f"claim-{claim}") for claim in self.claims}
        return {claim: answer == "yes" for claim, answer in chosen.items() if answer}


class TableForm(forms.Form):
    """One mission table: six missions, field by field; defaults in the reader's language."""

    def __init__(self, table: Sequence[Mission], data: Posted = None) -> None:
        initial: Initial = {}
        for number, mission in enumerate(table, start=1):
            for name in ("name", "setup", "victory", "night", "sides"):
                value = getattr(mission, name)
                initial[f"{number}.{name}"] = gettext(value) if isinstance(value, str) else value
        super().__init__(data, initial=initial)
        for number in range(1, FACES + 1):
            self.fields[f"{number}.name"] = Line(label=_("Name"), max_length=LONGEST_NAME)
            for name, label in (("setup", _("Set-up")), ("victory", _("Won by"))):
                self.fields[f"{number}.{name}"] = forms.CharField(
                    label=label, max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 2})
                )
            self.fields[f"{number}.night"] = forms.BooleanField(
                label=_("The attacker may choose the night"), required=False
            )
            self.fields[f"{number}.sides"] = forms.BooleanField(
                label=_("The mission says who attacks"), required=False
            )

    @property
    def rows(self) -> list[tuple[int, list[forms.BoundField], list[forms.BoundField]]]:
        """Face by face: its texts and its switches."""
        return [
            (
                number,
                [self[f"{number}.{name}"] for name in ("name", "setup", "victory")],
                [self[f"{number}.{name}"] for name in ("night", "sides")],
            )
            for number in range(1, FACES + 1)
        ]

    def table(self) -> list[dict[str, object]]:
        """The table as a document."""
        data = self.cleaned_data
        names = ("name", "setup", "victory", "night", "sides")
        return [{name: data[f"{number}.{name}"] for name in names} for number in range(1, FACES + 1)]
