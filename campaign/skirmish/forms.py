"""What is asked for: bots, and at the claim a name, an address and the code."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import BotLevel
from campaign.skirmish.setting_up import FEWEST_BOTS, Wish
from campaign.web.account_fields import browser_zone
from campaign.web.bounded_fields import whole
from campaign.web.line_field import Line


class ClaimForm(forms.Form):
    """Who a guest is: what an account needs."""

    name = Line(
        label=_("Name"),
        max_length=60,
        help_text=_("What other players call you. An account that you have keeps its own."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        help_text=_("We mail you a code to check it; no password needed."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    time_zone = browser_zone()


class CodeForm(forms.Form):
    """The code that was mailed."""

    code = Line(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


def wish_of(typed: dict[str, str]) -> Wish:
    """What the form of "Play now" asks for; what is no number is none that there is."""
    bots = whole(typed["bots"]) if typed.get("bots") else FEWEST_BOTS
    return Wish(bots=bots or 0, level=typed.get("level") or BotLevel.RECRUIT)
