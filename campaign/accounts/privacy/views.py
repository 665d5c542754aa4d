"""A person's own data: what is held, all of it as a file, and the end of the account."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaign.access.passwords import TOO_MANY
from campaign.accounts.privacy.forms import GoodbyeForm
from campaign.accounts.privacy.services import delete_account, own_data_file
from campaign.people.selectors import left_behind
from campaign.web.made_files import attached
from campaign.web.page_actions import fulfilled


@never_cache
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """What the site holds about the person, and the form with which it is deleted."""
    user = request.user
    assert user.is_authenticated
    form = GoodbyeForm(user, request.POST or None)

    def act() -> None:
        delete_account(user=user, proof=form.cleaned_data["proof"], request=request)
        logout(request)
        messages.success(request, _("Your account is deleted."))

    if fulfilled(form, act, field="proof"):
        return redirect("home")
    status = HTTPStatus.TOO_MANY_REQUESTS if form.has_error("proof", TOO_MANY) else HTTPStatus.OK
    page = {"form": form, "campaigns": left_behind(user)}
    return render(request, "accounts/privacy/own_data.html", page, status=status)


@never_cache
@login_required
@require_GET
def own_data_zip(request: HttpRequest) -> HttpResponse:
    """Everything about the person as one zip."""
    user = request.user
    assert user.is_authenticated
    return attached(own_data_file(user), "my-data.zip", "application/zip")
