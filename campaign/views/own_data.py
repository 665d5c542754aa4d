"""A person's own data: what is held, all of it as a file, and the end of the account."""

from __future__ import annotations

from http import HTTPStatus

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaign.forms.own_data import GoodbyeForm
from campaign.selectors.people import left_behind
from campaign.services.errors import Refusal
from campaign.services.own_data import delete_account, own_data_file


@never_cache
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """What the site holds about the person, and the form with which it is deleted."""
    user = request.user
    assert user.is_authenticated
    form = GoodbyeForm(user, request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        if not ratelimit.consume(request, action="reauthenticate", user=user):
            form.add_error("proof", _("Too many tries. Wait a minute and try again."))
            status = HTTPStatus.TOO_MANY_REQUESTS
        else:
            try:
                delete_account(user=user, proof=form.cleaned_data["proof"])
            except Refusal as refusal:
                form.add_error("proof", refusal.message)
            else:
                logout(request)
                messages.success(request, _("Your account is deleted."))
                return redirect("home")
    page = {"form": form, "campaigns": left_behind(user)}
    return render(request, "account/own_data.html", page, status=status)


@never_cache
@login_required
@require_GET
def own_data_zip(request: HttpRequest) -> HttpResponse:
    """Everything about the person as one zip."""
    user = request.user
    assert user.is_authenticated
    response = HttpResponse(own_data_file(user), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    return response
