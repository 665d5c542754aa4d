"""The balance check: the measures of a set-up, and the bots' games with their progress."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from campaign.base.drawing.charts import Bars, Interval, bars
from campaign.base.refusal import Refusal
from campaign.founding.balance.selectors import Games, balance_page, last_games
from campaign.founding.balance.services import cancel_trial, start_trial
from campaign.founding.mapedit.forms import TrialForm
from campaign.founding.mapedit.views import builder_of, frame_context
from campaign.founding.start.started import while_built
from campaign.models import Draft
from campaign.web.viewer import viewer_of


@while_built
@require_http_methods(["GET", "HEAD", "POST"])
def balance(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """How fair the set-up is; games are started and cancelled here."""
    viewer, page = builder_of(request, campaign_id)
    act = request.POST.get("act", "")
    form = TrialForm(request.POST if act == "start" else None)
    wrong, status = "", 200
    if request.method == "POST":
        if act not in ("start", "cancel"):
            raise Http404
        try:
            if act == "cancel":
                cancel_trial(campaign=page.campaign, by=viewer.user)
                messages.success(request, _("The games are cancelled."))
                return redirect(request.path)
            if form.is_valid():
                start_trial(campaign=page.campaign, by=viewer.user, **form.cleaned_data)
                return redirect(f"{request.path}#games")
        except Refusal as refusal:
            wrong = refusal.message
        status = 422
    found = balance_page(viewer.user, page.campaign)
    context = {
        **frame_context(page, "balance"),
        "found": found,
        "games": found.games,
        "chart": _chart(found.games),
        "form": form,
        "wrong": wrong,
    }
    return render(request, "founding/balance/balance.html", context, status=status)


@login_required
@require_GET
def progress(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """How far the games are, for the page to fetch again and again while they are played."""
    viewer = viewer_of(request, campaign_id)
    try:
        games = last_games(viewer.user, viewer.campaign)
    except Draft.DoesNotExist:
        raise Http404 from None
    context = {"games": games, "chart": _chart(games), "edit": {"campaign": viewer.campaign}}
    return render(request, "founding/balance/_games.html", context)


def _chart(games: Games | None) -> Bars | None:
    if games is None or not games.played:
        return None
    return bars(
        (
            Interval(
                one.army,
                one.number,
                one.share,
                one.low,
                one.high,
                f"{round(100 * one.share)} %",
                one.unfair,
            )
            for one in games.wins
        ),
        fair=1 / len(games.wins) if games.wins else None,
    )
