"""What can be done on a battle's page by one form or tap: each act with its form and its service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST

from battles.page import acts
from battles.page import forms as typed
from battles.page.fighter import fighter_of, page_for
from battles.page.selectors import suggested_dates
from battles.page.views import acting, refused, said_of
from battles.results.battle_pages import BattlePage
from campaign.base.refusal import Refusal
from campaign.web.confirmation import ask_first
from campaign.web.viewer import Viewer

Make = Callable[[HttpRequest, Viewer, BattlePage], typed.PlainForm]


@dataclass(frozen=True, slots=True)
class Act:
    """How the page does an act of ``battles.page.acts``: the name of its form on the page, how it is
    made, what is said when it is done (else how the battle stands), and where the page goes on.
    """

    name: str
    make: Make
    said: str | Promise = ""
    anchor: str = ""


def _plain(form: type[typed.PlainForm], auto_id: str) -> Make:
    return lambda request, viewer, page: form(request.POST, request.FILES, auto_id=f"{auto_id}_%s")


def _offer(request: HttpRequest, viewer: Viewer, page: BattlePage) -> typed.PlainForm:
    return typed.OfferForm(suggested_dates(viewer.user, page.due), request.POST, auto_id="offer_%s")


def _list(request: HttpRequest, viewer: Viewer, page: BattlePage) -> typed.PlainForm:
    return typed.ListForm(page.own.points, request.POST, request.FILES, auto_id="list_%s")


_TAP = _plain(typed.PlainForm, "tap")
_PICK = _plain(typed.PickForm, "pick")

ACTS: Mapping[str, Act] = {
    "offer": Act("offer", _offer, lazy("Offered. The other side is told."), "date"),
    "take": Act("pick", _PICK, lazy("The date stands; it is in both calendars."), "date"),
    "decline": Act("pick", _PICK, lazy("Declined. Offer a date that suits you."), "date"),
    "withdraw": Act("pick", _PICK, lazy("Withdrawn."), "date"),
    "call-off": Act("tap", _TAP, lazy("Called off. Offer another date."), "date"),
    "no-show": Act("tap", _TAP, lazy("Saved. Offer another date, or claim a forfeit."), "contact"),
    "hello": Act("tap", _TAP, lazy("Your opponent sees that you are there."), "contact"),
    "roll": Act("tap", _TAP, lazy("The die is rolled."), "mission"),
    "shift": Act(
        "shift",
        _plain(typed.ShiftForm, "shift"),
        lazy("Sealed. It is shown when the mission is final."),
        "mission",
    ),
    "night": Act("night", _plain(typed.NightForm, "night"), lazy("Saved. Both sides see it."), "mission"),
    "sides": Act(
        "sides",
        _plain(typed.SidesForm, "sides"),
        lazy("Saved. It counts once both say the same."),
        "mission",
    ),
    "list": Act("army_list", _list, lazy("Your list is in."), "lists"),
    "story": Act("story", _plain(typed.StoryForm, "story"), lazy("Your story is saved."), "story"),
    "picture": Act("picture", _plain(typed.PictureForm, "picture"), lazy("The picture is added."), "story"),
    "remove-picture": Act(
        "remove_picture", _plain(typed.RemovePictureForm, "remove"), lazy("Removed."), "story"
    ),
    "share": Act(
        "share",
        _plain(typed.ShareForm, "share"),
        lazy("Saved. The link works while both sides want it."),
        "share",
    ),
    "claim": Act(
        "claim",
        _plain(typed.ClaimForm, "claim"),
        lazy("Your claim is made, and the other side is told."),
        "contact",
    ),
    "answer": Act(
        "answer", _plain(typed.AnswerForm, "answer"), lazy("Your answer stands beside the claim."), "contact"
    ),
    "withdraw-claim": Act("tap", _TAP, lazy("Your claim is withdrawn."), "contact"),
    "stand-in": Act("tap", _TAP, lazy("Give the link to whoever is to fight for you."), "stand-in"),
    "no-stand-in": Act("tap", _TAP, lazy("The battle is in your own hands again."), "stand-in"),
    "reopen": Act("tap", _TAP),
    "dice": Act("tap", _TAP),
}


_FINAL: Mapping[str, tuple[Promise, Promise]] = {
    "shift": (
        lazy("What you declare is sealed: it cannot be changed any more."),
        lazy("Seal it"),
    ),
    "dice": (
        lazy("The dice decide this battle, whatever the other side wants. It cannot be taken back."),
        lazy("Leave this battle to the dice"),
    ),
}
"""The acts that nobody can undo: what follows from them, and what "yes" is called."""


@login_required
@require_POST
def act(request: HttpRequest, campaign_id: str, battle_id: str, name: str) -> HttpResponse:
    """Do something on a battle's page."""
    viewer, battle = fighter_of(request, campaign_id, battle_id)
    chosen = ACTS.get(name)
    if chosen is None:
        raise Http404
    form = chosen.make(request, viewer, page_for(viewer, battle))
    if not form.is_valid():
        hidden = all(field.is_hidden for field in form) or chosen.name == "share"
        words = [str(one) for errors in form.errors.values() for one in errors] if hidden else []
        return refused(
            request, viewer, battle, Refusal(" ".join(words), code="impossible"), {chosen.name: form}
        )
    question = _FINAL.get(name)
    asked = ask_first(request, *question) if question is not None else None
    if asked is not None:
        return asked
    try:
        standing = acts.do(name, battle=battle, seat=acting(viewer), by=viewer.user, given=form.given())
    except Refusal as refusal:
        return refused(request, viewer, battle, refusal, {chosen.name: form})
    messages.success(request, str(chosen.said) or said_of(standing))
    if viewer.stand_in and name == "no-stand-in":
        return redirect("home")
    page = redirect("battle", campaign_id=viewer.campaign.public_id, battle_id=battle.public_id)
    page["Location"] += f"#{chosen.anchor}" if chosen.anchor else ""
    return page
