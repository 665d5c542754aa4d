"""What the desk asks once more before it is done: what nobody can undo, and what is rarely meant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaign.base.dates.times import when
from campaign.desk.forms import DATE_NAMES, ActForm, ExtendForm
from campaign.desk.pages import DeskPage
from campaign.desk.review.forms import BannerForm

Question = tuple[str | Promise, str | Promise]
"""What follows, and what "yes" is called."""

FAR = timedelta(days=31)
"""A date that moves by more was perhaps mistyped; and what was moved later is never moved back."""
LEAP = 10
"""A level that changes by more was perhaps mistyped."""
_FINAL: Mapping[str, Question] = {
    "announce": (
        lazy(
            "The movement takes effect as the dry run shows it, and every player learns where their"
            " own banners stand and whom they fight. It cannot be taken back or corrected afterwards."
        ),
        lazy("Announce the battles"),
    ),
    "publish": (
        lazy(
            "Every player gets the report of this turn, and the next turn opens or the campaign ends. Nothing"
            " of a published turn can be changed."
        ),
        lazy("Publish the turn"),
    ),
}


def question_of(act: str, form: ActForm, page: DeskPage) -> Question | None:
    """What to ask before a valid form is acted upon; None where nothing need be asked.

    Where a champion is to be chosen, publication is asked about once one has been.
    """
    if isinstance(form, ExtendForm):
        return _far(form, page)
    if isinstance(form, BannerForm):
        return _leap(form)
    if act == "publish" and page.chosen and not form.cleaned_data.get("champion"):
        return None
    return _FINAL.get(act)


def _far(form: ExtendForm, page: DeskPage) -> Question | None:
    name, to = form.cleaned_data["name"], form.cleaned_data["to"]
    old = next(row.at for row in page.dates if row.date == name)
    if old is None or to - old <= FAR:
        return None
    values = {"date": DATE_NAMES[name], "to": when(to), "n": (to - old).days}
    return (
        _(
            "%(date)s: %(to)s. That is %(n)d days later than now, the later dates move with it, and what"
            " has been moved later cannot be moved back."
        )
        % values,
        ngettext("Move it by %(n)d day", "Move it by %(n)d days", values["n"]) % values,
    )


def _leap(form: BannerForm) -> Question | None:
    new, most = form.cleaned_data.get("level"), form.things.most_level
    banner = form.cleaned_data["banner"]
    old = form.things.levels[banner]
    if new is None or (0 < new <= most and abs(new - old) <= LEAP):
        return None
    name = dict(form.things.banners)[banner]
    values = {"banner": name, "old": old, "new": new, "most": most}
    words = _("%(banner)s would be at level %(new)d instead of %(old)d.") % values
    if new > most:
        words += " " + _("It fights as one of level %(most)d, however many it has.") % values
    elif new == 0:
        words += " " + _("Level 0 is not destruction: it stays on the map (Rules 8.2).")
    return words, _("Yes, level %(new)d") % values
