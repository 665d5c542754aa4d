"""A person's own page, and the switch of the palette that every page has."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.accounts.services import change_account, choose_theme
from campaign.web.account_fields import AccountForm
from campaign.web.page_actions import fulfilled

ONE_YEAR = 60 * 60 * 24 * 365


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Name, time zone and palette; links to what allauth keeps: addresses, password, second factor."""
    user = request.user
    assert user.is_authenticated
    known = {"name": user.name, "time_zone": user.time_zone, "theme": user.theme}
    form = AccountForm(request.POST or None, initial=known)
    if fulfilled(form, lambda: change_account(user=user, **form.cleaned_data)):
        messages.success(request, _("Saved."))
        return redirect("account")
    outside = bool(settings.OUTSIDE) or user.socialaccount_set.exists()
    status = 422 if form.is_bound else 200
    return render(request, "accounts/account.html", {"form": form, "outside": outside}, status=status)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Switch the palette, and go back to the page; a script that asked for JSON stays where it is."""
    chosen = request.POST.get("theme", "")
    chosen = chosen if chosen in ("paper", "night", "system") else "system"
    if request.user.is_authenticated:
        choose_theme(user=request.user, theme=chosen)
    response: HttpResponse
    if request.headers.get("Accept") == "application/json":
        response = JsonResponse({"theme": chosen})
    else:
        back = request.POST.get("next", "")
        safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
        response = HttpResponseRedirect(back if safe else "/")
    response.set_cookie(
        settings.THEME_COOKIE_NAME,
        chosen,
        max_age=ONE_YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
