"""A player's battles: the list, one battle with all that surrounds it, and what can be told of its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_POST

from battles.page import forms as around_forms
from battles.page.fighter import fighter_of, page_for
from battles.page.selectors import around, suggested_dates
from battles.page.steps import step_now, steps_of
from battles.results import services as battle_results
from battles.results.battle_pages import BattlePage
from battles.results.forms import ConfirmForm, ResultForm, SacrificeForm
from battles.results.selectors import battles_page
from battles.rights.page_head import head_of
from campaign.archive.dice.selectors import dice_check
from campaign.base.refusal import Refusal
from campaign.models import Battle, Seat
from campaign.turn.contact.battle_status import Standing, battle_of
from campaign.web.busy import unless_busy
from campaign.web.viewer import Viewer, viewer_of

Forms = Mapping[str, forms.Form]

SAID = {
    Standing.AGREED: lazy("Both sides agree: the battle is closed."),
    Standing.ABSTRACT: lazy("Both sides leave it to the dice: see how they fell."),
    Standing.DISPUTE: lazy("Saved. The two results differ: talk to each other, or wait for a ruling."),
    Standing.ONE: lazy("Saved. The other side is asked to confirm it."),
    Standing.REOPENED: lazy("Both sides asked: the battle is open again."),
}


@login_required
@require_GET
def battles(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All battles of the seat."""
    viewer = viewer_of(request, campaign_id)
    context = {**head_of(viewer), "page": battles_page(viewer.player)}
    return render(request, "battles/page/list.html", context)


@login_required
def battle(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """One battle; a POST tells its result."""
    viewer, found = fighter_of(request, campaign_id, battle_id)
    page = page_for(viewer, found)
    if request.method != "POST":
        return show(request, viewer, found, page)
    typed = {"report": ResultForm(page, request.POST)}
    return _tell(request, viewer, found, typed, battle_results.report_result)


@login_required
@require_POST
def battle_confirm(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """The same as the other side: one tap."""
    viewer, found = fighter_of(request, campaign_id, battle_id)
    page = page_for(viewer, found)
    typed = {"confirm": ConfirmForm(page, request.POST)}
    return _tell(request, viewer, found, typed, battle_results.confirm_result)


@login_required
@require_POST
def battle_sacrifice(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """Declare a sacrifice in a battle that is closed already."""
    viewer, found = fighter_of(request, campaign_id, battle_id)
    page = page_for(viewer, found)
    typed = {"sacrifice": SacrificeForm(page, request.POST)}
    return _tell(request, viewer, found, typed, battle_results.declare_sacrifice)


def acting(viewer: Viewer) -> Seat:
    """The seat in which the viewer may tell something; a facilitator who looks as a player may not."""
    if viewer.watching:
        raise Refusal(
            _("You are looking through a player's eyes: nothing can be entered or changed here."),
            code="watching",
        )
    return viewer.player


def show(
    request: HttpRequest,
    viewer: Viewer,
    found: Battle,
    page: BattlePage,
    failed: Forms | None = None,
    *,
    wrong: str = "",
) -> HttpResponse:
    """The battle's page, with what was typed and what is wrong with it."""
    surroundings = around(viewer.player, found)
    theirs = page.theirs.said.mark if page.theirs is not None else ""
    own = page.mine.sacrifice if page.mine is not None else 0
    listed = {"points": surroundings.mine.points or surroundings.points, "text": surroundings.mine.text}
    steps = steps_of(page, surroundings)
    context = {
        **head_of(viewer),
        "page": page,
        "around": surroundings,
        "check": dice_check(page, found),
        "steps": steps,
        "now": step_now(steps),
        "told": page.mine is not None or page.theirs is not None,
        "acts": page.may_report and not viewer.watching,
        "may_tell_story": not viewer.watching,
        "report": ResultForm(page),
        "confirm": ConfirmForm(page, initial={"seen": theirs, "sacrifice": own}),
        "sacrifice": SacrificeForm(page, initial={"sacrifice": own}),
        "offer": around_forms.OfferForm(suggested_dates(viewer.user, page.due), auto_id="offer_%s"),
        "shift": around_forms.ShiftForm(auto_id="shift_%s", initial={"shift": 0}),
        "night": around_forms.NightForm(auto_id="night_%s", initial={"night": _night(page)}),
        "sides": around_forms.SidesForm(auto_id="sides_%s"),
        "army_list": around_forms.ListForm(surroundings.points, auto_id="list_%s", initial=listed),
        "story": around_forms.StoryForm(auto_id="story_%s", initial={"text": surroundings.my_story}),
        "picture": around_forms.PictureForm(auto_id="picture_%s"),
        "claim": around_forms.ClaimForm(auto_id="claim_%s"),
        "answer": around_forms.AnswerForm(auto_id="answer_%s"),
        "told_wrong": bool(failed and "report" in failed),
        "failed": next(iter(failed)) if failed else "",
        "wrong": wrong,
        **(failed or {}),
    }
    return render(request, "battles/page/detail.html", context, status=422 if failed or wrong else 200)


def _night(page: BattlePage) -> str:
    if page.roll is None or page.roll.night is None:
        return ""
    return "night" if page.roll.night else "day"


def refused(
    request: HttpRequest, viewer: Viewer, found: Battle, refusal: Refusal, typed: Forms | None = None
) -> HttpResponse:
    """The page with a refusal at its field, else above all, and with everything that was typed."""
    wrong = refusal.message
    form = next(iter(typed.values())) if typed else None
    field = str(refusal.field)
    if form is not None and field not in form.fields:
        field = around_forms.IN_FILE.get(field, field)
    if form is not None and field in form.fields and not form[field].is_hidden:
        form.add_error(field, refusal.message)
        wrong = ""
    again, page = _again(viewer, found)
    return unless_busy(show(request, viewer, again, page, typed, wrong=wrong), refusal)


def _again(viewer: Viewer, found: Battle) -> tuple[Battle, BattlePage]:
    again = battle_of(viewer.player, found.public_id)
    return again, page_for(viewer, again)


def said_of(standing: object) -> str:
    """What is said to whoever has done something, by how the battle stands now."""
    return str(SAID.get(standing, _("Saved."))) if isinstance(standing, Standing) else _("Saved.")


def _tell(
    request: HttpRequest,
    viewer: Viewer,
    found: Battle,
    typed: Mapping[str, SacrificeForm],
    tell: Callable[..., Standing | None],
) -> HttpResponse:
    """Tell what was typed into a form and go back to the page; else show it with what is wrong, and why."""
    (form,) = typed.values()
    if not form.is_valid():
        return show(request, viewer, found, form.page, typed)
    try:
        standing = tell(battle=found, seat=acting(viewer), by=viewer.user, **form.given())
    except Refusal as refusal:
        return refused(request, viewer, found, refusal, typed)
    messages.success(request, said_of(standing))
    return redirect("battle", campaign_id=viewer.campaign.public_id, battle_id=found.public_id)
