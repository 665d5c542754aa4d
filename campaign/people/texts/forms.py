"""The form of a campaign's texts."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, TextKind
from campaign.people.texts.selectors import all_texts
from campaign.people.texts.services import MOST_TEXT
from campaign.web.form_options import Initial, Posted

HELP = {
    TextKind.CONDUCT: _("How people treat each other. It begins with the three rules of every campaign."),
    TextKind.PARTICIPATION: _(
        "What whoever takes a seat commits to: time, a painted army, how soon to answer. It is ticked on"
        " joining, and asked anew of all players whenever it changes. Empty: nothing is asked."
    ),
    TextKind.ARMY_LISTS: _("Which books and lists are allowed. Read again at every battle."),
    TextKind.EXPERIENCE: _("Whether units gather experience. Read again at every battle."),
    TextKind.SUBSTITUTES: _("What may stand in for a missing model, and how it is marked. Read at battles."),
}


class TextsForm(forms.Form):
    """All texts of a campaign, a field each."""

    def __init__(self, data: Posted = None, *, initial: Initial | None = None) -> None:
        super().__init__(data, initial=initial)
        for kind in TextKind:
            self.fields[kind.value] = forms.CharField(
                label=kind.label,
                required=False,
                max_length=MOST_TEXT,
                widget=forms.Textarea(attrs={"rows": 8}),
                help_text=HELP[kind],
            )

    @classmethod
    def initial_of(cls, campaign: Campaign) -> Initial:
        """What it shows first."""
        return {one.kind: one.text for one in all_texts(campaign)}
