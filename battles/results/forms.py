"""The forms of a battle's page: a result, its confirmation, a sacrifice. Their bounds are the battle's."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from battles.results.battle_pages import BattlePage
from campaign.turn.contact.battle_bounds import LONGEST_STORY, Claim, points_wrong, sacrifice_wrong
from campaign.web.bounded_fields import bound
from campaign.web.form_options import Cleaned, FormOptions, Initial, Posted

WINNERS = (("own", _("We won")), ("enemy", _("They won")), ("draw", _("A draw")))
METHODS = (("tabletop", _("We fought it")), ("abstract", _("Let the dice decide")))


class SacrificeForm(forms.Form):
    """How many own levels are given up: only with the army rule, and never more than the banner has."""

    sacrifice = forms.IntegerField(
        label=_("Levels we sacrifice"), min_value=0, initial=0, required=False, help_text=_("Rules 7")
    )

    def __init__(self, page: BattlePage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.page = page
        self.most_sacrifice = page.most_sacrifice
        bound(self.fields["sacrifice"], page.most_sacrifice, str(sacrifice_wrong(page.most_sacrifice)))

    def clean_sacrifice(self) -> int:
        """No sacrifice is one of 0 levels."""
        return self.cleaned_data.get("sacrifice") or 0

    def given(self) -> Cleaned:
        """What the form's service is given of it; only of a valid form."""
        return dict(self.cleaned_data)


class ConfirmForm(SacrificeForm):
    """Agreement with what the other side has told: ``seen`` is what was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class ResultForm(SacrificeForm):
    """What one side tells of a battle."""

    method = forms.ChoiceField(label=_("How was it decided?"), choices=METHODS, widget=forms.RadioSelect)
    winner = forms.ChoiceField(
        label=_("Who won the mission?"), choices=WINNERS, widget=forms.RadioSelect, required=False
    )
    points_own = forms.IntegerField(min_value=0, required=False)
    points_enemy = forms.IntegerField(min_value=0, required=False)
    story = forms.CharField(
        label=_("The story (optional)"),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_STORY}),
        required=False,
        help_text=_("Your opponent and, after the campaign, everybody may read it."),
    )
    field_order = ("method", "winner", "points_own", "points_enemy", "sacrifice", "story")

    def __init__(self, page: BattlePage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        options.setdefault("initial", _told(page))
        super().__init__(page, data, **options)
        for name, force, most in (
            ("points_own", page.own.name, page.most_own),
            ("points_enemy", page.enemy.army, page.most_enemy),
        ):
            field = self.fields[name]
            field.label = _("Points lost by %(force)s") % {"force": force}
            field.help_text = _("0 to %(most)s") % {"most": most}
            bound(field, most, points_wrong(most))

    def clean(self) -> Cleaned:
        """A battle that was fought has a winner and points on both sides; the dice need neither."""
        cleaned = super().clean() or {}
        if cleaned.get("method") == "tabletop":
            if not cleaned.get("winner") and "winner" not in self.errors:
                self.add_error("winner", _("Say who won: you, they, or nobody."))
            for name in ("points_own", "points_enemy"):
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Say how many points were lost, even if none: 0."))
        return cleaned

    def given(self) -> Cleaned:
        """The result as its service takes it."""
        data = self.cleaned_data
        claim = Claim(
            method=data["method"],
            winner=data.get("winner") or "draw",
            points_own=data.get("points_own") or 0,
            points_enemy=data.get("points_enemy") or 0,
            sacrifice=data["sacrifice"],
            story=data.get("story", ""),
        )
        return {"claim": claim}


def _told(page: BattlePage) -> Initial:
    """What this side has told already, to be told anew."""
    if page.mine is None:
        return {"method": "tabletop"}
    told = page.mine.said
    return {
        "method": told.method,
        "winner": told.winner,
        "points_own": told.points_own,
        "points_enemy": told.points_enemy,
        "sacrifice": page.mine.sacrifice,
        "story": page.mine.story,
    }
