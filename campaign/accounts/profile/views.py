"""Profiles: one's own to be chosen, and others' to be looked at."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.accounts.profile.forms import ProfileForm
from campaign.accounts.profile.selectors import choices_listed, profile_for
from campaign.accounts.profile.services import choose_profile
from campaign.models import User
from campaign.web.page_actions import fulfilled


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_profile(request: HttpRequest) -> HttpResponse:
    """Who may look at one's profile, and which wars are on it."""
    user = request.user
    assert isinstance(user, User)
    own = choices_listed(user)
    form = ProfileForm(own, request.POST if request.method == "POST" else None)

    def save() -> None:
        data = form.cleaned_data
        choose_profile(
            user=user,
            visible_to=data["visible_to"],
            shows_counts=data["shows_counts"],
            left_out=form.left_out(),
        )

    if fulfilled(form, save):
        messages.success(request, _("Saved."))
        return redirect("own_profile")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/profile/own.html", {"form": form, "own": own}, status=status)


@require_safe
def profile(request: HttpRequest, person_id: str) -> HttpResponse:
    """A person's profile; one that is not shown to whoever asks is not there."""
    viewer = request.user if isinstance(request.user, User) else None
    try:
        page = profile_for(viewer, person_id)
    except User.DoesNotExist:
        raise Http404 from None
    return render(request, "accounts/profile/profile.html", {"profile": page})
