"""The form of a war for tonight: four choices, and a few more for those who want them."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.dates.schedule_presets import QUICK
from campaign.base.maps.war_templates import TEMPLATES
from campaign.founding.draft_saving import MOST_NAME
from campaign.founding.tonight.offers import PLAYERS
from campaign.founding.tonight.services import Wish
from campaign.models import BotLevel
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line

LOCAL = {"type": "datetime-local"}
WALL = "%Y-%m-%dT%H:%M"
LEVELS: tuple[tuple[str, Promise], ...] = (
    (BotLevel.RECRUIT, _("Recruit: takes what it sees")),
    (BotLevel.REGULAR, _("Regular: knows its trade")),
    (BotLevel.VETERAN, _("Veteran: thinks ahead")),
)
assert {level for level, _words in LEVELS} == set(BotLevel.values)


class TonightForm(forms.Form):
    """A war for tonight."""

    players = forms.TypedChoiceField(
        label=_("How many armies?"),
        coerce=int,
        initial=4,
        choices=[(n, str(n)) for n in PLAYERS],
        widget=forms.RadioSelect,
        help_text=_("If fewer come, bots play the others, or the war is for those who are there."),
    )
    pace = forms.ChoiceField(
        label=_("How fast?"),
        initial=QUICK[0].key,
        choices=[(pace.key, pace.name) for pace in QUICK],
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=_("How good are the bots?"),
        initial=BotLevel.REGULAR,
        choices=LEVELS,
        widget=forms.RadioSelect,
    )
    play = forms.BooleanField(
        label=_("I play too"),
        required=False,
        initial=True,
        help_text=_("The map is then drawn by lot when the war starts, and nobody sees it before."),
    )
    template = forms.ChoiceField(
        label=_("Which war?"),
        required=False,
        choices=[("", _("The one that goes with it")), *((one.key, one.name) for one in TEMPLATES)],
        widget=forms.RadioSelect,
    )
    name = Line(
        label=_("Its name"),
        required=False,
        max_length=MOST_NAME,
        help_text=_("Empty: the war's own, and the day."),
    )
    bots = forms.TypedChoiceField(
        label=_("Bots from the beginning"),
        coerce=int,
        required=False,
        initial=0,
        choices=[(n, str(n)) for n in range(PLAYERS[-1])],
        help_text=_("Who joins later takes over from one of them."),
    )
    starts_at = forms.DateTimeField(
        label=_("Starts by itself at"),
        required=False,
        widget=forms.DateTimeInput(attrs=LOCAL, format=WALL),
        help_text=_("Empty: as soon as all seats are taken, or when you say so."),
    )

    after = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)

    def wish(self) -> Wish:
        """What was chosen."""
        return Wish(**{**self.cleaned_data, "bots": self.cleaned_data["bots"] or 0})


class StartForm(forms.Form):
    """When it starts by itself."""

    starts_at = forms.DateTimeField(
        label=_("Starts by itself at"),
        required=False,
        widget=forms.DateTimeInput(attrs=LOCAL, format=WALL),
        help_text=_("Empty: as soon as all seats are taken, or when you say so."),
    )

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.auto_id = "start_%s"


class LevelForm(forms.Form):
    """How bots play who take the empty seats."""

    level = forms.ChoiceField(label=_("Bots"), choices=BotLevel.choices, required=False)
