"""A player's battles: the list, one battle, and what can be told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_POST

from campaign.forms.battles import ConfirmForm, ResultForm, SacrificeForm
from campaign.models import Battle, Seat
from campaign.selectors.battle_pages import BattlePage
from campaign.selectors.battles import battle_of, battle_page, battles_page
from campaign.selectors.frame import frame_of
from campaign.selectors.standing import Standing
from campaign.selectors.turns import latest_turn
from campaign.services import battle_results
from campaign.services.errors import Refusal
from campaign.views.viewer import Viewer, viewer_of

SAID = {
    Standing.AGREED: lazy("Both sides agree: the battle is closed."),
    Standing.ABSTRACT: lazy("Both sides leave it to the dice: see how they fell."),
    Standing.DISPUTE: lazy(
        "Stored. The two results differ: talk to each other, or let the facilitator rule."
    ),
    Standing.ONE: lazy("Stored. The other side is asked to confirm it."),
    Standing.REOPENED: lazy("Both sides asked: the battle is open again."),
}


@login_required
@require_GET
def battles(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All battles of the seat."""
    viewer = viewer_of(request, campaign_id)
    context = {**_head(viewer), "page": battles_page(viewer.player)}
    return render(request, "battles/list.html", context)


@login_required
def battle(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """One battle; a POST tells its result."""
    viewer, found, page = _find(request, campaign_id, battle_id)
    if request.method != "POST":
        return _show(request, viewer, page)
    form = ResultForm(page, request.POST)
    if not form.is_valid():
        return _show(request, viewer, page, report=form)

    def tell() -> Standing:
        return battle_results.report_result(
            battle=found, seat=_acting(viewer), claim=form.claim(), by=viewer.user
        )

    return _answer(request, viewer, page, tell, report=form)


@login_required
@require_POST
def battle_confirm(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """The same as the other side: one tap."""
    viewer, found, page = _find(request, campaign_id, battle_id)
    form = ConfirmForm(page, request.POST)
    if not form.is_valid():
        return _show(request, viewer, page, confirm=form)

    def tell() -> Standing:
        return battle_results.confirm_result(
            battle=found,
            seat=_acting(viewer),
            by=viewer.user,
            seen=form.cleaned_data["seen"],
            sacrifice=form.cleaned_data["sacrifice"],
        )

    return _answer(request, viewer, page, tell, confirm=form)


@login_required
@require_POST
def battle_reopen(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """Ask for an agreed result to be opened again."""
    viewer, found, page = _find(request, campaign_id, battle_id)

    def tell() -> Standing:
        return battle_results.ask_to_reopen(battle=found, seat=_acting(viewer), by=viewer.user)

    return _answer(request, viewer, page, tell)


@login_required
@require_POST
def battle_dice(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """Send a battle beyond the battle load to the dice."""
    viewer, found, page = _find(request, campaign_id, battle_id)

    def tell() -> Standing:
        return battle_results.send_to_dice(battle=found, seat=_acting(viewer), by=viewer.user)

    return _answer(request, viewer, page, tell)


@login_required
@require_POST
def battle_sacrifice(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """Declare a sacrifice in a battle that is closed already."""
    viewer, found, page = _find(request, campaign_id, battle_id)
    form = SacrificeForm(page, request.POST)
    if not form.is_valid():
        return _show(request, viewer, page, sacrifice=form)

    def tell() -> None:
        battle_results.declare_sacrifice(
            battle=found,
            seat=_acting(viewer),
            sacrifice=form.cleaned_data["sacrifice"],
            by=viewer.user,
        )

    return _answer(request, viewer, page, tell, sacrifice=form)


def _find(request: HttpRequest, campaign_id: str, battle_id: str) -> tuple[Viewer, Battle, BattlePage]:
    viewer = viewer_of(request, campaign_id)
    try:
        found = battle_of(viewer.player, battle_id)
    except Battle.DoesNotExist:
        raise Http404 from None
    return viewer, found, battle_page(viewer.player, found)


def _head(viewer: Viewer) -> dict[str, Any]:
    """What the frame of a campaign's page needs."""
    turn = latest_turn(viewer.campaign)
    frame = frame_of(viewer.campaign, turn, viewer.seat, facilitator=viewer.facilitator)
    return {"viewer": viewer, "frame": frame, "here": "battles"}


def _acting(viewer: Viewer) -> Seat:
    """The seat in which the viewer may tell something; a facilitator who looks as a player may not."""
    if viewer.watching:
        raise Refusal(
            _("You are looking through a player's eyes: nothing can be told or changed here."),
            code="watching",
        )
    return viewer.player


def _show(
    request: HttpRequest,
    viewer: Viewer,
    page: BattlePage,
    *,
    report: ResultForm | None = None,
    confirm: ConfirmForm | None = None,
    sacrifice: SacrificeForm | None = None,
    wrong: str = "",
) -> HttpResponse:
    """The battle's page, with what was typed and what is wrong with it."""
    theirs = page.theirs.said.mark if page.theirs is not None else ""
    own = page.mine.sacrifice if page.mine is not None else 0
    failed = bool(report or confirm or sacrifice or wrong)
    context = {
        **_head(viewer),
        "page": page,
        "report": report or ResultForm(page),
        "confirm": confirm or ConfirmForm(page, initial={"seen": theirs, "sacrifice": own}),
        "sacrifice": sacrifice or SacrificeForm(page, initial={"sacrifice": own}),
        "told_wrong": report is not None,
        "wrong": wrong,
    }
    return render(request, "battles/detail.html", context, status=422 if failed else 200)


def _answer(
    request: HttpRequest,
    viewer: Viewer,
    page: BattlePage,
    tell: Callable[[], Standing | None],
    *,
    report: ResultForm | None = None,
    confirm: ConfirmForm | None = None,
    sacrifice: SacrificeForm | None = None,
) -> HttpResponse:
    """Do it and go back to the page; if it is refused, show why with everything that was typed."""
    try:
        standing = tell()
    except Refusal as refusal:
        found = battle_of(viewer.player, page.id)
        forms = [form for form in (report, confirm, sacrifice) if form is not None]
        wrong = refusal.message
        if forms and refusal.field in forms[0].fields:
            forms[0].add_error(refusal.field, refusal.message)
            wrong = ""
        return _show(
            request,
            viewer,
            battle_page(viewer.player, found),
            report=report,
            confirm=confirm,
            sacrifice=sacrifice,
            wrong=wrong,
        )
    messages.success(request, SAID.get(standing, _("Stored.")) if standing else _("Stored."))
    return redirect("battle", campaign_id=viewer.campaign.public_id, battle_id=page.id)
