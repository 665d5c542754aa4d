"""Where somebody without a password or second factor shows who it is by a mailed code."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request, suspend_request
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from campaign.accounts.again.services import check_code, has_code, send_code
from campaign.base.refusal import Refusal
from campaign.models import User
from campaign.web.page_actions import fulfilled


class CodeForm(forms.Form):
    """The code that was mailed."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


def ask_again(request: HttpRequest) -> HttpResponse:
    """Ask who it is in the way that the person has; what was sent is kept, and done afterwards."""
    assert isinstance(request.user, User)
    ways = get_adapter().get_reauthentication_methods(request.user)
    answer: HttpResponse = suspend_request(request, ways[0]["url"] if ways else reverse("log_in_again"))
    return answer


@never_cache
@login_required
def again(request: HttpRequest) -> HttpResponse:
    """Have a code mailed and type it in; then what was begun goes on."""
    user = request.user
    assert isinstance(user, User)
    wrong = ""
    form = CodeForm(request.POST if request.POST.get("act") == "code" else None)
    if request.POST.get("act") == "send" or (request.method == "GET" and not has_code(request)):
        try:
            send_code(request, user)
        except Refusal as refusal:
            wrong = refusal.message
    elif fulfilled(form, lambda: check_code(request, user, form.cleaned_data["code"])):
        record_authentication(request, user, method="code", reauthenticated=True)
        return resume_request(request) or redirect("account")
    status = 422 if form.errors else 429 if wrong else 200
    context = {"form": form, "wrong": wrong, "next": request.GET.get("next", request.POST.get("next", ""))}
    return render(request, "accounts/again.html", context, status=status)
