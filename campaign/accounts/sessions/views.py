"""Where a person is logged in: listed, ended one by one or all but this."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.access.logins import IDLE, IDLE_OPERATOR, end_logins, logins_of
from campaign.models import User


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """The list, and what ends one or all others."""
    user = request.user
    assert isinstance(user, User)
    own = request.session.session_key or ""
    if request.method == "POST":
        one = request.POST.get("end", "")
        ended = end_logins(user, ids=[one] if one else None, but=own)
        if one and not ended:
            raise Http404
        told = ngettext("One session has ended.", "%(count)d sessions have ended.", ended)
        messages.success(request, told % {"count": ended} if ended else _("There was no other session."))
        return redirect("sessions")
    operator = user.is_staff or user.is_superuser
    context = {
        "logins": logins_of(user),
        "own": own,
        "hours": int(IDLE_OPERATOR.total_seconds() // 3600) if operator else 0,
        "days": IDLE.days,
    }
    return render(request, "accounts/sessions.html", context)
