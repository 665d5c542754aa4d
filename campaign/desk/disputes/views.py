"""The arbiter's pages: a disputed battle with both results and its thread, and the ruling. Never the map."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.access.membership import arbitrates
from campaign.access.page_frame import frame_of
from campaign.desk.disputes.selectors import dispute_of, disputes_of
from campaign.desk.disputes.unruled import unruled_by
from campaign.desk.forms import RulingForm
from campaign.desk.services import rule_on_battle
from campaign.founding.views import saved_with
from campaign.models import Battle
from campaign.turn.stored_turns import latest_turn
from campaign.web.viewer import Viewer, viewer_of


@login_required
@require_GET
def disputes(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The battles that wait for a ruling."""
    viewer = _arbiter(request, campaign_id)
    unruled = unruled_by(viewer.campaign, latest_turn(viewer.campaign))
    return _show(
        request,
        viewer,
        "desk/disputes/list.html",
        battles=disputes_of(viewer.campaign),
        unruled=unruled,
    )


@login_required
def dispute(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """One of them, and the ruling on it."""
    viewer = _arbiter(request, campaign_id)
    try:
        battle, row = dispute_of(viewer.campaign, battle_id)
    except Battle.DoesNotExist:
        raise Http404 from None
    posted = request.method == "POST"
    form = RulingForm(row.forces, request.POST if posted else None)

    def rule() -> None:
        data = form.cleaned_data
        rule_on_battle(
            battle=battle,
            winner=data["winner"],
            points=(data["points_first"], data["points_second"]),
            sacrifices=(data.get("sacrifice_first") or 0, data.get("sacrifice_second") or 0),
            reason=data["reason"],
            by=viewer.user,
        )

    if posted and saved_with(form, rule):
        messages.success(request, _("Ruled. Both sides read it with your reason."))
        return redirect("disputes", campaign_id)
    return _show(
        request, viewer, "desk/disputes/one.html", status=422 if posted else 200, battle=row, form=form
    )


def _arbiter(request: HttpRequest, campaign_id: str) -> Viewer:
    """The viewer, who must be an arbiter of the campaign. Raises ``Http404``."""
    viewer = viewer_of(request, campaign_id)
    if not arbitrates(viewer.user, viewer.campaign):
        raise Http404
    return viewer


def _show(
    request: HttpRequest, viewer: Viewer, template: str, *, status: int = 200, **context: object
) -> HttpResponse:
    shown = {"viewer": viewer, "frame": frame_of(viewer.campaign, None, None), "here": "disputes", **context}
    return render(request, template, shown, status=status)
