"""The fallback: what a player's banners do when no plan stands at the deadline."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.base.refusal import Refusal
from campaign.models import User
from campaign.turn.plans.selectors import fallback_of
from campaign.turn.plans.services import set_fallback
from campaign.warmap.fallback.forms import FallbackForm
from campaign.warmap.selectors import WarMapPage
from campaign.warmap.views import page_of


@login_required
@require_http_methods(["GET", "POST"])
def fallback(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Show, keep or drop the fallback."""
    page = page_of(request, campaign_id)
    kept = fallback_of(page.seat)
    banners = [(banner.id, f"{banner.name} ({banner.level}, {banner.sector})") for banner in page.banners]
    form = FallbackForm(banners, kept, request.POST if request.method == "POST" else None)
    wrong = _keep(request, page, form) if request.method == "POST" else ""
    if wrong is None:
        return redirect("fallback", campaign_id)
    context = {"page": page, "frame": page.frame, "here": "map", "form": form, "kept": kept, "wrong": wrong}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "warmap/fallback/fallback.html", context, status=status)


def _keep(request: HttpRequest, page: WarMapPage, form: FallbackForm) -> str | None:
    """Do what was asked; what is wrong with it, None if nothing is."""
    if page.watching:
        return _("You only look through this player's eyes.")
    if not page.banners:
        return _("You have no banner left, so there is nothing to plan.")
    dropping = request.POST.get("do") == "drop"
    if not dropping and not form.is_valid():
        return _("Choose one of the ways offered for each banner.")
    assert isinstance(request.user, User)
    try:
        set_fallback(seat=page.seat, fallback={} if dropping else form.chosen(), by=request.user)
    except Refusal as refusal:
        return refusal.message
    messages.success(request, _("The fallback is removed.") if dropping else _("Your fallback is saved."))
    return None
