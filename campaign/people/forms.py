"""The forms by which people come into a campaign, act for one another, and go."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import BotCharacter, BotLevel, InvitationKind
from campaign.people.army.services import MOST_WORD
from campaign.people.invitations.services import MOST_DAYS, MOST_USES
from campaign.people.selectors import PeoplePage
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line

LOCAL = {"type": "datetime-local"}
WALL = "%Y-%m-%dT%H:%M"


class InviteForm(forms.Form):
    """An invitation: for whom, to what, how long and how often it works."""

    kind = forms.ChoiceField(label=_("As"), choices=InvitationKind.choices, initial=InvitationKind.PLAYER)
    seat = forms.ChoiceField(
        label=_("Seat"),
        required=False,
        help_text=_("Only for a player. Whoever takes it over knows all it knows."),
    )
    to = Line(
        label=_("Mail it to"),
        required=False,
        max_length=254,
        help_text=_("An e-mail address, or the name of somebody you know from here. Empty: just a link."),
        widget=forms.TextInput(attrs={"list": "known-people", "autocomplete": "off"}),
    )
    days = forms.IntegerField(label=_("Days until it ends"), min_value=1, max_value=MOST_DAYS, initial=14)
    uses = forms.IntegerField(
        label=_("How many may use it"),
        min_value=1,
        max_value=MOST_USES,
        initial=1,
        help_text=_("One where it is mailed, or is for one seat."),
    )

    def __init__(self, page: PeoplePage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        seat, kind = self.fields["seat"], self.fields["kind"]
        assert isinstance(seat, forms.ChoiceField)
        assert isinstance(kind, forms.ChoiceField)
        seat.choices = [("", _("Any free seat")), *((row.id, row.army) for row in page.free)]
        if not page.facilitator:
            kind.choices = [one for one in InvitationKind.choices if one[0] != InvitationKind.FACILITATOR]


class WordForm(forms.Form):
    """A word with which an army is given back."""

    word = forms.CharField(
        label=_("What should change"), max_length=MOST_WORD, widget=forms.Textarea(attrs={"rows": 2})
    )


class RemoveForm(forms.Form):
    """Why a player is removed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MOST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The player will read it."),
    )


class BotForm(forms.Form):
    """How the bot is to play a seat."""

    level = forms.ChoiceField(
        label=_("Level"), choices=BotLevel.choices, initial=BotLevel.REGULAR, required=False
    )
    character = forms.ChoiceField(
        label=_("Character"), choices=BotCharacter.choices, initial=BotCharacter.STEADY, required=False
    )

    def clean_level(self) -> str:
        """What was chosen; the usual level where nothing is said."""
        return str(self.cleaned_data["level"] or BotLevel.REGULAR)

    def clean_character(self) -> str:
        """What was chosen; the usual character where nothing is said."""
        return str(self.cleaned_data["character"] or BotCharacter.STEADY)


class DeputyForm(forms.Form):
    """Somebody who acts in one's seat for a while."""

    who = Line(
        label=_("Who"),
        max_length=254,
        help_text=_("The e-mail address of an account here, or the name of somebody you know from here."),
        widget=forms.TextInput(attrs={"list": "known-people", "autocomplete": "off"}),
    )
    since = forms.DateTimeField(
        label=_("From"),
        required=False,
        widget=forms.DateTimeInput(attrs=LOCAL, format=WALL),
        help_text=_("Empty: from now on."),
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs=LOCAL, format=WALL),
        help_text=_("Empty: until you end it."),
    )
